import { loadavg } from 'node:os'
import type { Redis } from 'ioredis'
import { readPrometheus } from '../../test/support/prometheus.ts'
import { quantile } from '../judge/quantile.ts'
import type { Tally } from '../load/tally.ts'
import type { Product } from '../open-product.ts'
import { census } from './census.ts'
import { createLives } from './lives.ts'
import { machineBusy, usageOf } from './proc.ts'
import { createRecord } from './series.ts'

/** Looks at everything every ten seconds. What cannot be read, because something was killed, is left out once. */

export interface SamplerOptions {
  readonly product: Product
  readonly redis: Redis
  readonly tally: Tally
  seconds(): number
  /** Seconds from one count of all keys to the next. */
  readonly keysEvery: number
}

export const SAMPLE_SECONDS = 10

export const redisPid = async (redis: Redis): Promise<number> =>
  Number(/^process_id:(\d+)/m.exec(await redis.info('server'))?.[1])

const dollarsOnChain = async ({ sandboxUrl, payTo }: Product): Promise<number> => {
  const { balance } = (await (await fetch(`${sandboxUrl}/chain/balance/${payTo}`)).json()) as {
    readonly balance: string
  }
  return Number(balance) / 1e6
}

const dollarsInMetric = async ({ adminUrl }: Product): Promise<number> => {
  const { series } = readPrometheus(await (await fetch(`${adminUrl}/metrics`)).text())
  const own = [...series].filter(([key]) => key.startsWith('claros_revenue_microusd_total['))
  return own.reduce((sum, [, value]) => sum + value, 0) / 1e6
}

export const createSampler = ({ product, redis, tally, seconds, keysEvery }: SamplerOptions) => {
  const record = createRecord()
  const lives = createLives()
  let [busyBefore, sampledAt, keysAt, readsSeen] = [machineBusy(), seconds(), -keysEvery, 0]

  const processes = async (at: number): Promise<void> => {
    const pids = {
      ...(await product.pids()),
      launcher: product.launcherPid,
      redis: await redisPid(redis),
      soak: process.pid,
    }
    const span = at - sampledAt
    let ours = 0
    for (const [role, pid] of Object.entries(pids)) {
      const usage = usageOf(pid)
      if (usage === null) continue
      const { name, cpuSeconds } = lives.see(role, pid, at, usage)
      ours += cpuSeconds
      record.add('memory', name, at, usage.memoryMb)
      record.add('cpu', name, at, cpuSeconds / span)
    }
    const busy = machineBusy()
    record.add('other programs', '', at, Math.max(0, busy - busyBefore - ours) / span)
    busyBefore = busy
    sampledAt = at
  }

  const buyers = (at: number, span: number): void => {
    const reads = tally.reads.slice(readsSeen).map(({ ms }) => ms)
    readsSeen += reads.length
    record.add('p50 of paid reads', '', at, quantile(reads, 0.5))
    record.add('p99 of paid reads', '', at, quantile(reads, 0.99))
    record.add('paid reads', '', at, reads.length / span)
  }

  const keys = async (at: number): Promise<void> => {
    if (at - keysAt < keysEvery) return
    const found = await census(redis)
    keysAt = at
    for (const [kind, each] of found) {
      record.add('keys', kind, at, each.keys)
      record.add('endless keys', kind, at, each.endless)
      record.add('endless bytes', kind, at, each.endlessBytes)
    }
  }

  const store = async (at: number): Promise<void> => {
    const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1])
    record.add('Redis data', '', at, used / 1e6)
  }

  const money = async (at: number): Promise<void> => {
    record.add('money in USDC', 'on the chain', at, await dollarsOnChain(product))
    record.add('money in USDC', 'in the metric', at, await dollarsInMetric(product))
  }

  const look = async (): Promise<void> => {
    const at = seconds()
    record.add('load', '', at, loadavg()[0]!)
    buyers(at, at - sampledAt)
    for (const part of [processes, store, money, keys]) await part(at).catch(() => {})
  }

  // The first sample of CPU time is a difference to this moment.
  let looking = processes(sampledAt).catch(() => {})
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, SAMPLE_SECONDS * 1_000)
  return {
    record,
    lives,
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await looking
    },
  }
}
