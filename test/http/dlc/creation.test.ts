import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { postingsIn } from '../../support/ledger.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { writeDeliverable } from '../../../src/store/claims/deliverable.ts'
import { LAYOUTS } from '../../../src/cli/verify.ts'
import { checkAnnouncement } from '../../../src/dlc/wire/announcement.ts'
import { BASE_USDC, PAYER, STRANGER } from '../../support/payer.ts'
import { problemOf } from '../../support/shop.ts'
import { bodyOf, type EventShop, openEventShop } from '../../support/http/dlc/event-shop.ts'

let shop: EventShop
beforeAll(async () => void (shop = await openEventShop()))
afterAll(() => shop.stop())
beforeEach(() => shop.oracle.beat())
afterEach(() => {
  shop.oracle.away = false
  shop.money.overrides.clear()
})

const KINDS = ['threshold', 'enum', 'numeric'] as const
type Answer = Record<string, Json> & { readonly eventid: string; readonly manageToken: string }
/** As much of OpenAPI as holds an example body. */
interface Documented {
  readonly paths: Readonly<
    Record<string, { post: { requestBody: { content: { 'application/json': { example: unknown } } } } }>
  >
}
const answerOf = async (response: Response): Promise<Answer> => (await response.json()) as Answer

const paymentOf = ({ authorization }: { readonly authorization: { readonly nonce: string } }): string =>
  `x402:8453:${BASE_USDC}:${PAYER.address}:${authorization.nonce}`.toLowerCase()

const wholeAndOurs = (answer: Answer): void => {
  const verified = verifyAnswer(answer, { layouts: LAYOUTS })
  expect(verified.checks.filter(({ ok }) => !ok)).toEqual([])
  const checked = checkAnnouncement(Uint8Array.fromHex(String(answer['serialized'])))
  expect(checked.ok && checked.announcement.event.eventId).toBe(answer.eventid)
}

