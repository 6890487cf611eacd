import type { Log } from '../ports.ts'

/** From which level on lines are written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']

/** One JSON line for each event on standard error: standard output belongs to commands whose output is read. */
export const jsonLog = (level: LogLevel, fixed: Readonly<Record<string, unknown>> = {}): Log => {
  const write = (at: LogLevel, event: string, fields: Readonly<Record<string, unknown>> = {}) => {
    if (ORDER.indexOf(at) < ORDER.indexOf(level)) return
    process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level: at, event, ...fixed, ...fields })}\n`)
  }
  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
  }
}
