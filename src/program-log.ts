import { countedLog } from './metrics/counted-log.ts'
import type { Meter } from './metrics/meter.ts'
import { type RefusalLog, refusalLog } from './store/redis/refusal-log.ts'
import { systemClock } from './system/clock.ts'
import { jsonLog, type LogLevel } from './system/log.ts'
import { stormLog } from './system/storm-log.ts'

/** What stands in every line of a program. */
interface ProgramFields {
  readonly process: string
  /** Of a worker, separated by commas. */
  readonly roles?: string
  readonly pid: number
}

/**
 * The log of a server or a worker. A line is first named by its cause if the store refuses, then counted, then left out
 * if others of its kind were written in these ten seconds. So the counts are of all lines, and thousands of failures of
 * one cause are one kind.
 */
export const programLog = (level: LogLevel, fixed: ProgramFields, meter: Meter): RefusalLog => {
  const program = [fixed.process, fixed.roles].filter(Boolean).join('/')
  const calm = stormLog(jsonLog(level, { ...fixed }), systemClock)
  process.on('exit', calm.flush)
  return refusalLog(countedLog(calm, meter, program))
}
