import { describe, expect, test } from 'bun:test'
import { measure, orUnknown, rounded } from '../../src/canonical/measure.ts'
import { MalformedCanonical } from '../../src/canonical/token.ts'

const rate = measure(8)

describe('a measured number', () => {
  test.each([
    [0.00025, '0.00025000'],
    [-0.0003, '-0.00030000'],
    [0, '0.00000000'],
    [1e-8, '0.00000001'],
    [12, '12.00000000'],
  ])('%d is written %s and read back as the same double', (value, text) => {
    expect(rate.write(value)).toBe(text)
    expect(rate.read(text)).toBe(value)
  })

  test('that is not yet rounded is refused: the body would say another number', () => {
    expect(() => rate.write(0.000000001)).toThrow(MalformedCanonical)
    expect(() => rate.write(0.1 + 0.2)).toThrow(MalformedCanonical)
    expect(rate.write(rounded(0.1 + 0.2, 8))).toBe('0.30000000')
    expect(() => rate.write(Number.NaN)).toThrow()
  })

  test.each(['0.1', '0.000000000', '1e-8', '', 'NA', ' 0.00000000', '-0.00000000'])('%p is not read', (text) => {
    expect(() => rate.read(text)).toThrow(MalformedCanonical)
  })
})

test('an unknown number is NA, and nothing else is', () => {
  const score = orUnknown(measure(4))
  expect([score.write(null), score.read('NA')]).toEqual(['NA', null])
  expect([score.write(-3.0941), score.read('-3.0941')]).toEqual(['-3.0941', -3.0941])
  expect(() => score.read('na')).toThrow(MalformedCanonical)
})
