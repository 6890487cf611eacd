import type { Clock, Log, LogFields } from '../ports.ts'
import { lineKind, NEVER_LEFT_OUT } from './log-kinds.ts'

/**
 * What fails often is one line per kind and ten seconds. The first one is written at once. Of those that follow in its
 * ten seconds the last is written when they end, with the number of the others: a storm is seen with its newest cause,
 * and lines written and left out together are all that were said.
 */
export interface StormLog extends Log {
  /** Writes now what waits for the end of its ten seconds: for the end of the process. */
  flush(): void
}

type Level = 'warn' | 'error'

/** Ten seconds of one kind. */
interface Window {
  readonly level: Level
  readonly event: string
  readonly begunAt: number
  /** Lines that were not written. */
  left: number
  last: { readonly fields: LogFields; readonly at: number } | null
}

const WINDOW_MS = 10_000

/** Beyond so many kinds at a time, those of one event are one kind: labels may name places that buyers thought of. */
const MOST_KINDS = 1_000

export const stormLog = (log: Log, clock: Clock): StormLog => {
  /** In the order of their begin. */
  const windows = new Map<string, Window>()

  const isOver = ({ begunAt }: Window, now: number): boolean =>
    // After the clock was set back the begin is in the future and must keep nobody quiet.
    now < begunAt || now - begunAt >= WINDOW_MS

  const forgetOld = (now: number): void => {
    for (const [kind, window] of windows) {
      if (!isOver(window, now)) break
      if (window.left === 0) windows.delete(kind)
    }
  }

  const begin = (kind: string, level: Level, event: string, now: number): void => {
    windows.delete(kind)
    forgetOld(now)
    windows.set(kind, { level, event, begunAt: now, left: 0, last: null })
  }

  const writeLast = (kind: string, { level, event, left, last }: Window): void => {
    if (last === null) return
    begin(kind, level, event, clock.now())
    log[level](event, { ...last.fields, leftOut: left - 1, lastAt: new Date(last.at).toISOString() })
  }

  const writeAtEnd = async (kind: string, window: Window, now: number): Promise<void> => {
    await clock.sleep(window.begunAt + WINDOW_MS - now)
    if (windows.get(kind) === window) writeLast(kind, window)
  }

  const limited =
    (level: Level): Log[Level] =>
    (event, fields = {}) => {
      if (Object.hasOwn(NEVER_LEFT_OUT, event)) return log[level](event, fields)
      const exact = lineKind(level, event, fields)
      const kind = windows.has(exact) || windows.size < MOST_KINDS ? exact : lineKind(level, event)
      const now = clock.now()
      const window = windows.get(kind)
      if (window && !isOver(window, now)) {
        window.left++
        window.last = { fields, at: now }
        if (window.left === 1) void writeAtEnd(kind, window, now)
        return
      }
      begin(kind, level, event, now)
      log[level](event, window && window.left > 0 ? { ...fields, leftOut: window.left } : fields)
    }

  return {
    info: (event, fields) => log.info(event, fields),
    warn: limited('warn'),
    error: limited('error'),
    flush: () => [...windows].forEach(([kind, window]) => writeLast(kind, window)),
  }
}
