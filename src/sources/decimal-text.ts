import type { DecimalText } from './market.ts'
import { UnreadableReply } from './query.ts'

/**
 * Texts and exponents that are longer than any price or size needs are refused: `1e999999999` has eleven characters and
 * would be a gigabyte when written out.
 */
const MAX_LENGTH = 80
const MAX_EXPONENT = 60

const SPELLING = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

interface Parts {
  readonly sign: string
  readonly whole: string
  readonly fraction: string
  readonly exponent: number
}

const parts = (spelled: string, where: string): Parts => {
  const found = spelled.length <= MAX_LENGTH ? SPELLING.exec(spelled) : null
  const exponent = Number(found?.[4] ?? 0)
  if (!found || Math.abs(exponent) > MAX_EXPONENT) {
    throw new UnreadableReply(`${where} is not a decimal number: ${spelled.slice(0, MAX_LENGTH)}`)
  }
  return { sign: found[1] ?? '', whole: found[2] ?? '', fraction: found[3] ?? '', exponent }
}

const unscaled = ({ sign, whole, fraction }: Parts): bigint => BigInt(`${sign}${whole}${fraction}`)

const withPoint = (digits: bigint, places: number): DecimalText => {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`
}

/**
 * A provider's text of a number as a plain decimal. A text without an exponent is returned unchanged, with its trailing
 * zeros; `1.3e-07` becomes `0.00000013`.
 *
 * @param where the field, for the error if it is not a number
 */
export const decimalText = (spelled: string, where: string): DecimalText => {
  const read = parts(spelled, where)
  if (!/[eE]/.test(spelled)) return spelled
  const places = read.fraction.length - read.exponent
  if (places >= 0) return withPoint(unscaled(read), places)
  return withPoint(unscaled(read) * 10n ** BigInt(-places), 0)
}

/** The product of two plain decimals with every digit. A float would round it. */
export const decimalProduct = (left: DecimalText, right: DecimalText): DecimalText => {
  const [a, b] = [parts(left, 'left factor'), parts(right, 'right factor')]
  return withPoint(unscaled(a) * unscaled(b), a.fraction.length + b.fraction.length)
}

/** The first plain decimal less the second, with every digit: `4.63` less `4.18` is `0.45`. */
export const decimalDifference = (left: DecimalText, right: DecimalText): DecimalText => {
  const [a, b] = [parts(left, 'minuend'), parts(right, 'subtrahend')]
  const places = Math.max(a.fraction.length, b.fraction.length)
  const scaled = (of: Parts): bigint => unscaled(of) * 10n ** BigInt(places - of.fraction.length)
  return withPoint(scaled(a) - scaled(b), places)
}

/** A plain decimal times a power of ten: `23876100` by -3 is `23876.100`. */
export const shifted = (decimal: DecimalText, power: number): DecimalText => {
  const read = parts(decimal, 'decimal')
  const places = read.fraction.length - power
  return places >= 0 ? withPoint(unscaled(read), places) : withPoint(unscaled(read) * 10n ** BigInt(-places), 0)
}

/** Whether two plain decimals are the same number: `3.50` and `3.5` are. */
export const isSameDecimal = (left: DecimalText, right: DecimalText): boolean =>
  /^-?[0.]*$/.test(decimalDifference(left, right))
