import { expect, test } from 'bun:test'
import { compatibilityOf } from '../../../src/dlc/documents/compatibility.ts'
import { isEventId } from '../../../src/dlc/terms/event-id.ts'
import { DLC_PAIR_NAMES } from '../../../src/dlc/terms/pairs.ts'
import { scaled } from '../../../src/dlc/terms/scale.ts'
import {
  digitsFor,
  isStanding,
  ROOM,
  standingId,
  standingPayment,
  standingTerms,
} from '../../../src/dlc/terms/standing-terms.ts'

/** Digits that fit the price of the day, with room above it. */

const NOW = 1_796_000_000
const PRICES = [
  '97012.34',
  '0.08123',
  '2.4',
  '3456.7',
  '2651.12',
  '15012345',
  '421000.5',
  '0.0000123',
  '16384',
  '16383.9',
]

test('a step is small, the price may grow eightfold, and no digit is idle', () => {
  for (const price of PRICES) {
    const { scaleFactor, nbDigits } = digitsFor(price)
    const now = scaled(price, String(scaleFactor))
    expect(now).toBeGreaterThanOrEqual(2n ** 14n)
    expect(now * ROOM).toBeLessThan(2n ** BigInt(nbDigits))
    expect(now * ROOM).toBeGreaterThanOrEqual(2n ** BigInt(nbDigits - 1))
    if (scaleFactor > 1) expect(scaled(price, String(scaleFactor / 2))).toBeLessThan(2n ** 14n)
  }
  expect(digitsFor('97012.34')).toEqual({ scaleFactor: 1, nbDigits: 20 })
  for (const price of ['0', '-1', 'x', '']) expect(() => digitsFor(price)).toThrow(RangeError)
})

test('the announcement says its scale by itself, and every wallet that can use any can use it', () => {
  for (const pair of DLC_PAIR_NAMES)
    for (const price of PRICES.slice(0, 7)) {
      const { descriptor, scaleFactor, resolver } = standingTerms(pair, NOW + 3_600, price, NOW)
      expect(descriptor).toMatchObject({ base: 2, isSigned: false, unit: pair.slice(3, 6) })
      expect(2 ** -descriptor.precision).toBe(scaleFactor)
      expect(resolver).toMatchObject({ kind: 'price_source', source: { kind: 'feed', pair } })
      const id = standingId(pair, NOW + 3_600)
      expect(isEventId(id)).toBe(true)
      // Which takes no announcement of today's standard, whatever it promises.
      expect(compatibilityOf(descriptor, id).flatMap(({ wallet, usable }) => (usable ? [] : wallet))).toEqual([
        'rust-dlc',
      ])
    }
  expect(standingTerms('BTCUSDVWAP', NOW + 3_600, '97012', NOW).label).toBe('BTC/USD VWAP at 2026-11-30T01:53:20Z')
  expect(() => standingTerms('BTCUSD', NOW + 59, '97012', NOW)).toThrow('STANDING-BTCUSD')
})

test('no payment has the name of a standing event', () => {
  expect(isStanding(standingPayment(standingId('BTCUSD', NOW)))).toBe(true)
  for (const payment of ['l402:ab', 'x402:8453:0xab', '']) expect(isStanding(payment)).toBe(false)
})
