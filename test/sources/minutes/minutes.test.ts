import { describe, expect, test } from 'bun:test'
import { bitfinex } from '../../../src/sources/exchanges/bitfinex.ts'
import { bitstamp } from '../../../src/sources/exchanges/bitstamp.ts'
import { coinbase } from '../../../src/sources/exchanges/coinbase.ts'
import { bitfinexMinutes } from '../../../src/sources/minutes/bitfinex-minutes.ts'
import { bitstampMinutes } from '../../../src/sources/minutes/bitstamp-minutes.ts'
import { coinbaseMinutes } from '../../../src/sources/minutes/coinbase-minutes.ts'
import type { MinuteVenue } from '../../../src/sources/minutes/minute-bar.ts'
import { MINUTE_VENUES } from '../../../src/sources/minutes/minute-venues.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 18, 12)

/** A list of bars as ccxt reads it: `[start, open, high, low, close, volume]`. */
const rows = (venue: MinuteVenue, body: string, from: number, to: number) =>
  venue
    .minutes('any', from, to)
    .read(body)
    .map(({ start, open, high, low, close, volume }) => [start, open, high, low, close, volume])

describe('minutes, recorded', () => {
  test.skipIf(!recordedAvailable)('bitstamp: the last ten minutes of 2019', () => {
    const { body, expected } = recorded('crypto/bitstamp/ohlc_btcusd_1m')
    const [first, last] = [Date.UTC(2019, 11, 31, 23, 50), Date.UTC(2019, 11, 31, 23, 59)]
    const bars = bitstampMinutes.minutes('btcusd', first, last).read(body)
    expect(bars).toHaveLength(10)
    expect(bars[6]).toEqual({
      start: Date.UTC(2019, 11, 31, 23, 56),
      open: '7182.49',
      high: '7182.49',
      low: '7170.20',
      close: '7170.20',
      volume: '6.24889160',
    })
    expect(rows(bitstampMinutes, body, first, last)).toEqual(expected as ReturnType<typeof rows>)
    expect(bitstampMinutes.minutes('btcusd', first + 1, last - 1).read(body)).toEqual(bars.slice(1, -1))
  })

  test.skipIf(!recordedAvailable)('bitstamp: a page reaches back beyond its start, which is not handed out', () => {
    // Asked for the days of 2019, it told a thousand days up to the end of that year.
    const { body } = recorded('crypto/bitstamp/ohlc_btcusd_1d_2019')
    const last = Date.UTC(2019, 11, 31)
    // A reply does not say how long its bars are; days begin at whole minutes too.
    expect(rows(bitstampMinutes, body, last - 999 * MINUTE, last)).toEqual([
      [last, '7222.74', '7302.35', '7112.55', '7168.36', '2638.69130899'],
    ])
    expect(rows(bitstampMinutes, body, last + MINUTE, last + 999 * MINUTE)).toEqual([])
  })

  test.skipIf(!recordedAvailable)('coinbase: turned round, low before high, every digit kept', () => {
    const { body, expected } = recorded('crypto/coinbase/exchange_candles_BTC-USD_1m')
    const first = Date.UTC(2018, 1, 1)
    const bars = coinbaseMinutes.minutes('BTC-USD', first, first + 9 * MINUTE).read(body)
    expect(bars).toHaveLength(10)
    expect(bars[0]).toEqual({
      start: first,
      open: '10099.99',
      high: '10099.99',
      low: '10099.98',
      close: '10099.98',
      volume: '1.87868123',
    })
    expect(bars[7]).toEqual({
      start: first + 7 * MINUTE,
      open: '10156.99',
      high: '10157',
      low: '10127.89',
      close: '10130',
      volume: '1.0367627400000001',
    })
    expect(rows(coinbaseMinutes, body, first, first + 9 * MINUTE)).toEqual(expected as ReturnType<typeof rows>)
  })

  test.skipIf(!recordedAvailable)('bitfinex: close before high and low', () => {
    const { body } = recorded('crypto/bitfinex/candles_hist_fixture')
    const start = Date.UTC(2023, 2, 10, 16, 22)
    expect(bitfinexMinutes.minutes('tBTCUSD', start, start).read(body)).toEqual([
      { start, open: '20097', high: '20125', low: '20094', close: '20114', volume: '1.43504645' },
    ])
  })

  test.skipIf(!recordedAvailable)('the columns of one venue are no bar at another', () => {
    const minutes = recorded('crypto/coinbase/exchange_candles_BTC-USD_1m').body
    const at = Date.UTC(2018, 1, 1)
    // 1517443740 seconds are 1970 in milliseconds, and no whole minute then.
    expect(unreadable(() => bitfinexMinutes.minutes('tBTCUSD', at, at).read(minutes))).toBe(
      'reply[0][1] belongs to a bar that starts at 1517443740, not at a whole minute',
    )
    const hist = recorded('crypto/bitfinex/candles_hist_fixture').body
    expect(unreadable(() => coinbaseMinutes.minutes('BTC-USD', at, at).read(hist))).toBe(
      'reply[0][3] is above the high: 20125',
    )
  })
})

