/**
 * ERC-6492: the signature of a contract wallet that may not be deployed yet, together with the call that deploys it.
 */

/** All values are 0x-hex. */
export interface Wrapped {
  /** The address that deploys the wallet when it is called, in lower case. */
  readonly factory: string
  readonly calldata: string
  /** The signature that the wallet itself checks. */
  readonly signature: string
}

/** The last 32 bytes of every wrapped signature. */
const MAGIC = '6492'.repeat(16)
const WORD = 64
const ADDRESS = 40

export const isWrapped = (signature: string): boolean => signature.endsWith(MAGIC)

/**
 * Reads `abi.encode(factory, calldata, signature)` before the magic value; `null` when there is no magic value, or when
 * an offset is out of range. It is stricter than the official readers, which throw: what is accepted here they read in
 * the same way.
 */
export const unwrap = (signature: string): Wrapped | null => {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(signature) || !isWrapped(signature)) return null
  const body = signature.slice(2, -MAGIC.length)
  /** In hex digits; `null` when the number is missing or leads beyond the end of the body. */
  const sizeAt = (at: number): number | null => {
    const word = body.slice(at, at + WORD)
    const digits = word.length === WORD ? BigInt(`0x${word}`) * 2n : null
    return digits !== null && digits <= body.length ? Number(digits) : null
  }
  const bytesAt = (at: number): string | null => {
    const start = sizeAt(at)
    const length = start === null ? null : sizeAt(start)
    if (start === null || length === null || start + WORD + length > body.length) return null
    return `0x${body.slice(start + WORD, start + WORD + length)}`
  }
  if (!/^0*$/.test(body.slice(0, WORD - ADDRESS))) return null
  const [calldata, inner] = [bytesAt(WORD), bytesAt(2 * WORD)]
  if (calldata === null || inner === null) return null
  return { factory: `0x${body.slice(WORD - ADDRESS, WORD).toLowerCase()}`, calldata, signature: inner }
}
