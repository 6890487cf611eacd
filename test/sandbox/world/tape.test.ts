import { describe, expect, test } from 'bun:test'
import { stage } from '../../support/sandbox/world/still-world.ts'

type Row = readonly string[]

/** A decimal text as a whole number of 10^-20: exact, whatever its digits. */
const exact = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(20, '0'))
}
const UNIT = 10n ** 20n
const total = (list: readonly bigint[]): bigint => list.reduce((sum, value) => sum + value, 0n)

interface AggTrade {
  readonly a: number
  readonly p: string
  readonly q: string
  readonly T: number
}

const BINANCE = 'data-api.binance.vision/api/v3'

describe('trades', () => {
  test('a VWAP window is full from the first moment on', async () => {
    const { json, clock } = stage()
    const trades = await json<AggTrade[]>(
      `${BINANCE}/aggTrades?symbol=BTCUSDT&startTime=${clock.now() - 300_000}&limit=1000`,
    )
    expect(trades.length).toBeWithin(120, 260)
    expect((trades[0]?.T ?? 0) - (clock.now() - 300_000)).toBeLessThan(20_000)
    expect(clock.now() - (trades.at(-1)?.T ?? 0)).toBeLessThan(20_000)
  })

  test('at least fifteen minutes are remembered', async () => {
    const { json, clock } = stage()
    clock.move(1_200_000)
    const [oldest] = await json<AggTrade[]>(`${BINANCE}/aggTrades?symbol=ETHUSDT&startTime=1&limit=1`)
    expect(clock.now() - (oldest?.T ?? 0)).toBeGreaterThan(15 * 60_000)
  })

  test('ids and times grow together and no trade comes from the future', async () => {
    const { json, clock } = stage()
    clock.move(777)
    const trades = await json<AggTrade[]>(`${BINANCE}/aggTrades?symbol=BTCUSDT&limit=1000`)
    for (const [i, trade] of trades.entries()) {
      const before = trades[i - 1]
      if (before === undefined) continue
      expect(trade.a).toBeGreaterThan(before.a)
      expect(trade.T).toBeGreaterThanOrEqual(before.T)
    }
    expect(trades.at(-1)?.T ?? 0).toBeLessThanOrEqual(clock.now())
  })

  test('pages asked since the last id join without gap or overlap', async () => {
    const { json, clock } = stage()
    const start = clock.now()
    const paged: number[] = []
    let cursor = 0
    for (let poll = 0; poll < 40; poll++) {
      clock.move(1_037)
      const path = `api.exchange.coinbase.com/products/BTC-USD/trades?limit=1000&before=${cursor}`
      const page = await json<{ trade_id: number; time: string }[]>(path)
      paged.push(
        ...page
          .filter(({ time }) => Date.parse(time) > start)
          .map((trade) => trade.trade_id)
          .toReversed(),
      )
      cursor = page[0]?.trade_id ?? cursor
    }
    const whole = await json<{ trade_id: number; time: string }[]>(
      'api.exchange.coinbase.com/products/BTC-USD/trades?limit=1000',
    )
    const expected = whole.filter(({ time }) => Date.parse(time) > start).map((trade) => trade.trade_id)
    expect(paged).toEqual(expected.toReversed())
    expect(paged.length).toBeGreaterThan(10)
  })

  test('Kraken continues at `last`, even between trades of one millisecond', async () => {
    const { json, clock, world } = stage()
    const page = async (since: string) => {
      const { result } = await json<{ result: { XXBTZUSD: unknown[][]; last: string } }>(
        `api.kraken.com/0/public/Trades?pair=XBTUSD&since=${since}`,
      )
      return { ids: result.XXBTZUSD.map((row) => Number(row[6])), last: result.last }
    }
    const first = await page(`${BigInt(clock.now() - 60_000) * 1_000_000n}`)
    expect((await page(first.last)).ids).toEqual([])
    // Two steered trades in this very millisecond, one page between them.
    world.market.set('spot.BTC', 96_000)
    const second = await page(first.last)
    world.market.set('spot.BTC', 95_000)
    const third = await page(second.last)
    expect([second.ids.length, third.ids.length]).toEqual([1, 1])
    expect(third.ids[0]).toBeGreaterThan(second.ids[0] ?? Number.POSITIVE_INFINITY)
  })
})

