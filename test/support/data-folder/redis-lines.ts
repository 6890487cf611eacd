import type { Redis } from 'ioredis'

/** Everything that lies in a Redis as lines of readable text, and back. */

/** A text, or bytes that are none. */
type Cell = string | { readonly base64: string }

interface Line {
  readonly key: string
  readonly type: string
  /** How long it is still there, in whole minutes; left out of what stays. */
  readonly seconds?: number
  /** As the command that writes it takes them; of a stream, its id and its fields in one list each. */
  readonly cells: readonly (Cell | readonly Cell[])[]
}

const cellOf = (bytes: Buffer): Cell => {
  const text = bytes.toString()
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') }
}

const bytesOf = (cell: Cell): Buffer =>
  typeof cell === 'string' ? Buffer.from(cell) : Buffer.from(cell.base64, 'base64')

type Read = (redis: Redis, key: string) => Promise<Line['cells']>

const READ: Readonly<Record<string, Read>> = {
  string: async (redis, key) => [cellOf((await redis.getBuffer(key))!)],
  list: async (redis, key) => (await redis.lrangeBuffer(key, 0, -1)).map(cellOf),
  set: async (redis, key) => (await redis.smembers(key)).toSorted(),
  hash: async (redis, key) =>
    Object.entries(await redis.hgetallBuffer(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([field, value]) => [field, cellOf(value)]),
  zset: async (redis, key) => {
    const flat = await redis.zrange(key, '0', '-1', 'WITHSCORES')
    return flat.flatMap((member, at) => (at % 2 === 0 ? [flat[at + 1]!, member] : []))
  },
  stream: async (redis, key) =>
    (await redis.xrangeBuffer(key, '-', '+')).map(([id, fields]) => [id.toString(), ...fields.map(cellOf)]),
}

const WRITE = { string: 'SET', list: 'RPUSH', set: 'SADD', hash: 'HSET', zset: 'ZADD' } as const

const readLine = async (redis: Redis, key: string): Promise<Line> => {
  const [type, ttl] = await Promise.all([redis.type(key), redis.pttl(key)])
  const read = READ[type]
  if (!read) throw new Error(`${key} is a ${type}`)
  return { key, type, ...(ttl > 0 && { seconds: Math.ceil(ttl / 60_000) * 60 }), cells: await read(redis, key) }
}

export const writeLines = async (redis: Redis): Promise<string> => {
  const keys = (await redis.keys('claros*')).toSorted()
  const lines = await Promise.all(keys.map((key) => readLine(redis, key)))
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

const putBack = async (redis: Redis, { key, type, seconds, cells }: Line): Promise<void> => {
  if (type === 'stream')
    for (const entry of cells as readonly (readonly Cell[])[]) {
      await redis.call('XADD', key, ...entry.map(bytesOf))
    }
  else await redis.call(WRITE[type as keyof typeof WRITE], key, ...(cells as readonly Cell[]).map(bytesOf))
  if (seconds !== undefined) await redis.expire(key, seconds)
}

export const restoreLines = async (redis: Redis, text: string): Promise<void> => {
  for (const line of text.split('\n').filter((each) => each !== '')) await putBack(redis, JSON.parse(line) as Line)
}
