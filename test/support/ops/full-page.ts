import { registry } from '../../../src/feeds/registry.ts'
import { TOKEN_PRICE_BOARDS } from '../../../src/feeds/boards/token-price-boards.ts'
import { metricsPage } from '../../../src/http/app/metrics-page.ts'
import { railStates } from '../../../src/http/endpoints/rail-states.ts'
import { COUNTERS, DURATIONS, PROCESS_GAUGES } from '../../../src/metrics/families.ts'
import { LANES } from '../../../src/queues/lanes.ts'
import { BOOKKEEPER } from '../../../src/store/published/health.ts'
import { names } from '../../../src/store/redis/names.ts'
import { closeAll, openRound, post, saleOf, SHARD, sold, x402Sale } from '../actors/bookkeeper/book-rounds.ts'
import { readPrometheus, type Scraped } from '../prometheus.ts'
import { startShop } from '../shop.ts'
import { signerState } from '../signer-state.ts'
import { testFolder } from '../test-folder.ts'

/** `/metrics` of a shop in which everything happened once, so that every family of the page has a series. */

export interface FullPage {
  readonly text: string
  readonly scraped: Scraped
}

const LANE_NAMES = Object.keys(LANES)

/** Values of labels that some expression asks for by name, or that are left out where they are none of ours. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  lane: LANE_NAMES,
  outcome: ['ok', 'failed'],
  role: ['signer'],
  status: ['200', '503'],
}

/** Every way to give the labels values. */
const combined = (labels: readonly string[]): readonly (readonly string[])[] =>
  labels.reduce<readonly (readonly string[])[]>(
    (all, label) => all.flatMap((before) => (VALUES[label] ?? [`a ${label}`]).map((value) => [...before, value])),
    [[]],
  )

/** Every cell that processes may count, by the definitions. */
const everyCell = () => {
  const cells = (name: string, part: string | number, labels: readonly string[], value = 1) =>
    combined(labels).map((values) => [JSON.stringify([name, part, ...values]), value] as const)
  const simple = (families: Readonly<Record<string, { readonly labels: readonly string[] }>>) =>
    Object.entries(families).flatMap(([name, { labels }]) => cells(name, 'value', labels))
  // One within each bound.
  const durations = Object.entries(DURATIONS).flatMap(([name, { labels, bounds }]) => [
    ...[...bounds, 'sum'].flatMap((part) => cells(name, part, labels)),
    ...cells(name, 'count', labels, Math.max(1, bounds.length)),
  ])
  return { added: new Map([...simple(COUNTERS), ...durations]), gauges: new Map(simple(PROCESS_GAUGES)) }
}

export const fullPage = async (): Promise<FullPage> => {
  const shop = await startShop()
  const { store, clock } = shop
  const books = testFolder()
  try {
    await shop.publish('btc/usd')
    const now = clock.now()
    await store.totals.take({ process: 'worker/a/1/0', sequence: 1, ...everyCell() })
    await store.health.succeeded('ticker/kraken', now)
    await store.health.failed('ticker/okx', now, 'timeout')
    await store.reputation.silence(['okx'], now + 60_000, now)
    await store.boards.write(registry.streams[0]!.id, now, { heardAt: now, spokeAt: now })
    for (const { id } of [TOKEN_PRICE_BOARDS.genai, TOKEN_PRICE_BOARDS.litellm])
      await store.boards.write(id, now, { tables: {}, others: { 'openai/new': now } })
    await store.settlers.write({ open: true, address: '0xgas', wei: '1', at: now, heardAt: now })
    await shop.redis.redis.zadd(names.sent(SHARD), 1, `x402:8453:0x${'a'.repeat(40)}:0x:1`)
    await store.signers.write(signerState(now))
    await store.posts.setRelays(['wss://relay.example'])
    await post(shop.redis, sold(1, now), { what: 'given_back', at: now, sale: saleOf(1) })
    await post(shop.redis, { what: 'settled', at: now, sale: x402Sale(1) })
    await (await openRound(store, books.folder, undefined, now)).move()
    await closeAll()
    await store.health.succeeded(BOOKKEEPER, now)
    const settings = { facilitators: ['facilitator.example'], routes: ['/oracle/price/{base}/{quote}'] }
    const text = await metricsPage({
      ...settings,
      registry,
      store,
      closed: shop.paywall.closedFeeds,
      clock,
      version: '9.9.9',
      ownSettlement: true,
      flush: async () => {},
      lanes: async () => LANE_NAMES.map((lane) => ({ lane, jobs: { waiting: 1, active: 2 }, oldestMs: 1_500 })),
      rails: () => railStates(shop.paywall),
    })
    return { text, scraped: readPrometheus(text) }
  } finally {
    books.remove()
    await shop.stop()
  }
}
