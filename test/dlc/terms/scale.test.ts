import { expect, test } from 'bun:test'
import {
  compareDecimals,
  parseDecimal,
  plainDecimal,
  precisionFor,
  scaled,
  wholeNumber,
} from '../../../src/dlc/terms/scale.ts'
import { dice } from '../../support/dlc/random.ts'
import { vectors } from '../../support/dlc/vectors.ts'

test.each(vectors.scaling.cases.map(({ price, scaleFactor, value }) => [price, scaleFactor, value] as const))(
  '%s x %s is %s',
  (price, scale, value) => {
    expect(scaled(price, scale)).toBe(BigInt(value))
  },
)

test('random products are within half a unit of the exact one, ties away from zero', () => {
  const random = dice(30)
  for (let i = 0; i < 3000; i++) {
    const [a, b] = [random.integer(-999_999, 999_999), random.integer(1, 9999)]
    const [p, q] = [random.integer(0, 6), random.integer(0, 4)]
    const text = (units: number, places: number): string => {
      const digits = String(Math.abs(units)).padStart(places + 1, '0')
      return `${units < 0 ? '-' : ''}${digits.slice(0, digits.length - places)}${places ? `.${digits.slice(-places)}` : ''}`
    }
    const result = scaled(text(a, p), text(b, q))
    const [exact, unit] = [BigInt(a) * BigInt(b), 10n ** BigInt(p + q)]
    const twiceOff = 2n * (result * unit - exact)
    const size = twiceOff < 0n ? -twiceOff : twiceOff
    expect(size <= unit).toBe(true)
    if (size === unit) expect(result > 0n === exact > 0n && result * result * unit * unit > exact * exact).toBe(true)
  }
})

test('what floats get wrong', () => {
  expect(Math.round(1.005 * 100)).toBe(100)
  expect(scaled('1.005', '100')).toBe(101n)
  expect(scaled('123456789012345678901234567890.5', '1')).toBe(123456789012345678901234567891n)
  expect(scaled('-2.5', '1')).toBe(-3n)
})

test.each(['', '.', '1.', '.5', '1e', 'e3', '0x10', '1_000', '1,5', ' 1', '1 ', 'NaN', 'Infinity', '--1', '1.2.3'])(
  '"%s" is no decimal number',
  (text) => {
    expect(parseDecimal(text)).toBeNull()
    expect(() => scaled(text, '1')).toThrow(RangeError)
    expect(() => compareDecimals('1', text)).toThrow(`"${text}"`)
  },
)

test('a short exponent cannot ask for a gigabyte', () => {
  expect(parseDecimal('1e9999')).toBeNull()
  expect(parseDecimal('1e-9999')).toBeNull()
  expect(parseDecimal('1e999999999')).toBeNull()
  expect(parseDecimal(`0.${'0'.repeat(400)}`)).toBeNull()
  expect(parseDecimal('1e308')?.units).toBe(10n ** 308n)
})

test('order is that of the numbers, not of the texts', () => {
  const ascending = ['-10', '-9.99', '-1e-9', '0', '0.1', '1', '1.0000000000000000001', '9', '10', '1e2']
  ascending.forEach((a, i) => {
    ascending.forEach((b, j) => expect(compareDecimals(a, b)).toBe(Math.sign(i - j) as -1 | 0 | 1))
  })
  expect(compareDecimals('1.10', '1.1')).toBe(0)
  expect(compareDecimals('-0', '0')).toBe(0)
  expect(compareDecimals('0.1', '1e-1')).toBe(0)
})

test('whole numbers in every spelling, and nothing else', () => {
  expect(['84231', '84231.0', '8.4231e4', '-5', '1e3', '0012'].map(wholeNumber)).toEqual([
    84231n,
    84231n,
    84231n,
    -5n,
    1000n,
    12n,
  ])
  expect(['84231.5', '1e-1', 'yes', ''].map(wholeNumber)).toEqual([null, null, null, null])
  expect(wholeNumber('99999999999999999999999999999999')).toBe(99999999999999999999999999999999n)
})

test('a JSON number as plain decimal text reads back as the same number', () => {
  const texts = [100000, 0.1, 1e-7, 1e21, 123.456, -2.5, 1.7976931348623157e308, -0, 5e-324].map(plainDecimal)
  expect(texts.slice(0, 6)).toEqual(['100000', '0.1', '0.0000001', '1000000000000000000000', '123.456', '-2.5'])
  expect(texts[7]).toBe('0')
  const random = dice(31)
  for (let i = 0; i < 2000; i++) {
    const value = new Float64Array(random.bytes(8).slice().buffer)[0] ?? 0
    if (!Number.isFinite(value)) continue
    expect(plainDecimal(value)).toMatch(/^-?\d+(\.\d+)?$/)
    expect(Number(plainDecimal(value))).toBe(value === 0 ? 0 : value)
  }
  expect(() => plainDecimal(NaN)).toThrow(RangeError)
  expect(() => plainDecimal(Infinity)).toThrow(RangeError)
})

test.each([
  ['1', 10, 0],
  ['100', 10, -2],
  ['100.00', 10, -2],
  ['10000', 10, -4],
  ['0.001', 10, 3],
  ['250', 10, 0],
  ['100', 2, 0],
  ['1024', 2, -10],
  ['0.5', 2, 1],
  ['0.5', 10, 0],
  ['256', 16, -2],
  ['65536', 256, -2],
  ['128', 256, 0],
])('scale %s in base %d has precision %d', (scale, base, precision) => {
  expect(precisionFor(scale, base)).toBe(precision)
})

test('number attested times base to the power of precision is the value, wherever precision is used', () => {
  const random = dice(32)
  for (let i = 0; i < 500; i++) {
    const [base, power] = [random.integer(2, 256), random.integer(1, 6)]
    expect(precisionFor((BigInt(base) ** BigInt(power)).toString(), base)).toBe(-power)
    expect(precisionFor((BigInt(base) ** BigInt(power) + 1n).toString(), base)).toBe(0)
  }
})
