import { expect, test } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import type { AnyFeed } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { fed, providersOf } from '../support/feeds/fed-feeds.ts'

/**
 * The law of moving numbers: a reply that says 7 % more at every source moves the number by 7 %. A number that is typed into
 * the program, or is kept from yesterday, stands still.
 */

const FACTOR = 1.07

interface Moving {
  readonly feed: string
  readonly subject: string
  /** Where the number stands: `best.price_usd_per_gpu_hour`. */
  readonly number: string
  /** Half of its last digit. */
  readonly rounding: number
  /** Who says 7 % more; every provider of the feed if left out. */
  readonly of?: RegExp
  /** What the number does then; it grows by as much if left out. */
  readonly by?: number
  /** The part of it that no source says: the protocol of Solana asks 5,000 lamports of each signature. */
  readonly fixed?: number
  /** Instead of a lie of everybody: what the world does. */
  readonly world?: object
}

const NODES = /-(?:ethereum|base|arbitrum|polygon|optimism|solana)$/

const MOVING: readonly Moving[] = [
  ...['ethereum', 'polygon', 'solana'].map((subject) => ({
    feed: 'gas/chain',
    subject,
    number: 'gasPriceGwei',
    rounding: subject === 'solana' ? 0.05 : 5e-7,
    of: NODES,
    ...(subject === 'solana' && { fixed: 5_000 }),
  })),
  { feed: 'gas/chain', subject: 'base', number: 'txCostUsd', rounding: 5e-7, of: NODES },
  { feed: 'gas/index', subject: 'ALL', number: 'ranking.0.txCostUsd', rounding: 5e-7, of: NODES },
  { feed: 'compute/best', subject: 'H100-SXM', number: 'best.price_usd_per_gpu_hour', rounding: 0.002 },
  { feed: 'compute/compare', subject: 'EVERY', number: 'cheapest.price_usd_per_gpu_hour', rounding: 0.002 },
  { feed: 'inference/pricing', subject: 'OPENAI', number: 'models.0.output_usd_per_m_tokens', rounding: 1e-4 },
  { feed: 'inference/task', subject: 'CODE', number: 'best.blended_usd_per_m_tokens', rounding: 1e-4 },
  { feed: 'cot', subject: 'BTC', number: 'open_interest', rounding: 0.5 },
  { feed: 'cot', subject: 'BTC', number: 'leveraged_funds.long', rounding: 0.5 },
  // Providers quote in both directions, so that one lie of all moves no leg the same way: the world moves instead. The weight of
  // the euro is 0.576 of the index.
  {
    feed: 'econ/commodities',
    subject: 'DXY',
    number: 'value',
    rounding: 0.02,
    world: { shock: { 'fx.EUR': FACTOR } },
    by: FACTOR ** -0.576,
  },
]

const numberAt = (content: unknown, path: string): number =>
  Number(
    path
      .split('.')
      .reduce((value: unknown, name) => (value as Readonly<Record<string, Json>> | undefined)?.[name], content),
  )

const told = async (feed: AnyFeed, { subject: key, number, of, world }: Moving, isMoved: boolean): Promise<number> => {
  const subject = feed.subjects.find((each) => each.key === key)
  if (!subject) throw new Error(`${feed.id} has no ${key}: ${feed.subjects.map((each) => each.key).join(', ')}`)
  const providers = providersOf({ feed, subject }).filter((name) => of?.test(name) ?? true)
  expect(providers.length).toBeGreaterThan(0)
  const change = world ?? { lie: Object.fromEntries(providers.map((name) => [name, FACTOR])) }
  const one = await fed({ feed, subject }, isMoved ? change : {})
  const found = one.conclude()
  if (found.kind !== 'concluded') throw new Error(`${feed.id} says nothing: ${JSON.stringify(found)}`)
  return numberAt(found.content, number)
}

test.each(MOVING.map((each) => [`${each.feed} ${each.subject}`, each.number, each] as const))(
  '%s: %s moves as its sources do',
  async (_what, _number, moving) => {
    const feed = registry.feeds.find(({ id }) => id === moving.feed)!
    const [was, is] = [await told(feed, moving, false), await told(feed, moving, true)]
    const { fixed = 0, by = FACTOR } = moving
    const expected = fixed + (was - fixed) * by
    expect([was, is, Math.abs(is - expected) <= moving.rounding * 2]).toEqual([was, is, true])
    expect(Math.abs(is - was)).toBeGreaterThan(Math.abs(expected - was) / 2)
  },
  30_000,
)
