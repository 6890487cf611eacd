import { describe, expect, test } from 'bun:test'
import { askedPair } from '../../../src/sources/exchanges/kraken-pair.ts'
import { kraken } from '../../../src/sources/exchanges/kraken.ts'
import { readTicker, readTrades, tickerQuery, tradingSymbols, type ExpectedTicker } from '../../support/ask-venue.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: spot_depth, spot_system_status, ws_* and v2_ws_* (sockets). */
describe('kraken, recorded', () => {
  test.skipIf(!recordedAvailable)('a ticker is what ccxt reads from it and stamps nothing', () => {
    const { body, expected } = recorded('crypto/kraken/spot_ticker')
    const { bid, ask, last } = expected as ExpectedTicker
    expect(readTicker(kraken, 'XBTUSDT', body)).toEqual({ bid, ask, last, bookAt: null, lastAt: null })
  })

  test.skipIf(!recordedAvailable)('trades keep their order, and their times are cut to the millisecond', () => {
    const trades = readTrades(kraken, 'XBTUSDT', recorded('crypto/kraken/spot_trades').body)
    expect(trades).toHaveLength(200)
    expect(trades[0]).toEqual({ id: '10219008', price: '106060.00000', size: '0.87315981', at: 1_762_815_814_284 })
    expect(trades.at(-1)).toEqual({ id: '10219207', price: '105899.40000', size: '0.00009443', at: 1_762_820_035_982 })
    expect(trades.map(({ id }) => Number(id))).toEqual(Array.from({ length: 200 }, (_, index) => 10_219_008 + index))
  })

  test.skipIf(!recordedAvailable)(
    'bars agree with ccxt, their turnover is exact and the running one is left out',
    () => {
      const { body, expected } = recorded('crypto/kraken/spot_ohlc')
      const bars = kraken.bars!('XBTUSDT').read(body)
      const rows = (expected as readonly (readonly [number, string, string, string, string, string])[]).map((row) => [
        row[0],
        row[5],
      ])
      expect(bars.slice(0, rows.length).map(({ start, volume }) => [start, volume])).toEqual(rows)
      expect(bars).toHaveLength(719)
      expect(bars.at(-1)!.start).toBe(1_762_820_160_000)
      expect(bars[0]!.turnover).toBe('0.000000000')
      expect(bars[1]!.turnover).toBe('34.039354683')
      expect(bars[2]!.turnover).toBe('8820.353780476')
      const scaled = bars.reduce((sum, { turnover }) => sum + BigInt(turnover.replace('.', '')), 0n)
      expect(scaled).toBe(14_563_966_449_377_202n)
    },
  )

  test.skipIf(!recordedAvailable)('the list of 2025 has a status', () => {
    expect(kraken.instruments.read(recorded('crypto/kraken/spot_asset_pairs_2025').body)).toEqual([
      { symbol: 'XBTUSDT', trading: true },
    ])
  })

  test.skipIf(!recordedAvailable)('the list of 2021 has our spellings, and its long keys lead back to them', () => {
    const { body } = recorded('crypto/kraken/spot_asset_pairs_trimmed')
    const listed = tradingSymbols(kraken, body)
    expect(listed).toHaveLength(26)
    expect(listed).toEqual(
      expect.arrayContaining(['XBTUSD', 'ETHUSD', 'XRPUSD', 'XDGUSD', 'USDTUSD', 'XBTJPY', 'PAXGUSD']),
    )
    const { result } = JSON.parse(body) as { result: Record<string, { altname: string }> }
    for (const [key, { altname }] of Object.entries(result)) expect(askedPair(key, listed)).toBe(altname)
  })
})

const row = (price: string) => ({ a: [price, '1', '1.000'], b: [price, '1', '1.000'], c: [price, '0.1'] })
const answer = (result: unknown, error: readonly string[] = []) => JSON.stringify({ error, result })

