import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { names } from '../redis/names.ts'
import { script, asTexts } from '../redis/script.ts'
import { ofKind, oneOf, orTold, stored, untold } from '../redis/stored.ts'

/**
 * Webhooks to deliver. Each is entered once, and sent until it is delivered or given up. A sorted set orders them by
 * due time. Taking one moves its due time, so that another courier takes it when the first was killed.
 */

const ENDS = ['delivered', 'gone', 'given_up'] as const
export type DeliveryEnd = (typeof ENDS)[number]
/** What one attempt came to. */
const ATTEMPT_OUTCOMES = ['retry', ...ENDS] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]
export type DeliveryState = 'pending' | DeliveryEnd

/** One attempt, as the creator of the event reads it: no bodies of replies, no error texts of the network. */
export interface DeliveryLine {
  /** Unix milliseconds at which the attempt began. */
  readonly at: number
  /** `null` where no answer came. */
  readonly status: number | null
  readonly tookMs: number
  readonly outcome: AttemptOutcome
  /** How far the attempt came. */
  readonly visit: string
}

export interface NewDelivery {
  /** The `webhook-id`: the same over all attempts. */
  readonly id: string
  readonly eventId: string
  readonly url: string
  /** The exact text that is signed and sent. */
  readonly body: string
}

export interface StoredDelivery extends NewDelivery {
  readonly state: DeliveryState
  /** Attempts made. */
  readonly made: number
  /** The last ones, oldest first. */
  readonly lines: readonly DeliveryLine[]
}

/** The next step after an attempt. */
export type DeliveryStep = { readonly kind: DeliveryEnd } | { readonly kind: 'retry'; readonly at: number }

export interface DeliveryStore {
  /** `false` when it was entered before: nothing is changed then. `at`: Unix milliseconds of the first attempt. */
  enter(delivery: NewDelivery, at: number): Promise<boolean>
  /** Takes what is due for `holdMs`: longer than an attempt takes. */
  claim(now: number, holdMs: number, count: number): Promise<readonly StoredDelivery[]>
  /** Records the result of an attempt; `false` when another process has recorded its own meanwhile. */
  record(claimed: StoredDelivery, line: DeliveryLine, next: DeliveryStep): Promise<boolean>
  /** The delivery of an event; `null` when it has none, or when it ended long ago. */
  of(eventId: string): Promise<StoredDelivery | null>
  backlog(): Promise<DeliveryBacklog>
}

/** What is not delivered yet. */
export interface DeliveryBacklog {
  readonly waiting: number
  /**
   * When the oldest of them was entered, Unix milliseconds; `null` where none waits, or none of whose entry is known: the
   * release before did not keep it.
   */
  readonly oldestAt: number | null
}

/** Attempts that are kept of one delivery. A delivery has ten. */
export const LINES = 20

/** How long the log of an ended delivery can be read. */
const KEEP_SECONDS = 30 * DAY_SECONDS

/** KEYS delivery, delivery of the event, deliveries, entered. ARGV id, at, fields of the hash. */
const ENTER = script(
  `if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
   redis.call('HSET', KEYS[1], 'state', 'pending', 'made', 0, 'lines', '[]', unpack(ARGV, 3))
   redis.call('SET', KEYS[2], ARGV[1])
   redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
   redis.call('ZADD', KEYS[4], ARGV[2], ARGV[1])
   return 1`,
  (raw) => raw === 1,
)

/**
 * KEYS deliveries, entered. ARGV now, until, count, prefix of deliveries. A delivery that has ended is never returned,
 * even when the set lists it. The list of those that were entered forgets the oldest once it has left the set: a courier
 * of the release before, which may run beside this one, ends deliveries and knows nothing of that list.
 */
const CLAIM = script(
  `local taken = {}
   for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
     if redis.call('HGET', ARGV[4] .. id, 'state') == 'pending' then
       redis.call('ZADD', KEYS[1], ARGV[2], id)
       taken[#taken + 1] = redis.call('HGETALL', ARGV[4] .. id)
     else
       redis.call('ZREM', KEYS[1], id)
     end
   end
   local oldest = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
   if oldest and not redis.call('ZSCORE', KEYS[1], oldest) then redis.call('ZREM', KEYS[2], oldest) end
   return taken`,
  (raw): readonly (readonly string[])[] => (Array.isArray(raw) ? raw.map(asTexts) : []),
)

