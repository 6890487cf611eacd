import { describe, expect, test } from 'bun:test'
import { BAR_BOARDS, type BarState, type CoinBars } from '../../../src/feeds/boards/bar-boards.ts'
import { closeBefore, lastMean, volatilityRatio } from '../../../src/feeds/regimes/bar-measures.ts'
import { boardsOf } from '../../support/feeds/market.ts'

const FIVE = 300_000
const HOUR = 3_600_000
/** The end of a bar. */
const NOW = Date.UTC(2026, 10, 20, 12)

type Bar = CoinBars['bars'][number]

/** 25 hours of bars up to now, all alike but for those that are changed. */
const steady = (close = 100, change: (bar: Bar, ago: number) => Bar | null = (bar) => bar): CoinBars => {
  const bars = Array.from({ length: 300 }, (_, at): Bar => {
    const start = NOW - (300 - at) * FIVE
    return [start, String(close * 1.001), String(close * 0.999), String(close)]
  }).flatMap((bar) => {
    const changed = change(bar, (NOW - bar[0]) / FIVE)
    return changed ? [changed] : []
  })
  const start = bars.at(-1)?.[0] ?? 0
  const newest = { start, high: '0', low: '0', close: '0', volume: '2', turnover: String(2 * close) }
  return { bars, newest }
}

const boards = (coins: Readonly<Record<string, CoinBars>>) =>
  boardsOf(
    new Map(
      BAR_BOARDS.flatMap(({ board }) => {
        const coin = coins[board.source.name]
        return coin ? [[board.id, { coins: { BTC: coin } } satisfies BarState] as const] : []
      }),
    ),
  )
const all = (coin: CoinBars) => ({ binance: coin, kraken: coin, okx: coin })

describe('the price so long ago', () => {
  const close = (coins: Readonly<Record<string, CoinBars>>, more: { now?: number; usdt?: number | null } = {}) =>
    closeBefore(boards(coins), 'BTC', { now: NOW, spanMs: HOUR, usdt: 1, ...more })

  test('is the close of the bar that ended then', () => {
    const marked = steady(100, (bar, ago) => (ago === 13 ? [bar[0], '210', '190', '200'] : bar))
    expect(close(all(marked))).toEqual({ value: 200, at: NOW - HOUR, sources: ['binance', 'kraken', 'okx'] })
    expect(close(all(marked), { now: NOW + FIVE - 1 })?.value).toBe(200)
    expect(close(all(marked), { now: NOW + FIVE })?.value).toBe(100)
  })

  test('is the median of the venues: one that lies by five per cent moves nothing', () => {
    expect(close({ ...all(steady(100)), okx: steady(105) })?.value).toBe(100)
    expect(close({ ...all(steady(100)), kraken: steady(95) })?.value).toBe(100)
  })

  test('counts books in USDT at its rate, and leaves them out without one', () => {
    expect(close({ binance: steady(100), okx: steady(100) }, { usdt: 0.99 })?.value).toBeCloseTo(99, 10)
    expect(close(all(steady(100)), { usdt: null })).toBeNull()
  })

  test('needs two venues, and a bar that had ended at most ten minutes before', () => {
    expect(close({ binance: steady() })).toBeNull()
    const gap = (bars: number) => steady(100, (bar, ago) => (ago > 12 && ago <= 12 + bars ? null : bar))
    expect(close(all(gap(2)))?.at).toBe(NOW - HOUR - 2 * FIVE)
    expect(close(all(gap(3)))).toBeNull()
    expect(close({ ...all(steady()), okx: gap(3), binance: gap(3) })).toBeNull()
  })
})

describe('the volatility of the hour over that of the day', () => {
  const ratio = (coins: Readonly<Record<string, CoinBars>>, now = NOW) => volatilityRatio(boards(coins), 'BTC', now)

  test('is one in a market that is always alike', () => {
    expect(ratio(all(steady()))?.value).toBeCloseTo(1, 9)
  })

  test('is worked by hand: twelve of 288 bars three times as wide', () => {
    const wild = steady(100, (bar, ago) =>
      ago <= 12 ? [bar[0], String(100 * 1.001 ** 3), String(100 * 0.999 ** 3), bar[3]] : bar,
    )
    // Mean squares: 9 in the hour, (12 * 9 + 276) / 288 = 1.3333 in the day.
    expect(ratio(all(wild))?.value).toBeCloseTo(Math.sqrt(9 / (384 / 288)), 6)
  })

  test('is not told of by a venue with a gap of more than ten minutes', () => {
    const gap = (bars: number) => steady(100, (bar, ago) => (ago > 100 && ago <= 100 + bars ? null : bar))
    expect(ratio(all(gap(1)))?.sources).toHaveLength(3)
    expect(ratio(all(gap(2)))).toBeNull()
    expect(ratio(all(steady()), NOW + 600_000)?.sources).toHaveLength(3)
    expect(ratio(all(steady()), NOW + 600_001)).toBeNull()
  })

  test('is none of a market that stands still', () => {
    expect(ratio(all(steady(100, ([start]) => [start, '100', '100', '100'])))).toBeNull()
  })
})

test('the mean price is that of the newest bar of all venues together, while it is young', () => {
  const mean = (coins: Readonly<Record<string, CoinBars>>, now = NOW) =>
    lastMean(boards(coins), 'BTC', { now, usdt: 1 })
  const big = { ...steady(110), newest: { ...steady(110).newest!, volume: '6', turnover: '660' } }
  expect(mean({ binance: steady(100), okx: big })?.value).toBeCloseTo((200 + 660) / 8, 10)
  expect(mean({ binance: steady(100) })).toBeNull()
  // The next bar ends after five minutes and is told within one more.
  expect(mean(all(steady()), NOW + 360_000)).not.toBeNull()
  expect(mean(all(steady()), NOW + 360_001)).toBeNull()
  const empty = { ...steady(), newest: { ...steady().newest!, volume: '0', turnover: '0' } }
  expect(mean({ binance: empty, okx: steady() })).toBeNull()
})
