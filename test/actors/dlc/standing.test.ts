import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createStanding } from '../../../src/actors/dlc/announce-standing.ts'
import type { Oracle } from '../../../src/actors/dlc/oracle.ts'
import { restoreEvents } from '../../../src/actors/dlc/recovery.ts'
import { createResolver } from '../../../src/actors/courier/resolve.ts'
import { announcement, checkAnnouncement } from '../../../src/dlc/wire/announcement.ts'
import { attestation, attestationFault } from '../../../src/dlc/wire/attestation.ts'
import { readStanding } from '../../../src/dlc/terms/standing-plan.ts'
import {
  isStanding,
  standingId,
  standingPayment,
  standingTerms,
  NOBODY,
} from '../../../src/dlc/terms/standing-terms.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import { offerEvent } from '../../../src/actors/dlc/offer-event.ts'
import { names } from '../../../src/store/redis/names.ts'
import { ONE_SHARD } from '../../../src/store/claims/shards.ts'
import { type Shop, startShop } from '../../support/shop.ts'

/** Standing events are there once each, whatever dies and whoever else is at work, and nobody has paid for one. */

let shop: Shop
let oracle: Oracle
/** Unix seconds, a multiple of five minutes. */
let base: number

beforeEach(async () => {
  shop = await startShop()
  oracle = await shop.oracle.open()
  base = Math.ceil(shop.clock.now() / 300_000) * 300
})
afterEach(() => shop.stop())

const plansOf = (text: string) => {
  const read = readStanding(text)
  if (!read.ok) throw new Error(read.problems.join())
  return read.plans
}
const fresh = (text = 'BTCUSD@5m+15m') => createStanding(plansOf(text))

const tick = (at: number, price = '97012.34', pair: 'BTCUSD' | 'XRPUSD' = 'BTCUSD') =>
  shop.store.events.ticks.append(pair, { at, price, sources: ['a', 'b'] })

const standing = async () =>
  (await shop.store.events.list({ kinds: ['standing'], status: 'all', count: 100 })).events
    .map(({ id }) => id)
    .toReversed()

const idsAt = (...seconds: readonly number[]) => seconds.map((each) => standingId('BTCUSD', base + each))

const linesOf = (id: string) => oracle.journal.find(id).map(({ type }) => type)