/** One bar of each venue in its own words. */
interface Row {
  readonly start: number
  readonly open?: string
  readonly high?: string
  readonly low?: string
  readonly close?: string
  readonly volume?: string
}

const USUAL = { open: '100.5', high: '102', low: '99.50', close: '101', volume: '3.25' }

const list = (...bars: readonly (readonly (string | number)[])[]): string =>
  `[${bars.map((each) => `[${each.join()}]`).join()}]`

/** Venue, how it spells a reply, and where it puts which number. */
const SPOKEN = [
  {
    venue: bitstampMinutes,
    body: (...bars: readonly Row[]) =>
      JSON.stringify({
        data: { pair: 'BTC/USD', ohlc: bars.map(({ start, ...bar }) => ({ ...bar, timestamp: String(start / 1000) })) },
      }),
    at: (name: string, row = 0) => `reply.data.ohlc[${row}].${name}`,
  },
  {
    venue: coinbaseMinutes,
    body: (...bars: readonly Row[]) =>
      list(...bars.map((b) => [b.start / 1000, b.low!, b.high!, b.open!, b.close!, b.volume!])),
    at: (name: string, row = 0) => `reply[${row}][${['time', 'low', 'high', 'open', 'close', 'volume'].indexOf(name)}]`,
  },
  {
    venue: bitfinexMinutes,
    body: (...bars: readonly Row[]) =>
      list(...bars.map((b) => [b.start, b.open!, b.close!, b.high!, b.low!, b.volume!])),
    at: (name: string, row = 0) => `reply[${row}][${['time', 'open', 'close', 'high', 'low', 'volume'].indexOf(name)}]`,
  },
].map((each) => [each.venue.source.name, each] as const)

