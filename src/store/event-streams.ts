import type { Redis } from 'ioredis'
import { names } from './names.ts'

/** What happened to events, in order: the journal for the file beside Redis, the outbox for those who tell others. */

export interface Notice {
  /** Place in the stream. */
  readonly position: string
  readonly what: 'created' | 'decided' | 'attested'
  readonly id: string
}

/** A stream and how far it was worked through. A reader repeats what it did not mark: work on it must bear that. */
export interface NoticeStream {
  /** Oldest first, from the mark on. */
  unread(count: number): Promise<readonly Notice[]>
  mark(position: string): Promise<void>
  marked(): Promise<string | null>
  /** Of a trimmed outbox the last one is left. */
  newest(): Promise<Notice | null>
  /** Place of the newest notice. */
  last(): Promise<string | null>
  /** Drops what was marked. The journal is never trimmed. */
  trim(): Promise<void>
}

const readNotice = ([position, fields]: readonly [string, readonly string[]]): Notice => ({
  position,
  what: fields[fields.indexOf('what') + 1] as Notice['what'],
  id: fields[fields.indexOf('id') + 1] ?? '',
})

/** @param reader whose place in the stream it is */
export const noticeStream = (redis: Redis, stream: 'journal' | 'outbox', reader: string = stream): NoticeStream => {
  const key = names.dlc[stream]()
  const mark = names.dlc.mark(reader)
  const newest = async () => (await redis.xrevrange(key, '+', '-', 'COUNT', 1)).map(readNotice)[0] ?? null
  return {
    newest,
    unread: async (count) => {
      const position = await redis.get(mark)
      return (await redis.xrange(key, position ? `(${position}` : '-', '+', 'COUNT', count)).map(readNotice)
    },
    mark: async (position) => {
      await redis.set(mark, position)
    },
    marked: () => redis.get(mark),
    last: async () => (await newest())?.position ?? null,
    trim: async () => {
      const position = await redis.get(mark)
      if (stream === 'outbox' && position) await redis.xtrim(key, 'MINID', position)
    },
  }
}
