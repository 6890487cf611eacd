import { describe, expect, test } from 'bun:test'
import type { BoardQuote } from '../../../src/feeds/boards/board-quote.ts'
import {
  CRYPTO_RULES,
  FX_RULES,
  venueQuotes,
  METAL_RULES,
  PEG_RULES,
  priceOf,
} from '../../../src/feeds/prices/quotes.ts'
import { boardsOf, OPEN, quoted } from '../../support/feeds/market.ts'

const NOW = OPEN
const quote = (fields: Partial<BoardQuote> = {}): BoardQuote => ({
  bid: '99.75',
  ask: '100.25',
  last: '101',
  bookAt: null,
  lastAt: null,
  receivedAt: NOW,
  ...fields,
})

const EVEN = { bid: '100', ask: '100' }

const venue = (quotes: Readonly<Record<string, BoardQuote>>, changedAt = NOW) =>
  boardsOf(new Map([['ticker/kraken', { quotes, changedAt }]]))

describe('what a quote stands for', () => {
  test('is the mid while the spread is at most 50 basis points', () => {
    expect(priceOf(quote(), CRYPTO_RULES)).toEqual({ price: 100, at: NOW })
    expect(priceOf(quote({ bid: '100', ask: '100' }), CRYPTO_RULES)?.price).toBe(100)
  })

  test('is the last trade above 50 basis points, beside a crossed book and beside half a book', () => {
    expect(priceOf(quote({ ask: '100.2513' }), CRYPTO_RULES)?.price).toBe(101)
    expect(priceOf(quote({ bid: '100.3' }), CRYPTO_RULES)?.price).toBe(101)
    expect(priceOf(quote({ bid: null }), CRYPTO_RULES)?.price).toBe(101)
    expect(priceOf(quote({ ask: null }), CRYPTO_RULES)?.price).toBe(101)
  })

  test('is nothing when there is no last trade either', () => {
    expect(priceOf(quote({ bid: null, last: null }), CRYPTO_RULES)).toBeNull()
    expect(priceOf(quote({ bid: '0', last: '0' }), CRYPTO_RULES)).toBeNull()
    expect(priceOf(quote({ bid: 'NaN', last: '-5' }), CRYPTO_RULES)).toBeNull()
    expect(priceOf(quote({ bid: null, last: 'Infinity' }), CRYPTO_RULES)).toBeNull()
    // Neither could be written down beside the other votes.
    expect(priceOf(quote({ bid: null, last: '1'.padEnd(26, '0') }), CRYPTO_RULES)).toBeNull()
    expect(priceOf(quote({ bid: null, last: `0.${'0'.repeat(20)}1` }), CRYPTO_RULES)).toBeNull()
  })

  test('in foreign exchange is the mid up to 30 basis points and never a last trade', () => {
    expect(priceOf(quote({ bid: '99.851', ask: '100.149' }), FX_RULES)).toEqual({ price: 100, at: NOW })
    expect(priceOf(quote({ bid: '99.849', ask: '100.151' }), FX_RULES)).toBeNull()
    expect(priceOf(quote({ bid: null }), FX_RULES)).toBeNull()
  })

  test('ages with the book when the venue stamps it, else with its receipt', () => {
    expect(priceOf(quote({ bookAt: NOW - 7_000, lastAt: NOW - 50_000 }), CRYPTO_RULES)?.at).toBe(NOW - 7_000)
    expect(priceOf(quote({ lastAt: NOW - 50_000 }), CRYPTO_RULES)?.at).toBe(NOW)
  })

  test('ages with the times beside an unstamped book when they say that the whole reply is of another day', () => {
    const [hour, day] = [3_600_000, 86_400_000]
    expect(priceOf(quote({ lastAt: NOW - hour }), CRYPTO_RULES)?.at).toBe(NOW)
    expect(priceOf(quote({ lastAt: NOW - day }), CRYPTO_RULES)?.at).toBe(NOW - day)
    expect(priceOf(quote({ aliveAt: NOW - day }), CRYPTO_RULES)?.at).toBe(NOW - day)
    expect(priceOf(quote({ aliveAt: NOW - day, ask: '105' }), CRYPTO_RULES)?.at).toBe(NOW - day)
    // One of them moves: the venue lives, and this pair is quiet.
    expect(priceOf(quote({ aliveAt: NOW - 1_000, lastAt: NOW - day }), CRYPTO_RULES)?.at).toBe(NOW)
    // A stamp of the book itself decides.
    expect(priceOf(quote({ bookAt: NOW - 1_000, lastAt: NOW - day }), CRYPTO_RULES)?.at).toBe(NOW - 1_000)
  })

  test('ages with the trade when the trade is what counts', () => {
    const wide = { ask: '105', lastAt: NOW - 50_000 }
    expect(priceOf(quote({ ...wide, bookAt: NOW - 7_000 }), CRYPTO_RULES)?.at).toBe(NOW - 50_000)
    expect(priceOf(quote({ ...wide, lastAt: null, bookAt: NOW - 7_000 }), CRYPTO_RULES)?.at).toBe(NOW - 7_000)
    expect(priceOf(quote({ ...wide, lastAt: null }), CRYPTO_RULES)?.at).toBe(NOW)
  })
})

