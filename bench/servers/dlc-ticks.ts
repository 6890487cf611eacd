import type { DlcPair } from '../../src/dlc/terms/pairs.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { names } from '../../src/store/redis/names.ts'
import { connectRedis, type RedisAddress } from '../../src/store/redis/redis.ts'
import { storeOn } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { NOW, open, threshold } from '../../test/support/store/dlc-events.ts'
import { ANY_TIME } from '../../test/support/store-clocks.ts'
import { percentile } from '../table.ts'
import { settingsOf } from './process.ts'

/** Ticks applied to open threshold contracts: one that breaches nothing, and one that breaches a hundredth of all. */
export interface StrikesSettings {
  readonly redis: RedisAddress
  readonly contracts: number
  readonly quietTicks: number
  readonly breachingTicks: number
}

/** The cost of one tick: its price is appended and applied to all contracts of its pair. */
export interface Ticked {
  /** CPU time of Redis, median. */
  readonly redisMs: number
  /** CPU time of the process that applies it, median. */
  readonly cpuMs: number
  /** Time from the price to its last decision. */
  readonly wallMs: readonly [p50: number, p99: number]
}

export interface StrikesResult {
  readonly quiet: Ticked
  readonly breaching: Ticked
  /** Memory in Redis of one open contract with all its records. */
  readonly bytesPerContract: number
}

const settings = settingsOf<StrikesSettings>()
const { contracts } = settings
const redis = await connectRedis(settings.redis, 'waits')
const store = storeOn(redis, systemClock, ANY_TIME)
const { events } = store
const PAIR: DlcPair = 'BTCUSD'
const PRICE = 100_000
const { feed, subject } = registry.item('price/spot/BTC-USD')!
const CONTENT = exampleOf(feed, subject)
const HUNDREDTH = contracts / 100
/** Later than any tick of a run. */
const EXPIRY_TS = NOW / 1000 + 30 * 86_400

const info = async (section: string, name: string): Promise<number> =>
  Number(new RegExp(`^${name}:(\\S+)`, 'm').exec(await redis.info(section))?.[1])

const redisMs = async (): Promise<number> =>
  ((await info('cpu', 'used_cpu_user')) + (await info('cpu', 'used_cpu_sys'))) * 1000

/** Half of the contracts wait for a rise, each at its own strike, half for a fall. */
const fill = async (): Promise<number> => {
  const before = await info('memory', 'used_memory')
  // This is not measured, and syncing each contract would take minutes.
  await redis.config('SET', 'appendfsync', 'everysec')
  let next = 0
  const places = Array.from({ length: 200 }, async () => {
    for (let at = next++; at < contracts; at = next++) {
      const id = `contract-${at}`
      const step = 1 + (at >> 1)
      const watch =
        at % 2 === 0
          ? ({ direction: 'above', strike: `${PRICE + step}` } as const)
          : ({ direction: 'below', strike: `${PRICE - step}` } as const)
      await open(events, threshold({ id, maturityTs: EXPIRY_TS }, watch), id)
    }
  })
  await Promise.all(places)
  await redis.config('SET', 'appendfsync', 'always')
  return ((await info('memory', 'used_memory')) - before) / contracts
}

let at = NOW
const tick = async (price: number): Promise<number> => {
  at += 5_000
  const observed = { majorityAt: at, newestAt: at }
  const conclusion = { ...CONTENT, price: String(price), timestamp: at / 1000 }
  await events.ticks.append(PAIR, { at, price: String(price), sources: ['a', 'b', 'c'], observed }, conclusion)
  let breached = 0
  for await (const slice of events.ticks.applyAll(PAIR, () => at)) breached += slice.breached.length
  return breached
}

/** Measures `many` ticks together, since one is too short to be measured alone. */
const measure = async (rounds: number, many: number, work: () => Promise<void>): Promise<Ticked> => {
  const [redisEach, cpuEach, wall]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const [redisBefore, cpuBefore] = [await redisMs(), process.cpuUsage()]
    for (let turn = 0; turn < many; turn++) {
      const startedAt = performance.now()
      await work()
      wall.push(performance.now() - startedAt)
    }
    const { user, system } = process.cpuUsage(cpuBefore)
    cpuEach.push((user + system) / 1000 / many)
    redisEach.push(((await redisMs()) - redisBefore) / many)
  }
  return {
    redisMs: percentile(redisEach, 0.5),
    cpuMs: percentile(cpuEach, 0.5),
    wallMs: [percentile(wall, 0.5), percentile(wall, 0.99)],
  }
}

const bytesPerContract = await fill()
const quietly = async (): Promise<void> => {
  if ((await tick(PRICE)) !== 0) throw new Error('a quiet price breached something')
}
for (let warm = 0; warm < 20; warm++) await quietly()
const quiet = await measure(5, settings.quietTicks, quietly)
// Each price confirms the breaches of the strikes that the one before it had reached.
let rise = PRICE + HUNDREDTH
if ((await tick(rise)) !== 0) throw new Error('one price breached something')
const breaching = await measure(settings.breachingTicks, 1, async () => {
  rise += HUNDREDTH
  const breached = await tick(rise)
  if (breached !== HUNDREDTH) throw new Error(`${breached} contracts breached instead of ${HUNDREDTH}`)
})
if ((await redis.zcard(names.dlc.decided())) !== settings.breachingTicks * HUNDREDTH)
  throw new Error('some breaches are not decided')
const result: StrikesResult = { quiet, breaching, bytesPerContract }
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
