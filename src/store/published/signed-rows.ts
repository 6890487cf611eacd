import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import type { SignedRow } from '../../canonical/snapshot.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { anyWithin, bucketOf } from './buckets.ts'
import { names } from '../redis/names.ts'
import { pairsOf, rethrow } from '../redis/replies.ts'
import { orTold, stored, type ReportUnreadable, UnreadableRecord, untold } from '../redis/stored.ts'

/**
 * Every signed answer of a series, as it was signed: nothing is signed again for history. The present hour is a hash
 * with one field for each row. Past hours are packed to about a quarter of the size. A whole hour expires when it is
 * too old.
 */

export interface SignedRowStore {
  /** Adds a row. When it is the first of its hour, packs the past hours. */
  record(series: string, row: SignedRow, keepSeconds: number): Promise<void>
  /**
   * Rows within `[from, to]`, Unix seconds, oldest first. With `everySeconds`, only the last row of each multiple of it
   * is certain to be there: others may be left out.
   */
  range(series: string, from: number, to: number, everySeconds?: number): Promise<readonly SignedRow[]>
  /** Whether there are any, without reading them all: previews, which are free, need only this. */
  hasAny(series: string, from: number, to: number): Promise<boolean>
}

/** Unpacked hours are looked for this far back: a worker that was away for longer has left none. */
const PACKED_BACK_HOURS = 48
const SIGNATURE_BYTES = 64
const HOURS_AT_ONCE = 48

const hourOf = (t: number): number => bucketOf(HOUR_SECONDS, t)

/** `signature pubkey canonical`: the last may contain blanks. */
const writeRow = ({ signature, pubkey, canonical }: SignedRow): string => `${signature} ${pubkey} ${canonical}`
/** Throws `UnreadableRecord`. */
const readRow = (t: number, text: string): SignedRow => {
  const [signature, pubkey, begins] = text.split(' ', 3)
  if (!Number.isSafeInteger(t) || signature === undefined || pubkey === undefined || begins === undefined)
    throw new UnreadableRecord('row', 'it has no known form')
  return { t, signature, pubkey, canonical: text.slice(signature.length + pubkey.length + 2) }
}

/** Length of the text, the compressed text, and then the signatures, which cannot be compressed. */
export const packRows = (rows: readonly SignedRow[]): Buffer => {
  const text = deflateRawSync(JSON.stringify(rows.map(({ t, pubkey, canonical }) => [t, pubkey, canonical])))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, ...rows.map(({ signature }) => Buffer.from(signature, 'base64'))])
}

const PACKED = stored('packed hour', Type.Array(Type.Tuple([Type.Integer(), Type.String(), Type.String()])))

const unpacked = (bytes: Buffer): string => {
  try {
    return inflateRawSync(bytes).toString()
  } catch {
    throw new UnreadableRecord(PACKED.kind, 'it cannot be unpacked')
  }
}

/**
 * Throws `UnreadableRecord`.
 *
 * @param wanted which rows, by their index among the times
 */
export const unpackRows = (
  packed: Buffer,
  wanted: (times: readonly number[]) => readonly number[] = (times) => times.map((_, at) => at),
): readonly SignedRow[] => {
  const end = 4 + (packed.length < 4 ? 0 : packed.readUInt32BE(0))
  const rows = PACKED.parse(unpacked(packed.subarray(4, end)))
  if (packed.length !== end + rows.length * SIGNATURE_BYTES)
    throw new UnreadableRecord(PACKED.kind, 'signatures are missing')
  return wanted(rows.map(([t]) => t)).map((at) => {
    const [t, pubkey, canonical] = rows[at]!
    const begin = end + at * SIGNATURE_BYTES
    return { t, canonical, signature: packed.subarray(begin, begin + SIGNATURE_BYTES).toString('base64'), pubkey }
  })
}

/** The last index of each multiple of so many seconds within a range. */
const lastPlaces =
  (from: number, to: number, everySeconds: number) =>
  (times: readonly number[]): readonly number[] => {
    const last = new Map<number, number>()
    for (const [at, t] of times.entries()) if (t >= from && t <= to) last.set(bucketOf(everySeconds, t), at)
    return [...last.values()]
  }

