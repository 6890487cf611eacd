import type { RedisClient } from '../redis/client.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import type { DlcPair } from '../../dlc/terms/pairs.ts'
import { type ListKind, type ListStatus, type StoredEvent, readEvent } from './event-record.ts'
import { names } from '../redis/names.ts'
import { ofKind, orToldLater, type ReportUnreadable } from '../redis/stored.ts'

/** Lists of events: for readers, page by page, and for the sweeper. */

export interface ListQuery {
  /** All kinds when left out. */
  readonly kinds?: readonly ListKind[]
  /** Needs kinds. */
  readonly pair?: DlcPair
  /** `open`: not yet attested. */
  readonly status: ListStatus
  /** Events before this place in the order; the newest when left out. */
  readonly before?: number
  readonly count: number
}

export interface ListPage {
  /** Newest first. */
  readonly events: readonly StoredEvent[]
  /** `before` of the next page; `null` at the end. */
  readonly next: number | null
}

/** A contract whose cancellation was held and never finished. */
export interface LapsedCancellation {
  readonly id: string
  readonly payment: string
  /** Of its claim, in the short form; `null` for one that a release began which did not write it. */
  readonly request: string | null
}

export interface EventCounts {
  readonly open: Readonly<Record<EventKind, number>>
  readonly done: Readonly<Record<EventKind, number>>
  /** Mature and not attested. */
  readonly overdue: number
  /** Decided and not attested. */
  readonly unsigned: number
}

/** Rejects with `UnreadableRecord`. */
export const readOne = async (redis: RedisClient, id: string): Promise<StoredEvent | null> =>
  readEvent(await ofKind('event', redis.hgetall(names.dlc.event(id))))

/**
 * Throws `UnreadableRecord` when one cannot be read. A caller that signs or decides then reads each event by itself,
 * and leaves that one out.
 */
export const readEvents = (redis: RedisClient, ids: readonly string[]): Promise<readonly (StoredEvent | null)[]> =>
  Promise.all(ids.map((id) => readOne(redis, id)))

/** For callers that only show events: one that cannot be read is reported and is `null`. */
export const readableEvents = (
  redis: RedisClient,
  ids: readonly string[],
  told: ReportUnreadable,
): Promise<readonly (StoredEvent | null)[]> => Promise.all(ids.map((id) => orToldLater(told, readOne(redis, id))))

export const listEvents = async (redis: RedisClient, query: ListQuery, told: ReportUnreadable): Promise<ListPage> => {
  const { kinds = ['every'], pair = 'every', status, before, count } = query
  const from = before === undefined ? '+inf' : `(${before}`
  const listed = await Promise.all(
    kinds.map(async (kind) => {
      const key = names.dlc.list(kind, pair, status)
      // One more than asked for: it shows whether there is a next page.
      const flat = await redis.zrevrangebyscore(key, from, '-inf', 'WITHSCORES', 'LIMIT', 0, count + 1)
      return flat.flatMap((id, at) => (at % 2 === 0 ? [{ id, place: Number(flat[at + 1]) }] : []))
    }),
  )
  const found = listed.flat().toSorted((a, b) => b.place - a.place)
  const ids = found.slice(0, count).map(({ id }) => id)
  const events = (await readableEvents(redis, ids, told)).filter((event) => event !== null)
  return { events, next: found.length > count ? (found[count - 1]?.place ?? null) : null }
}

/** Ids of all events that were ever public, oldest first; `offset` skips those already seen. */
export const activatedIds = (redis: RedisClient, offset: number, count: number): Promise<readonly string[]> =>
  redis.zrange(names.dlc.list('every', 'every', 'all'), offset, String(offset + count - 1))

/** Ids whose maturity has come, longest overdue first; `offset` skips those that cannot be resolved yet. */
export const dueEvents = (
  redis: RedisClient,
  untilTs: number,
  offset: number,
  count: number,
): Promise<readonly string[]> => redis.zrangebyscore(names.dlc.due(), '-inf', String(untilTs), 'LIMIT', offset, count)

/** Ids that are decided and not signed yet, oldest decision first. */
export const unsignedEvents = (redis: RedisClient, count: number): Promise<readonly string[]> =>
  redis.zrange(names.dlc.decided(), 0, String(count - 1))

/** Offered events whose payment is late. They should be withdrawn; the script refuses that while the claim exists. */
export const lapsedOffers = (redis: RedisClient, now: number, count: number): Promise<readonly string[]> =>
  redis.zrangebyscore(names.dlc.offers(), '-inf', String(now), 'LIMIT', 0, count)

export const lapsedCancellations = async (
  redis: RedisClient,
  now: number,
  count: number,
  told: ReportUnreadable,
): Promise<readonly LapsedCancellation[]> => {
  const ids = await redis.zrangebyscore(names.dlc.cancelling(), '-inf', String(now), 'LIMIT', 0, count)
  const found = await Promise.all(
    ids.map((id) =>
      orToldLater(told, ofKind('event', redis.hmget(names.dlc.event(id), 'cancelPayment', 'cancelRequest'))),
    ),
  )
  return ids.flatMap((id, i) => {
    const [payment, request] = found[i] ?? []
    return payment ? [{ id, payment, request: request ?? null }] : []
  })
}

export const countEvents = async (redis: RedisClient, nowTs: number): Promise<EventCounts> => {
  const size = (kind: EventKind, status: ListStatus) => redis.zcard(names.dlc.list(kind, 'every', status))
  const sizes = async (status: ListStatus) => {
    const [threshold, enums, numeric] = await Promise.all([
      size('threshold', status),
      size('enum', status),
      size('numeric', status),
    ])
    return { threshold, enum: enums, numeric }
  }
  const [open, done, overdue, unsigned] = await Promise.all([
    sizes('open'),
    sizes('done'),
    redis.zcount(names.dlc.due(), '-inf', nowTs),
    redis.zcard(names.dlc.decided()),
  ])
  return { open, done, overdue, unsigned }
}
