import { expect, test } from 'bun:test'
import { clamp, fromDigits, range, toDigits } from '../../../src/dlc/wire/digits.ts'
import { dice } from '../../support/dlc/random.ts'
import { descriptorOf, vectors } from '../../support/dlc/vectors.ts'

for (const vector of vectors.vectors) {
  const descriptor = descriptorOf(vector)
  if (descriptor.kind !== 'digits') continue
  for (const one of vector.cases) {
    if (!('value' in one) || one.value === undefined) continue
    const { value } = one
    test(`${vector.name}: ${value}`, () => {
      expect(toDigits(BigInt(value), descriptor)).toEqual(one.outcomes)
      expect(fromDigits(one.outcomes, descriptor)).toBe(clamp(BigInt(value), descriptor))
    })
  }
}

test('random numbers in every base and length come back, clamped to the range', () => {
  const random = dice(20)
  for (let i = 0; i < 4000; i++) {
    const shape = { base: random.integer(2, 256), nbDigits: random.integer(1, 32), isSigned: random.chance(0.5) }
    const { min, max } = range(shape)
    const beyond = random.big(max * 2n + 2n)
    const value = random.chance(0.5) ? beyond : -beyond
    const digits = toDigits(value, shape)
    expect(digits).toHaveLength(shape.nbDigits + (shape.isSigned ? 1 : 0))
    const expected = value > max ? max : value < min ? min : value
    expect(fromDigits(digits, shape)).toBe(expected)
  }
})

test('the digits are those of the ordinary positional system', () => {
  const random = dice(21)
  for (let i = 0; i < 500; i++) {
    const base = random.integer(2, 36)
    const value = random.big(BigInt(base) ** 12n - 1n)
    const digits = [...value.toString(base).padStart(12, '0')].map((digit) => String(Number.parseInt(digit, 36)))
    expect(toDigits(value, { base, nbDigits: 12, isSigned: false })).toEqual(digits)
  }
})

test('every number of a small event has its own digits, and there are no others', () => {
  for (const isSigned of [false, true]) {
    const shape = { base: 3, nbDigits: 3, isSigned }
    const { min, max } = range(shape)
    const seen = new Set<string>()
    for (let value = min; value <= max; value++) seen.add(toDigits(value, shape).join())
    expect(seen.size).toBe(isSigned ? 53 : 27)
  }
})

test('32 digits of base 256 are exact', () => {
  const shape = { base: 256, nbDigits: 32, isSigned: false }
  expect(range(shape).max).toBe(2n ** 256n - 1n)
  expect(fromDigits(toDigits(2n ** 255n + 1n, shape), shape)).toBe(2n ** 255n + 1n)
})

test.each([
  [['1', '2'], 'too few'],
  [['1', '2', '3', '4'], 'too many'],
  [['+', '1', '2', '3'], 'a sign that was not announced'],
  [['1', '2', '10'], 'a digit not below the base'],
  [['1', '2', '03'], 'padding'],
  [['1', '2', '-1'], 'a negative digit'],
  [['1', '2', ''], 'an empty string'],
  [['1', '2', 'a'], 'a letter'],
  [['1', '2', '١'], 'a digit of another script'],
  [['1', '2', '1\n'], 'a line break'],
])('not digits: %p, %s', (strings) => {
  expect(fromDigits(strings, { base: 10, nbDigits: 3, isSigned: false })).toBeNull()
})

test('a signed number needs its sign, and zero has only one', () => {
  const shape = { base: 10, nbDigits: 1, isSigned: true }
  expect(fromDigits(['-', '1'], shape)).toBe(-1n)
  expect(fromDigits(['+', '0'], shape)).toBe(0n)
  for (const bad of [['-', '0'], ['1'], ['1', '1'], ['−', '1'], []]) expect(fromDigits(bad, shape)).toBeNull()
})