const rowsOf = (fields: unknown, told: ReportUnreadable): readonly SignedRow[] =>
  pairsOf(fields).flatMap(([t, text]) => orTold(told, () => readRow(Number(t), text)) ?? [])

/** All rows, each time once, oldest first. */
const merged = (...lists: readonly (readonly SignedRow[])[]): readonly SignedRow[] =>
  [...new Map(lists.flat().map((row) => [row.t, row])).values()].toSorted((a, b) => a.t - b.t)

/**
 * Replaces open hours by packed ones. A reader between the two steps sees both, and takes each row once; a row that
 * arrives late is added to the packed ones.
 */
const packBefore = async (
  redis: RedisClient,
  series: string,
  hour: number,
  keepSeconds: number,
  told: ReportUnreadable,
): Promise<void> => {
  const looking = redis.pipeline()
  const hours = Array.from({ length: PACKED_BACK_HOURS }, (_, back) => hour - 1 - back)
  for (const each of hours) looking.hgetall(names.openRows(series, each))
  const replies = (await looking.exec()) ?? []
  for (const [at, each] of hours.entries()) {
    const open = rowsOf(replies[at]?.[1], told)
    if (open.length === 0) continue
    const before = await redis.getBuffer(names.packedRows(series, each))
    const packed = before ? orTold(told, () => unpackRows(before)) : []
    // The open rows of such an hour stay as they are, and are read from there.
    if (packed === null) continue
    const rows = merged(packed, open)
    await redis.set(names.packedRows(series, each), packRows(rows), 'EX', keepSeconds)
    // Rows that arrived meanwhile stay, and are packed the next time.
    await redis.hdel(names.openRows(series, each), ...open.map(({ t }) => String(t)))
  }
}

/** All keys that may hold rows of a range of hours. */
const keysOf = (series: string, first: number, last: number): readonly string[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).flatMap((hour) => [
    names.packedRows(series, hour),
    names.openRows(series, hour),
  ])

/** @param told is called with rows that cannot be read: they are left out, like those of an interruption */
export const signedRowStore = (redis: RedisClient, told = untold): SignedRowStore => {
  const readHours = async (series: string, first: number, last: number, wanted: ReturnType<typeof lastPlaces>) => {
    const reading = redis.pipeline()
    keysOf(series, first, last).forEach((key, at) => (at % 2 === 0 ? reading.getBuffer(key) : reading.hgetall(key)))
    return ((await reading.exec()) ?? []).map(([problem, reply]) => {
      if (problem) return orTold(told, () => rethrow('row', problem)) ?? []
      return Buffer.isBuffer(reply) ? (orTold(told, () => unpackRows(reply, wanted)) ?? []) : rowsOf(reply, told)
    })
  }
  const range: SignedRowStore['range'] = async (series, from, to, everySeconds = 1) => {
    const [first, last] = [hourOf(from), hourOf(to)]
    const wanted = lastPlaces(from, to, everySeconds)
    const found: (readonly SignedRow[])[] = []
    // Read in parts, so that other requests are served between them: two months are fifteen hundred hours.
    for (let hour = first; hour <= last; hour += HOURS_AT_ONCE)
      found.push(...(await readHours(series, hour, Math.min(last, hour + HOURS_AT_ONCE - 1), wanted)))
    return merged(...found).filter(({ t }) => t >= from && t <= to)
  }
  return {
    range,
    record: async (series, row, keepSeconds) => {
      const hour = hourOf(row.t)
      const open = names.openRows(series, hour)
      const isFirst = (await redis.exists(open)) === 0
      await redis.multi().hset(open, row.t, writeRow(row)).expire(open, keepSeconds).exec()
      if (isFirst) await packBefore(redis, series, hour, keepSeconds, told)
    },
    hasAny: (series, from, to) =>
      anyWithin(
        redis,
        {
          spanSeconds: HOUR_SECONDS,
          keysOf: (hour) => keysOf(series, hour, hour),
          read: (begin, end) => range(series, begin, end),
        },
        from,
        to,
      ),
  }
}
