/**
 * HMAC-SHA256 (RFC 2104) over memory that is there already. A sale needs eight of them, and an object of the runtime for each
 * costs more than the hashing: it has to be made, and collected again.
 */

const BLOCK = 64
const HASH = 32
/** Longer than any message of ours; what is longer gets memory of its own. */
const MOST = 4_096

const inner = Buffer.alloc(BLOCK + MOST)
const outer = Buffer.alloc(BLOCK + HASH)
const innerHash = outer.subarray(BLOCK)

/** The hash takes all of what it is given: one view for each length that was met. */
const views: (Buffer | undefined)[] = []
const viewOf = (length: number): Buffer => (views[length] ??= inner.subarray(0, BLOCK + length))

/** Of the key that was set last: what lies behind it is padding already. */
let keyLength = BLOCK

const setKey = (key: Uint8Array): void => {
  const { length } = key
  for (let at = 0; at < length; at++) {
    inner[at] = key[at]! ^ 0x36
    outer[at] = key[at]! ^ 0x5c
  }
  for (let at = length; at < keyLength; at++) {
    inner[at] = 0x36
    outer[at] = 0x5c
  }
  keyLength = length
}

/** Texts count as UTF-8. */
const setMessage = (message: Uint8Array | string): Buffer => {
  if (typeof message === 'string') {
    const isShort = message.length * 3 <= MOST
    return isShort
      ? viewOf(inner.write(message, BLOCK, 'utf8'))
      : Buffer.concat([viewOf(0), Buffer.from(message, 'utf8')])
  }
  if (message.length > MOST) return Buffer.concat([viewOf(0), message])
  inner.set(message, BLOCK)
  return viewOf(message.length)
}

/**
 * Writes the 32 bytes into `into`, which may be the key itself.
 *
 * @throws on a key of more than a block: none of ours is
 */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array | string, into: Uint8Array): Uint8Array => {
  if (key.length > BLOCK) throw new RangeError('keys have at most 64 bytes')
  setKey(key)
  Bun.SHA256.hash(setMessage(message), innerHash)
  Bun.SHA256.hash(outer, into)
  return into
}
