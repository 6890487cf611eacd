import type { Bench, Group } from '../bench.ts'
import type { ActorsSettings, ActorsStats } from '../servers/actors.ts'
import { atLeast, type Figure, median } from '../table.ts'

/** Ten thousand items that tick every five seconds: one schedule each, against one for each group of up to 40. */

const ITEMS = 10_000
const EVERY_MS = 5_000

const FORMS = ['groups', 'alone'] as const
type Form = (typeof FORMS)[number]
const CALLED: Readonly<Record<Form, string>> = { groups: 'in groups', alone: 'one schedule each' }

/** What one form cost, while it ran by itself. */
interface Cost {
  readonly schedules: number
  /** Of those that should have come. */
  readonly share: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worker: number
  readonly redis: number
  readonly workerMicros: number
  readonly redisMicros: number
}

const measured = async ({ bed }: Bench, form: Form, forMs: number): Promise<Cost> => {
  const redis = await bed.redis('everysec')
  const settings: ActorsSettings = { redis: redis.address, actors: ITEMS, everyMs: EVERY_MS, form }
  const worker = await bed.serve('actors', settings)
  // Each has run once by then, and code is compiled.
  await Bun.sleep(EVERY_MS)
  const [before, redisBefore, startedAt] = [await worker.stats(), await redis.cpuMs(), performance.now()]
  await Bun.sleep(forMs)
  const [after, redisAfter] = [await worker.stats<ActorsStats>(), await redis.cpuMs()]
  const wallMs = performance.now() - startedAt
  await worker.stop()
  const { schedules, ticks, p50Ms, p99Ms } = after
  const [workerMs, redisMs] = [after.cpuMs - before.cpuMs, redisAfter - redisBefore]
  return {
    schedules,
    share: ticks / ((wallMs / EVERY_MS) * ITEMS),
    p50Ms,
    p99Ms,
    worker: workerMs / wallMs,
    redis: redisMs / wallMs,
    workerMicros: (workerMs * 1000) / ticks,
    redisMicros: (redisMs * 1000) / ticks,
  }
}

export const groups: Group = async (bench) => {
  const { quick, say } = bench
  const costs: Record<Form, Cost[]> = { groups: [], alone: [] }
  for (let round = 0; round < (quick ? 1 : 3); round++)
    for (const form of FORMS) {
      say(`groups: ${ITEMS} items at ${EVERY_MS / 1000} s, ${CALLED[form]}`)
      costs[form].push(await measured(bench, form, quick ? 2 * EVERY_MS : 4 * EVERY_MS))
    }
  const middle = (form: Form, figure: (cost: Cost) => number): number => median(costs[form].map(figure))
  const timesLess = (figure: (cost: Cost) => number): number => middle('alone', figure) / middle('groups', figure)
  const figures = FORMS.flatMap((form): Figure[] => {
    const name = (what: string): string => `${ITEMS} items at 5 s, ${CALLED[form]}: ${what}`
    const schedules = `${middle(form, (each) => each.schedules)} schedules`
    return [
      { name: name('ticks that came'), value: middle(form, ({ share }) => share * 100), unit: '%', note: schedules },
      { name: name('lateness p50'), value: middle(form, ({ p50Ms }) => p50Ms), unit: 'ms' },
      { name: name('lateness p99'), value: middle(form, ({ p99Ms }) => p99Ms), unit: 'ms' },
      { name: name('CPU of the worker'), value: middle(form, ({ worker }) => worker * 100), unit: '% of a core' },
      { name: name('CPU of Redis'), value: middle(form, ({ redis }) => redis * 100), unit: '% of a core' },
    ]
  })
  const less = (what: string, figure: (cost: Cost) => number): Figure => ({
    name: `a tick in groups: ${what} less than with a schedule of its own`,
    value: timesLess(figure),
    unit: 'times',
  })
  return {
    figures: [
      ...figures,
      less('CPU of Redis', ({ redisMicros }) => redisMicros),
      less('CPU of the worker', ({ workerMicros }) => workerMicros),
      less('lateness p99', ({ p99Ms }) => p99Ms),
    ],
    verdicts: [
      atLeast(
        `share of ${ITEMS} ticks in 5 s that groups run`,
        middle('groups', ({ share }) => share),
        0.98,
      ),
    ],
  }
}
