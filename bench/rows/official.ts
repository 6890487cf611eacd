import { registry } from '../../src/feeds/registry.ts'
import type { Served } from '../bed.ts'
import { budget, type Group, rateOf, rateRow, type Round, round } from '../bench.ts'
import { USDC_PEG, x402Shots } from '../buyers.ts'
import { printRun } from '../press.ts'
import { atLeast, atMost, median } from '../table.ts'

/** Paid reads in USDC beside the official resource server doing the same job against the same facilitator. */

const items = registry.items.filter(({ feed }) => feed.id === 'price/fx')
/** Of the printed copies; the rest is for the connections that are one round ahead. */
const USED = 0.7
/** The length of what is sold, about: the official handlers answer as much. */
const BODY_BYTES = 1_300

interface Contender {
  readonly name: string
  readonly served: Served
  readonly rounds: Round[]
  readonly payments: ReturnType<typeof budget>
}

export const official: Group = async (bench) => {
  const { bed, quick, say } = bench
  const redis = await bed.redis('always')
  const beside = await bed.serve('facilitator', {}, 'beside')
  const facilitator = `http://127.0.0.1:${beside.port}`
  const settings = { redis: redis.address, facilitator, recovery: 'native' }
  // Before the server starts: it asks for the peg once and then when the shelf is due.
  await printRun([redis.store.snapshots], [registry.item(USDC_PEG)!], 'x402', 0)
  const contenders: readonly [Contender, Contender] = [
    { name: 'x402, ours', served: await bed.serve('app', settings), rounds: [], payments: budget(4_000) },
    {
      name: 'x402, @x402/hono',
      served: await bed.serve('official', { facilitator, bytes: BODY_BYTES }),
      rounds: [],
      payments: budget(4_000),
    },
  ]
  const turns = quick ? 1 : 3
  for (let turn = 0; turn <= turns; turn++) {
    say(turn === 0 ? 'official: warming up' : `official: round ${turn} of ${turns}`)
    const seconds = turn > 0 && !quick ? 3 : 1
    for (const { name, served, rounds, payments } of contenders) {
      const shots = x402Shots(items, payments.shots(seconds))
      await printRun([redis.store.snapshots], items, 'x402', Math.ceil(shots.length / items.length / USED))
      const found = await round(bench, served, shots, seconds, redis)
      payments.learn(found)
      if (found.ok === 0) throw new Error(`${name} sold nothing`)
      if (turn > 0 && !found.exhausted) rounds.push(found)
    }
  }
  await Promise.all([beside, ...contenders.map(({ served }) => served)].map((each) => each.stop()))
  const [ours, theirs] = contenders
  const ratio = (figure: (each: Round) => number) => median(ours.rounds.map(figure)) / median(theirs.rounds.map(figure))
  return {
    rates: contenders.map(({ name, rounds }) => rateRow(name, rounds)),
    verdicts: [
      atLeast('paid reads per second, ours to @x402/hono', ratio(rateOf), 1, 'the same facilitator over HTTP'),
      atMost(
        'p99 of a paid read, ours to @x402/hono',
        ratio(({ p99Ms }) => p99Ms),
        1,
      ),
    ],
  }
}
