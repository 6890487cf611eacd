import type { Log } from '../ports.ts'
import { ERROR_KINDS } from './error-kinds.ts'
import type { Meter } from './meter.ts'

/**
 * A log that counts its lines, so that an alarm need not read them: all by level, and problems by their kind. The name
 * of an event stands in the code, so that nobody from outside can make a new kind.
 *
 * @param program what counts: `server`, or `worker/courier` with the roles that a worker plays
 */
export const countedLog = (log: Log, meter: Meter, program: string): Log => {
  for (const kind of ERROR_KINDS) meter.count('claros_problems_total', { program, level: 'error', kind }, 0)
  const counted =
    (level: keyof Log): Log[keyof Log] =>
    (event, fields) => {
      meter.count('claros_log_lines_total', { level })
      if (level !== 'info') meter.count('claros_problems_total', { program, level, kind: event })
      log[level](event, fields)
    }
  return { info: counted('info'), warn: counted('warn'), error: counted('error') }
}
