import { UnreadableReply } from '../query.ts'

/**
 * Answers of contracts as fixed words of 32 bytes, and texts. https://docs.soliditylang.org/en/latest/abi-spec.html
 *
 * Hex here has no `0x`.
 */

/** Hex digits of a word. */
export const WORD = 64

const unreadable = (what: string): never => {
  throw new UnreadableReply(what)
}

/** A whole number as one word. */
export const abiWord = (value: bigint | number): string => value.toString(16).padStart(WORD, '0')

/** An address as one word. */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(WORD, '0')

/** The hex digits of a text that begins with `0x`, whole bytes. */
export const hexDigits = (text: string): string =>
  /^0x(?:[0-9a-f]{2})*$/i.test(text) ? text.slice(2).toLowerCase() : unreadable(`not hex: ${text.slice(0, 40)}`)

/** The digits of one word. */
const wordAt = (digits: string, at: number): string => {
  const word = digits.slice(at * WORD, (at + 1) * WORD)
  return word.length === WORD ? word : unreadable(`there is no word ${at} in ${digits.length / 2} bytes`)
}

/** One word as an unsigned number. */
export const uintAt = (digits: string, at: number): bigint => BigInt(`0x${wordAt(digits, at)}`)

/** One word as a small number: an offset, a length, a count. */
export const sizeAt = (digits: string, at: number): number => {
  const value = uintAt(digits, at)
  return value <= 1_000_000n ? Number(value) : unreadable(`${value} is no length`)
}

/** One word as true or false. */
export const flagAt = (digits: string, at: number): boolean => {
  const value = uintAt(digits, at)
  return value <= 1n ? value === 1n : unreadable(`${value} is neither true nor false`)
}

/** One word as an address in small letters. */
export const addressAt = (digits: string, at: number): string => {
  const word = wordAt(digits, at)
  return word.startsWith('0'.repeat(24)) ? `0x${word.slice(24)}` : unreadable(`${word} is no address`)
}

/** Bytes whose length stands at this place, counted in hex digits. */
export const bytesFrom = (digits: string, from: number): string => {
  const length = sizeAt(digits.slice(from), 0) * 2
  const bytes = digits.slice(from + WORD, from + WORD + length)
  return bytes.length === length ? bytes : unreadable('the answer ends before its bytes do')
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** A text as the only value of an answer. */
export const abiText = (digits: string): string => {
  const pairs = bytesFrom(digits, sizeAt(digits, 0) * 2).match(/../g) ?? []
  return UTF8.decode(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))
}
