import { expect, test } from 'bun:test'
import { EMPTY_WINDOW, joined, keptSince, MOST_KEPT } from '../../../src/feeds/boards/trade-window.ts'
import { OPEN } from '../../support/feeds/market.ts'

/** What one venue can make everybody keep. */

const trade = (id: string, at: number) => ({ id, price: '84000', size: '0.000001', at })
const page = (count: number) =>
  Array.from({ length: count }, (_, n) => trade(String(n), OPEN - 1_000 - Math.floor((count - 1 - n) / 100)))
const window = (count: number) => joined(EMPTY_WINDOW, page(count), { receivedAt: OPEN, isWhole: true })

test('a venue that invents trades without end has so many kept and no more, and has shown no more of the window', () => {
  const kept = keptSince(window(MOST_KEPT + 250), OPEN - 600_000)
  expect([kept.trades.length, kept.trades.at(-1)?.at]).toEqual([MOST_KEPT, OPEN - 1_000])
  // Of the millisecond at which it begins some were forgotten.
  expect(kept.coveredFrom).toBe(kept.trades[0]!.at + 1)
  expect(keptSince(window(MOST_KEPT), OPEN - 600_000)).toEqual(window(MOST_KEPT))
})

test('what is called by more than a number is no trade', () => {
  const asked = { receivedAt: OPEN, isWhole: true }
  expect(() => joined(EMPTY_WINDOW, [trade('7'.repeat(65), OPEN)], asked)).toThrow('a trade id is too long')
  expect(joined(EMPTY_WINDOW, [trade('7'.repeat(64), OPEN)], asked).trades).toHaveLength(1)
})
