import type { Clock } from '../ports.ts'
import type { Beats } from './beats.ts'
import type { Cells, CountingMeter } from './meter.ts'

/** The counts that one process adds to the totals, and its own present values. */
export interface ProcessReport {
  /** `worker/<host>/<pid>/<start>`: never used twice. */
  readonly process: string
  /** Grows with each report. A report that was added is not added again. */
  readonly sequence: number
  readonly added: Cells
  readonly gauges: Cells
}

export interface Reporter {
  /**
   * Reports now; while a report is being sent, all callers wait for that one. Rejects when the store does not take it.
   */
  flush(): Promise<void>
  /** Reports a last time, for at most a second. */
  close(): Promise<void>
}

/** The values that a process reports about itself. */
export interface Self {
  /** No two processes share one. */
  readonly name: string
  /** Unix seconds. */
  readonly startedAt: number
  residentBytes(): number
}

export interface ReporterOptions {
  readonly tally: CountingMeter
  readonly clock: Clock
  /** Read before each report. */
  readonly self: Self
  /** Asked before each report how the roles of this process go. */
  readonly beats: Pick<Beats, 'report'>
  take(report: ProcessReport): Promise<void>
}

const EVERY_MS = 5_000
const LAST_MS = 1_000

/** Sends what a process counts to the store. Nothing is lost while the store is away, and nothing is counted twice. */
export const startReporter = ({ self, beats, tally, clock, take }: ReporterOptions): Reporter => {
  let sequence = 0
  /** Sent and not confirmed: it may have been added, so it is sent again without changes. */
  let pending: Pick<ProcessReport, 'sequence' | 'added'> | null = null
  let underWay: Promise<void> | null = null

  const send = async (): Promise<void> => {
    tally.set('claros_process_start_time_seconds', {}, self.startedAt)
    tally.set('claros_process_resident_memory_bytes', {}, self.residentBytes())
    beats.report()
    pending ??= { sequence: ++sequence, added: tally.take() }
    await take({ process: self.name, ...pending, gauges: tally.gauges() })
    pending = null
  }
  const flush = (): Promise<void> =>
    (underWay ??= send().finally(() => {
      underWay = null
    }))
  const timer = setInterval(() => void flush().catch(() => {}), EVERY_MS)
  return {
    flush,
    close: async () => {
      clearInterval(timer)
      // A report that is already being sent contains only what was counted before it.
      const last = async () => {
        await underWay?.catch(() => {})
        await flush().catch(() => {})
      }
      await Promise.race([last(), clock.sleep(LAST_MS)])
    },
  }
}
