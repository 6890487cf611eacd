import type { Earlier } from '../feed.ts'
import type { Candidate, RegimeBefore } from './held-regime.ts'

/** The regime before, from the last snapshot of a feed with `regime_since` in its answer. */
export const regimeBefore = <R extends string>(
  previous: Earlier<{ readonly regime: R; readonly candidate: Candidate<R> | null }> | null,
): RegimeBefore<R> | null => {
  if (!previous) return null
  const since = previous.content['regime_since']
  const { regime, candidate } = previous.carry
  const { timestamp } = previous
  return { regime, candidate, timestamp, since: typeof since === 'number' ? since : timestamp }
}