describe('bars equal the trades they are made of, to the last digit', () => {
  test('Binance: volume, turnover, count, first, last, highest and lowest', async () => {
    const { json, clock } = stage()
    clock.move(90_000)
    const bars = await json<(string | number)[][]>(`${BINANCE}/klines?symbol=BTCUSDT&interval=1m&limit=8`)
    expect(bars).toHaveLength(8)
    for (const [open, o, h, l, c, volume, close, turnover, count] of bars) {
      const trades = await json<AggTrade[]>(
        `${BINANCE}/aggTrades?symbol=BTCUSDT&startTime=${open}&endTime=${close}&limit=1000`,
      )
      expect(trades.length).toBe(Number(count))
      expect(exact(String(volume))).toBe(total(trades.map(({ q }) => exact(q))))
      expect(exact(String(turnover)) * UNIT).toBe(total(trades.map(({ p, q }) => exact(p) * exact(q))))
      const prices = trades.map(({ p }) => Number(p))
      expect([o, c, h, l].map(Number)).toEqual([
        prices[0] ?? 0,
        prices.at(-1) ?? 0,
        Math.max(...prices),
        Math.min(...prices),
      ])
    }
  })

  test('OKX and Gate: the turnover column is price times size', async () => {
    const { json, clock } = stage()
    const minute = Math.floor(clock.now() / 60_000) * 60_000 - 60_000
    const okx = await json<{ data: Row[] }>('www.okx.com/api/v5/market/candles?instId=BTC-USDT&bar=1m&limit=3')
    const okxTrades = await json<{ data: { px: string; sz: string; ts: string }[] }>(
      'www.okx.com/api/v5/market/trades?instId=BTC-USDT&limit=500',
    )
    const bar = okx.data.find(([start]) => Number(start) === minute)
    const inBar = okxTrades.data.filter(({ ts }) => Number(ts) >= minute && Number(ts) < minute + 60_000)
    expect(inBar.length).toBeGreaterThan(10)
    expect(exact(bar?.[7] ?? '') * UNIT).toBe(total(inBar.map(({ px, sz }) => exact(px) * exact(sz))))
    expect(bar?.[8]).toBe('1')
    expect(okx.data[0]?.[8]).toBe('0')

    const gate = await json<Row[]>('api.gateio.ws/api/v4/spot/candlesticks?currency_pair=BTC_USDT&interval=1m&limit=3')
    const gateTrades = await json<{ create_time: string; amount: string; price: string }[]>(
      'api.gateio.ws/api/v4/spot/trades?currency_pair=BTC_USDT&limit=1000',
    )
    const row = gate.find(([start]) => Number(start) * 1000 === minute)
    const within = gateTrades.filter(({ create_time: at }) => Math.floor(Number(at) / 60) * 60_000 === minute)
    expect(exact(row?.[1] ?? '') * UNIT).toBe(total(within.map(({ price, amount }) => exact(price) * exact(amount))))
    expect(exact(row?.[6] ?? '')).toBe(total(within.map(({ amount }) => exact(amount))))
    expect(gate.map((one) => one[7])).toEqual(['true', 'true', 'false'])
  })

  test('Kraken: the vwap is the mean of the trades, rounded to the tick', async () => {
    const { json } = stage()
    const { result } = await json<{ result: { XXBTZUSD: (string | number)[][]; last: number } }>(
      'api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=1',
    )
    const bar = result.XXBTZUSD.find(([start]) => start === result.last) ?? []
    const trades = await json<{ result: { XXBTZUSD: string[][] } }>(
      'api.kraken.com/0/public/Trades?pair=XBTUSD&count=1000',
    )
    const inBar = trades.result.XXBTZUSD.filter(([, , at]) => Math.floor(Number(at) / 60) * 60 === bar[0])
    const volume = inBar.reduce((sum, [, size]) => sum + Number(size), 0)
    const vwap = inBar.reduce((sum, [price, size]) => sum + Number(price) * Number(size), 0) / volume
    expect(inBar.length).toBe(Number(bar[7]))
    expect(Number(bar[6])).toBeCloseTo(volume, 7)
    expect(Math.abs(Number(bar[5]) - vwap)).toBeLessThanOrEqual(0.0501)
  })
})
