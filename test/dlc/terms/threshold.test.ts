import { expect, test } from 'bun:test'
import { eventDescriptor } from '../../../src/dlc/wire/event.ts'
import { THRESHOLD_DESCRIPTOR, isBreached } from '../../../src/dlc/terms/threshold.ts'
import { hex } from '../../support/dlc/random.ts'

test.each([
  ['above', '100000', '99999.99', false],
  ['above', '100000', '100000.00', true],
  ['above', '100000', '100000.01', true],
  ['above', '9', '10', true],
  ['below', '100000', '100000.01', false],
  ['below', '100000', '100000', true],
  ['below', '100000', '99999.99', true],
  ['below', '0.00000012', '0.000000119999999999999999', true],
] as const)('%s %s at %s: %p', (direction, strike, price, breached) => {
  expect(isBreached(direction, strike, price)).toBe(breached)
})

test('exactly one of the two directions is breached, except at the strike', () => {
  for (const price of ['1', '2', '3']) {
    const both = [isBreached('above', '2', price), isBreached('below', '2', price)]
    expect(both.filter(Boolean)).toHaveLength(price === '2' ? 2 : 1)
  }
})

test('the descriptor names breached and safe, in this order', () => {
  expect(hex(eventDescriptor.write(THRESHOLD_DESCRIPTOR))).toBe('fdd8061000020862726561636865640473616665')
})
