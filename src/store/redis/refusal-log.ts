import type { Clock, Log, LogFields } from '../../ports.ts'
import { REFUSAL_WORDS, refusalIn, type StoreRefusal } from './refusal.ts'

/** Each cause is logged once in this time, however many commands failed because of it. */
const QUIET_MS = 10_000

/** A log that is also told of refusals which have not failed a command yet. */
export interface RefusalLog extends Log {
  /** @param first the event that reports it */
  refuses(cause: StoreRefusal, first: string): void
  /**
   * An error of a queue's connection. It leads to the store, so every error of the network means that the store is
   * away.
   */
  queueError(problem: Error): void
}

const NETWORK = /^(?:connect|read|write|getaddrinfo) E[A-Z]+/
const QUEUE_ERROR = 'queue.error'

/** The refusal that a log line reports, when the store caused it. */
const causeOf = (fields: LogFields | undefined): StoreRefusal | null => {
  const said = fields?.['message'] ?? fields?.['problem']
  return typeof said === 'string' ? refusalIn(said) : null
}

/**
 * While the store refuses, everything that uses it fails many times a second. Each failure would be a log line, most
 * with a stack. Instead there is one line for each cause: `store.refuses`. It has the event of the first failure, and
 * the number of lines left out since the line before.
 */
export const refusalLog = (log: Log, clock: Clock): RefusalLog => {
  const told = new Map<StoreRefusal, { readonly at: number; left: number }>()
  const refuses = (cause: StoreRefusal, first: string): void => {
    const now = clock.now()
    const last = told.get(cause)
    // When the clock was set back, `last` is in the future and must not suppress lines.
    if (last && now >= last.at && now - last.at < QUIET_MS) return void last.left++
    told.set(cause, { at: now, left: 0 })
    log.error('store.refuses', { cause, message: REFUSAL_WORDS[cause], first, leftOut: last?.left ?? 0 })
  }
  const passing =
    (level: keyof Log): Log[keyof Log] =>
    (event, fields) => {
      const cause = causeOf(fields)
      return cause === null ? log[level](event, fields) : refuses(cause, event)
    }
  const warn = passing('warn')
  return {
    info: passing('info'),
    warn,
    error: passing('error'),
    refuses,
    queueError: ({ message }) => {
      // BullMQ puts a prefix before some errors.
      const cause = NETWORK.test(message) ? 'silent' : refusalIn(message.slice(message.indexOf(': ') + 1).trim())
      return cause === null ? warn(QUEUE_ERROR, { message }) : refuses(cause, QUEUE_ERROR)
    },
  }
}
