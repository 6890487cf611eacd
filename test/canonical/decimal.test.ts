import { describe, expect, test } from 'bun:test'
import { fixed, fromUnits, isDecimal, placesOf, toUnits } from '../../src/canonical/decimal.ts'
import { seededRandom } from '../support/still.ts'
import vectors from '../vectors/quant.json'

describe('computed numbers', () => {
  test.each(vectors.rounding.cases.map((each) => [each.id, each] as const))(
    'are rounded as the reference rounds them: %s',
    (_id, { inputs, expected }) => {
      expect(fixed(inputs.value, inputs.decimals)).toBe(expected.text)
    },
  )

  test('are never written as a negative zero or with an exponent', () => {
    expect(fixed(-0, 2)).toBe('0.00')
    expect(fixed(-0.0049, 2)).toBe('0.00')
    expect(fixed(-0.005000001, 2)).toBe('-0.01')
    expect(fixed(1e-12, 4)).toBe('0.0000')
    expect(fixed(999_999_999_999_999_900_000, 0)).toBe('999999999999999868928')
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e21, -1e21])(
    'that have no plain spelling are refused: %p',
    (value) => {
      expect(() => fixed(value, 2)).toThrow(RangeError)
    },
  )

  test('round to the nearest text: no other text of that many places lies closer', () => {
    const random = seededRandom(3)
    for (let run = 0; run < 2_000; run++) {
      const value = (random.integer(-1_000_000_000, 1_000_000_000) + random.integer(0, 999_983) / 999_983) / 1_000
      const places = random.integer(0, 6)
      const units = toUnits(fixed(value, places), places)
      for (const other of [units - 1n, units + 1n])
        expect(Math.abs(Number(fromUnits(other, places)) - value)).toBeGreaterThanOrEqual(
          Math.abs(Number(fromUnits(units, places)) - value),
        )
    }
  })
})

describe('decimal text', () => {
  test.each(['0', '-0.5', '84231.50', '0.00000013', '123456789012345678901234567890.1', '-7'])('is %s', (text) => {
    expect(isDecimal(text)).toBe(true)
  })

  test.each([
    '',
    '.5',
    '5.',
    '+1',
    '01',
    '-01',
    '00.1',
    '1e5',
    '1E-7',
    '1,000.00',
    ' 1',
    '1 ',
    '1\n',
    '1.0\n',
    '--1',
    '-',
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '１',
    '1.2.3',
    '٣',
  ])('is not %j', (text) => {
    expect(isDecimal(text)).toBe(false)
    expect(() => toUnits(text, 8)).toThrow(RangeError)
  })

  test('keeps its digits through whole units and back', () => {
    const random = seededRandom(11)
    for (let run = 0; run < 5_000; run++) {
      const places = random.integer(0, 18)
      const digits = Array.from({ length: random.integer(1, 40) }, () => random.integer(0, 9)).join('')
      const units = BigInt(digits) * (random.integer(0, 1) === 0 ? 1n : -1n)
      const text = fromUnits(units, places)
      expect(isDecimal(text)).toBe(true)
      expect(placesOf(text)).toBe(places)
      expect(toUnits(text, places)).toBe(units)
      expect(toUnits(text, places + 3)).toBe(units * 1_000n)
      expect(fromUnits(toUnits(text, places), places)).toBe(text)
    }
  })

  test('with more digits than the units hold is refused instead of cut', () => {
    expect(() => toUnits('1.001', 2)).toThrow('1.001 has more than 2 digits after the point')
    expect(() => toUnits('1.000', 2)).toThrow(RangeError)
    expect(toUnits('84231.50', 2)).toBe(8_423_150n)
    expect(fromUnits(5n, 2)).toBe('0.05')
    expect(fromUnits(-5n, 2)).toBe('-0.05')
    expect(fromUnits(-5n, 0)).toBe('-5')
  })
})
