import type { Meter } from '../metrics/meter.ts'
import type { Clock, Log, Steady } from '../ports.ts'
import { type ClockVerdict, createClockJudge } from './clock-judge.ts'

/**
 * Watches a worker's clock while it works. While the clock is wrong nothing is published: a price with a wrong time
 * would settle the wrong events, or keep later right prices out.
 */
export interface ClockWatch {
  /** Why this worker's clock must not be used for times now; `null` while it may. */
  fault(): string | null
  /** Called when the clock becomes wrong (false) and right again (true). */
  onTurn(hear: (isRight: boolean) => void): void
  close(): void
}

export interface ClockWatchParts {
  readonly clock: Clock
  readonly steady: Steady
  readonly log: Log
  readonly meter: Meter
  /** Unix milliseconds by the store. */
  storeTime(): Promise<number>
  readonly everyMs?: number
}

const EVERY_MS = 1_000

const seconds = (ms: number): number => Math.round(ms) / 1000

const faultOf = (verdict: ClockVerdict): string | null => {
  if (verdict.kind === 'unmeasured') return 'the clock of this worker was not compared to that of the store yet'
  if (verdict.kind === 'right') return null
  const { aheadMs } = verdict
  return `the clock of this worker is ${Math.abs(seconds(aheadMs))} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the store`
}

/** Resolves after the first measurement, however long that takes. */
export const startClockWatch = async (parts: ClockWatchParts): Promise<ClockWatch> => {
  const { clock, steady, log, meter, storeTime, everyMs = EVERY_MS } = parts
  const judge = createClockJudge()
  const hearers: ((isRight: boolean) => void)[] = []
  let isRight = true
  let storeJumped = false

  const look = (): string | null => {
    const verdict = judge.judge(clock.now(), steady.ms())
    const fault = faultOf(verdict)
    if (verdict.kind === 'unmeasured') return fault
    const offset = { offsetSeconds: seconds(verdict.aheadMs), uncertainSeconds: seconds(verdict.uncertainMs) }
    meter.set('claros_clock_offset_seconds', {}, offset.offsetSeconds)
    meter.set('claros_clock_wrong', {}, Number(fault !== null))
    if (isRight === (fault === null)) return fault
    isRight = fault === null
    if (isRight) log.info('clock.right', offset)
    else log.error('clock.wrong', { ...offset, reason: fault })
    for (const hear of hearers) hear(isRight)
    return fault
  }
  const measure = async (): Promise<void> => {
    const askedAt = steady.ms()
    const storeMs = await storeTime()
    const jump = judge.enter({ storeMs, askedAt, answeredAt: steady.ms(), wallMs: clock.now() })
    if (jump !== 0 && !storeJumped) log.warn('store.clock_jumped', { seconds: seconds(jump) })
    storeJumped = jump !== 0
  }
  await measure()
  look()
  let measuring = false
  const timer = setInterval(() => {
    look()
    // While the store does not answer, nothing can be measured; the next round tries again.
    if (measuring) return
    measuring = true
    void measure()
      .then(look, () => null)
      .finally(() => (measuring = false))
  }, everyMs)
  return {
    fault: look,
    onTurn: (hear) => void hearers.push(hear),
    close: () => clearInterval(timer),
  }
}
