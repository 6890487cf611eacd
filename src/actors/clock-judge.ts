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
  /** How far the worker's clock is ahead of the store's, and the possible error of that, either way. */
  | { readonly kind: 'right' | 'wrong'; readonly aheadMs: number; readonly uncertainMs: number }

export interface ClockJudge {
  /** Returns by how much the store's own clock has jumped, if the new time is not accepted yet; 0 otherwise. */
  enter(reading: ClockReading): number
  /** The verdict for this time, which may be between two readings. */
  judge(wallMs: number, steadyMs: number): ClockVerdict
}

/** The time of the store's clock at a time of the monotonic clock. */
interface Span {
  readonly at: number
  readonly low: number
  readonly high: number
}

/** A reply that took longer is less exact than the last reading. */
const SLOW_MS = 500
/** After this time, a store's clock that has jumped and stayed there is accepted. */
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
