import { describe, expect, test } from 'bun:test'
import { binanceBars } from '../../../src/sources/bars/binance-bars.ts'
import { krakenBars } from '../../../src/sources/bars/kraken-bars.ts'
import { okxBars } from '../../../src/sources/bars/okx-bars.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const START = Date.UTC(2026, 10, 20, 12)
const FIVE = 300_000

describe('five-minute bars, recorded', () => {
  test.skipIf(!recordedAvailable)('two hours at binance', () => {
    const bars = binanceBars.bars('BTC').read(recorded('crypto/binance/spot_klines_5m_BTCUSDT').body)
    expect(bars).toHaveLength(24)
    expect(bars[0]).toEqual({
      start: 1_586_987_400_000,
      high: '6737.79000000',
      low: '6726.61000000',
      close: '6727.14000000',
      volume: '121.20139100',
      turnover: '815879.49416818',
    })
    expect(bars.every(({ start }, at) => start === bars[0]!.start + at * FIVE)).toBe(true)
  })

  test.skipIf(!recordedAvailable)('bars of a minute are refused: most begin within five', () => {
    expect(unreadable(() => okxBars.bars('BTC').read(recorded('crypto/okx/candlesticks_2025').body))).toMatch(
      /not at a whole five minutes$/,
    )
    const kraken = recorded('crypto/kraken/spot_ohlc').body.replaceAll('XBTUSDT', 'XXBTZUSD')
    expect(unreadable(() => krakenBars.bars('BTC').read(kraken))).toMatch(/not at a whole five minutes$/)
  })
})

describe('five-minute bars', () => {
  const binance = (...rows: readonly unknown[]): string => JSON.stringify(rows)
  const row = (start: number, [high, low, close]: readonly [string, string, string]) => [
    start,
    '1',
    high,
    low,
    close,
    '2',
    start + FIVE - 1,
    '3',
  ]

  test('ask each venue in its own words', () => {
    expect([binanceBars, okxBars, krakenBars].map((venue) => venue.bars('SOL').path)).toEqual([
      '/api/v3/klines?symbol=SOLUSDT&interval=5m&limit=300',
      '/api/v5/market/candles?instId=SOL-USDT&bar=5m&limit=300',
      '/0/public/OHLC?pair=SOLUSD&interval=5',
    ])
  })

  test('of okx come newest first and are turned round, with the turnover in dollars', () => {
    const okxRow = (start: number) => [String(start), '1', '3', '1', '2', '5', '10', '11', '1']
    const body = JSON.stringify({ code: '0', data: [okxRow(START + FIVE), okxRow(START)] })
    expect(okxBars.bars('BTC').read(body)).toEqual(
      [START, START + FIVE].map((start) => ({ start, high: '3', low: '1', close: '2', volume: '5', turnover: '11' })),
    )
  })

  test('of kraken have the turnover of their mean price', () => {
    const body = JSON.stringify({
      error: [],
      result: { SOLUSD: [[START / 1_000, '170', '180', '160', '175', '171.5', '2', 3]], last: 0 },
    })
    expect(krakenBars.bars('SOL').read(body)[0]).toMatchObject({ volume: '2', turnover: '343.00000000' })
    expect(unreadable(() => krakenBars.bars('ETH').read(body))).toContain('ETHUSD is missing')
  })

  test('that contradict themselves, or come twice, are refused', () => {
    const read = (...rows: readonly unknown[]) => unreadable(() => binanceBars.bars('BTC').read(binance(...rows)))
    expect(read(row(START, ['3', '1', '3.1']))).toContain('not between low and high')
    expect(read(row(START, ['3', '1', '0.9']))).toContain('not between low and high')
    expect(read(row(START, ['1', '3', '2']))).toContain('not between low and high')
    expect(read(row(START + 60_000, ['3', '1', '2']))).toContain('not at a whole five minutes')
    expect(read(row(START, ['3', '1', '2']), row(START, ['3', '1', '2']))).toContain('comes twice')
    expect(read([START, '1', '3', '1', '2', '-2', 0, '3'])).toContain('below zero')
  })
})
