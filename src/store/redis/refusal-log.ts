import type { Log, LogFields } from '../../ports.ts'
import { REFUSAL_WORDS, refusalIn, type StoreRefusal } from './refusal.ts'

/** A log that is also told of refusals which have not failed a command yet. */
export interface RefusalLog extends Log {
  /** @param seenBy the event that reports it */
  refuses(cause: StoreRefusal, seenBy: string): void
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
 * While the store refuses, everything that uses it fails many times a second, each in words of its own and most with a
 * stack. Instead all these lines say one thing, `store.refuses`, with the cause in words and the event that failed. How
 * often that is written is not decided here: lines of one cause are one kind (`system/storm-log.ts`).
 */
export const refusalLog = (log: Log): RefusalLog => {
  const refuses = (cause: StoreRefusal, seenBy: string): void =>
    log.error('store.refuses', { cause, message: REFUSAL_WORDS[cause], seenBy })
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
