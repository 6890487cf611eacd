import type { Clock, Log, LogFields } from '../ports.ts'
import { REFUSAL_WORDS, refusalIn, type StoreRefusal } from './refusal.ts'

/** Said once of each cause in so long, however many commands failed of it. */
const QUIET_MS = 10_000

/** What a line says went wrong, where it is the store. */
const causeOf = (fields: LogFields | undefined): StoreRefusal | null => {
  const said = fields?.['message'] ?? fields?.['problem']
  return typeof said === 'string' ? refusalIn(said) : null
}

/**
 * While the store refuses, everything that works with it fails many times a second, and each failure would be a line, most
 * with a stack. Such lines become one of their cause: `store.refuses`, with the event of the first of them, and how many
 * were left out since the line before.
 */
export const refusalLog = (log: Log, clock: Clock): Log => {
  const told = new Map<StoreRefusal, { readonly at: number; left: number }>()
  const passing =
    (level: keyof Log): Log[keyof Log] =>
    (event, fields) => {
      const cause = causeOf(fields)
      if (cause === null) return log[level](event, fields)
      const now = clock.now()
      const last = told.get(cause)
      // A clock that was set back keeps nobody quiet.
      if (last && now >= last.at && now - last.at < QUIET_MS) return void last.left++
      told.set(cause, { at: now, left: 0 })
      log.error('store.refuses', { cause, message: REFUSAL_WORDS[cause], first: event, leftOut: last?.left ?? 0 })
    }
  return { info: passing('info'), warn: passing('warn'), error: passing('error') }
}
