import type { Log } from '../ports.ts'

/** From which level on lines are written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']

/** Lines of this turn of the event loop: a write costs more than making a line, and a busy server sells many a turn. */
let held = ''

const writeHeld = (): void => {
  const lines = held
  held = ''
  if (lines !== '') process.stderr.write(lines)
}
process.on('exit', writeHeld)

/** One JSON line for each event on standard error: standard output belongs to commands whose output is read. */
export const jsonLog = (level: LogLevel, fixed: Readonly<Record<string, unknown>> = {}): Log => {
  const least = ORDER.indexOf(level)
  const write = (at: LogLevel, event: string, fields: Readonly<Record<string, unknown>> = {}) => {
    if (ORDER.indexOf(at) < least) return
    if (held === '') setImmediate(writeHeld)
    held += `${JSON.stringify({ at: new Date().toISOString(), level: at, event, ...fixed, ...fields })}\n`
    // What goes wrong may end the process without another turn.
    if (at !== 'info') writeHeld()
  }
  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
  }
}