describe('minutes', () => {
  test('ask each venue in its own words, with the exchange as the source', () => {
    const [from, to] = [START, START + 299 * MINUTE]
    expect(MINUTE_VENUES.map((venue) => venue.minutes(venue.symbols['ETH/USD']!, from, to).path)).toEqual([
      '/products/ETH-USD/candles?granularity=60&start=2026-11-18T12:00:00.000Z&end=2026-11-18T16:59:00.000Z',
      '/api/v2/ohlc/ethusd/?step=60&limit=300&start=1795003200&end=1795021140',
      '/v2/candles/trade:1m:tETHUSD/hist?start=1795003200000&end=1795021140000&limit=300&sort=1',
    ])
    expect(MINUTE_VENUES.map(({ source }) => source)).toEqual([coinbase.source, bitstamp.source, bitfinex.source])
    expect(bitfinexMinutes.minutes(bitfinex.symbols['DOGE/USD']!, from, to).path).toStartWith(
      '/v2/candles/trade:1m:tDOGE:USD/hist?',
    )
  })

  test.each(SPOKEN)('%s is asked for whole minutes, and never for more than it tells', (_name, { venue }) => {
    const { most, minutes } = venue
    const path = minutes('any', START, START + (most - 1) * MINUTE).path
    expect(minutes('any', START - MINUTE + 1, START + most * MINUTE - 1).path).toBe(path)
    expect(() => minutes('any', START, START + most * MINUTE)).toThrow(RangeError)
    expect(() => minutes('any', START + 1, START + MINUTE - 1)).toThrow('0 minutes asked for')
    expect(() => minutes('any', START, Number.NaN)).toThrow(RangeError)
  })

  test.each(SPOKEN)('%s: oldest first, and only what was asked for', (_name, { venue, body }) => {
    const bars = [2, -1, 0, 3, 1].map((at) => ({ ...USUAL, start: START + at * MINUTE }))
    const read = venue.minutes('any', START, START + 2 * MINUTE).read(body(...bars))
    expect(read).toEqual([0, 1, 2].map((at) => ({ ...USUAL, start: START + at * MINUTE })))
    expect(venue.minutes('any', START, START).read(body())).toEqual([])
  })

  test.each(SPOKEN)('%s: a bar of another shape is refused where it is wrong', (_name, { venue, body, at }) => {
    const said = (bar: Partial<Row>) => {
      const damaged = body({ ...USUAL, start: START - MINUTE }, { ...USUAL, start: START, ...bar })
      return unreadable(() => venue.minutes('any', START, START).read(damaged))
    }
    expect(said({ start: START + 1000 })).toBe(
      `${at('open', 1)} belongs to a bar that starts at ${START + 1000}, not at a whole minute`,
    )
    expect(said({ low: '102.01' })).toBe(`${at('low', 1)} is above the high: 102.01`)
    expect(said({ open: '99.49' })).toBe(`${at('open', 1)} is below the low: 99.49`)
    expect(said({ open: '102.5' })).toBe(`${at('open', 1)} is above the high: 102.5`)
    expect(said({ close: '99' })).toBe(`${at('close', 1)} is below the low: 99`)
    expect(said({ close: '1e3' })).toBe(`${at('close', 1)} is above the high: 1000`)
    expect(said({ low: '0' })).toStartWith(`${at('low', 1)} is not a number above zero`)
    expect(said({ high: '-102' })).toStartWith(`${at('high', 1)} is not a price`)
    expect(said({ volume: '-3' })).toBe(`${at('volume', 1)} is below zero: -3`)
    expect(said({ volume: 'null' })).toStartWith(`${at('volume', 1)} is not a `)
  })

  test.each(SPOKEN)(
    '%s: a minute without trades has no volume, and digits stay as they were',
    (_name, { venue, body }) => {
      const flat = { start: START, open: '7', high: '7.0', low: '7.00', close: '7', volume: '0.00000000' }
      expect(venue.minutes('any', START, START).read(body(flat))).toEqual([flat])
      const small = { ...flat, volume: '1.5e-7' }
      expect(venue.minutes('any', START, START).read(body(small))).toEqual([{ ...flat, volume: '0.00000015' }])
    },
  )

  test('refusals are the words of the venue, and a short row ends where it ends', () => {
    const read = (venue: MinuteVenue, body: string) => unreadable(() => venue.minutes('any', START, START).read(body))
    expect(read(bitstampMinutes, '{"status":"error","reason":"Invalid market symbol.","code":"API0001"}')).toBe(
      'the provider answered: "Invalid market symbol."',
    )
    expect(read(bitstampMinutes, '{"data":{"pair":"BTC/USD"}}')).toBe('reply.data.ohlc is missing')
    expect(read(coinbaseMinutes, '{"message":"granularity too small for the requested time range"}')).toBe(
      'the provider answered: "granularity too small for the requested time range"',
    )
    expect(read(coinbaseMinutes, `[[${START / 1000},1,2,1,1]]`)).toBe('reply[0][5] is missing')
    expect(read(bitfinexMinutes, '["error",10020,"limit: invalid"]')).toBe(
      'the provider answered: 10020 limit: invalid',
    )
    expect(read(bitfinexMinutes, '{"error":"ERR_RATE_LIMIT"}')).toStartWith('reply is not a list')
  })
})
