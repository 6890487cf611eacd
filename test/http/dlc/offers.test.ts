import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { restoreEvents } from '../../../src/actors/dlc/recovery.ts'
import { sweepOracle } from '../../../src/actors/dlc/sweep-oracle.ts'
import { names } from '../../../src/store/redis/names.ts'
import { MOST_OPEN } from '../../../src/store/events/open-offers.ts'
import { proofBy } from '../../support/proof.ts'
import { PAYER, STRANGER } from '../../support/payer.ts'
import { HOST, problemOf } from '../../support/shop.ts'
import { bodyOf, type EventShop, openEventShop, serverOf } from '../../support/http/dlc/event-shop.ts'

/** Between the offer of an event and the end of its payment. */

const TRANSACTION = `0x${'ab'.repeat(32)}`
const SETTLE = 'POST /facilitator/settle'

let shop: EventShop
/** What the chain says of payments that a facilitator refuses. */
let onChain: boolean
beforeAll(async () => {
  const lookUp = async ({ authorization }: { readonly authorization: { readonly from: string } }) =>
    onChain ? { transaction: TRANSACTION, payer: authorization.from } : null
  shop = await openEventShop({ lookUp })
  await shop.money.fund(STRANGER.address, '100000000')
})
afterAll(() => shop.stop())
beforeEach(async () => {
  onChain = false
  await shop.oracle.beat()
})
afterEach(() => {
  shop.oracle.away = false
  shop.money.overrides.clear()
})

const body = () => bodyOf('enum', shop.nowTs)
const typesOf = async (id: string): Promise<readonly string[]> =>
  (await shop.oracle.open()).journal.find(id).map(({ type }) => type)
const idIn = async (response: Response): Promise<string> => ((await response.json()) as { eventid: string }).eventid
const notSettled = () =>
  Response.json({
    success: false,
    errorReason: 'insufficient_funds',
    transaction: '',
    network: 'eip155:8453',
    payer: PAYER.address,
  })
const places = () => shop.redis.redis.hlen(names.dlc.openOffers())
/** Lines about events, of the journal. */
const linesOf = async (): Promise<number> => [...(await shop.oracle.open()).journal.ids()].length
const eternal = async (): Promise<readonly string[]> => {
  const keys = await shop.redis.redis.keys('claros:{dlc}:*')
  const lives = await Promise.all(keys.map((key) => shop.redis.redis.ttl(key)))
  return keys.filter((_, i) => lives[i] === -1).toSorted()
}

describe('once money has moved', () => {
  test('nobody waits for the signer: it may be gone for as long as it likes', async () => {
    shop.money.overrides.set(SETTLE, (request) => {
      shop.oracle.away = true
      return shop.money.handle(request)
    })
    const response = await shop.post('enum', body(), (await shop.x402()).v2)
    expect(response.status).toBe(200)
    const id = await idIn(response)
    expect(await shop.store.events.read(id)).toMatchObject({ state: 'announced', journaled: false })
    // All that cannot be made again is on the disk.
    expect(await typesOf(id)).toEqual(['offered'])
    shop.oracle.away = false
    await shop.oracle.sweep()
    expect(await typesOf(id)).toEqual(['offered', 'activated'])
    expect(await shop.store.events.read(id)).toMatchObject({ journaled: true })
    expect(shop.oracle.schedules.has(id)).toBeTrue()
  })

  test('a journal that cannot be written any more stops what comes next, not what was paid for', async () => {
    const { journal } = await shop.oracle.open()
    const { append } = journal
    const full = () => {
      throw new Error('no space left on the device')
    }
    try {
      shop.money.overrides.set(SETTLE, (request) => {
        Object.assign(journal, { append: full })
        return shop.money.handle(request)
      })
      const paid = await shop.post('enum', body(), (await shop.x402()).v2)
      expect(paid.status).toBe(200)
      const before = shop.money.calledOf(SETTLE)
      const refused = await shop.post('enum', body(), (await shop.x402()).v2)
      expect([refused.status, (await problemOf(refused)).error]).toEqual([503, 'data_unavailable'])
      expect(shop.money.calledOf(SETTLE)).toBe(before)
    } finally {
      Object.assign(journal, { append })
    }
    await shop.oracle.sweep()
  })
})

