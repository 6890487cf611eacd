import { describe, expect, test } from 'bun:test'
import { binanceDaily } from '../../../src/sources/daily/binance-daily.ts'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { bitfinexMinutes } from '../../../src/sources/minutes/bitfinex-minutes.ts'
import { bitstampMinutes } from '../../../src/sources/minutes/bitstamp-minutes.ts'
import { coinbaseMinutes } from '../../../src/sources/minutes/coinbase-minutes.ts'
import type { MinuteBar, MinuteVenue } from '../../../src/sources/minutes/minute-bar.ts'
import { MINUTE_VENUES } from '../../../src/sources/minutes/minute-venues.ts'
import { someOf } from '../../support/draws.ts'
import { put } from '../../support/sandbox/world/put.ts'
import { NOON, type Stage, stage } from '../../support/sandbox/world/still-world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The minute in which the world is born; it runs. */
const RUNNING = Math.floor(NOON / MINUTE) * MINUTE

const NAMED = MINUTE_VENUES.map((venue) => [venue.source.name, venue] as const)

/** All the minutes of a pair within a stretch, page by page. */
const walk = async (on: Stage, venue: MinuteVenue, pair: string, from: number, to: number) => {
  const bars: MinuteBar[] = []
  for (let at = from; at <= to; at += venue.most * MINUTE) {
    const page = venue.minutes(venue.symbols[pair]!, at, Math.min(to, at + (venue.most - 1) * MINUTE))
    bars.push(...(await put(on, page)))
  }
  return bars
}

/** The largest step from the close of one bar to the open of the next, as a fraction. */
const widestGap = (bars: readonly MinuteBar[]): number =>
  Math.max(...bars.slice(1).map(({ open }, i) => Math.abs(Number(open) / Number(bars[i]!.close) - 1)))

/** Yearly volatility of the closes, in per cent. */
const volatility = (bars: readonly MinuteBar[]): number => {
  const squares = bars.slice(1).map(({ close }, i) => Math.log(Number(close) / Number(bars[i]!.close)) ** 2)
  return 100 * Math.sqrt((squares.reduce((sum, square) => sum + square, 0) / squares.length) * 525_600)
}

