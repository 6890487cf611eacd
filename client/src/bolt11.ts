/** Reads what a payer must know of a Lightning invoice (BOLT #11): the sum, and the hash of the preimage. */

/** The parts of an invoice that a payment is checked by. */
export interface Invoice {
  /** Millisatoshis; `null` where the payer chooses. */
  readonly msat: bigint | null
  /** Hex, SHA-256 of the preimage. */
  readonly paymentHash: string
}

/** BOLT #11, "Human-Readable Part": bitcoin's main network alone. */
const PREFIX = /^lnbc(?:([1-9]\d*)([munp]?))?$/

/** Tenths of a millisatoshi in a unit of each multiplier. */
const UNITS: Readonly<Record<string, bigint>> = {
  '': 1_000_000_000_000n,
  m: 1_000_000_000n,
  u: 1_000_000n,
  n: 1_000n,
  p: 1n,
}

/** BIP-173. */
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const CHECKSUM_WORDS = 6

const polymod = (values: readonly number[]): number =>
  values.reduce((sum, value) => {
    const top = sum >>> 25
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return GENERATOR.reduce((mixed, word, bit) => (((top >>> bit) & 1) === 1 ? mixed ^ word : mixed), next)
  }, 1)

const expanded = (prefix: string): readonly number[] => {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

/** The words of the data part; `null` unless the checksum holds, which covers the sum too. */
const wordsOf = (prefix: string, data: string): readonly number[] | null => {
  const words = [...data].map((letter) => ALPHABET.indexOf(letter))
  return words.includes(-1) || polymod([...expanded(prefix), ...words]) !== 1 ? null : words.slice(0, -CHECKSUM_WORDS)
}

const TIMESTAMP_WORDS = 7
const SIGNATURE_WORDS = 104
const PAYMENT_HASH = 1
const HASH_WORDS = 52

/** The first payment hash of the tagged fields, as hex: 52 words are 256 bits and four of padding. */
const paymentHashIn = (words: readonly number[]): string | null => {
  const end = words.length - SIGNATURE_WORDS
  for (let at = TIMESTAMP_WORDS; at + 3 <= end;) {
    const length = words[at + 1]! * 32 + words[at + 2]!
    const field = words.slice(at + 3, at + 3 + length)
    if (at + 3 + length > end) return null
    if (words[at] === PAYMENT_HASH && length === HASH_WORDS) {
      const bits = field.map((word) => word.toString(2).padStart(5, '0')).join('')
      return (bits.slice(0, 256).match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('')
    }
    at += 3 + length
  }
  return null
}

const msatOf = (digits: string | undefined, unit: string): bigint | null | 'bad' => {
  if (digits === undefined) return null
  const tenths = BigInt(digits) * UNITS[unit]!
  return tenths % 10n === 0n ? tenths / 10n : 'bad'
}

/** @returns `null` for what is no invoice of the main network */
export const readInvoice = (text: string): Invoice | null => {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return null
  const split = lower.lastIndexOf('1')
  const prefix = PREFIX.exec(lower.slice(0, split))
  if (split < 0 || !prefix) return null
  const words = wordsOf(lower.slice(0, split), lower.slice(split + 1))
  const msat = msatOf(prefix[1], prefix[2] ?? '')
  const paymentHash = words && words.length > SIGNATURE_WORDS ? paymentHashIn(words) : null
  return paymentHash === null || msat === 'bad' ? null : { msat, paymentHash }
}
