import { HOUR_SECONDS } from '../../time-units.ts'
import type { PerpRecord } from '../regimes/perp-runs-carry.ts'
import type { PerpRegime } from '../regimes/perp-words.ts'

/** How far back a regime is compared, and how much older its evaluation may be (methods 6.8). */
export const REGIME_LOOK_BACK = { seconds: 2 * HOUR_SECONDS, slackSeconds: HOUR_SECONDS / 2 } as const

/** Whether an evaluation is one that a regime of now is compared with. All Unix seconds. */
export const isLookedBackTo = (seenAt: number, now: number): boolean => {
  const before = now - REGIME_LOOK_BACK.seconds - seenAt
  return before >= 0 && before <= REGIME_LOOK_BACK.slackSeconds
}

/** The regime at an evaluation. */
export interface PastRegime {
  readonly regime: PerpRegime
  /** Unix seconds of the last moment, up to the one that was asked for, at which the record shows it. */
  readonly seenAt: number
}

/**
 * The regime at the latest evaluation up to `at`; `null` if the record has none in the half hour before it.
 *
 * @param at Unix seconds
 */
export const pastRegime = ({ closed, running, lastAt }: PerpRecord, at: number): PastRegime | null => {
  const runs = [
    ...closed,
    ...(running && lastAt !== null ? [{ regime: running.regime, start: running.start, end: lastAt, cut: true }] : []),
  ]
  const found = runs.findLast(({ start }) => start <= at)
  if (!found) return null
  // A run that another one followed reaches to the evaluation that ended it; a cut one to its own last.
  const seenAt = Math.min(at, found.end)
  return at - seenAt <= REGIME_LOOK_BACK.slackSeconds ? { regime: found.regime, seenAt } : null
}
