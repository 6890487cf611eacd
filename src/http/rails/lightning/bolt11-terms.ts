import { HOUR_SECONDS } from '../../../time-units.ts'
import { oneCase } from './bolt11-amount.ts'

/** The fields of an invoice's data part that a seller needs (BOLT #11, "Data Part" and "Tagged Fields"). */
export interface Bolt11Terms {
  /** Field `p`, hex. */
  readonly paymentHash: string
  /** Unix milliseconds: time stamp and field `x` together. */
  readonly expiresAt: number
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

const TIMESTAMP_WORDS = 7
/** 65 bytes of signature and the checksum. */
const TAIL_WORDS = 104 + 6
const TYPE = { p: 1, x: 6 } as const
const HASH_WORDS = 52
/** Without a field `x`. */
const DEFAULT_EXPIRY_SECONDS = HOUR_SECONDS

const number = (words: readonly number[]): number => words.reduce((sum, word) => sum * 32 + word, 0)

/** 52 words are 260 bits: 32 bytes and four bits of padding. */
const hash = (words: readonly number[]): string => {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('')
  return Buffer.from(
    bits
      .slice(0, 256)
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  ).toString('hex')
}

/** Null when it is no invoice or has no payment hash. The payer checks the signature; we trust our own node. */
export const bolt11Terms = (bolt11: string): Bolt11Terms | null => {
  const text = oneCase(bolt11)
  if (text === null) return null
  const words = Array.from(text.slice(text.lastIndexOf('1') + 1), (letter) => ALPHABET.indexOf(letter))
  const end = words.length - TAIL_WORDS
  if (end < TIMESTAMP_WORDS || words.includes(-1)) return null

  let paymentHash: string | null = null
  let expirySeconds: number | null = null
  for (let at = TIMESTAMP_WORDS; at < end;) {
    const [type, high, low] = words.slice(at, at + 3)
    const field = words.slice(at + 3, at + 3 + (high ?? 0) * 32 + (low ?? 0))
    at += 3 + (high ?? 0) * 32 + (low ?? 0)
    if (at > end) return null
    // Of fields that come twice the first counts; a hash of another length is skipped.
    if (type === TYPE.p && field.length === HASH_WORDS) paymentHash ??= hash(field)
    if (type === TYPE.x) expirySeconds ??= number(field)
  }
  if (paymentHash === null) return null
  const seconds = number(words.slice(0, TIMESTAMP_WORDS)) + (expirySeconds ?? DEFAULT_EXPIRY_SECONDS)
  return { paymentHash, expiresAt: seconds * 1000 }
}
