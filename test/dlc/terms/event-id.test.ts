import { expect, test } from 'bun:test'
import { datedEventId, isEventId, readEventId, thresholdEventId } from '../../../src/dlc/terms/event-id.ts'
import { DLC_PAIR_NAMES } from '../../../src/dlc/terms/pairs.ts'
import { plainDecimal } from '../../../src/dlc/terms/scale.ts'
import { LIMITS } from '../../../src/dlc/terms/schema.ts'
import { dice } from '../../support/dlc/random.ts'

test('ids have the shape of the contract', () => {
  expect(thresholdEventId('BTCUSD', 'above', '100000', 1798761600)).toBe('BTCUSD-ABOVE-100000-1798761600')
  expect(thresholdEventId('DOGEUSD', 'below', plainDecimal(1e-7), 1)).toBe('DOGEUSD-BELOW-0.0000001-1')
  expect(datedEventId('enum', 1798761600, new Uint8Array(8).fill(0xab))).toBe('ENUM-1798761600-ABABABABABABABAB')
  expect(datedEventId('numeric', 1, new Uint8Array(8))).toBe('NUMERIC-1-0000000000000000')
  expect(() => datedEventId('enum', 1, new Uint8Array(7))).toThrow(RangeError)
})

test('the longest of our ids is one', () => {
  for (const pair of DLC_PAIR_NAMES) {
    expect(isEventId(thresholdEventId(pair, 'above', '9'.repeat(LIMITS.decimalChars), 4294967295))).toBe(true)
  }
})

test('an id survives a path whose case was folded', () => {
  const random = dice(40)
  for (let i = 0; i < 100; i++) {
    const id = datedEventId(random.pick(['enum', 'numeric']), random.integer(1, 2 ** 31), random.bytes(8))
    expect(readEventId(id.toLowerCase())).toBe(id)
  }
  expect(readEventId('btcusd-above-84000.5-1798761600')).toBe('BTCUSD-ABOVE-84000.5-1798761600')
})

test.each(['', '123', 'A:B', 'A/B', 'a b', 'É', 'A\n', '-A', `A${'1'.repeat(100)}`, 'ſ\u0000', '%41'])(
  '"%s" names no event',
  (text) => {
    expect(isEventId(text)).toBe(false)
  },
)
