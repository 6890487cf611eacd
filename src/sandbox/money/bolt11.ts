import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'

/** The content of an invoice (BOLT #11, "Tagged Fields"). */
export interface InvoiceTerms {
  /** Millisatoshis; `0n` leaves the amount to the payer. */
  readonly amountMsat: bigint
  /** Field `p`, 32 bytes: SHA-256 of the preimage. */
  readonly paymentHash: Uint8Array
  /** Field `s`, 32 bytes. */
  readonly paymentSecret: Uint8Array
  /** Field `d`, at most 639 bytes of UTF-8. */
  readonly description: string
  /** Unix seconds. */
  readonly timestamp: number
  /** Field `x`; null stands for the default of 3600. */
  readonly expirySeconds: number | null
  /** Field `c`, in blocks; null stands for the default of 18. */
  readonly minFinalCltv: number | null
  /** Field `9`, bit numbers of BOLT #9. */
  readonly features: readonly number[]
}

/** BOLT #9: var_onion_optin and payment_secret, both optional (odd), so that no reader must refuse the invoice. */
export const COMMON_FEATURES: readonly number[] = Object.freeze([9, 15])

/** The longest description: the length of a field has ten bits, so at most 1023 words of five bits. */
export const MAX_DESCRIPTION_BYTES = 639

/** The largest possible amount of bitcoin, in millisatoshis. */
export const MAX_MSAT = 2_100_000_000_000_000_000n

/** Types of tagged fields: each letter's value in the bech32 alphabet. */
const TYPE = { p: 1, s: 16, d: 13, x: 6, c: 24, features: 5 } as const

/** Millisatoshis per unit of each multiplier (BOLT #11, "Human-Readable Part"), the largest first. */
const MULTIPLIERS = [
  ['', 100_000_000_000n],
  ['m', 100_000_000n],
  ['u', 100_000n],
  ['n', 100n],
] as const

/** `1000n` sats is `10u`: BOLT #11 requires the shortest form. A pico-bitcoin is a tenth of a millisatoshi. */
const amountText = (msat: bigint): string => {
  if (msat === 0n) return ''
  for (const [letter, unit] of MULTIPLIERS) if (msat % unit === 0n) return `${msat / unit}${letter}`
  return `${msat * 10n}p`
}

/** Five-bit words, big-endian, without leading zeros, or padded to `length`. */
const numberWords = (value: bigint, length = 0): number[] => {
  const words: number[] = []
  for (let rest = value; rest > 0n; rest >>= 5n) words.unshift(Number(rest & 31n))
  while (words.length < length) words.unshift(0)
  return words
}

const field = (type: number, words: readonly number[]): number[] => [
  type,
  words.length >> 5,
  words.length & 31,
  ...words,
]

/** Words as the bytes that are signed: zero bits are added up to the next full byte (BOLT #11, "Data Part"). */
const paddedBytes = (words: readonly number[]): Uint8Array => {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

/**
 * A BOLT #11 invoice for mainnet (`lnbc`), since every client reads that prefix. It cannot be paid over the real
 * network: the node of this key has no channel.
 */
export const writeBolt11 = (terms: InvoiceTerms, nodeKey: Uint8Array): string => {
  const prefix = `lnbc${amountText(terms.amountMsat)}`
  const bits = terms.features.reduce((all, bit) => all | (1n << BigInt(bit)), 0n)
  const words = [
    ...numberWords(BigInt(terms.timestamp), 7),
    ...field(TYPE.s, bech32.toWords(terms.paymentSecret)),
    ...field(TYPE.p, bech32.toWords(terms.paymentHash)),
    ...field(TYPE.d, bech32.toWords(utf8ToBytes(terms.description))),
    ...(terms.expirySeconds === null ? [] : field(TYPE.x, numberWords(BigInt(terms.expirySeconds)))),
    ...(terms.minFinalCltv === null ? [] : field(TYPE.c, numberWords(BigInt(terms.minFinalCltv)))),
    ...field(TYPE.features, numberWords(bits)),
  ]
  const signed = sha256(concatBytes(utf8ToBytes(prefix), paddedBytes(words)))
  // noble puts the recovery id first; BOLT #11 puts it after r and s.
  const signature = secp256k1.sign(signed, nodeKey, { prehash: false, format: 'recovered' })
  const ordered = concatBytes(signature.subarray(1), signature.subarray(0, 1))
  return bech32.encode(prefix, [...words, ...bech32.toWords(ordered)], false)
}