describe('a venue has a vote', () => {
  const ask = (boards: ReturnType<typeof venue>, rules = CRYPTO_RULES) =>
    venueQuotes(boards, ['kraken', 'bitstamp'], 'BTC/USD', rules, NOW).map(({ source }) => source)

  test.each([
    ['crypto', CRYPTO_RULES, 60_000],
    ['pegs', PEG_RULES, 300_000],
    ['foreign exchange', FX_RULES, 900_000],
    ['metals', METAL_RULES, 900_000],
  ] as const)('until its quote expires: %s', (_family, rules, expires) => {
    expect(ask(venue({ 'BTC/USD': quoted(100, NOW, expires) }), rules)).toEqual(['kraken'])
    expect(ask(venue({ 'BTC/USD': quoted(100, NOW, expires + 1) }), rules)).toEqual([])
  })

  test('unless it lists no such pair, or was never asked', () => {
    expect(ask(venue({ 'ETH/USD': quoted(100, NOW) }))).toEqual([])
    expect(ask(boardsOf(new Map()))).toEqual([])
  })

  test('unless its stamp lies in the future by more than five seconds', () => {
    expect(ask(venue({ 'BTC/USD': quote({ bookAt: NOW + 5_000 }) }))).toEqual(['kraken'])
    expect(ask(venue({ 'BTC/USD': quote({ bookAt: NOW + 5_001 }) }))).toEqual([])
  })

  test.each([
    ['crypto', CRYPTO_RULES],
    ['pegs', PEG_RULES],
    ['foreign exchange', FX_RULES],
    ['metals', METAL_RULES],
  ] as const)(
    'unless its book bears a stamp of more than a minute ago, however fresh it arrived: %s',
    (_family, rules) => {
      expect(ask(venue({ 'BTC/USD': quote({ ...EVEN, bookAt: NOW - 60_000 }) }), rules)).toEqual(['kraken'])
      expect(ask(venue({ 'BTC/USD': quote({ ...EVEN, bookAt: NOW - 60_001 }) }), rules)).toEqual([])
      // The last trade beside such a book is of the same reply.
      expect(ask(venue({ 'BTC/USD': quote({ bid: null, bookAt: NOW - 60_001, lastAt: NOW }) }), rules)).toEqual([])
    },
  )

  test('also where what is old stamps a trade or a count of volume', () => {
    expect(ask(venue({ 'BTC/USD': quote({ lastAt: NOW - 70_000 }) }))).toEqual(['kraken'])
    expect(ask(venue({ 'BTC/USD': quote({ aliveAt: NOW - 290_000 }) }))).toEqual(['kraken'])
  })

  test('unless its whole reply has stood still for ten minutes, however fresh it arrived', () => {
    const quotes = { 'BTC/USD': quoted(100, NOW, 0) }
    expect(ask(venue(quotes, NOW - 600_000))).toEqual(['kraken'])
    expect(ask(venue(quotes, NOW - 600_001))).toEqual([])
  })
})
