import { registry } from '../src/feeds/registry.ts'
import type { BenchRedis, Served } from './bed.ts'
import { type Bench, budget, type Round, round } from './bench.ts'
import { l402Shots, type Wanted } from './buyers.ts'
import type { Library } from './sign-editions.ts'
import type { AppSettings } from './servers/app.ts'
import type { WorkerSettings } from './servers/worker.ts'

/** A server that sells, and a worker that publishes every five seconds and signs more editions on request. */
export interface Seller {
  readonly app: Served
  readonly worker: Served
  readonly redis: BenchRedis
  /** Sells to buyers that have one token each, as fast as the server answers. */
  sell(seconds: number): Promise<Round>
  /** Number of editions signed so far, of all items. */
  printed(): Promise<number>
  stop(): Promise<void>
}

const items = registry.items.filter(({ feed }) => feed.id === 'price/spot')

export const openSeller = async (bench: Bench, ecdsa: Library): Promise<Seller> => {
  const { bed } = bench
  const redis = await bed.redis('always')
  const worker = await bed.serve('worker', { redis: redis.address, ecdsa } satisfies WorkerSettings, 'beside')
  const app = await bed.serve('app', {
    redis: redis.address,
    facilitator: 'at once',
    recovery: 'noble',
  } satisfies AppSettings)
  const tokens = budget(bench.quick ? 5_000 : 15_000)
  const sell = async (seconds: number): Promise<Round> => {
    const sold = await round(bench, app, l402Shots(items, tokens.shots(seconds)), seconds, redis)
    tokens.learn(sold)
    return sold.exhausted ? sell(seconds) : sold
  }
  return {
    app,
    worker,
    redis,
    sell,
    printed: async () => {
      const all = await Promise.all(items.map(({ actor }) => redis.store.snapshots.printing(actor)))
      return all.reduce((sum, { printed, reprinted }) => sum + printed.l402 + reprinted.l402, 0)
    },
    stop: async () => {
      await Promise.all([app.stop(), worker.stop()])
    },
  }
}

/** Makes the server load the newest editions of every item, so that this is not part of the measurement. */
export const fillCache = async ({ port }: Pick<Served, 'port'>, wanted: readonly Wanted[]): Promise<void> => {
  for (let times = 0; times < 2; times++) {
    await Promise.all(wanted.map(({ path }) => fetch(`http://127.0.0.1:${port}${path}`, { method: 'HEAD' })))
    await Bun.sleep(times === 0 ? 700 : 200)
  }
}
