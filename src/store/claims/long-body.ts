import { constants, crc32, deflateRaw, inflateRawSync } from 'node:zlib'
import type { RedisClient } from '../redis/client.ts'
import { FOR_EVER } from './redelivery.ts'
import { ofKind, UnreadableRecord } from '../redis/stored.ts'

/**
 * Long bodies. A thousand claims on one snapshot must not keep its text a thousand times. What all editions of a snapshot
 * share lies once in each shard, and a claim keeps the key of that text beside its own edition. The text is kept until
 * the last claim that names it is no longer handed out: a sorted set beside it lists these claims, by the time until
 * which they need it.
 */

/** Characters of the shared text. Below it a claim keeps its whole answer, which is one step less. */
export const LONG_BODY = 8_192

/** A text in a form that the store keeps and that gzip can go on from. */
export interface PackedText {
  /** Raw deflate that ends at a byte but is not finished, so that more can be put behind it. */
  readonly bytes: Buffer
  readonly crc: number
  /** Bytes of the text. */
  readonly length: number
}

/** The text that all editions of a snapshot on one rail begin with. */
export interface LongText {
  /** Names the text, base64url. */
  readonly digest: string
  /** Deflated. Made once. */
  packed(): Promise<PackedText>
}

/** Beside the event loop: two hundred kilobytes take twenty milliseconds. */
const deflated = (text: string): Promise<Buffer> =>
  new Promise((done, failed) =>
    deflateRaw(text, { finishFlush: constants.Z_SYNC_FLUSH }, (problem, bytes) =>
      problem ? failed(problem) : done(bytes),
    ),
  )

/** 160 bits name a text. */
const DIGEST_BYTES = 20
const digestOf = (text: string): string => {
  const digest = Buffer.alloc(32)
  Bun.SHA256.hash(text, digest)
  return digest.toString('base64url', 0, DIGEST_BYTES)
}

export const longText = (text: string): LongText => {
  let packing: Promise<PackedText> | null = null
  const pack = async (): Promise<PackedText> => {
    const bytes = await deflated(text)
    return { bytes, crc: crc32(text), length: Buffer.byteLength(text) }
  }
  return {
    digest: digestOf(text),
    packed: () =>
      (packing ??= pack().catch((problem: unknown) => {
        // The next sale tries again.
        packing = null
        throw problem
      })),
  }
}

/** Beside a long text: the claims that need it. */
const NEEDS = ':needs'
export const needsOf = (text: string): string => text + NEEDS

/** How long a text is kept that no claim needs: the next sale of its snapshot uses it again. */
const IDLE_MS = 60_000

/** When a text ends that is needed until then, both in Unix milliseconds; `null`: never. */
export const endOfText = (needed: number): number | null => (needed >= FOR_EVER ? null : needed + IDLE_MS)

/**
 * `needUntil(claim, deliverable, now, ends)`: the claim needs the long text of its deliverable until then, Unix
 * milliseconds; `nil`: no longer. Does nothing for other deliverables. Run it before a deliverable is deleted. The key of
 * the text stands in the deliverable and carries the tag of the same shard.
 *
 * Both times are by the caller's clock. The list is kept by the clock of Redis: a server whose own is ahead would
 * otherwise end the texts of others' claims.
 */
export const NEED_UNTIL = `
  local function needUntil(claim, deliverable, now, ends)
    local text = string.match(redis.call('GETRANGE', deliverable, 0, 127), '^t|([^|]+)|')
    if not text then return end
    local needs = text .. '${NEEDS}'
    local time = redis.call('TIME')
    local here = time[1] * 1000 + math.floor(time[2] / 1000)
    if not ends then redis.call('ZREM', needs, claim)
    else redis.call('ZADD', needs, string.format('%d', ends >= ${FOR_EVER} and ends or here + ends - now), claim) end
    redis.call('ZREMRANGEBYSCORE', needs, '-inf', '(' .. string.format('%d', here))
    local last = tonumber(redis.call('ZREVRANGE', needs, 0, 0, 'WITHSCORES')[2] or here)
    for _, key in ipairs({ text, needs }) do
      if last >= ${FOR_EVER} then redis.call('PERSIST', key)
      else redis.call('PEXPIRE', key, string.format('%d', last - here + ${IDLE_MS})) end
    end
  end`

const KIND = 'long body'

const unpacked = (packed: Buffer): string => {
  try {
    return inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  } catch {
    throw new UnreadableRecord(KIND, 'it cannot be unpacked')
  }
}

/**
 * @param key of the text. It ends with its digest, because a deflated text that is not finished may be cut unnoticed.
 * @returns `null` when it is gone. Throws `UnreadableRecord`.
 */
export const readLongText = async (redis: RedisClient, key: string): Promise<string | null> => {
  const packed = await ofKind(KIND, redis.getBuffer(key))
  if (packed === null) return null
  const text = unpacked(packed)
  if (!key.endsWith(`:${digestOf(text)}`)) throw new UnreadableRecord(KIND, 'it is not the one that was sold')
  return text
}
