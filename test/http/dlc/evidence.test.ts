import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { contentHash } from '../../../src/canonical/content.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { verifyEvidence } from '../../../src/cli/evidence.ts'
import { createResolver } from '../../../src/actors/courier/resolve.ts'
import { watchStrikes } from '../../../src/actors/publisher/watch-strikes.ts'
import type { DlcPair } from '../../../src/dlc/terms/pairs.ts'
import { DLC_PAIRS } from '../../../src/dlc/terms/pairs.ts'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { RECENT } from '../../../src/store/events/conclusions.ts'
import { names } from '../../../src/store/redis/names.ts'
import { keptLog } from '../../support/still.ts'
import { problemOf } from '../../support/shop.ts'
import { bodyOf, type EventShop, openEventShop } from '../../support/http/dlc/event-shop.ts'

/** From a price to what anybody may read of the outcome that it decided. */

type Doc = Readonly<Record<string, Json>>

let shop: EventShop
beforeAll(async () => void (shop = await openEventShop()))
afterAll(() => shop.stop())
beforeEach(() => shop.oracle.beat())

const world = () => ({ store: shop.store, clock: shop.clock, log: keptLog(), wake: () => {} })

/** What the feed of a pair concludes at a price: its example, with each vote in proportion. */
const concluded = (pair: DlcPair, price: number): Doc => {
  const item = registry.item(`${DLC_PAIRS[pair].feed}/${DLC_PAIRS[pair].subject}`)!
  const { usdt_rate: usdt, ...content } = exampleOf(item.feed, item.subject) as Doc & {
    quotes: readonly Doc[]
    usdt_rate?: { quotes: readonly Doc[] }
  }
  const { quotes } = content
  return {
    ...content,
    price: price.toFixed(2),
    sources: quotes.map((quote) => quote['source']!),
    quotes: quotes.map((quote) => ({ ...quote, price: String(price) })),
    ...(usdt && {
      usdt_rate: { ...usdt, value: '1', quotes: usdt.quotes.map((quote) => ({ ...quote, price: '1' })) },
    }),
  }
}
/** As `actors/publisher/derived.ts` does with every price. */
const say = async (price: number, at: number): Promise<void> => {
  const item = registry.item('price/spot/BTC-USD')!
  const observed = { majorityAt: at, newestAt: at }
  const told = await watchStrikes(world(), item, { content: concluded('BTCUSD', price), observed }, at)
  if (told?.kind !== 'appended') throw new Error(told?.kind)
}

const create = async (kind: 'threshold' | 'numeric'): Promise<{ readonly id: string; readonly at: number }> => {
  const nowTs = Math.floor(shop.clock.now() / 1000)
  const response = await shop.post(kind, bodyOf(kind, nowTs), (await shop.x402()).v2)
  const { eventid: id, maturityTs } = (await response.json()) as { eventid: string; maturityTs: number }
  return { id, at: maturityTs * 1000 }
}
/** As the courier does; no address is asked. */
const settle = (id: string) =>
  createResolver({
    ...world(),
    visitor: { visit: () => Promise.reject(new Error('unasked')) },
    wake: async () => {},
  })(id)
const read = async (path: string) => (await (await shop.request(path)).json()) as Doc

/** Prices settle at whole multiples of five seconds. */
const BEAT = 5_000
const beatFrom = (at: number): number => Math.ceil(at / BEAT) * BEAT

test('an event that a price settled shows its votes, long after all other votes are gone', async () => {
  const { id, at } = await create('numeric')
  const path = `/dlc/oracle/numeric/${id}/evidence`
  const first = beatFrom(at)
  await say(84_000, first - BEAT)
  await say(84_231.2, first)
  for (let i = 0; i < RECENT; i++) await say(99_000, first + (i + 1) * BEAT)
  shop.clock.move(at + 86_400_000 - shop.clock.now())
  expect([(await shop.request(path)).status, (await problemOf(await shop.request(path))).error]).toEqual([
    404,
    'not_yet_attested',
  ])

  expect((await settle(id)).kind).toBe('decided')
  expect((await problemOf(await shop.request(path))).error).toBe('not_yet_attested')
  await shop.oracle.sweep()

  const response = await shop.request(path)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=86400, immutable'])
  const document = (await response.json()) as Doc
  const content = { ...concluded('BTCUSD', 84_231.2), timestamp: first / 1000 }
  expect(document).toMatchObject({
    eventid: id,
    reason: 'resolver',
    evidence: { kind: 'tick', price: '84231.20', at: first },
    conclusions: [{ at: first, contentHash: contentHash(content), content }],
  })

  const { evidenceHash } = await read(`/dlc/oracle/numeric/${id}/attestation`)
  expect(evidenceHash).toBe(contentHash(document))
  expect((await read(`/dlc/oracle/numeric/${id}`))['evidenceHash']).toBe(evidenceHash!)
  expect(verifyEvidence(document, String(evidenceHash)).checks.filter(({ ok }) => !ok)).toEqual([])
  const { journal } = await shop.oracle.open()
  const types = journal.find(id).map(({ type }) => type)
  expect(types).toEqual(['offered', 'activated', 'decided', 'attested'])
  expect(journal.find(id)[2]).toMatchObject({ seal: { hash: evidenceHash, conclusions: [contentHash(content)] } })
})

test('a breached contract shows the votes of the prices that breached it', async () => {
  const { id } = await create('threshold')
  const at = beatFrom(shop.clock.now()) + 10_000_000
  for (let i = 0; i < 3; i++) await say(80_000.5 - i, at + i * BEAT)
  await shop.oracle.sweep()
  const document = await read(`/dlc/oracle/threshold/${id}/evidence`)
  expect(document).toMatchObject({ reason: 'breach', pair: 'BTCUSD', strike: 80_000.5, direction: 'below' })
  const { evidenceHash } = await read(`/dlc/oracle/attestations/${id}`)
  expect(verifyEvidence(document, String(evidenceHash)).checks.filter(({ ok }) => !ok)).toEqual([])
  expect((document['conclusions'] as Json[]).length).toBeGreaterThan(0)
  // It was decided before the signer had heard of it: its creation and its decision were written down together.
  const { journal } = await shop.oracle.open()
  expect(journal.find(id)[2]).toMatchObject({ type: 'decided', seal: { hash: evidenceHash } })
})

test('of evidence that is lost, or is not what was written down, only the hash is shown', async () => {
  shop.clock.move(20_000_000)
  await shop.oracle.beat()
  const { id, at } = await create('numeric')
  await say(90_000, beatFrom(at))
  shop.clock.move(at + BEAT - shop.clock.now())
  await settle(id)
  await shop.oracle.sweep()
  const { evidenceHash } = await read(`/dlc/oracle/numeric/${id}/attestation`)
  const { conclusions } = (await shop.store.events.read(id))!.decision!.seal!
  await shop.redis.redis.del(names.dlc.conclusion(conclusions[0]!))
  const response = await shop.request(`/dlc/oracle/numeric/${id}/evidence`)
  expect([response.status, await response.json()]).toMatchObject([
    404,
    { error: 'evidence_not_kept', eventid: id, evidenceHash },
  ])
})
