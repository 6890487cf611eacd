import { DAY_SECONDS } from '../../time-units.ts'
import type { PerpRun, PerpRunsCarry } from './perp-runs-carry.ts'
import { PERP_HOLD } from './perp-stability.ts'
import type { PerpRegime } from './perp-words.ts'

/** The record of a coin's regimes (methods 6.9). */

/** For how long closed runs are kept, and how many at most. */
export const KEPT_RUNS = { seconds: 90 * DAY_SECONDS, most: 4_000 } as const

/** A longer time between evaluations ends a run as cut. */
export const MOST_PAUSE = PERP_HOLD.pauseSeconds

/** One evaluation, as it was published. */
export interface Evaluation {
  readonly regime: PerpRegime
  /** Unix seconds. */
  readonly at: number
}

export interface Recorded {
  readonly carry: PerpRunsCarry
  /** The run that this evaluation ended; `null` if it ended none. */
  readonly ended: PerpRun | null
}

/** The record after an evaluation. One that was recorded before changes nothing. */
export const recordedAfter = ({ running, lastAt }: PerpRunsCarry, { regime, at }: Evaluation): Recorded => {
  if (running === null || lastAt === null)
    return { carry: { running: { regime, start: at, censored: true }, lastAt: at }, ended: null }
  if (at <= lastAt) return { carry: { running, lastAt }, ended: null }
  const { regime: before, start, censored } = running
  if (at - lastAt > MOST_PAUSE)
    return {
      carry: { running: { regime, start: at, censored: true }, lastAt: at },
      ended: { regime: before, start, end: lastAt, cut: true },
    }
  if (regime === before) return { carry: { running, lastAt: at }, ended: null }
  return {
    carry: { running: { regime, start: at, censored: false }, lastAt: at },
    // What had begun before the record has no known length.
    ended: { regime: before, start, end: at, cut: censored },
  }
}

/** The closed runs with one more, or `null` if it is among them: a worker may have died between the two records. */
export const withRun = (closed: readonly PerpRun[], ended: PerpRun): readonly PerpRun[] | null => {
  if (closed.some(({ start }) => start >= ended.start)) return null
  return [...closed.filter(({ end }) => end > ended.end - KEPT_RUNS.seconds), ended].slice(-KEPT_RUNS.most)
}