describe('open offers', () => {
  test('of one payer are few: the next is told to wait before anything is made or charged', async () => {
    const open = Promise.withResolvers<void>()
    let settling = 0
    shop.money.overrides.set(SETTLE, async (request) => {
      settling++
      await open.promise
      return shop.money.handle(request)
    })
    const waiting = Array.from({ length: MOST_OPEN.payer }, async () =>
      shop.post('enum', body(), (await shop.x402()).v2),
    )
    while (settling < MOST_OPEN.payer) await Bun.sleep(5)
    expect(await places()).toBe(MOST_OPEN.payer)
    const [lines, settled] = [await linesOf(), shop.money.calledOf(SETTLE)]
    const next = await shop.x402()
    const refused = await shop.post('enum', body(), next.v2)
    expect([refused.status, (await problemOf(refused)).error]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect([await linesOf(), shop.money.calledOf(SETTLE)]).toEqual([lines, settled])
    // Somebody else's is no concern of theirs, and neither is what was paid for before.
    const { authorization } = await shop.l402('enum', body())
    expect((await shop.post('enum', body(), { authorization })).status).toBe(200)
    open.resolve()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
    expect(await places()).toBe(0)
    // As good as new.
    expect((await shop.post('enum', body(), next.v2)).status).toBe(200)
  })

  test('that come to nothing free their places at once, and leave nothing that stays', async () => {
    const before = await eternal()
    shop.money.overrides.set(SETTLE, notSettled)
    for (let n = 0; n <= MOST_OPEN.payer; n++)
      expect((await shop.post('numeric', bodyOf('numeric', shop.nowTs), (await shop.x402()).v2)).status).toBe(402)
    expect(await places()).toBe(0)
    expect(await eternal()).toEqual(before)
  })

  test('are not counted where the signer was away, and not where a body was refused', async () => {
    shop.oracle.away = true
    for (let n = 0; n <= MOST_OPEN.payer; n++)
      expect((await shop.post('enum', body(), (await shop.x402()).v2)).status).toBe(503)
    expect((await shop.post('enum', {}, (await shop.x402()).v2)).status).toBe(400)
    expect(await places()).toBe(0)
  })

  test('do not bring an id back: the journal knows it when Redis has forgotten it', async () => {
    const contract = { ...bodyOf('threshold', shop.nowTs), strike: 12_345 }
    shop.money.overrides.set(SETTLE, notSettled)
    await shop.post('threshold', contract, (await shop.x402()).v2)
    const withdrawn = `BTCUSD-BELOW-12345-${shop.nowTs}`
    expect(await typesOf(withdrawn)).toEqual(['offered'])
    // A day later.
    await shop.redis.redis.del(names.dlc.event(withdrawn))
    shop.money.overrides.clear()
    const id = await idIn(await shop.post('threshold', contract, (await shop.x402()).v2))
    expect(id).toBe(`BTCUSD-BELOW-12345-${shop.nowTs + 1}`)
  })
})

describe('while unpaid requests fill the lane of offers', () => {
  test('what Lightning paid for is announced all the same, and nobody else is charged', async () => {
    const full = { ask: async () => ({ kind: 'timeout' }) as const }
    const app = serverOf(shop, { signer: { signing: shop.oracle.signing, offers: full } })
    const send = (headers: object) =>
      app(
        new Request(`http://${HOST}/dlc/oracle/enum`, {
          method: 'POST',
          headers: { host: HOST, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body()),
        }),
      )
    const settled = shop.money.calledOf(SETTLE)
    const refused = await send((await shop.x402()).v2)
    expect([refused.status, (await problemOf(refused)).error]).toEqual([503, 'data_unavailable'])
    expect(shop.money.calledOf(SETTLE)).toBe(settled)
    const { authorization } = await shop.l402('enum', body())
    expect((await send({ authorization })).status).toBe(200)
  })
})

test('a sweep signs what is decided before it looks at offers', async () => {
  const oracle = await shop.oracle.open()
  const id = await idIn(await shop.post('enum', body(), (await shop.x402()).v2))
  const now = shop.clock.now()
  await shop.store.events.decide(id, { trigger: 'resolve', outcome: ['red'], evidence: null, now, graceMs: 0 })
  const lapsedOffers = async () => {
    throw new Error('there are too many')
  }
  const swept = sweepOracle({ ...oracle, events: { ...oracle.events, lapsedOffers } })
  await expect(swept).rejects.toThrow('too many')
  expect(await shop.store.events.read(id)).toMatchObject({ state: 'attested' })
})

describe('a Redis that was lost before the journal heard of an activation', () => {
  const lose = async (): Promise<readonly string[]> => {
    await shop.redis.flush()
    const { journal, signer } = await shop.oracle.open()
    await shop.store.keys.record({ dlc: signer.compressedKey })
    await shop.oracle.beat()
    const given = await Array.fromAsync(restoreEvents(shop.store.events, journal, shop.clock.now()))
    return given.filter(({ kind }) => kind === 'restored').map(({ id }) => id)
  }

  test('gets the offer back, and the same payment brings the same event', async () => {
    const paid = await shop.x402()
    const created = (await (await shop.post('enum', body(), paid.v2)).json()) as Record<string, string>
    const id = created['eventid']!
    expect(await typesOf(id)).toEqual(['offered'])
    const event = (await shop.store.events.read(id))!
    expect(await lose()).toContain(id)
    expect(await shop.store.events.read(id)).toMatchObject({ state: 'offered', announcement: event.announcement })
    // Nobody takes it back meanwhile, and it is in nobody's way.
    await shop.oracle.sweep()
    expect([(await shop.store.events.read(id))?.state, await places()]).toEqual(['offered', 0])

    onChain = true
    // What lay on the chain before is public: who shows it first may be anybody, and gets nothing that opens the event.
    const bare = await shop.post('enum', body(), paid.v2)
    expect(bare.headers.get('payment-receipt')).toBeNull()
    const told = (await bare.json()) as Record<string, string>
    expect([bare.status, told['serialized'], told['manageToken']]).toEqual([200, created['serialized']!, undefined])
    const proof = await proofBy(PAYER, {
      nonce: paid.authorization.nonce,
      request: bare.headers.get('claros-request')!,
      at: shop.nowTs,
    })
    const again = await shop.post('enum', body(), { ...paid.v2, ...proof })
    const answer = (await again.json()) as Record<string, string>
    expect([again.status, answer['serialized'], answer['manageToken']]).toEqual([
      200,
      created['serialized']!,
      created['manageToken']!,
    ])
    await shop.oracle.sweep()
    expect(await typesOf(id)).toEqual(['offered', 'activated'])
    // Lost once more, it is public at once.
    expect(await lose()).toContain(id)
    expect(await shop.store.events.read(id)).toMatchObject({ state: 'announced' })
  })

  test('the same over Lightning', async () => {
    const { authorization } = await shop.l402('enum', body())
    const id = await idIn(await shop.post('enum', body(), { authorization }))
    expect(await lose()).toContain(id)
    const again = await shop.post('enum', body(), { authorization })
    expect([again.status, await idIn(again)]).toEqual([200, id])
  })

  test('lets go after a day of what nobody paid for, and does not look at it again', async () => {
    const id = await idIn(await shop.post('enum', body(), (await shop.x402()).v2))
    expect(await lose()).toContain(id)
    shop.clock.move(86_400_000)
    await shop.oracle.sweep()
    expect(await shop.store.events.read(id)).toBeNull()
    expect(await shop.redis.redis.ttl(names.dlc.event(id))).toBeGreaterThan(0)
    expect(await lose()).not.toContain(id)
    shop.clock.move(-86_400_000)
  })

  test('gets nothing back of what it withdrew', async () => {
    shop.money.overrides.set(SETTLE, notSettled)
    await shop.post('threshold', { ...bodyOf('threshold', shop.nowTs), strike: 777 }, (await shop.x402()).v2)
    const id = `BTCUSD-BELOW-777-${shop.nowTs}`
    const { journal } = await shop.oracle.open()
    const given = await Array.fromAsync(restoreEvents(shop.store.events, journal, shop.clock.now()))
    expect(given.find((each) => each.id === id)).toEqual({ id, kind: 'kept' })
    expect(await shop.store.events.read(id)).toBeNull()
  })
})
