import { expect, test } from 'bun:test'
import { plainDecimal } from '../../../src/dlc/terms/scale.ts'
import { compareDecimals } from '../../../src/dlc/terms/scale.ts'
import { isBreached } from '../../../src/dlc/terms/threshold.ts'
import { sortableDecimal, strikeMember, touchedBy } from '../../../src/store/events/strike-key.ts'
import { type Dice, dice } from '../../support/dlc/random.ts'

/** Numbers of every length and of the shapes that doubles cannot tell apart. */
const decimal = (random: Dice): string => {
  const digits = (length: number) => Array.from({ length }, () => random.integer(0, 9)).join('')
  switch (random.integer(0, 4)) {
    case 0:
      return plainDecimal(random.integer(0, 2 ** 31) / 10 ** random.integer(0, 12))
    case 1:
      return `97012.3${'0'.repeat(random.integer(0, 20))}${random.integer(0, 3) || ''}`
    case 2:
      return `${random.integer(0, 9)}${digits(random.integer(0, 30))}`
    case 3:
      return `0.${'0'.repeat(random.integer(0, 30))}${digits(random.integer(1, 8))}`
    default:
      return `${digits(random.integer(1, 3))}.${digits(random.integer(1, 30))}`
  }
}

const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

test('the order of keys is the order of the numbers, to the last digit', () => {
  const random = dice(7)
  let equal = 0
  for (let i = 0; i < 20_000; i++) {
    const [a, b] = [decimal(random), random.chance(0.1) ? '97012.3' : decimal(random)]
    if (compareDecimals(a, b) === 0) equal++
    expect(order(sortableDecimal(a), sortableDecimal(b))).toBe(compareDecimals(a, b))
  }
  expect(equal).toBeGreaterThan(20)
})

test('the bounds of a price take in exactly the strikes that it breaches, whatever the event id', () => {
  const random = dice(8)
  for (let i = 0; i < 20_000; i++) {
    const [strike, price] = [decimal(random), decimal(random)]
    const member = strikeMember(strike, random.pick(['0', 'ZZZ', 'BTCUSD-ABOVE-1.5-17', 'A.B-C']))
    const { above, below } = touchedBy(price)
    expect(order(member, above.slice(1)) < 0).toBe(isBreached('above', strike, price))
    expect(order(member, below.slice(1)) >= 0).toBe(isBreached('below', strike, price))
  }
})

test('what doubles would round to one score stays apart', () => {
  const [low, high] = ['97012.3', '97012.30000000000001']
  expect(Number(low)).toBe(Number(high))
  expect(order(strikeMember(low, 'Z'), strikeMember(high, 'A'))).toBe(-1)
  expect(sortableDecimal('97012.300')).toBe(sortableDecimal('97012.3'))
  expect(sortableDecimal('00042')).toBe(sortableDecimal('42.0'))
})

test('a negative number, no number and one without end are refused', () => {
  for (const text of ['-1', 'abc', '', 'NaN', '1e300', '9'.repeat(41)])
    expect(() => sortableDecimal(text)).toThrow(RangeError)
})