describe('announcing', () => {
  test('what is wanted is there, listed, in the journal and on a schedule; looking again changes nothing', async () => {
    await tick(base * 1000 - 5_000)
    const { announce } = fresh()
    await announce(oracle, base * 1000)
    expect(await standing()).toEqual(idsAt(600, 900))
    for (const id of idsAt(600, 900)) {
      const event = (await shop.store.events.read(id))!
      expect(event).toMatchObject({ state: 'announced', kind: 'numeric', pair: 'BTCUSD', journaled: true })
      expect(checkAnnouncement(Uint8Array.fromHex(event.announcement)).ok).toBe(true)
      expect(linesOf(id)).toEqual(['offered', 'activated'])
      expect(shop.oracle.schedules.get(id)).toBe(event.maturityTs * 1000)
    }
    const before = await Promise.all(idsAt(600, 900).map((id) => shop.store.events.read(id)))
    await announce(oracle, base * 1000 + 60_000)
    await fresh().announce(oracle, base * 1000 + 60_000)
    await shop.oracle.sweep()
    expect(await Promise.all(idsAt(600, 900).map((id) => shop.store.events.read(id)))).toEqual(before)
    await announce(oracle, base * 1000 + 300_000)
    expect(await standing()).toEqual(idsAt(600, 900, 1_200))
  })

  test('after a pause, only what leaves time to make a contract; what is missed stays missed', async () => {
    await tick(base * 1000 - 5_000)
    await fresh().announce(oracle, base * 1000 + 2_251_000)
    expect(await standing()).toEqual(idsAt(3_000))
  })

  test('without a price it waits; digits and scale follow from the first there is', async () => {
    const { announce } = fresh('XRPUSD@5m+15m')
    await announce(oracle, base * 1000)
    expect(await standing()).toEqual([])
    expect(shop.log.lines).toContainEqual(expect.objectContaining({ event: 'standing.no_price_yet' }))
    await tick(base * 1000 - 5_000, '2.4', 'XRPUSD')
    await announce(oracle, base * 1000)
    const ids = await standing()
    expect(ids).toHaveLength(2)
    const { event } = decode(announcement, Uint8Array.fromHex((await shop.store.events.read(ids[0]!))!.announcement))
    expect(event.descriptor).toMatchObject({ base: 2, nbDigits: 18, precision: -13, unit: 'USD' })
  })

  test('two that look at once, again and again: each event once', async () => {
    await tick(base * 1000 - 5_000)
    const text = 'BTCUSD@1m+30m'
    await Promise.all(
      Array.from({ length: 4 }, () =>
        fresh(text)
          .announce(oracle, base * 1000)
          .catch((problem: unknown) => expect(String(problem)).toMatch(/other terms|free/)),
      ),
    )
    await fresh(text).announce(oracle, base * 1000)
    const ids = await standing()
    expect(ids.toSorted()).toEqual(idsAt(...Array.from({ length: 16 }, (_, n) => 900 + 60 * n)).toSorted())
    for (const id of ids) expect(linesOf(id)).toEqual(['offered', 'activated'])
    const journal = await shop.redis.redis.xrange(names.dlc.journal(), '-', '+')
    const created = journal.map(([, fields]) => fields).filter((fields) => fields.includes('created'))
    expect(created).toHaveLength(16)
  })
})

describe('when the signer dies on the way', () => {
  const half = async (id: string) => {
    await tick(base * 1000 - 5_000)
    const terms = standingTerms('BTCUSD', base + 900, '97012.34', base)
    await offerEvent(oracle, { payment: standingPayment(id), terms, creator: NOBODY }, [id])
  }

  test('between offer and activation: the sweep and the next look both end it, and never take it back', async () => {
    const [id] = idsAt(900) as [string]
    await half(id)
    shop.clock.move(5_000)
    await shop.oracle.sweep()
    expect(await shop.store.events.read(id)).toMatchObject({ state: 'announced', journaled: true })
    const bytes = (await shop.store.events.read(id))!.announcement
    await fresh().announce(oracle, base * 1000)
    expect((await shop.store.events.read(id))!.announcement).toBe(bytes)
  })

  test('and nobody came back before its maturity: it is withdrawn, and its id stays used up', async () => {
    const [id] = idsAt(900) as [string]
    await half(id)
    shop.clock.move((base + 901) * 1000 - shop.clock.now())
    await shop.oracle.sweep()
    expect(await shop.store.events.read(id)).toBeNull()
    await fresh().announce(oracle, base * 1000)
    expect(await shop.store.events.read(id)).toBeNull()
    expect(shop.log.lines).toContainEqual(expect.objectContaining({ event: 'standing.id_used_up' }))
  })

  test('and Redis is lost with it: the journal brings them back, and the same are wanted no more', async () => {
    await tick(base * 1000 - 5_000)
    await fresh().announce(oracle, base * 1000)
    const before = await shop.store.events.readMany(idsAt(600, 900))
    await shop.redis.flush()
    for await (const { kind } of restoreEvents(shop.store.events, oracle.journal, base * 1000))
      expect(kind).toBe('restored')
    await tick(base * 1000 - 5_000, '50000')
    await fresh().announce(oracle, base * 1000)
    expect(await standing()).toEqual(idsAt(600, 900))
    const after = await shop.store.events.readMany(idsAt(600, 900))
    expect(after.map((event) => event!.announcement)).toEqual(before.map((event) => event!.announcement))
  })
})

