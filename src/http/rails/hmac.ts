/**
 * HMAC-SHA256 (RFC 2104) that uses the same memory again. A sale needs eight of them, and creating and collecting an
 * object of the runtime for each costs more than the hashing.
 */

const BLOCK = 64
const HASH = 32
/** Longer than our usual messages. A longer one gets its own memory. */
const MOST = 4_096

const inner = Buffer.alloc(BLOCK + MOST)
const outer = Buffer.alloc(BLOCK + HASH)
const innerHash = outer.subarray(BLOCK)

/** The hash reads a whole buffer, so there is one view for each length that has occurred. */
const views: (Buffer | undefined)[] = []
const viewOf = (length: number): Buffer => (views[length] ??= inner.subarray(0, BLOCK + length))

/** Length of the last key: the bytes behind it are padding already. */
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

/** Texts are encoded as UTF-8. */
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
 * @throws for a key longer than a block; none of ours is
 */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array | string, into: Uint8Array): Uint8Array => {
  if (key.length > BLOCK) throw new RangeError('keys have at most 64 bytes')
  setKey(key)
  Bun.SHA256.hash(setMessage(message), innerHash)
  Bun.SHA256.hash(outer, into)
  return into
}