describe.each(someOf(NAMED, 17, 2))('minutes of %s', (_name, venue) => {
  test('every pair has them, up to its last trade', async () => {
    const on = stage()
    on.clock.move(115_000)
    const to = on.clock.now()
    const exchange = VENUES.find(({ source }) => source === venue.source)!
    for (const [pair, symbol] of Object.entries(venue.symbols)) {
      const bars = await walk(on, venue, pair, to - 299 * MINUTE, to)
      expect(bars.length).toBeGreaterThan(290)
      const starts = bars.map(({ start }) => start)
      expect(starts).toEqual([...new Set(starts)].toSorted())
      const quote = (await put(on, exchange.tickers([symbol])[0]!))[symbol]!
      const [before, last] = bars.slice(-2)
      expect(last!.start).toBe(RUNNING + MINUTE)
      expect(Number(last!.close)).toBe(Number(quote.last))
      // The one before it is over: it closed a little less than a minute ago.
      expect(Number(before!.close) / Number(quote.bid)).toBeWithin(0.997, 1.003)
      expect(widestGap(bars)).toBeLessThan(0.003)
    }
  })

  test('two months of them without a hole, as lively as the market', async () => {
    const on = stage()
    const first = RUNNING - 60 * DAY + MINUTE
    const bars = await walk(on, venue, 'BTC/USD', first, RUNNING - MINUTE)
    expect(bars.length).toBe(60 * 1440 - 1)
    for (const [at, { start }] of bars.entries()) expect(start).toBe(first + at * MINUTE)
    expect(bars.every(({ volume }) => Number(volume) > 0)).toBe(true)
    expect(widestGap(bars)).toBeLessThan(0.0005)
    expect(volatility(bars)).toBeWithin(42, 48)
    expect(Math.min(...bars.map(({ low }) => Number(low)))).toBeGreaterThan(97_000 * 0.93)
    expect(Math.max(...bars.map(({ high }) => Number(high)))).toBeLessThan(97_000 * 1.07)
    expect(await walk(on, venue, 'BTC/USD', first - 2 * DAY, first - DAY)).toEqual([])
  })

  test('a minute is the same on every page, at every time and in every world of this seed', async () => {
    const [on, other] = [stage(), stage()]
    const [from, to] = [RUNNING - 2 * DAY - 40 * MINUTE, RUNNING - MINUTE]
    const whole = await walk(on, venue, 'ETH/USD', from, to)
    for (const [start, until] of [
      [RUNNING - DAY, RUNNING - DAY],
      // Over midnight, and to midnight.
      [RUNNING - 12 * HOUR - 3 * MINUTE, RUNNING - 12 * HOUR + 3 * MINUTE],
      [RUNNING - 12 * HOUR - 7 * MINUTE, RUNNING - 12 * HOUR],
      // From before what the path remembers into it.
      [RUNNING - 50 * MINUTE, RUNNING - 10 * MINUTE],
    ] as const) {
      const part = whole.filter((bar) => bar.start >= start && bar.start <= until)
      expect(part.length).toBeGreaterThan(0)
      expect(await walk(other, venue, 'ETH/USD', start, until)).toEqual(part)
    }
    // Two hours later, looked at every three minutes or every thirty.
    for (let i = 1; i <= 40; i++) {
      on.clock.move(3 * MINUTE)
      await walk(on, venue, 'ETH/USD', on.clock.now() - HOUR, on.clock.now())
      if (i % 10 !== 0) continue
      other.clock.move(30 * MINUTE)
      other.world.market.advance()
    }
    expect(await walk(on, venue, 'ETH/USD', from, to)).toEqual(whole)
    expect(await walk(other, venue, 'ETH/USD', from, to + 2 * HOUR)).toEqual(
      await walk(on, venue, 'ETH/USD', from, to + 2 * HOUR),
    )
  })

  test('a crash is remembered where it happened', async () => {
    const on = stage({ volatility: 0 })
    on.clock.move(5 * MINUTE + 20_000)
    on.world.market.set('spot.BTC', 60_000)
    on.clock.move(10_000)
    on.world.market.set('spot.BTC', 80_000)
    on.clock.move(3 * HOUR)
    const [before, crash, after] = await walk(on, venue, 'BTC/USD', RUNNING + 4 * MINUTE, RUNNING + 6 * MINUTE)
    for (const price of [before!.low, before!.high, crash!.open, crash!.high])
      expect(Number(price) / 97_000).toBeWithin(0.999, 1.001)
    expect(Number(crash!.low) / 60_000).toBeWithin(0.999, 1.001)
    for (const price of [crash!.close, after!.open, after!.low, after!.high])
      expect(Number(price) / 80_000).toBeWithin(0.999, 1.001)
  })

  test('where the clock leapt the way is made up, from what was to what is', async () => {
    const on = stage()
    on.clock.move(20 * MINUTE)
    on.world.market.set('spot.BTC', 90_000)
    on.clock.move(15 * DAY + 40_000)
    const to = on.clock.now()
    const bars = await walk(on, venue, 'BTC/USD', RUNNING - HOUR, to)
    expect(bars.length).toBe(15 * 1440 + 20 + 61)
    const crash = bars.findIndex(({ start }) => start === RUNNING + 20 * MINUTE)
    expect(widestGap(bars.slice(0, crash))).toBeLessThan(0.0005)
    expect(widestGap(bars.slice(crash + 1, -1))).toBeLessThan(0.0005)
    expect(Number(bars[crash]!.open) - Number(bars[crash]!.close)).toBeGreaterThan(5000)
    expect(volatility(bars.slice(crash + 1))).toBeWithin(42, 48)
    expect(Number(bars.at(-1)!.close) / on.world.market.levels()['spot.BTC']!).toBeWithin(0.999, 1.001)
  })

  test('lies and standstills reach back as well', async () => {
    const on = stage()
    const read = () => walk(on, venue, 'SOL/USD', RUNNING - 100 * MINUTE, RUNNING + 5 * MINUTE)
    const honest = await read()
    await on.post({ freeze: [venue.source.name] })
    on.clock.move(4 * MINUTE)
    expect(await read()).toEqual(honest)
    await on.post({ resume: [venue.source.name], lie: { [venue.source.name]: 1.5 } })
    const lied = await read()
    expect(lied.length).toBe(honest.length + 4)
    expect(Number(lied[7]!.close) / Number(honest[7]!.close)).toBeWithin(1.499, 1.501)
  })
})

test('the venues tell of the same market, and days close where its minutes stand', async () => {
  const on = stage()
  const midnight = Math.floor(NOON / DAY) * DAY
  const from = midnight - 90 * MINUTE
  const [one, ...others] = await Promise.all(
    MINUTE_VENUES.map((venue) => walk(on, venue, 'BTC/USD', from, from + 200 * MINUTE)),
  )
  for (const bars of others) {
    expect(bars.length).toBe(one!.length)
    for (const [at, { close }] of bars.entries())
      expect(Number(close) / Number(one![at]!.close)).toBeWithin(0.9993, 1.0007)
  }
  const closes = await on.json<string[][]>(
    `${new URL(binanceDaily.source.origin).host}/api/v3/klines?symbol=BTCUSDT&interval=1d&limit=30`,
  )
  for (const [start, , , , close] of closes.slice(0, -1)) {
    const end = Number(start) + DAY
    const [minute] = await walk(on, coinbaseMinutes, 'BTC/USD', end, end)
    // Two departures of the pegged coin and a spread lie between them, and no day's wandering.
    expect(Number(minute!.open) / Number(close)).toBeWithin(0.997, 1.003)
  }
})

