import { registry } from '../../src/feeds/registry.ts'
import type { Served } from '../bed.ts'
import { budget, type Group, rateRow, type Round, round } from '../bench.ts'
import { BUYER_ADDRESS, openRail, x402Shots } from '../buyers.ts'
import { type Library, signBatch } from '../sign-editions.ts'
import type { AppSettings, AppStats } from '../servers/app.ts'
import { type Figure, median } from '../table.ts'

/** Paid reads in USDC. Every request carries its own payment, settled with play money. */

const items = registry.items.filter(({ feed }) => feed.id === 'price/fx')
const USED = 0.7

interface Variant {
  readonly name: string
  readonly recovery: Library
  readonly app: Served
  readonly rounds: Round[]
  /** Share of the server's CPU and microseconds per recovery, by round. */
  readonly shares: number[]
  readonly micros: number[]
  readonly payments: ReturnType<typeof budget>
}

const fund = async (sandbox: Served): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${sandbox.port}/chain/fund`, {
    method: 'POST',
    body: JSON.stringify({ address: BUYER_ADDRESS, amount: '1000000000000' }),
  })
  if (!answer.ok) throw new Error(`the sandbox gave no money: ${await answer.text()}`)
}

export const x402: Group = async (bench) => {
  const { bed, quick, say } = bench
  const redis = await bed.redis('always')
  const sandbox = await bed.serve('sandbox', {}, 'beside')
  await fund(sandbox)
  await openRail(redis.store.boards)
  const places = [
    ['at once, in process', 'at once', quick ? 3_000 : 6_000],
    ['sandbox over HTTP', `http://127.0.0.1:${sandbox.port}/facilitator`, 1_000],
  ] as const
  const variants: Variant[] = []
  for (const [place, facilitator, guess] of places)
    for (const recovery of ['noble', 'native'] as const) {
      if (quick && place !== places[0][0] && recovery === 'noble') continue
      const settings: AppSettings = { redis: redis.address, facilitator, recovery, timed: true }
      const app = await bed.serve('app', settings)
      const payments = budget(recovery === 'noble' ? Math.min(guess, 2_000) : guess)
      variants.push({
        name: `x402, settled ${place}, ${recovery}`,
        recovery,
        app,
        rounds: [],
        shares: [],
        micros: [],
        payments,
      })
    }

  const turns = quick ? 1 : 2
  for (let turn = 0; turn <= turns; turn++) {
    say(turn === 0 ? 'x402: warming up' : `x402: round ${turn} of ${turns}`)
    const seconds = turn > 0 && !quick ? 3 : 1
    for (const { app, rounds, shares, micros, payments } of variants) {
      const shots = x402Shots(items, payments.shots(seconds))
      await signBatch([redis.store.snapshots], items, 'x402', Math.ceil(shots.length / items.length / USED))
      const before = await app.stats<AppStats>()
      const found = await round(bench, app, shots, seconds, redis)
      const after = await app.stats<AppStats>()
      payments.learn(found)
      if (turn === 0 || found.exhausted) continue
      const spent = after.recoveryMs - before.recoveryMs
      rounds.push(found)
      shares.push((spent / (after.cpuMs - before.cpuMs)) * 100)
      micros.push((spent * 1000) / (after.recoveries - before.recoveries))
    }
  }
  await Promise.all([sandbox, ...variants.map(({ app }) => app)].map((each) => each.stop()))
  return {
    rates: variants.map(({ name, rounds }) => rateRow(name, rounds)),
    figures: variants.map(({ name, shares, micros }): Figure => ({
      name: `signature recovery, ${name}`,
      value: median(shares),
      unit: "% of the server's CPU",
      note: `${median(micros).toFixed(0)} µs each`,
    })),
  }
}