describe.each(KINDS)('a %s event', (kind) => {
  test('bought over x402 is announced, public, journaled, and the same for its payment for ever', async () => {
    const body = bodyOf(kind, shop.nowTs)
    const unpaid = await shop.post(kind, body)
    expect(unpaid.status).toBe(402)
    expect(unpaid.headers.get('www-authenticate')).toStartWith('L402 ')
    const paid = await shop.x402()
    const response = await shop.post(kind, body, paid.v2)
    expect(response.status).toBe(200)
    expect(response.headers.get('payment-response')).not.toBeNull()
    const answer = await answerOf(response)
    wholeAndOurs(answer)
    expect(answer['rail']).toBe('x402')
    expect(answer['canonical']).toStartWith(`v1|DLC|${answer.eventid}|CREATED|SHA256:`)

    const event = (await shop.store.events.read(answer.eventid))!
    expect(event).toMatchObject({ state: 'announced', hidden: { payer: PAYER.address.toLowerCase() } })
    const { journal } = await shop.oracle.open()
    const written = () => journal.find(answer.eventid).map(({ type }) => type)
    expect(written()).toEqual(['offered'])
    await shop.oracle.sweep()
    expect(written()).toEqual(['offered', 'activated'])
    expect(shop.oracle.schedules.get(answer.eventid)).toBe(event.maturityTs * 1000)

    const before = (await shop.money.transfers()).length
    const receipt = { 'payment-receipt': response.headers.get('payment-receipt')! }
    const again = await shop.post(kind, body, { ...paid.v1, ...receipt })
    expect(await again.json()).toEqual(answer)
    // The header alone is public: from the same network it brings the event, and nothing that opens it.
    const bare = await shop.post(kind, body, paid.v1)
    const told = await answerOf(bare)
    wholeAndOurs(told)
    expect([bare.headers.get('payment-receipt'), told.eventid]).toEqual([null, answer.eventid])
    for (const secret of ['manageToken', 'webhookUrl']) expect(told).not.toHaveProperty(secret)
    shop.clock.move(30 * 86_400_000)
    const muchLater = await shop.post(kind, body, { ...paid.v2, ...receipt })
    expect([muchLater.status, await muchLater.json()]).toEqual([200, answer])
    expect((await shop.post(kind, body, paid.v2)).status).toBe(409)
    shop.clock.move(-30 * 86_400_000)
    expect((await shop.money.transfers()).length).toBe(before)
  })

  test('bought over Lightning is the same for its token', async () => {
    const body = bodyOf(kind, shop.nowTs)
    const { authorization } = await shop.l402(kind, body)
    const response = await shop.post(kind, body, { authorization })
    expect(response.status).toBe(200)
    const answer = await answerOf(response)
    wholeAndOurs(answer)
    expect([answer['rail'], answer['signingScheme']]).toEqual(['l402', 'secp256k1_ecdsa'])
    const again = await shop.post(kind, body, { authorization })
    expect(await again.json()).toEqual(answer)
    // Another body is another purchase.
    const other = await shop.post(
      kind,
      { ...body, ...(kind === 'threshold' ? { strike: 1 } : { label: 'x' }) },
      { authorization },
    )
    expect(other.status).toBe(402)
  })

  test('a body that breaks rules is answered with all of them, before any invoice', async () => {
    const calls = shop.money.calledOf('POST /lnd/v1/invoices')
    const response = await shop.post(kind, {
      pair: 'BTC',
      strike: -1,
      outcomes: ['a', 'a'],
      base: 1,
      maturityTs: 5,
      label: 7,
    })
    const problem = await problemOf(response)
    expect([response.status, problem.error]).toEqual([400, 'invalid_request'])
    expect(problem.details.length).toBeGreaterThan(2)
    const preview = await shop.post(`${kind}/preview`, {
      pair: 'BTC',
      strike: -1,
      outcomes: ['a', 'a'],
      base: 1,
      maturityTs: 5,
      label: 7,
    })
    expect(await problemOf(preview)).toEqual(problem)
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(calls)
  })

  test('the example of the documents is accepted as it stands', async () => {
    const document = (await (await shop.request('/openapi.json')).json()) as Documented
    const { example } = document.paths[`/dlc/oracle/${kind}`]!.post.requestBody.content['application/json']
    const preview = await shop.post(`${kind}/preview`, example)
    expect(preview.status).toBe(200)
    expect(await preview.json()).toMatchObject({ preview: true, valid: true, type: kind, ignored: [] })
    expect((await shop.post(kind, example)).status).toBe(402)
  })
})

