import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { LAYOUTS } from '../../../src/cli/verify.ts'
import { postingsIn } from '../../support/ledger.ts'
import { BASE_USDC, PAYER, STRANGER } from '../../support/payer.ts'
import { billOf, problemOf } from '../../support/shop.ts'
import { bodyOf, type EventShop, openEventShop } from '../../support/http/dlc/event-shop.ts'
import { mintToken } from '../../../src/http/rails/l402-token.ts'
import { paymentKeys } from '../../support/payment-keys.ts'

let shop: EventShop
beforeAll(async () => {
  shop = await openEventShop()
  await shop.money.fund(STRANGER.address, '100000000')
})
afterAll(() => shop.stop())
beforeEach(() => shop.oracle.beat())
afterEach(() => {
  shop.oracle.away = false
  shop.asker.turn = () => '97012.30'
  shop.money.overrides.clear()
  // Behind every price that a test has recorded.
  shop.clock.move(20_000)
})

interface Created {
  readonly eventid: string
  readonly manageToken: string
}

let strike = 50_000
/** A contract of its own strike, so that each has its own id. */
const create = async (rail: 'x402' | 'l402' = 'x402', more: object = {}): Promise<Created> => {
  const body = { ...bodyOf('threshold', shop.nowTs), strike: strike++, ...more }
  const headers =
    rail === 'x402' ? (await shop.x402()).v2 : { authorization: (await shop.l402('threshold', body)).authorization }
  return (await (await shop.post('threshold', body, headers)).json()) as Created
}

