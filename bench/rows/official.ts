import { registry } from '../../src/feeds/registry.ts'
import type { BenchRedis, Served } from '../bed.ts'
import { type Bench, budget, type Group, rateOf, rateRow, type Round, round } from '../bench.ts'
import { openRail, x402Shots } from '../buyers.ts'
import { signBatch } from '../sign-editions.ts'
import type { AppSettings } from '../servers/app.ts'
import type { OfficialSettings } from '../servers/official.ts'
import { atLeast, atMost, type Figure, type Findings, median } from '../table.ts'

/**
 * Paid reads in USDC, compared with the official resource server that does the same work with the same facilitator,
 * over HTTP:
 *
 *     yes at once   a facilitator that checks nothing, so only the cost of the servers is measured
 *     checked       the official facilitator, which recovers every signature; a ledger in memory replaces the chain
 *
 * One account pays ours, and in another row (`strangers`) each payment comes from an account that was never seen
 * before. The targets are about the second.
 */

const items = registry.items.filter(({ feed }) => feed.id === 'price/fx')
/** Share of the signed editions that a round uses. The rest is for connections that start another request. */
const USED = 0.7
/** About the length of a sold answer; the official handlers answer with as many bytes. */
const BODY_BYTES = 1_300
/** At most so many new accounts per round, since making their keys takes time. */
const STRANGERS_AT_MOST = 12_000

interface Contender {
  readonly name: string
  readonly served: Served
  readonly payers: 'one' | 'strangers'
  readonly rounds: Round[]
  readonly payments: ReturnType<typeof budget>
}

/** Runs all contenders in turns. The order is reversed each time, since the first one has the quieter machine. */
const compete = async (bench: Bench, redis: BenchRedis, contenders: readonly Contender[], what: string) => {
  const { quick, say } = bench
  const turns = quick ? 2 : 3
  for (let turn = 0; turn <= turns; turn++) {
    say(turn === 0 ? `official, ${what}: warming up` : `official, ${what}: round ${turn} of ${turns}`)
    const seconds = turn > 0 && !quick ? 3 : 1
    // Half an hour after the last record the rail is no longer offered.
    await openRail(redis.store.boards)
    for (const { name, served, payers, rounds, payments } of turn % 2 === 0 ? contenders : contenders.toReversed()) {
      const wanted = payments.shots(seconds)
      const shots = x402Shots(items, payers === 'one' ? wanted : Math.min(wanted, STRANGERS_AT_MOST), payers)
      await signBatch([redis.store.snapshots], items, 'x402', Math.ceil(shots.length / items.length / USED))
      const found = await round(bench, served, shots, seconds, redis)
      payments.learn(found)
      if (found.ok === 0) throw new Error(`${name} sold nothing`)
      if (turn > 0 && !found.exhausted) rounds.push(found)
    }
  }
}

const ratio = (ours: Contender, theirs: Contender, figure: (each: Round) => number): number =>
  median(ours.rounds.map(figure)) / median(theirs.rounds.map(figure))

const p99Of = ({ p99Ms }: Round): number => p99Ms

/** Ratios that have no target. */
const compared = (ours: Contender, theirs: Contender): readonly Figure[] => [
  { name: `paid reads per second, ${ours.name} to @x402/hono`, value: ratio(ours, theirs, rateOf), unit: 'times' },
  { name: `p99 of a paid read, ${ours.name} to @x402/hono`, value: ratio(ours, theirs, p99Of), unit: 'times' },
]

export const official: Group = async (bench): Promise<Findings> => {
  const { bed } = bench
  const redis = await bed.redis('always')
  // Before the servers start: they read the price of USDC once at start, and again only after some time.
  await openRail(redis.store.boards)

  const open = async (facilitator: string, settled: string) => {
    const ours = await bed.serve('app', { redis: redis.address, facilitator, recovery: 'native' } satisfies AppSettings)
    const theirs = await bed.serve('official', { facilitator, bytes: BODY_BYTES } satisfies OfficialSettings)
    const contender = (who: string, served: Served, payers: Contender['payers']): Contender => ({
      name: `${who}, ${settled}`,
      served,
      payers,
      rounds: [],
      payments: budget(4_000),
    })
    return {
      ours: contender('x402, ours', ours, 'one'),
      strangers: contender('x402, ours, strangers', ours, 'strangers'),
      theirs: contender('x402, @x402/hono', theirs, 'one'),
      stop: () => Promise.all([ours.stop(), theirs.stop()]),
    }
  }
  /** @param kind the name of its file in `bench/servers` */
  const against = async (kind: string, settled: string) => {
    const facilitator = await bed.serve(kind, {}, 'beside')
    const { ours, strangers, theirs, stop } = await open(`http://127.0.0.1:${facilitator.port}`, settled)
    await compete(bench, redis, [ours, theirs, strangers], settled)
    await Promise.all([stop(), facilitator.stop()])
    return { ours, strangers, theirs }
  }

  const atOnce = await against('facilitator', 'yes at once')
  const checked = await against('checking-facilitator', 'checked')
  const all = [atOnce, checked].flatMap(({ ours, strangers, theirs }) => [ours, strangers, theirs])
  const where = 'strangers; the official facilitator checks and settles'
  return {
    rates: all.map(({ name, rounds }) => rateRow(name, rounds)),
    figures: [
      ...compared(atOnce.ours, atOnce.theirs),
      ...compared(atOnce.strangers, atOnce.theirs),
      ...compared(checked.ours, checked.theirs),
    ],
    verdicts: [
      atLeast('paid reads per second, ours to @x402/hono', ratio(checked.strangers, checked.theirs, rateOf), 1, where),
      atMost('p99 of a paid read, ours to @x402/hono', ratio(checked.strangers, checked.theirs, p99Of), 1, where),
    ],
  }
}