describe('a payment for an event', () => {
  const body = () => bodyOf('enum', shop.nowTs)

  test('twenty at once with one authorization: one event, one charge', async () => {
    const paid = await shop.x402()
    const before = (await shop.money.transfers()).length
    const responses = await Promise.all(Array.from({ length: 20 }, () => shop.post('enum', body(), paid.v2)))
    const sold = responses.filter(({ status }) => status === 200)
    expect(sold.length).toBeGreaterThanOrEqual(1)
    const ids = new Set(await Promise.all(sold.map(async (each) => (await answerOf(each)).eventid)))
    expect(ids.size).toBe(1)
    expect(responses.every(({ status }) => status === 200 || status === 503)).toBeTrue()
    expect((await shop.money.transfers()).length).toBe(before + 1)
  })

  test('is not taken while the signer is away, and is as good as new when it is back', async () => {
    const paid = await shop.x402()
    const token = await shop.l402('enum', body())
    shop.oracle.away = true
    const before = (await shop.money.transfers()).length
    for (const headers of [paid.v2, { authorization: token.authorization }])
      expect((await shop.post('enum', body(), headers)).status).toBe(503)
    expect((await shop.money.transfers()).length).toBe(before)
    shop.clock.move(20_000)
    // No sign of life: not even an invoice is made.
    expect((await shop.post('enum', body())).status).toBe(503)
    shop.clock.move(-20_000)
    const state = (await shop.store.signers.read())!
    expect((await shop.post('enum', body())).status).toBe(402)
    await shop.store.signers.write({ ...state, problem: 'the witness does not answer' })
    expect((await shop.post('enum', body())).status).toBe(503)
    await shop.store.signers.write(state)
    shop.oracle.away = false
    for (const headers of [paid.v2, { authorization: token.authorization }])
      expect((await shop.post('enum', body(), headers)).status).toBe(200)
  })

  test('that fails to settle leaves no event behind, in any list', async () => {
    shop.money.overrides.set('POST /facilitator/settle', () =>
      Response.json({
        success: false,
        errorReason: 'insufficient_funds',
        transaction: '',
        network: 'eip155:8453',
        payer: PAYER.address,
      }),
    )
    const paid = await shop.x402()
    const count = async () => (await shop.store.events.list({ status: 'all', count: 1 })).events[0]?.order
    const before = await count()
    const response = await shop.post('enum', body(), paid.v2)
    expect(response.status).toBe(402)
    expect(await count()).toBe(before!)
    const id = await shop.store.events.idOf(paymentOf(paid))
    expect(id).toBeNull()
  })

  test('that a settling worker spends before its server hears of it makes a public event, and one sale', async () => {
    const { settler } = shop.paywall.rails.x402!
    const { settle } = settler
    const transaction = `0x${'ab'.repeat(32)}`
    settler.settle = async ({ authorization }, _requirements, name) => {
      expect(await shop.store.settlements.spend(name, transaction)).toBe(true)
      return { kind: 'settled', settlement: { transaction, payer: authorization.from } }
    }
    const paid = await shop.x402()
    const response = await shop.post('enum', body(), paid.v2)
    settler.settle = settle
    const answer = await answerOf(response)
    expect([response.status, typeof answer['manageToken']]).toEqual([200, 'string'])
    expect((await shop.store.events.read(answer.eventid))?.state).toBe('announced')
    const posted = (await postingsIn(shop.redis.redis)).filter(({ payment }) => payment === paymentOf(paid))
    expect(posted.map(({ what, event, amount }) => [what, event, amount])).toEqual([
      ['settled', answer.eventid, '7000000'],
      ['delivered', answer.eventid, '7000000'],
    ])
  })

  test('that a settling worker spends while the server sleeps becomes an event all the same', async () => {
    shop.money.overrides.set('POST /facilitator/settle', () => new Response('gone', { status: 502 }))
    const paid = await shop.x402()
    expect((await shop.post('enum', body(), paid.v2)).status).toBe(503)
    const name = paymentOf(paid)
    const id = (await shop.store.events.idOf(name))!
    expect((await shop.store.events.read(id))?.state).toBe('offered')
    expect(await shop.store.settlements.spend(name, `0x${'ab'.repeat(32)}`)).toBeTrue()
    shop.clock.move(5_000)
    await shop.oracle.sweep()
    expect(await shop.store.events.read(id)).toMatchObject({ state: 'announced', journaled: true })
    const fetched = await shop.post('enum', body(), paid.v2)
    expect([fetched.status, (await answerOf(fetched)).eventid]).toEqual([200, id])
    // For ever, though a sweeper keeps what it spends for a day only.
    expect(await shop.redis.redis.ttl(paymentKeys(name).claim)).toBe(-1)
    shop.clock.move(-5_000)
  })

  test('shown with another body than it was offered an event for never gets that event', async () => {
    const paid = await shop.x402()
    const name = paymentOf(paid)
    // An offer whose withdrawal has failed: the event lies under the payment, and the claim is gone.
    shop.money.overrides.set('POST /facilitator/settle', () => new Response('gone', { status: 502 }))
    expect((await shop.post('enum', body(), paid.v2)).status).toBe(503)
    const first = (await shop.store.events.idOf(name))!
    await shop.redis.redis.del(paymentKeys(name).claim)
    shop.money.overrides.clear()
    const other = { ...body(), label: 'Another question' }
    expect((await shop.post('enum', other, paid.v2)).status).toBe(503)
    const response = await shop.post('enum', other, paid.v2)
    const answer = await answerOf(response)
    expect([response.status, answer['label']]).toEqual([200, 'Another question'])
    expect(answer.eventid).not.toBe(first)
    expect(await shop.store.events.read(first)).toBeNull()
  })

  test('that was spent on something else makes no event public', async () => {
    const paid = await shop.x402()
    const name = paymentOf(paid)
    shop.money.overrides.set('POST /facilitator/settle', () => new Response('gone', { status: 502 }))
    expect((await shop.post('enum', body(), paid.v2)).status).toBe(503)
    const id = (await shop.store.events.idOf(name))!
    const deliverable = writeDeliverable({ kind: 'promise', event: 'SOMETHING-ELSE-1' })
    await shop.redis.redis.hset(`claros:claim:${name}`, { state: 'spent', goods: deliverable })
    shop.clock.move(5_000)
    await shop.oracle.sweep()
    expect((await shop.store.events.read(id))?.state ?? 'withdrawn').not.toBe('announced')
    shop.clock.move(-5_000)
  })

  test('over Lightning is honoured though its dates have come too close since the invoice', async () => {
    const late = { label: 'soon', outcomes: ['a', 'b'], maturityTs: shop.nowTs + 400 }
    const { authorization } = await shop.l402('enum', late)
    shop.clock.move(380_000)
    await shop.oracle.beat()
    // 20 s ahead: nobody could ask for it any more, and it was paid for.
    expect((await shop.post('enum', late)).status).toBe(400)
    const response = await shop.post('enum', late, { authorization })
    expect(response.status).toBe(200)
    shop.clock.move(-380_000)
  })

  test('cannot come over Lightning when the event lies nearer than the invoice', async () => {
    const near = { label: 'now', outcomes: ['a', 'b'], maturityTs: shop.nowTs + 120 }
    const calls = shop.money.calledOf('POST /lnd/v1/invoices')
    const response = await shop.post('enum', near)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([402, null])
    expect(response.headers.get('payment-required')).not.toBeNull()
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(calls)
  })

  test('of one price does not pay for an event, nor an event’s for another kind', async () => {
    const cheap = await shop.x402({ value: '10000' })
    expect((await shop.post('enum', body(), cheap.v2)).status).toBe(402)
    const paid = await shop.x402({ from: STRANGER.address }, STRANGER)
    await shop.money.fund(STRANGER.address, '20000000')
    expect((await shop.post('enum', body(), paid.v2)).status).toBe(200)
    expect((await shop.post('numeric', bodyOf('numeric', shop.nowTs), paid.v2)).status).toBe(409)
  })
})

