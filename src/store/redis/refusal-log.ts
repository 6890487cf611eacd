import type { Clock, Log, LogFields } from '../../ports.ts'
import { REFUSAL_WORDS, refusalIn, type StoreRefusal } from './refusal.ts'

/** Said once of each cause in so long, however many commands failed of it. */
const QUIET_MS = 10_000

/** A log that also hears of refusals that nobody has failed of yet. */
export interface RefusalLog extends Log {
  /** @param first the event that tells of it */
  refuses(cause: StoreRefusal, first: string): void
  /** Connections of queues lead to the store: whatever the network says of them, it is the store that is away. */
  queueError(problem: Error): void
}

const NETWORK = /^(?:connect|read|write|getaddrinfo) E[A-Z]+/
const QUEUE_ERROR = 'queue.error'

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
export const refusalLog = (log: Log, clock: Clock): RefusalLog => {
  const told = new Map<StoreRefusal, { readonly at: number; left: number }>()
  const refuses = (cause: StoreRefusal, first: string): void => {
    const now = clock.now()
    const last = told.get(cause)
    // A clock that was set back keeps nobody quiet.
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
      // BullMQ says before some errors what came of them.
      const cause = NETWORK.test(message) ? 'silent' : refusalIn(message.slice(message.indexOf(': ') + 1).trim())
      return cause === null ? warn(QUEUE_ERROR, { message }) : refuses(cause, QUEUE_ERROR)
    },
  }
}