/** KEYS delivery, delivery of the event, deliveries, entered. ARGV id, made before, lines, state, next time, keep. */
const RECORD = script(
  `local d = redis.call('HMGET', KEYS[1], 'state', 'made')
   if d[1] ~= 'pending' or d[2] ~= ARGV[2] then return 0 end
   redis.call('HINCRBY', KEYS[1], 'made', 1)
   redis.call('HSET', KEYS[1], 'lines', ARGV[3], 'state', ARGV[4])
   if ARGV[4] == 'pending' then
     redis.call('ZADD', KEYS[3], ARGV[5], ARGV[1])
   else
     redis.call('ZREM', KEYS[3], ARGV[1])
     redis.call('ZREM', KEYS[4], ARGV[1])
     redis.call('EXPIRE', KEYS[1], ARGV[6])
     redis.call('EXPIRE', KEYS[2], ARGV[6])
   end
   return 1`,
  (raw) => raw === 1,
)

/** KEYS deliveries, entered. ARGV how many that have ended elsewhere are passed over. */
const BACKLOG = script(
  `local entered = redis.call('ZRANGE', KEYS[2], 0, ARGV[1], 'WITHSCORES')
   local oldest = ''
   for at = 1, #entered, 2 do
     if redis.call('ZSCORE', KEYS[1], entered[at]) then
       oldest = entered[at + 1]
       break
     end
   end
   return { tostring(redis.call('ZCARD', KEYS[1])), oldest }`,
  (raw): DeliveryBacklog => {
    const [waiting, oldest] = asTexts(raw)
    return { waiting: Number(waiting), oldestAt: oldest ? Number(oldest) : null }
  },
)

/** More of them than a courier of the release before ends in the minutes of an update. */
const PASSED_OVER = 1_000

const KIND = 'delivery'

const LINE_LIST = stored(
  KIND,
  Type.Array(
    Type.Object({
      at: Type.Number(),
      status: Type.Union([Type.Integer(), Type.Null()]),
      tookMs: Type.Number(),
      outcome: oneOf(ATTEMPT_OUTCOMES),
      visit: Type.String(),
    }),
  ),
)

const DELIVERY = stored(
  KIND,
  Type.Object({
    id: Type.String(),
    eventId: Type.String(),
    url: Type.String(),
    body: Type.String(),
    state: oneOf(['pending', ...ENDS]),
    made: Type.Integer({ minimum: 0 }),
  }),
)

/** `null` when there is none. Throws `UnreadableRecord`. */
const read = (hash: Readonly<Record<string, string>>): StoredDelivery | null => {
  const { id, event, url, body, state, made, lines } = hash
  if (Object.keys(hash).length === 0) return null
  return {
    ...DELIVERY.check({ id, eventId: event, url, body, state, made: Number(made) }),
    lines: LINE_LIST.parse(lines ?? '[]'),
  }
}

const fromPairs = (flat: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(flat.flatMap((field, at) => (at % 2 === 0 ? [[field, flat[at + 1] ?? '']] : [])))

const keysOf = ({ id, eventId }: NewDelivery): readonly string[] => [
  names.dlc.delivery(id),
  names.dlc.deliveryOf(eventId),
  names.dlc.deliveries(),
  names.dlc.deliveriesEntered(),
]

/** @param told is called with deliveries that cannot be read */
export const deliveryStore = (redis: RedisClient, told = untold): DeliveryStore => ({
  enter: (delivery, at) => {
    const { id, eventId, url, body } = delivery
    return ENTER.run(redis, keysOf(delivery), [id, at, 'id', id, 'event', eventId, 'url', url, 'body', body])
  },
  claim: async (now, holdMs, count) => {
    const keys = [names.dlc.deliveries(), names.dlc.deliveriesEntered()]
    const raw = await CLAIM.run(redis, keys, [now, now + holdMs, count, names.dlc.delivery('')])
    return raw.flatMap((flat) => orTold(told, () => read(fromPairs(flat))) ?? [])
  },
  record: (claimed, line, next) => {
    const lines = LINE_LIST.write([...claimed.lines, line].slice(-LINES))
    const [state, at] = next.kind === 'retry' ? ['pending', next.at] : [next.kind, '']
    return RECORD.run(redis, keysOf(claimed), [claimed.id, claimed.made, lines, state, at, KEEP_SECONDS])
  },
  of: async (eventId) => {
    const id = await redis.get(names.dlc.deliveryOf(eventId))
    return id === null ? null : read(await ofKind(KIND, redis.hgetall(names.dlc.delivery(id))))
  },
  backlog: () => BACKLOG.run(redis, [names.dlc.deliveries(), names.dlc.deliveriesEntered()], [PASSED_OVER]),
})