test('where Lightning is all there is, what lies nearer than its invoice is refused by the preview, too', async () => {
  const lightning = await openEventShop({ rails: ['l402'] })
  const near = { label: 'now', outcomes: ['a', 'b'], maturityTs: lightning.nowTs + 120 }
  for (const path of ['enum', 'enum/preview']) {
    const refused = await lightning.post(path, near)
    expect([refused.status, (await problemOf(refused)).details]).toMatchObject([
      400,
      [{ path: 'body.maturityTs', rule: 'too_soon' }],
    ])
  }
  const preview = await lightning.post('enum/preview', { ...near, maturityTs: lightning.nowTs + 1_000 })
  expect(await preview.json()).toMatchObject({ valid: true, rails: ['l402'] })
  await lightning.stop()
})

describe('a body', () => {
  test('is JSON, small, and says so', async () => {
    const send = (body: string, type = 'application/json') =>
      shop.request('/dlc/oracle/enum', { method: 'POST', body, headers: { 'content-type': type } })
    expect((await send('{}', 'text/plain')).status).toBe(415)
    expect((await send('{"label":')).status).toBe(400)
    expect((await send('')).status).toBe(400)
    expect((await send(`"${'x'.repeat(70_000)}"`)).status).toBe(413)
    expect((await send('['.repeat(60_000))).status).toBe(400)
    expect((await send('[1]')).status).toBe(400)
    expect((await send('null')).status).toBe(400)
  })

  test('with an address inside a private network is refused where it stands', async () => {
    const body = { ...bodyOf('threshold', shop.nowTs), webhookUrl: 'https://169.254.169.254/latest' }
    const problem = await problemOf(await shop.post('threshold', body))
    expect(problem.details).toEqual([
      { path: 'body.webhookUrl', rule: 'url_not_allowed', message: expect.stringContaining('public internet') },
    ])
  })
})