const cancel = (id: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  shop.request(`/dlc/oracle/threshold/${id}`, { method: 'DELETE', headers })

const token = ({ manageToken }: Created) => ({ 'x-manage-token': manageToken })

/** A price of the cadence. */
const tick = async (price: string, at = shop.clock.now()): Promise<void> => {
  const { ticks } = shop.store.events
  await ticks.append('BTCUSD', { at, price, sources: ['kraken'], observed: { majorityAt: at, newestAt: at } })
  for await (const _ of ticks.applyAll('BTCUSD', () => shop.clock.now()));
}
/** A price, and five seconds later the one that confirms it. */
const breach = async (price: string, at = shop.clock.now()): Promise<void> => {
  await tick(price, at)
  await tick(price, at + 5_000)
}

const transfers = async () => (await shop.money.transfers()).length

const hashOf = (preimage: string): string => Bun.CryptoHasher.hash('sha256', Buffer.from(preimage, 'hex'), 'hex')

/** It can buy nothing any more: the answer is what the contract came to, for ever, and the books say that it was sold. */
const expectUsedUp = async (id: string, headers: Readonly<Record<string, string>>, preimage: string): Promise<void> => {
  const response = await cancel(id, headers)
  const answer = await response.json()
  expect([response.status, answer]).toMatchObject([409, { attestation: { outcome: 'breached' } }])
  const postings = (await postingsIn(shop.redis.redis)).filter(({ payment }) => payment === `l402:${hashOf(preimage)}`)
  expect(postings.map(({ what }) => what)).toEqual(['sold'])
  const again = await cancel(id, headers)
  expect([again.status, await again.json()]).toEqual([409, answer])
}

describe('a cancellation', () => {
  test('over Lightning whose signer dies under it is owed, and delivered late to its token', async () => {
    const created = await create('l402')
    const bill = billOf(await cancel(created.eventid, token(created)))!
    const preimage = await shop.money.pay(bill.invoice)
    const headers = { ...token(created), authorization: `L402 ${bill.macaroon}:${preimage}` }
    const posted = async () =>
      (await postingsIn(shop.redis.redis))
        .filter(({ event, item }) => event === created.eventid && item === 'dlc/cancellation')
        .map(({ what }) => what)
    shop.oracle.away = true
    expect((await cancel(created.eventid, headers)).status).toBe(503)
    expect([await posted(), await shop.store.ledger.unanswered()]).toEqual([['settled'], 1])
    shop.oracle.away = false
    const late = await cancel(created.eventid, headers)
    expect([late.status, await late.json()]).toMatchObject([200, { attestation: { outcome: 'safe' } }])
    expect([await posted(), await shop.store.ledger.unanswered()]).toEqual([['settled', 'delivered_late'], 0])
    expect((await cancel(created.eventid, headers)).status).toBe(200)
    expect(await posted()).toEqual(['settled', 'delivered_late'])
  })

  test('by the paying account attests safe at once, signed, and again for the same payment', async () => {
    const { eventid } = await create()
    const paid = await shop.x402()
    const response = await cancel(eventid.toLowerCase(), paid.v2)
    const answer = (await response.json()) as Record<string, Json>
    expect(response.status).toBe(200)
    expect(answer).toMatchObject({ status: 'attested', eventid, attestation: { outcome: 'safe', reason: 'cancel' } })
    expect(verifyAnswer(answer, { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)).toEqual([])
    const event = (await shop.store.events.read(eventid))!
    expect(event.state).toBe('attested')
    const again = await cancel(eventid, paid.v2)
    expect([again.status, await again.json()]).toEqual([200, answer])
    expect(shop.oracle.schedules.has(eventid)).toBeFalse()
  })

  test('with the token of its creation is sold on both rails', async () => {
    const created = await create('l402')
    expect((await cancel(created.eventid)).status).toBe(403)
    const unpaid = await cancel(created.eventid, token(created))
    expect(unpaid.status).toBe(402)
    const bill = billOf(unpaid)!
    const preimage = await shop.money.pay(bill.invoice)
    const authorization = `L402 ${bill.macaroon}:${preimage}`
    const response = await cancel(created.eventid, { ...token(created), authorization })
    expect([response.status, await response.json()]).toMatchObject([200, { attestation: { outcome: 'safe' } }])
  })

  test('by anybody else is refused before any invoice and any settlement', async () => {
    const created = await create()
    const invoices = shop.money.calledOf('POST /lnd/v1/invoices')
    const before = await transfers()
    const stranger = await shop.x402({ from: STRANGER.address }, STRANGER)
    for (const headers of [
      stranger.v2,
      { 'x-manage-token': 'wrong' },
      { ...stranger.v2, 'x-manage-token': 'wrong' },
      { ...(await shop.x402()).v2, 'x-manage-token': 'wrong' },
    ])
      expect((await cancel(created.eventid, headers)).status).toBe(403)
    expect([shop.money.calledOf('POST /lnd/v1/invoices'), await transfers()]).toEqual([invoices, before])
    expect((await shop.store.events.read(created.eventid))?.state).toBe('announced')
    // Without a token only the paying account can be shown.
    const unpaid = await cancel(created.eventid)
    expect([unpaid.status, unpaid.headers.get('www-authenticate')]).toEqual([402, null])
    // Nothing of that used up the payment.
    expect((await cancel(created.eventid, { ...stranger.v2, ...token(created) })).status).toBe(200)
  })

  test('of a breached contract is a conflict that carries the attestation, and costs nothing', async () => {
    const created = await create()
    await breach('1.00')
    shop.clock.move(10_000)
    await shop.oracle.beat()
    await shop.oracle.sweep()
    const before = await transfers()
    for (const headers of [{}, token(created), (await shop.x402()).v2]) {
      const response = await cancel(created.eventid, headers)
      const problem = (await response.json()) as Record<string, Json>
      expect([response.status, problem['error']]).toEqual([409, 'conflict'])
      expect(problem['attestation']).toMatchObject({ outcome: 'breached', reason: 'breach' })
    }
    expect(await transfers()).toBe(before)
  })

  test('whose money fails loses no tick: what came meanwhile breaches the contract', async () => {
    const { eventid } = await create()
    shop.money.overrides.set('POST /facilitator/settle', async () => {
      // The price falls while the payment is on its way.
      await breach('10.00', shop.clock.now() + 1)
      expect((await shop.store.events.read(eventid))?.state).toBe('cancelling')
      return Response.json({
        success: false,
        errorReason: 'insufficient_funds',
        transaction: '',
        network: 'eip155:8453',
        payer: PAYER.address,
      })
    })
    shop.clock.move(2_000)
    const response = await cancel(eventid, (await shop.x402()).v2)
    expect(response.status).toBe(402)
    await shop.oracle.sweep()
    const event = await shop.store.events.read(eventid)
    expect(event).toMatchObject({ state: 'attested', decision: { outcome: ['breached'], reason: 'breach' } })
  })

  test('that is paid wins over a tick that came meanwhile', async () => {
    const { eventid } = await create()
    shop.clock.move(2_000)
    shop.money.overrides.set('POST /facilitator/settle', async (request) => {
      await breach('10.00', shop.clock.now() + 10)
      return shop.money.handle(request)
    })
    const response = await cancel(eventid, (await shop.x402()).v2)
    expect(response.status).toBe(200)
    expect(await shop.store.events.read(eventid)).toMatchObject({ decision: { outcome: ['safe'], reason: 'cancel' } })
  })

  test('that a settling worker pays for while the server sleeps decides safe, and hands out its answer', async () => {
    const { eventid } = await create()
    shop.money.overrides.set('POST /facilitator/settle', () => new Response('gone', { status: 502 }))
    const paid = await shop.x402()
    expect((await cancel(eventid, paid.v2)).status).toBe(503)
    expect((await shop.store.events.read(eventid))?.state).toBe('cancelling')
    const name = (await shop.store.events.read(eventid))!.cancelling!.payment
    await shop.store.settlements.spend(name, `0x${'ab'.repeat(32)}`)
    shop.clock.move(40_000)
    await shop.oracle.beat()
    await shop.oracle.sweep()
    expect(await shop.store.events.read(eventid)).toMatchObject({ state: 'attested', decision: { outcome: ['safe'] } })
    const fetched = await cancel(eventid, paid.v2)
    expect([fetched.status, await fetched.json()]).toMatchObject([200, { attestation: { outcome: 'safe' } }])
    shop.clock.move(-40_000)
  })

  test('whose buyer vanished between hold and settlement lets the contract go on', async () => {
    const { eventid } = await create()
    const { events, claims } = shop.store
    const now = shop.clock.now()
    const sale = { payment: 'l402:gone', amount: '10000', item: 'dlc/cancellation', event: '', receipt: '' }
    const on = { payment: 'l402:gone', request: 'r', now, keepSeconds: 86_400, network: '', sale }
    await claims.hold({ ...on, holder: 'dead', holdMs: 30_000 })
    expect(await events.holdCancellation(eventid, 'l402:gone', now + 32_000, 'r')).toMatchObject({ kind: 'held' })
    await shop.oracle.sweep()
    expect((await events.read(eventid))?.state).toBe('cancelling')
    shop.clock.move(33_000)
    await shop.oracle.sweep()
    expect((await events.read(eventid))?.state).toBe('announced')
    // Whoever slept over it may not send its money any more.
    const deliverable = { kind: 'promise', event: eventid } as const
    expect(await claims.send('l402:gone', 'dead', deliverable, '{}', shop.clock.now(), 30_000)).toBeFalse()
    shop.clock.move(-33_000)
  })

  test.each<readonly [string, string, 'attested' | 'announced', 'cancel' | null]>([
    ['for this cancellation decides it', 'r', 'attested', 'cancel'],
    ['for something else decides nothing, and the contract goes on', 'another', 'announced', null],
  ])('whose payment is found to be spent %s', async (_what, request, state, reason) => {
    const { eventid } = await create()
    const { events, claims, settlements } = shop.store
    const payment =
      `x402:8453:${BASE_USDC}:${PAYER.address}:0xc${state.length.toString().padStart(63, '0')}`.toLowerCase()
    const sale = { payment, amount: '7000000', item: 'dlc/cancellation', event: '', receipt: '' }
    const on = { payment, now: shop.clock.now(), holder: 'one', holdMs: 30_000, keepSeconds: 86_400, network: '', sale }
    await claims.hold({ ...on, request: 'r' })
    await events.holdCancellation(eventid, payment, on.now + 32_000, 'r')
    // Let go, while its server is late to say so to the contract; then the same payment buys this or something else.
    await claims.release(payment, 'one', on.now)
    await claims.hold({ ...on, request })
    expect(await claims.send(payment, 'one', { kind: 'promise', event: eventid }, '{}', on.now, 30_000)).toBeTrue()
    expect(await settlements.spend(payment, `0x${'5e'.repeat(32)}`)).toBeTrue()
    shop.clock.move(33_000)
    await shop.oracle.sweep()
    const event = (await events.read(eventid))!
    expect([event.state, event.decision?.reason ?? null]).toEqual([state, reason])
    shop.clock.move(-33_000)
  })

  test('over Lightning of a contract that is over by then is answered with what it came to', async () => {
    const created = await create('l402')
    const bill = billOf(await cancel(created.eventid, token(created)))!
    const preimage = await shop.money.pay(bill.invoice)
    const headers = { ...token(created), authorization: `L402 ${bill.macaroon}:${preimage}` }
    shop.clock.move(5_000)
    await shop.oracle.beat()
    await breach('5.00')
    await shop.oracle.sweep()
    await expectUsedUp(created.eventid, headers, preimage)
  })

  test('with a body is bound to it, and a huge one is not read', async () => {
    const { eventid } = await create()
    const remove = (body: string, headers = {}) =>
      shop.request(`/dlc/oracle/threshold/${eventid}`, { method: 'DELETE', body, headers })
    expect((await remove('x'.repeat(70_000))).status).toBe(413)
    const paid = await shop.x402()
    expect((await remove('a reason', paid.v2)).status).toBe(200)
    expect((await remove('another', paid.v2)).status).toBe(409)
    expect((await remove('a reason', paid.v2)).status).toBe(200)
  })

  test.each(['nothing-like-it', 'BTCUSD-BELOW-1-1', 'x'.repeat(200)])('of %s finds no contract', async (id) => {
    expect((await cancel(id)).status).toBe(404)
  })
})

describe('a contract that is not cancellable', () => {
  test('says so before and after it is bought, and to everybody before any payment', async () => {
    const body = { ...bodyOf('threshold', shop.nowTs), strike: strike++, cancellable: false }
    const preview = (await (await shop.post('threshold/preview', body)).json()) as Record<string, Json>
    const said = { cancellable: false, cancelUntil: null }
    expect(preview).toMatchObject({
      ...said,
      settles: { safe: expect.stringContaining('cannot be cancelled') },
    })
    const created = await create('x402', body)
    expect(created).toMatchObject(said)
    const before = await transfers()
    for (const headers of [{}, token(created), (await shop.x402()).v2, { 'x-manage-token': 'wrong' }]) {
      const refused = await cancel(created.eventid, headers)
      expect([refused.status, (await problemOf(refused)).error]).toEqual([409, 'not_cancellable'])
    }
    expect(await transfers()).toBe(before)
    expect(await shop.store.events.read(created.eventid)).toMatchObject({ state: 'announced', cancelling: null })
  })

  test('any more is refused after its last second, and not before', async () => {
    const until = Math.floor(shop.clock.now() / 1000) + 1_000
    const [created, other] = [
      await create('x402', { cancelUntil: until }),
      await create('x402', { cancelUntil: until }),
    ]
    shop.clock.move(until * 1000 + 999 - shop.clock.now())
    await shop.oracle.beat()
    expect((await cancel(created.eventid, (await shop.x402()).v2)).status).toBe(200)
    shop.clock.move(1)
    const refused = await cancel(other.eventid, (await shop.x402()).v2)
    expect([refused.status, (await problemOf(refused)).error]).toEqual([409, 'not_cancellable'])
  })

  test('after its last second is still cancelled by an invoice that was asked for in time', async () => {
    const until = Math.floor(shop.clock.now() / 1000) + 400
    const created = await create('l402', { cancelUntil: until })
    const bill = billOf(await cancel(created.eventid, token(created)))!
    const authorization = `L402 ${bill.macaroon}:${await shop.money.pay(bill.invoice)}`
    shop.clock.move(100_000)
    await shop.oracle.beat()
    // Too near for an invoice: whoever pays it at its last second would have paid for nothing.
    expect(billOf(await cancel(created.eventid, token(created)))).toBeNull()
    shop.clock.move(301_000)
    await shop.oracle.beat()
    const late = await cancel(created.eventid, { ...token(created), authorization })
    expect([late.status, await late.json()]).toMatchObject([200, { status: 'attested' }])
  })

  test('uses up no payment for which nothing was done: it says that it is still good, and it is', async () => {
    const until = Math.floor(shop.clock.now() / 1000) + 400
    const created = await create('l402', { cancelUntil: until })
    const challenge = await cancel(created.eventid, token(created))
    const request = challenge.headers.get('claros-request')!
    const preimage = await shop.money.pay(billOf(challenge)!.invoice)
    const paymentHash = hashOf(preimage)
    // Of an earlier release, which did not write down when it was asked.
    const parts = { paymentHash, tokenId: Buffer.alloc(32, 7), request, sats: 7_000, askedAt: null }
    const macaroon = mintToken(shop.paywall.rails.l402!.secrets, { ...parts, validUntil: until + 86_400 })
    const headers = { ...token(created), authorization: `L402 ${macaroon}:${preimage}` }
    shop.clock.move(401_000)
    await shop.oracle.beat()
    const refused = await cancel(created.eventid, headers)
    const { error, message } = await problemOf(refused)
    expect([refused.status, error]).toEqual([409, 'not_cancellable'])
    expect(message).toContain('Your payment stays good')
    expect(await shop.redis.redis.exists(paymentKeys(`l402:${paymentHash}`).claim)).toBe(0)
    expect((await postingsIn(shop.redis.redis)).filter(({ payment }) => payment.endsWith(paymentHash))).toEqual([])
    expect(await shop.store.events.read(created.eventid)).toMatchObject({ state: 'announced', cancelling: null })
  })
})

describe('at a cancellation the price of that moment', () => {
  const posted = async (id: string) =>
    (await postingsIn(shop.redis.redis))
      .filter(({ event, item }) => event === id && item === 'dlc/cancellation')
      .map(({ what }) => what)
  /** At or past the strike of every contract here, at these moments. */
  const past = (...moments: readonly ('now' | 'beat')[]) => {
    shop.asker.turn = (beat) => (moments.includes(beat === null ? 'now' : 'beat') ? '10.00' : '97012.30')
  }

  test('breaches when the beat confirms it: 409 with the attestation, and nothing is charged', async () => {
    const { eventid } = await create()
    const neighbour = await create()
    past('now', 'beat')
    const [before, startedAt] = [await transfers(), shop.clock.now()]
    const response = await cancel(eventid, (await shop.x402()).v2)
    expect([response.status, await response.json()]).toMatchObject([
      409,
      {
        error: 'conflict',
        attestation: { outcome: 'breached', evidence: { price: '10.00', first: { at: startedAt } } },
      },
    ])
    const waited = shop.clock.now() - startedAt
    expect([waited >= 5_000 && waited <= 10_000, shop.clock.now() % 5_000]).toEqual([true, 0])
    expect([await transfers(), await posted(eventid)]).toEqual([before, []])
    // A contract is cancelled at a moment that its creator chose: it is no price of anybody else's.
    expect(await shop.store.events.read(neighbour.eventid)).toMatchObject({ state: 'announced', decision: null })
    await tick('10.00')
    expect((await shop.store.events.read(neighbour.eventid))?.decision).toBeNull()
  })

  test('over Lightning breaches as well: the token is spent, and the books say sold', async () => {
    const created = await create('l402')
    const bill = billOf(await cancel(created.eventid, token(created)))!
    const preimage = await shop.money.pay(bill.invoice)
    const headers = { ...token(created), authorization: `L402 ${bill.macaroon}:${preimage}` }
    past('now', 'beat')
    await expectUsedUp(created.eventid, headers, preimage)
  })

  test('does not when a price comes back at the beat: it is cancelled, and settlement has waited', async () => {
    const { eventid } = await create()
    past('now')
    const startedAt = shop.clock.now()
    shop.money.overrides.set('POST /facilitator/settle', async (request) => {
      expect(shop.clock.now() - startedAt).toBeWithin(5_000, 10_001)
      return shop.money.handle(request)
    })
    const response = await cancel(eventid, (await shop.x402()).v2)
    expect([response.status, await response.json()]).toMatchObject([200, { attestation: { outcome: 'safe' } }])
  })

  test('before its strike lets it be cancelled at once', async () => {
    const { eventid } = await create()
    const startedAt = shop.clock.now()
    expect((await cancel(eventid, (await shop.x402()).v2)).status).toBe(200)
    expect(shop.clock.now()).toBe(startedAt)
  })

  test('does not outrun a first price that stands already', async () => {
    const { eventid } = await create()
    await tick('10.00')
    shop.clock.move(1_500)
    past('beat')
    const response = await cancel(eventid, (await shop.x402()).v2)
    expect([response.status, await response.json()]).toMatchObject([409, { attestation: { outcome: 'breached' } }])
  })

  test('that cannot be had is a 503: nothing is charged, and the contract goes on', async () => {
    const created = await create()
    const bill = billOf(await cancel(created.eventid, token(created)))!
    const authorization = `L402 ${bill.macaroon}:${await shop.money.pay(bill.invoice)}`
    const before = await transfers()
    const missing = [
      () => null,
      (beat: number | null) => (beat === null ? '10.00' : null),
    ] satisfies (typeof shop.asker.turn)[]
    for (const turn of missing)
      for (const headers of [(await shop.x402()).v2, { ...token(created), authorization }]) {
        shop.asker.turn = turn
        const response = await cancel(created.eventid, headers)
        expect([response.status, (await problemOf(response)).error]).toEqual([503, 'data_unavailable'])
        expect(await shop.store.events.read(created.eventid)).toMatchObject({ state: 'announced', cancelling: null })
        await shop.oracle.beat()
        await tick('97012.30')
      }
    expect(await transfers()).toBe(before)
    shop.asker.turn = () => '97012.30'
    expect((await cancel(created.eventid, { ...token(created), authorization })).status).toBe(200)
  })

  test('that is carried over a closed market cannot breach, and nothing waits for it', async () => {
    const { eventid } = await create('x402', { pair: 'XAUUSD' })
    shop.asker.turn = () => 'carried'
    const startedAt = shop.clock.now()
    expect((await cancel(eventid, (await shop.x402()).v2)).status).toBe(200)
    expect(shop.clock.now()).toBe(startedAt)
  })

  test('that is past its strike counts on when its buyer vanishes before the beat', async () => {
    const { eventid } = await create()
    past('now')
    const { events } = shop.store
    await events.holdCancellation(eventid, 'l402:vanished', shop.clock.now() + 32_000, 'r')
    const at = shop.clock.now() + 1
    await shop.asker.ask({ actor: eventid, wish: { what: 'conclude' } }, 'vanished', 0)
    await shop.store.events.releaseCancellation(eventid, 'l402:vanished', at, null)
    expect((await events.read(eventid))?.state).toBe('announced')
    await tick('9.00', shop.clock.now() + 6_000)
    expect((await events.read(eventid))?.decision).toMatchObject({
      outcome: ['breached'],
      evidence: { price: '9.00', first: { price: '10.00' } },
    })
  })
})

test('an event of another kind cannot be cancelled', async () => {
  const response = await shop.post('enum', bodyOf('enum', shop.nowTs), (await shop.x402()).v2)
  const { eventid } = (await response.json()) as Created
  const refused = await cancel(eventid, (await shop.x402()).v2)
  expect([refused.status, (await problemOf(refused)).error]).toEqual([404, 'not_found'])
})
