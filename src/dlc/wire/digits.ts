import type { DigitDescriptor } from './event.ts'

/**
 * dlcspecs `NumericOutcome.md` and `Oracle.md` ("Digit decomposition"): a whole number as the strings that are signed.
 */

type Shape = Pick<DigitDescriptor, 'base' | 'nbDigits' | 'isSigned'>

/** The smallest and the largest number that the digits can express. */
export const range = ({ base, nbDigits, isSigned }: Shape): { readonly min: bigint; readonly max: bigint } => {
  const max = BigInt(base) ** BigInt(nbDigits) - 1n
  return { min: isSigned ? -max : 0n, max }
}

/**
 * The nearest number that the digits can express. A number out of range is not refused: if the event could not be
 * attested, the money in every contract on it would be stuck.
 */
export const clamp = (value: bigint, shape: Shape): bigint => {
  const { min, max } = range(shape)
  return value < min ? min : value > max ? max : value
}

/**
 * The strings to sign, most significant first and leading zeros included, each a decimal number from `0` to base - 1
 * without padding (base 16 fifteen is `15`). A signed event has its sign in front: `+` for zero and above, `-` below.
 */
export const toDigits = (value: bigint, shape: Shape): readonly string[] => {
  const base = BigInt(shape.base)
  const within = clamp(value, shape)
  const digits: string[] = []
  let rest = within < 0n ? -within : within
  for (let i = 0; i < shape.nbDigits; i++) {
    digits.push((rest % base).toString())
    rest /= base
  }
  if (shape.isSigned) digits.push(within < 0n ? '-' : '+')
  return digits.reverse()
}

/**
 * The number that strings express, or `null` if they are not exactly what `toDigits` would write: wrong count, a digit
 * not below the base, padding, minus zero. The signer checks this before it signs anything.
 */
export const fromDigits = (strings: readonly string[], shape: Shape): bigint | null => {
  const sign = shape.isSigned ? strings[0] : '+'
  const digits = shape.isSigned ? strings.slice(1) : strings
  if (digits.length !== shape.nbDigits || (sign !== '+' && sign !== '-')) return null
  let value = 0n
  for (const digit of digits) {
    if (!/^(0|[1-9]\d{0,4})$/.test(digit) || Number(digit) >= shape.base) return null
    value = value * BigInt(shape.base) + BigInt(digit)
  }
  if (sign === '-') return value === 0n ? null : -value
  return value
}
