import type { Log } from '../ports.ts'
import type { Meter } from './meter.ts'

/** A log that counts its lines, so that an alarm need not read them. */
export const countedLog = (log: Log, meter: Meter): Log => {
  const counted =
    (level: keyof Log): Log[keyof Log] =>
    (event, fields) => {
      meter.count('claros_log_lines_total', { level })
      log[level](event, fields)
    }
  return { info: counted('info'), warn: counted('warn'), error: counted('error') }
}
