import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { oneOf, orTold, stored, type ReportUnreadable, untold } from '../redis/stored.ts'

/**
 * Changes of events, in order. The journal stream feeds the journal file beside Redis; the outbox feeds webhooks and
 * Nostr.
 */

/** The changes that entries of both streams report. */
const HAPPENED = ['created', 'decided', 'attested'] as const

export interface OutboxEntry {
  /** Place in the stream. */
  readonly position: string
  readonly what: (typeof HAPPENED)[number]
  readonly id: string
}

/**
 * A stream and the reader's place in it. A reader gets entries again until it marks them, so its work must be
 * repeatable.
 */
export interface OutboxStream {
  /** Oldest first, after the mark. */
  unread(count: number): Promise<readonly OutboxEntry[]>
  mark(position: string): Promise<void>
  marked(): Promise<string | null>
  /** A trimmed outbox still has its last entry. */
  newest(): Promise<OutboxEntry | null>
  /** Place of the newest entry. */
  last(): Promise<string | null>
  /** Deletes the marked entries. The journal is never trimmed. */
  trim(): Promise<void>
}

const ENTRY = stored('notice', Type.Object({ what: oneOf(HAPPENED), id: Type.String({ minLength: 1 }) }))

const fieldOf = (fields: readonly string[], name: string): string | undefined =>
  fields.find((_, at) => at % 2 === 1 && fields[at - 1] === name)

const readOutboxEntry = ([position, fields]: readonly [string, readonly string[]]): OutboxEntry => ({
  position,
  ...ENTRY.check({ what: fieldOf(fields, 'what'), id: fieldOf(fields, 'id') }),
})

/**
 * @param reader the name under which the reader's place is kept
 * @param told is called with entries that cannot be read: they are skipped
 */
export const outboxStream = (
  redis: RedisClient,
  stream: 'journal' | 'outbox',
  reader: string = stream,
  told: ReportUnreadable = untold,
): OutboxStream => {
  const key = names.dlc[stream]()
  const mark = names.dlc.mark(reader)
  const readable = (entries: readonly (readonly [string, readonly string[]])[]): readonly OutboxEntry[] =>
    entries.flatMap((entry) => orTold(told, () => readOutboxEntry(entry)) ?? [])
  /** Entries after a place; skips pages on which nothing can be read. */
  const after = async (position: string | null, count: number): Promise<readonly OutboxEntry[]> => {
    for (let from = position; ;) {
      const entries = await redis.xrange(key, from ? `(${from}` : '-', '+', 'COUNT', count)
      const found = readable(entries)
      if (found.length > 0 || entries.length < count) return found
      from = entries.at(-1)![0]
    }
  }
  return {
    newest: async () => readable(await redis.xrevrange(key, '+', '-', 'COUNT', 1))[0] ?? null,
    unread: async (count) => after(await redis.get(mark), count),
    mark: async (position) => {
      await redis.set(mark, position)
    },
    marked: () => redis.get(mark),
    last: async () => (await redis.xrevrange(key, '+', '-', 'COUNT', 1))[0]?.[0] ?? null,
    trim: async () => {
      const position = await redis.get(mark)
      if (stream === 'outbox' && position) await redis.xtrim(key, 'MINID', position)
    },
  }
}
