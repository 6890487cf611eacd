import { describe, expect, test } from 'bun:test'
import { stage } from '../../support/sandbox/world/still-world.ts'

const TICKER = 'api.kraken.com/0/public/Ticker?pair=XBTUSD'
const DAY_MS = 86_400_000
const OTHER = 'www.bitstamp.net/api/v2/ticker/btcusd/'

const bid = async (json: ReturnType<typeof stage>['json']): Promise<number> => {
  const { result } = await json<{ result: { XXBTZUSD: { b: string[] } } }>(TICKER)
  return Number(result.XXBTZUSD.b[0])
}

describe('each fault', () => {
  test('halt: 503 from that provider alone, until it is resumed', async () => {
    const { ask, post } = stage()
    await post({ halt: ['kraken'] })
    expect((await ask(TICKER)).status).toBe(503)
    expect((await ask(OTHER)).status).toBe(200)
    await post({ resume: ['kraken'] })
    expect((await ask(TICKER)).status).toBe(200)
  })

  test('delay: the reply takes that long and tells the prices of its end', async () => {
    const { ask, post, clock } = stage()
    await post({ delay: { bitstamp: 3000 } })
    const before = clock.now()
    const reply = (await (await ask(OTHER)).json()) as { timestamp: string }
    expect(clock.slept).toEqual([3000])
    expect(Number(reply.timestamp)).toBe(Math.floor((before + 3000) / 1000))
    await ask(TICKER)
    expect(clock.slept).toHaveLength(1)
  })

  test('delay: a fault that is lifted while a request waits is over', async () => {
    const { ask, post, clock } = stage()
    await post({ delay: { kraken: 1000 }, halt: ['kraken'] })
    const sleep = clock.sleep
    clock.sleep = async (ms) => {
      await sleep(ms)
      await post({ clear: true })
    }
    expect((await ask(TICKER)).status).toBe(200)
  })

  test('garbage: a web page with status 200', async () => {
    const { ask, post } = stage()
    await post({ garbage: ['kraken'] })
    const reply = await ask(TICKER)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await reply.text()).toStartWith('<!DOCTYPE html>')
  })

  test('misstate: these fields of that provider are multiplied, in quotes or not, and nothing else', async () => {
    const { json, post } = stage({ volatility: 0 })
    const MARK = 'fapi.binance.com/fapi/v1/premiumIndex?symbol=BTCUSDT'
    const TOLD = 'www.deribit.com/api/v2/public/ticker?instrument_name=BTC-PERPETUAL'
    type Mark = Readonly<Record<'markPrice' | 'indexPrice', string>>
    type Told = { readonly result: Readonly<Record<'mark_price' | 'index_price' | 'timestamp', number>> }
    const [mark, told] = [await json<Mark>(MARK), await json<Told>(TOLD)]
    await post({ misstate: { binancefutures: { markPrice: 1.05 }, deribit: { mark_price: 100 } } })
    await post({ misstate: { deribit: { index_price: 0.5 } } })
    const [wrong, misread] = [await json<Mark>(MARK), await json<Told>(TOLD)]
    expect(Number(wrong.markPrice) / Number(mark.markPrice)).toBeCloseTo(1.05, 9)
    expect({ ...wrong, markPrice: mark.markPrice }).toEqual(mark)
    expect(misread.result.mark_price).toBeCloseTo(told.result.mark_price * 100, 4)
    expect(misread.result.index_price).toBeCloseTo(told.result.index_price / 2, 4)
    expect({ ...misread.result, mark_price: 0, index_price: 0 }).toEqual({
      ...told.result,
      mark_price: 0,
      index_price: 0,
    })
    await post({ resume: ['deribit'] })
    expect(await json<Told>(TOLD)).toEqual(told)
  })

  test('status: any, and 429 says when to come back', async () => {
    const { ask, post } = stage()
    await post({ status: { kraken: 429, bitstamp: 500 } })
    const limited = await ask(TICKER)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30'])
    const broken = await ask(OTHER)
    expect([broken.status, broken.headers.get('retry-after')]).toEqual([500, null])
  })

  test('endless: more than any limit, and it ends when the reader hangs up', async () => {
    const { ask, post } = stage()
    await post({ endless: ['kraken'] })
    const reader = (await ask(TICKER)).body?.getReader()
    let read = 0
    for (let i = 0; i < 1000; i++) read += (await reader?.read())?.value?.byteLength ?? 0
    expect(read).toBeGreaterThan(10_000_000)
    await reader?.cancel()
    expect((await reader?.read())?.done).toBe(true)
  })

  test('freeze: the same bytes for ever, as of the moment it began, also where nobody had asked yet', async () => {
    const { text, post, clock } = stage()
    const before = await text(TICKER)
    await post({ freeze: ['kraken', 'coinbase'], set: { 'spot.ETH': 1000 } })
    const first = await text('api.exchange.coinbase.com/products/ETH-USD/trades')
    for (const ms of [5_000, 600_000, 3 * 3_600_000]) {
      clock.move(ms)
      expect(await text(TICKER)).toBe(before)
      expect(await text('api.exchange.coinbase.com/products/ETH-USD/trades')).toBe(first)
    }
    await post({ resume: ['kraken'] })
    expect(await text(TICKER)).not.toBe(before)
  })

  test('freeze: once more is still the first moment', async () => {
    const { text, post, clock } = stage()
    const before = await text(TICKER)
    await post({ freeze: ['kraken'] })
    clock.move(60_000)
    await post({ freeze: ['kraken'] })
    expect(await text(TICKER)).toBe(before)
  })

  test('stale: what was true so long ago, with the time stamps of then', async () => {
    const { text, post, clock } = stage()
    clock.move(1_000)
    const before = await text(OTHER)
    clock.move(60_000)
    expect(await text(OTHER)).not.toBe(before)
    await post({ stale: { bitstamp: 60_000 } })
    expect(await text(OTHER)).toBe(before)
    clock.move(1_000)
    expect(await text(OTHER)).not.toBe(before)
  })

  test('stale by a day: a market of its own that began a day earlier, nobody steered, and goes on', async () => {
    const { json, post, clock } = stage()
    const seen = () => json<{ timestamp: string; last: string }>(OTHER)
    await post({ set: { 'spot.BTC': 50_000 }, stale: { bitstamp: DAY_MS } })
    const yesterday = await seen()
    expect(Number(yesterday.timestamp)).toBe(Math.floor((clock.now() - DAY_MS) / 1000))
    expect(Number(yesterday.last)).toBeWithin(96_000, 98_000)
    clock.move(60_000)
    const later = await seen()
    expect(Number(later.timestamp)).toBe(Number(yesterday.timestamp) + 60)
    expect(later.last).not.toBe(yesterday.last)
    const options = 'www.deribit.com/api/v2/public/get_book_summary_by_currency?currency=BTC&kind=option'
    await post({ stale: { deribit: DAY_MS } })
    const { result } = await json<{ result: { creation_timestamp: number }[] }>(options)
    expect(result[0]?.creation_timestamp).toBe(clock.now() - DAY_MS)
  })

  test('stale and frozen: a recording of yesterday', async () => {
    const { text, json, post, clock } = stage()
    await post({ set: { 'spot.BTC': 50_000 }, stale: { kraken: DAY_MS }, freeze: ['kraken'] })
    const recording = await text(TICKER)
    expect(await bid(json)).toBeWithin(96_000, 98_000)
    clock.move(3 * 3_600_000)
    expect(await text(TICKER)).toBe(recording)
  })

  test('lie: quotes, trades and bars are all wrong by the factor, and nobody else is', async () => {
    const { json, post } = stage({ volatility: 0 })
    const [kraken, bitstamp] = [await bid(json), await json<{ bid: string }>(OTHER)]
    await post({ lie: { kraken: 1.05 } })
    expect((await bid(json)) / kraken).toBeCloseTo(1.05, 4)
    const { result } = await json<{ result: { XXBTZUSD: string[][] } }>('api.kraken.com/0/public/Trades?pair=XBTUSD')
    for (const [price] of result.XXBTZUSD) expect(Number(price) / kraken).toBeCloseTo(1.05, 3)
    const bars = await json<{ result: { XXBTZUSD: string[][] } }>('api.kraken.com/0/public/OHLC?pair=XBTUSD')
    for (const bar of bars.result.XXBTZUSD) expect(Number(bar[2]) / kraken).toBeCloseTo(1.05, 3)
    expect(await json<{ bid: string }>(OTHER)).toEqual(bitstamp)
  })

  test('lie: a bank and gold-api can lie too', async () => {
    const { json, text, post } = stage({ volatility: 0 })
    const ecb = 'data-api.ecb.europa.eu/service/data/EXR/D.USD.EUR.SP00.A?format=csvdata&lastNObservations=1'
    const rate = async () => Number((await text(ecb)).split('\n')[1]?.split(',')[7])
    const gold = async () => (await json<{ price: number }>('api.gold-api.com/price/XAU')).price
    const honest = [await rate(), await gold()]
    await post({ lie: { ecb: 1.05, 'gold-api': 0.9 } })
    expect((await rate()) / (honest[0] ?? 0)).toBeCloseTo(1.05, 3)
    expect((await gold()) / (honest[1] ?? 0)).toBeCloseTo(0.9, 6)
  })

  test('a provider that lies and is then frozen goes on lying', async () => {
    const { json, post, clock } = stage({ volatility: 0 })
    const honest = await bid(json)
    await post({ lie: { kraken: 1.05 } })
    await post({ freeze: ['kraken'] })
    clock.move(10_000)
    expect((await bid(json)) / honest).toBeCloseTo(1.05, 4)
  })

  test('clear ends all of them and leaves the levels alone', async () => {
    const { ask, post, json, world } = stage()
    await post({ halt: ['kraken'], delay: { okx: 3000 }, lie: { binance: 1.05 }, set: { 'spot.BTC': 80_000 } })
    await post({ clear: true })
    expect((await ask(TICKER)).status).toBe(200)
    expect((await json<{ faults: object }>('world')).faults).toEqual({})
    expect(world.market.levels()['spot.BTC']).toBe(80_000)
  })
})
