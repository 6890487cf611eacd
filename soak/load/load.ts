import { registry } from '../../src/feeds/registry.ts'
import type { Random } from '../../src/ports.ts'
import type { Buyers } from './buyer.ts'
import { wanted } from './mix.ts'
import type { Tally } from './tally.ts'

/** Buyers and visitors at a fixed rate, whatever they are answered. */

export interface LoadOptions {
  readonly buyers: Buyers
  readonly tally: Tally
  readonly random: Random
  readonly baseUrl: string
  readonly adminUrl: string
  /** Paid reads in a second. */
  readonly rate: number
}

/** Buyers who wait at the same time. Whoever comes then goes away, and is counted. */
const MOST_WAITING = 200
/** Visitors for each hundred buyers. */
const VISITORS = 30
const VISIT_LIMIT_MS = 20_000

const FREE = ['/health', '/llms.txt', '/openapi.json', '/.well-known/x402', '/methodology.json'] as const
const OPERATORS = ['/metrics', '/actors', '/money'] as const

const visit = async ({ tally, random, baseUrl, adminUrl }: LoadOptions): Promise<void> => {
  const draw = random.integer(0, 9)
  const pick = (all: readonly string[]): string => all[random.integer(0, all.length - 1)]!
  const url =
    draw === 0
      ? adminUrl + pick(OPERATORS)
      : baseUrl + (draw < 3 ? pick(FREE) : `${pick(registry.items.map(({ path }) => path))}/preview`)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(VISIT_LIMIT_MS) })
    await response.text()
    tally.freeAnswer(response.status)
    if (response.status === 500) tally.fault(`status 500 at ${new URL(url).pathname}`)
  } catch {
    tally.freeAnswer(0)
    tally.notice('lost')
  }
}

/** Starts. `stop` ends when everybody who came was answered. */
export const startLoad = (options: LoadOptions): { stop(): Promise<void> } => {
  const { buyers, tally, random, rate } = options
  const waiting = new Set<Promise<unknown>>()
  const come = (visitor: Promise<unknown>): void => {
    waiting.add(visitor)
    void visitor.finally(() => waiting.delete(visitor))
  }
  const arrive = (): void => {
    if (waiting.size >= MOST_WAITING) return tally.skip()
    const { family, path } = wanted(random)
    come(buyers.buy(family, path))
    if (random.integer(1, 100) <= VISITORS) come(visit(options))
  }
  const startedAt = performance.now()
  let arrived = 0
  // A timer that comes late brings all who should have come by then.
  const timer = setInterval(() => {
    for (const due = ((performance.now() - startedAt) * rate) / 1_000; arrived < due; arrived++) arrive()
  }, 20)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(waiting)
    },
  }
}
