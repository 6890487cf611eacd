import { expect, test } from 'bun:test'
import { breachAdvice } from '../../../src/dlc/terms/breach-advice.ts'

const contract = { pair: 'BTCUSD', strikeText: '80000.5' } as const
const AT = Date.UTC(2026, 10, 22, 16)

test.each([
  ['above', '80000.5'],
  ['above', '90000'],
  ['below', '80000.50'],
  ['below', '9999.99'],
] as const)('a contract %s its strike at %s is told that it is breached at once', (direction, price) => {
  const [line, ...more] = breachAdvice({ ...contract, direction }, { price, at: AT })
  expect(line).toContain(`BTCUSD price, ${price} at 2026-11-22T16:00:00.000Z, is at or ${direction} the strike`)
  expect(more).toEqual([])
})

test.each([
  ['above', '80000.49'],
  ['below', '80000.51'],
  ['below', '100000'],
] as const)('a contract %s its strike at %s is told nothing', (direction, price) => {
  expect(breachAdvice({ ...contract, direction }, { price, at: AT })).toEqual([])
})

test('nothing is told before there is a price', () => {
  for (const direction of ['above', 'below'] as const)
    expect(breachAdvice({ ...contract, direction }, null)).toEqual([])
})
