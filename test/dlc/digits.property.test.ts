import { expect, test } from 'bun:test'
import { fromDigits, range, toDigits } from '../../src/dlc/wire/digits.ts'
import {
  compareDecimals,
  parseDecimal,
  plainDecimal,
  precisionFor,
  scaled,
  wholeNumber,
} from '../../src/dlc/terms/scale.ts'
import { resolveAnswer } from '../../src/dlc/terms/resolver.ts'
import { type Dice, dice } from '../support/dlc/random.ts'

/**
 * Values on their way to digits, against a second arithmetic: fractions of whole numbers, built from the parts of a
 * text before there is a text, and the value of a position as a power of the base.
 */

/** Numerator and denominator, the latter above zero. */
interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

interface Written extends Fraction {
  readonly text: string
}

const pow10 = (n: number): bigint => 10n ** BigInt(n)
const size = (value: bigint): bigint => (value < 0n ? -value : value)
const clampTo = (value: bigint, max: bigint, isSigned: boolean): bigint => {
  const least = isSigned ? -max : 0n
  return value > max ? max : value < least ? least : value
}

/** A decimal text of any spelling, and the number that it is. */
const decimal = (random: Dice, sign: '' | 'any'): Written => {
  const whole = random.big(pow10(random.pick([1, 3, 12, 30])))
  const places = random.pick([0, 0, 1, 2, 8, 25])
  const fraction =
    places === 0
      ? ''
      : random
          .big(pow10(places) - 1n)
          .toString()
          .padStart(places, '0')
  const exponent = random.pick([0, 0, 0, 1, -1, 7, -7, 20, -20])
  const minus = sign === 'any' && random.chance(0.4) ? '-' : ''
  const exponentText =
    exponent === 0 ? '' : `${random.pick(['e', 'E'])}${exponent > 0 ? random.pick(['', '+']) : ''}${exponent}`
  const magnitude = whole * pow10(places) + BigInt(fraction === '' ? 0 : fraction)
  const over = (minus ? -magnitude : magnitude) * pow10(Math.max(exponent, 0))
  return {
    text: `${minus}${whole}${fraction && `.${fraction}`}${exponentText}`,
    over,
    under: pow10(places) * pow10(Math.max(-exponent, 0)),
  }
}

/** Half away from zero, by the remainder: not the way of the product, which adds a half and cuts. */
const rounded = ({ over, under }: Fraction): bigint => {
  const whole = over / under
  const rest = size(over % under)
  return rest * 2n >= under ? whole + (over < 0n ? -1n : 1n) : whole
}

test.each([false, true])(
  'every base, every count of digits, signed %p: digits are positions and come back',
  (isSigned) => {
    const random = dice(isSigned ? 70 : 71)
    for (let base = 2; base <= 256; base++) {
      for (let nbDigits = 1; nbDigits <= 32; nbDigits++) {
        const shape = { base, nbDigits, isSigned }
        const max = BigInt(base) ** BigInt(nbDigits) - 1n
        expect(range(shape)).toEqual({ min: isSigned ? -max : 0n, max })
        const value = random.pick([
          max,
          max + 1n,
          -max,
          -max - 1n,
          random.big(max * 2n),
          -random.big(max * 2n),
          0n,
          -1n,
        ])
        const expected = clampTo(value, max, isSigned)
        const strings = toDigits(value, shape)
        const digits = isSigned ? strings.slice(1) : strings
        const worth = digits.reduce(
          (sum, digit, i) => sum + BigInt(digit) * BigInt(base) ** BigInt(nbDigits - 1 - i),
          0n,
        )
        const isRight =
          digits.length === nbDigits &&
          digits.every((digit) => String(Number(digit)) === digit && Number(digit) < base) &&
          worth === size(expected) &&
          (!isSigned || strings[0] === (expected < 0n ? '-' : '+')) &&
          fromDigits(strings, shape) === expected
        if (!isRight) throw new Error(`${value} in ${JSON.stringify(shape)}: ${strings.join()}`)
      }
    }
  },
)