describe('kraken, constructed', () => {
  test('one question for all pairs, and every long name finds its way back', () => {
    const keys = {
      XBTUSD: 'XXBTZUSD',
      ETHEUR: 'XETHZEUR',
      XDGUSD: 'XDGUSD',
      XRPUSD: 'XXRPZUSD',
      SOLUSD: 'SOLUSD',
      USDTUSD: 'USDTZUSD',
      EURUSD: 'ZEURZUSD',
      GBPUSD: 'ZGBPZUSD',
      USDJPY: 'ZUSDZJPY',
      USDCHF: 'USDCHF',
      USDCAD: 'ZUSDZCAD',
    }
    const asked = Object.keys(keys)
    const query = tickerQuery(kraken, ...asked)
    expect(query.path).toBe(`/0/public/Ticker?pair=${asked.join(',')}`)
    const result = Object.fromEntries(Object.values(keys).map((key, index) => [key, row(`${index + 1}.5`)]))
    const quotes = query.read(answer(result))
    expect(Object.keys(quotes).toSorted()).toEqual(asked.toSorted())
    for (const [index, symbol] of asked.entries()) expect(quotes[symbol]!.last).toBe(`${index + 1}.5`)
  })

  test('every symbol of ours is told apart from every other, in all its spellings', () => {
    const ours = Object.values(kraken.symbols)
    for (const symbol of ours) {
      const [base, quote] = [symbol.slice(0, -3), symbol.slice(-3)]
      for (const key of [symbol, `X${base}Z${quote}`, `Z${base}Z${quote}`, `${base}Z${quote}`]) {
        expect(askedPair(key, ours)).toBe(symbol)
      }
    }
    expect(askedPair('XXMRZUSD', ours)).toBeNull()
    expect(askedPair('XBTUSDT', ours)).toBeNull()
  })

  test('a pair that was not asked is left out, a pair that is missing too', () => {
    expect(tickerQuery(kraken, 'XBTUSD', 'ETHUSD').read(answer({ XXBTZUSD: row('1'), XXMRZUSD: row('2') }))).toEqual({
      XBTUSD: { bid: '1', ask: '1', last: '1', bookAt: null, lastAt: null },
    })
    expect(kraken.tickers([])).toEqual([])
  })

  test('HTTP 200 with an error is the words of the venue', () => {
    const body = '{"error":["EQuery:Unknown asset pair"]}'
    expect(unreadable(() => readTicker(kraken, 'XBTUSD', body))).toContain('EQuery:Unknown asset pair')
    expect(unreadable(() => readTrades(kraken, 'XBTUSD', body))).toContain('EQuery')
    expect(unreadable(() => kraken.bars!('XBTUSD').read(body))).toContain('EQuery')
    expect(unreadable(() => kraken.instruments.read(body))).toContain('EQuery')
  })

  test('a missing side or a missing result is named', () => {
    const { b: _, ...noBid } = row('1')
    expect(unreadable(() => readTicker(kraken, 'XBTUSD', answer({ XXBTZUSD: noBid })))).toBe(
      'reply.result.XXBTZUSD.b is missing',
    )
    expect(unreadable(() => readTicker(kraken, 'XBTUSD', '{"error":[]}'))).toBe('reply.result is missing')
  })

  test('trades are asked in nanoseconds, from before the known one, which stays in the page', () => {
    expect(kraken.trades!('XBTUSD', { id: '5', at: 1_762_815_814_284 }).path).toBe(
      '/0/public/Trades?pair=XBTUSD&count=1000&since=1762815814283000000',
    )
    const rows = [9, 10, 11].map((id) => ['100.0', '0.5', 1_762_815_814.2843502, 'b', 'l', '', id])
    const body = answer({ XXBTZUSD: rows, last: '1762815814284350200' })
    expect(readTrades(kraken, 'XBTUSD', body, { id: '9', at: 0 }).map(({ id }) => id)).toEqual(['9', '10', '11'])
  })

  test('the trades of another pair are refused', () => {
    expect(unreadable(() => readTrades(kraken, 'XBTUSD', answer({ XETHZUSD: [], last: '1' })))).toBe(
      'reply.result.XBTUSD is missing',
    )
  })

  test('a bar with volume and no mean price is refused', () => {
    const bar = [1_762_777_080, '1', '1', '1', '1', '0.0', '2.00000000', 3]
    const body = answer({ XXBTZUSD: [bar], last: 1_762_777_080 })
    expect(unreadable(() => kraken.bars!('XBTUSD').read(body))).toContain('volume 2.00000000 and turnover 0')
  })

  test('a pair that is cancel-only or delisted does not trade', () => {
    const result = {
      ADAUSD: { altname: 'ADAUSD', status: 'cancel_only' },
      XXBTZUSD: { altname: 'XBTUSD', status: 'online' },
    }
    expect(tradingSymbols(kraken, answer(result))).toEqual(['XBTUSD'])
  })
})