describe('as the vendors say', () => {
  const seconds = (ms: number): number => ms / 1000

  test('bitstamp: back from the end, whatever the start; on from the start alone; at most a thousand', async () => {
    const on = stage()
    const starts = async (query: string) => {
      const { data } = await on.json<{ data: { pair: string; ohlc: { timestamp: string }[] } }>(
        `www.bitstamp.net/api/v2/ohlc/btcusd/?step=60&${query}`,
      )
      expect(data.pair).toBe('BTC/USD')
      return data.ohlc.map(({ timestamp }) => Number(timestamp))
    }
    const at = seconds(RUNNING - 10 * DAY)
    expect(await starts(`limit=3&start=${at}&end=${at + 6000}`)).toEqual([at + 5880, at + 5940, at + 6000])
    expect(await starts(`limit=3&end=${at + 59}`)).toEqual([at - 120, at - 60, at])
    expect(await starts(`limit=3&start=${at - 59}`)).toEqual([at, at + 60, at + 120])
    expect(await starts('limit=2')).toEqual([seconds(RUNNING) - 60, seconds(RUNNING)])
    expect(await starts(`limit=5000&end=${at}`)).toHaveLength(1000)
  })

  test('bitstamp tells of minutes without trades, the others do not', async () => {
    const on = stage()
    const from = RUNNING - 3 * DAY
    const told = await Promise.all(
      [bitstampMinutes, bitfinexMinutes].map((venue) => walk(on, venue, 'USDC/USD', from, RUNNING - MINUTE)),
    )
    expect(told[0]).toHaveLength(3 * 1440)
    const empty = told[0]!.filter(({ volume }) => Number(volume) === 0)
    expect(empty.length).toBeWithin(1, 40)
    for (const { open, high, low, close } of empty) expect(new Set([open, high, low, close]).size).toBe(1)
    for (const { start, open } of empty.filter((bar) => bar.start > from))
      expect(told[0]!.find((bar) => bar.start === start - MINUTE)!.close).toBe(open)
    expect(told[1]!.length).toBeWithin(3 * 1440 - 40, 3 * 1440 - 1)
    expect(told[1]!.every(({ volume }) => Number(volume) > 0)).toBe(true)
  })

  test('coinbase: newest first, low before high, 300 and no more', async () => {
    const on = stage()
    const ask = (query: string) => on.ask(`api.exchange.coinbase.com/products/BTC-USD/candles?granularity=60${query}`)
    const rows = async (query: string) => (await (await ask(query)).json()) as number[][]
    const at = RUNNING - 10 * DAY
    const stretch = (minutes: number) =>
      `&start=${new Date(at).toISOString()}&end=${new Date(at + minutes * MINUTE).toISOString()}`
    const page = await rows(stretch(299))
    expect(page).toHaveLength(300)
    for (const [i, [time, low, high, open, close, volume]] of page.entries()) {
      expect(time).toBe(seconds(at) + (299 - i) * 60)
      for (const price of [open!, close!]) expect(price).toBeWithin(low!, high! + 0.001)
      expect(volume).toBeGreaterThan(0)
    }
    const refused = await ask(stretch(300))
    expect([refused.status, await refused.text()]).toEqual([
      400,
      '{"message":"granularity too small for the requested time range. Count of aggregations requested exceeds 300"}',
    ])
    // One from before the start comes along where there is room; times may be Unix seconds.
    expect((await rows(stretch(1))).map(([time]) => time)).toEqual([60, 0, -60].map((off) => seconds(at) + off))
    expect(await rows(`&start=${seconds(at)}&end=${seconds(at) + 60}`)).toEqual(await rows(stretch(1)))
    // A start without an end is ignored.
    expect((await rows(`&start=${seconds(at)}`))[0]?.[0]).toBeGreaterThanOrEqual(seconds(RUNNING) - 60)
  })

  test('bitfinex: newest first unless sorted, close before high and low, 10,000 and no more', async () => {
    const on = stage()
    const ask = (query: string) => on.ask(`api-pub.bitfinex.com/v2/candles/trade:1m:tBTCUSD/hist?${query}`)
    const rows = async (query: string) => (await (await ask(query)).json()) as number[][]
    const at = RUNNING - 10 * DAY
    const sorted = await rows(`start=${at}&end=${at + HOUR}&limit=10&sort=1`)
    expect(sorted.map(([time]) => time)).toEqual(Array.from({ length: 10 }, (_, i) => at + i * MINUTE))
    for (const [, open, close, high, low] of sorted)
      for (const price of [open!, close!]) expect(price).toBeWithin(low!, high! + 0.001)
    expect((await rows(`start=${at}&end=${at + HOUR}&limit=2`)).map(([time]) => time)).toEqual([
      at + HOUR,
      at + HOUR - MINUTE,
    ])
    expect(await rows('')).toHaveLength(100)
    expect((await rows('start=0&sort=1&limit=1'))[0]?.[0]).toBe(RUNNING + MINUTE - 60 * DAY)
    expect(await rows(`start=${at - 20 * DAY}&end=${at}&limit=10000&sort=1`)).toHaveLength(10_000)
    const refused = await ask('limit=10001')
    expect([refused.status, await refused.text()]).toEqual([500, '["error",10020,"limit: invalid"]'])
  })
})
