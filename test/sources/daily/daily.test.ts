import { describe, expect, test } from 'bun:test'
import { binanceDaily } from '../../../src/sources/daily/binance-daily.ts'
import { krakenDaily } from '../../../src/sources/daily/kraken-daily.ts'
import { okxDaily } from '../../../src/sources/daily/okx-daily.ts'
import { parkinson } from '../../../src/feeds/math/parkinson.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 1)

describe('daily bars, recorded', () => {
  test.skipIf(!recordedAvailable)('a year at binance', () => {
    const bars = binanceDaily.days('BTC').read(recorded('crypto/binance/spot_klines_1d_BTCUSDT_year').body)
    expect(bars).toHaveLength(365)
    expect(bars[0]).toEqual({ start: Date.UTC(2019, 0, 1), high: '3810.16000000', low: '3642.00000000' })
    expect(bars.at(-1)).toEqual({ start: Date.UTC(2019, 11, 31), high: '7320.00000000', low: '7145.01000000' })
    expect(bars.every(({ start }, at) => start === Date.UTC(2019, 0, 1) + at * DAY)).toBe(true)
    const january = bars.slice(0, 30).map(({ high, low }) => ({ high: Number(high), low: Number(low) }))
    expect(parkinson(january, 365)).toBeCloseTo(49.734043183401056, 10)
  })

  test.skipIf(!recordedAvailable)('bars of another length are refused: their first does not open a day', () => {
    const minutes = recorded('crypto/binance/spot_klines_5m_BTCUSDT').body
    expect(unreadable(() => binanceDaily.days('BTC').read(minutes))).toMatch(
      /^reply\[0\]\[2\] belongs to a day that starts at /,
    )
    for (const name of ['candles_fixture', 'history_candles_fixture'])
      expect(unreadable(() => okxDaily.days('BTC').read(recorded(`crypto/okx/${name}`).body))).toBe(
        'reply.data[0][2] belongs to a day that starts at 1597026383085, not at 00:00 UTC',
      )
    const kraken = recorded('crypto/kraken/spot_ohlc').body.replaceAll('XBTUSDT', 'XXBTZUSD')
    expect(unreadable(() => krakenDaily.days('BTC').read(kraken))).toMatch(/not at 00:00 UTC$/)
  })
})

describe('daily bars', () => {
  const okx = (...rows: readonly unknown[]): string => JSON.stringify({ code: '0', msg: '', data: rows })
  const kraken = (rows: readonly unknown[], key = 'XETHZUSD'): string =>
    JSON.stringify({ error: [], result: { [key]: rows, last: START / 1_000 } })

  test('ask each venue in its own words', () => {
    expect([binanceDaily, okxDaily, krakenDaily].map((venue) => venue.days('ETH').path)).toEqual([
      '/api/v3/klines?symbol=ETHUSDT&interval=1d&limit=35',
      '/api/v5/market/candles?instId=ETH-USDT&bar=1Dutc&limit=35',
      '/0/public/OHLC?pair=ETHUSD&interval=1440',
    ])
    expect(krakenDaily.days('BTC').path).toBe('/0/public/OHLC?pair=XBTUSD&interval=1440')
  })

  test('okx sends the newest first, and they are turned round', () => {
    const row = (start: number, high: string) => [String(start), '1', high, '0.5', '1', '1', '1', '1', '0']
    expect(okxDaily.days('BTC').read(okx(row(START + DAY, '3'), row(START, '2')))).toEqual([
      { start: START, high: '2', low: '0.5' },
      { start: START + DAY, high: '3', low: '0.5' },
    ])
  })

  test('a bar of okx that is cut at 16:00 UTC is refused', () => {
    const row = [String(START + 16 * 3_600_000), '1', '2', '0.5', '1', '1', '1', '1', '1']
    expect(unreadable(() => okxDaily.days('BTC').read(okx(row)))).toMatch(/not at 00:00 UTC$/)
  })

  test('kraken answers under the long name, with more than is wanted', () => {
    const rows = Array.from({ length: 720 }, (_, at) => [
      START / 1_000 + at * 86_400,
      '10',
      String(20 + at),
      '5',
      '10',
      '10',
      '1',
      3,
    ])
    const bars = krakenDaily.days('ETH').read(kraken(rows))
    expect(bars).toHaveLength(35)
    expect(bars.at(-1)).toEqual({ start: START + 719 * DAY, high: '739', low: '5' })
    expect(unreadable(() => krakenDaily.days('BTC').read(kraken(rows)))).toBe('reply.result.XBTUSD is missing')
    expect(unreadable(() => krakenDaily.days('BTC').read('{"error":["EQuery:Unknown asset pair"]}'))).toBe(
      'the provider answered: EQuery:Unknown asset pair',
    )
  })

  test('a low above the high is a misread column, a price of zero none at all', () => {
    const row = (high: string, low: string) => JSON.stringify([[START, '1', high, low, '1', '1']])
    expect(unreadable(() => binanceDaily.days('BTC').read(row('1', '2')))).toBe('reply[0][3] is above the high: 2')
    expect(unreadable(() => binanceDaily.days('BTC').read(row('1', '0')))).toMatch(
      /^reply\[0\]\[3\] is not a number above zero/,
    )
    expect(unreadable(() => binanceDaily.days('BTC').read('{"code":-1121,"msg":"Invalid symbol."}'))).toBe(
      'the provider answered: "Invalid symbol."',
    )
  })
})
