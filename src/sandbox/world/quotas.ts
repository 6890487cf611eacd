import type { Clock } from '../../ports.ts'
import { DAY_MS } from '../../time-units.ts'
import type { Dialect } from './dialect.ts'

/** Counts the calls of each UTC day at providers that allow only so many, and says whether one is too many. */
export const createQuotas = (clock: Pick<Clock, 'now'>): ((dialect: Dialect) => boolean) => {
  const counted = new Map<string, { readonly day: number; readonly calls: number }>()
  return ({ provider, quota }) => {
    if (quota === undefined) return false
    const day = Math.floor(clock.now() / DAY_MS)
    const before = counted.get(provider)
    const calls = before?.day === day ? before.calls + 1 : 1
    counted.set(provider, { day, calls })
    return calls > quota.perDay
  }
}