test('it settles by our own price at its maturity, and its digits are signed', async () => {
  await tick(base * 1000 - 5_000)
  await fresh().announce(oracle, base * 1000)
  const [id] = idsAt(600) as [string]
  await tick((base + 599) * 1000, '99999')
  await tick((base + 600) * 1000, '96543.21')
  shop.clock.move((base + 601) * 1000 - shop.clock.now())
  const { store, clock, log } = shop
  const visitor = { visit: () => Promise.reject(new Error('nobody is called')) }
  expect(await createResolver({ store, clock, log, visitor, wake: async () => {} })(id)).toMatchObject({
    kind: 'decided',
    decision: { reason: 'resolver' },
  })
  await shop.oracle.sweep()
  const { announcement: bytes, attestation: signed } = (await store.events.read(id))!
  const [announced, attested] = [
    decode(announcement, Uint8Array.fromHex(bytes)),
    decode(attestation, Uint8Array.fromHex(signed!.serialized)),
  ]
  expect(attestationFault(announced, attested)).toBeNull()
  expect(Number.parseInt(attested.outcomes.join(''), 2)).toBe(96_543)
  expect(await standing()).toEqual(idsAt(600, 900))
  const done = await store.events.list({ kinds: ['standing'], status: 'done', count: 10 })
  expect(done.events.map((event) => event.id)).toEqual([id])
})

describe('nobody has paid', () => {
  beforeEach(async () => {
    await tick(base * 1000 - 5_000)
    await fresh().announce(oracle, base * 1000)
  })

  test('no claim, no posting, no revenue', async () => {
    expect(await shop.sales()).toBe(0)
    expect(await shop.store.ledger.waiting()).toBe(0)
    // Whatever belongs to payments carries its shard in braces.
    expect(await shop.redis.redis.keys('claros:{p0}*')).toEqual([])
    for (const shard of ONE_SHARD) expect(await shop.store.ledger.oldest(shard, 1)).toEqual([])
    for (const id of await standing()) expect(isStanding((await shop.store.events.read(id))!.payment)).toBe(true)
  })

  test('they are listed for everybody: among themselves, by pair, beside bought ones, and for clients of kormir', async () => {
    const read = async (path: string) => (await (await shop.request(path)).json()) as Record<string, unknown>
    const listed = await read('/dlc/oracle/numeric/standing')
    expect(listed).toMatchObject({ count: 2, next: null })
    const ids = (listed['events'] as { eventid: string }[]).map(({ eventid }) => eventid)
    expect(ids.toReversed()).toEqual(idsAt(600, 900))
    expect((await read('/dlc/oracle/numeric/standing?pair=BTCUSD'))['count']).toBe(2)
    expect((await read('/dlc/oracle/numeric/standing?pair=ETHUSD'))['count']).toBe(0)
    expect((await read('/dlc/oracle/numeric'))['count']).toBe(2)
    const kormir = (await (await shop.request('/dlc/kormir/list-events')).json()) as { event_id: string }[]
    expect(kormir.map(({ event_id: each }) => each)).toEqual(ids)
    const one = await read(`/dlc/oracle/numeric/${ids[0]!.toLowerCase()}`)
    expect(one).toMatchObject({ rail: 'none', priceUsd: 0, base: 2, nbDigits: 20, cancellable: false })
    expect((await shop.request('/dlc/oracle/numeric/standing?pair=NOPE')).status).toBe(400)
  })

  test('they are nobody’s: no token opens what a creator may see or do', async () => {
    const [id] = await standing()
    for (const token of ['', 'x', 'ab'.repeat(32)])
      for (const [method, path] of [
        ['DELETE', `/dlc/oracle/threshold/${id}`],
        ['GET', `/dlc/oracle/threshold/${id}/deliveries`],
      ] as const) {
        const response = await shop.request(path, { method, headers: { 'x-manage-token': token } })
        expect([method, response.status]).toEqual([method, 404])
      }
  })
})