test('strings that are no digits of the event are read as nothing, whatever was changed', () => {
  const random = dice(72)
  for (let i = 0; i < 5000; i++) {
    const shape = { base: random.integer(2, 256), nbDigits: random.integer(1, 32), isSigned: random.chance(0.5) }
    const strings = [...toDigits(random.big(range(shape).max), shape)]
    const at = random.integer(shape.isSigned ? 1 : 0, strings.length - 1)
    const digit = strings[at] ?? ''
    const spoiled = random.pick([
      strings.with(at, String(shape.base)),
      strings.with(at, `0${digit}`),
      strings.with(at, `-${digit}`),
      strings.with(at, `${digit} `),
      strings.with(at, `${digit}.0`),
      strings.with(at, ''),
      strings.toSpliced(at, 1),
      strings.toSpliced(at, 0, digit),
      shape.isSigned ? strings.slice(1) : ['+', ...strings],
      shape.isSigned ? strings.with(0, random.pick(['', ' +', '−', '0'])) : ['0', ...strings],
    ])
    expect({ i, shape, spoiled, read: fromDigits(spoiled, shape) }).toEqual({ i, shape, spoiled, read: null })
  }
})

test('random decimals: product, order and wholeness are those of fractions', () => {
  const random = dice(73)
  let ties = 0
  for (let i = 0; i < 6000; i++) {
    const [a, b] = [decimal(random, 'any'), decimal(random, '')]
    const product = { over: a.over * b.over, under: a.under * b.under }
    if (size(product.over % product.under) * 2n === product.under) ties++
    expect([a.text, b.text, scaled(a.text, b.text)]).toEqual([a.text, b.text, rounded(product)])
    const difference = a.over * b.under - b.over * a.under
    expect([a.text, b.text, compareDecimals(a.text, b.text)]).toEqual([
      a.text,
      b.text,
      difference < 0n ? -1 : difference > 0n ? 1 : 0,
    ])
    const whole = a.over % a.under === 0n ? a.over / a.under : null
    expect([a.text, wholeNumber(a.text)]).toEqual([a.text, whole])
    const read = parseDecimal(a.text)
    expect(read && read.units * a.under === a.over * pow10(read.places)).toBe(true)
  }
  expect(ties).toBeGreaterThan(5)
})

test('ties and their neighbours, one unit in the last place apart', () => {
  const random = dice(74)
  for (let i = 0; i < 3000; i++) {
    const whole = random.big(pow10(random.integer(1, 30)))
    const zeros = '0'.repeat(random.integer(0, 20))
    const sign = random.chance(0.5) ? '-' : ''
    const away = sign === '' ? 1n : -1n
    const signed = sign === '' ? whole : -whole
    expect(scaled(`${sign}${whole}.5${zeros}`, '1')).toBe(signed + away)
    expect(scaled(`${sign}${whole}.5${zeros}1`, '1.0')).toBe(signed + away)
    expect(scaled(`${sign}${whole}.4${'9'.repeat(zeros.length + 1)}`, '1e0')).toBe(signed)
    expect(scaled(`${sign}${whole}5${zeros}`, `1e-${zeros.length + 1}`)).toBe(signed + away)
  }
})

test('a price on its whole way: scaled, rounded, clamped, in digits', () => {
  const random = dice(75)
  const tally = { clamped: 0, within: 0 }
  for (let i = 0; i < 4000; i++) {
    const shape = { base: random.integer(2, 256), nbDigits: random.integer(1, 32), isSigned: random.chance(0.5) }
    const scaleFactor = random.pick([1, 100, 0.001, 1e-7, 2.5, 1e21, random.integer(1, 1e9) / 1e4])
    const scale = plainDecimal(scaleFactor)
    const [price, factor] = [decimal(random, 'any'), parseDecimal(scale)]
    if (factor === null) throw new Error(scale)
    const exact = rounded({ over: price.over * factor.units, under: price.under * pow10(factor.places) })
    const expected = clampTo(exact, BigInt(shape.base) ** BigInt(shape.nbDigits) - 1n, shape.isSigned)
    const descriptor = { kind: 'digits' as const, ...shape, unit: 'USD', precision: precisionFor(scale, shape.base) }
    const resolved = resolveAnswer(descriptor, scale, { field: 'price', text: price.text })
    if (resolved.kind !== 'resolved') throw new Error(`${price.text}: ${resolved.kind}`)
    const said = { value: resolved.value, clamped: resolved.clamped, number: fromDigits(resolved.outcomes, shape) }
    expect([i, said]).toEqual([i, { value: exact.toString(), clamped: exact !== expected, number: expected }])
    tally[resolved.clamped ? 'clamped' : 'within']++
    // base ** -precision is the scale wherever the announcement names a precision.
    const { precision } = descriptor
    const [up, down] = [
      BigInt(shape.base) ** BigInt(Math.max(-precision, 0)),
      BigInt(shape.base) ** BigInt(Math.max(precision, 0)),
    ]
    if (precision !== 0) expect(factor.units * down).toBe(up * pow10(factor.places))
  }
  expect(Math.min(tally.clamped, tally.within)).toBeGreaterThan(400)
})
