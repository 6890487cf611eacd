import { MOST_OFF_MS } from '../store/redis/store-clock.ts'

/**
 * Whether a worker's clock is right, compared with the clock of the store. Three clocks are compared: the worker's own,
 * which may be set to anything; the store's, which is read with a delay; and a monotonic clock, which shows which of
 * the two has jumped.
 */

/** One reading of the store's clock. */
export interface ClockReading {
  /** Unix milliseconds by the store, at some moment between question and answer. */
  readonly storeMs: number
  /** When it was asked and when it had answered, by the monotonic clock. */
  readonly askedAt: number
  readonly answeredAt: number
  /** The worker's own clock when it had answered. */
  readonly wallMs: number
}

export type ClockVerdict =
  | { readonly kind: 'unmeasured' }
  /** How far the worker's clock is ahead of the store's, and how far that may be wrong either way. */
  | { readonly kind: 'right' | 'wrong'; readonly aheadMs: number; readonly uncertainMs: number }

export interface ClockJudge {
  /** Says by how much the store's own clock has jumped, where it has and is not believed yet; 0 otherwise. */
  enter(reading: ClockReading): number
  /** At this moment, which may lie between two readings. */
  judge(wallMs: number, steadyMs: number): ClockVerdict
}

/** What the store's clock shows at a moment of the monotonic clock. */
interface Span {
  readonly at: number
  readonly low: number
  readonly high: number
}

/** A reply that took longer is less exact than what is known already. */
const SLOW_MS = 500
/** After so long a clock of the store that has jumped and stays there is believed again. */
const BELIEVED_AFTER_MS = 60_000

const at = (span: Span, moment: number): Span => {
  const passed = moment - span.at
  return { at: moment, low: span.low + passed, high: span.high + passed }
}

const verdictOn = (wallMs: number, { low, high }: Span): Exclude<ClockVerdict, { kind: 'unmeasured' }> => {
  const [least, most] = [wallMs - high, wallMs - low]
  // A clock is called wrong only when the error of the reading cannot explain the difference.
  const isWrong = least > MOST_OFF_MS || most < -MOST_OFF_MS
  return { kind: isWrong ? 'wrong' : 'right', aheadMs: (least + most) / 2, uncertainMs: (most - least) / 2 }
}

export const createClockJudge = (): ClockJudge => {
  let known: Span | null = null
  let jumpedAt: number | null = null
  return {
    enter: ({ storeMs, askedAt, answeredAt, wallMs }) => {
      const took = answeredAt - askedAt
      const told: Span = { at: answeredAt, low: storeMs, high: storeMs + took }
      if (known !== null && took > SLOW_MS) return 0
      const before = at(known ?? told, answeredAt)
      const jump = Math.max(0, told.low - before.high) - Math.max(0, before.low - told.high)
      const agrees = Math.abs(jump) <= MOST_OFF_MS || verdictOn(wallMs, told).kind === 'right'
      if (!agrees) jumpedAt ??= answeredAt
      else jumpedAt = null
      if (jumpedAt !== null && answeredAt - jumpedAt < BELIEVED_AFTER_MS) return jump
      known = told
      return 0
    },
    judge: (wallMs, steadyMs) => (known === null ? { kind: 'unmeasured' } : verdictOn(wallMs, at(known, steadyMs))),
  }
}
