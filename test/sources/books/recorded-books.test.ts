import { describe, expect, test } from 'bun:test'
import type { BookFrame, BookSocket } from '../../../src/sources/books/book-socket.ts'
import { binance } from '../../../src/sources/books/binance.ts'
import { bitfinex } from '../../../src/sources/books/bitfinex.ts'
import { bitstamp } from '../../../src/sources/books/bitstamp.ts'
import { coinbase } from '../../../src/sources/books/coinbase.ts'
import { gate } from '../../../src/sources/books/gate.ts'
import { gemini } from '../../../src/sources/books/gemini.ts'
import { kraken } from '../../../src/sources/books/kraken.ts'
import { okx } from '../../../src/sources/books/okx.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

/** What the venues really sent: every recorded frame is read or passed over, and those of our channels are read in full. */

/** The frames of a recording, spelled as they came. */
const framesOf = (name: string): readonly string[] => {
  const { body } = recorded(`crypto/${name}`)
  const spelled = JSON.parse(body, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? JSON.rawJSON(context!.source!) : value,
  ) as readonly unknown[]
  return (Array.isArray(spelled) ? spelled : [spelled]).map((frame) => JSON.stringify(frame))
}

const read = (socket: BookSocket, name: string): readonly BookFrame[] => {
  const reader = socket.reader()
  return framesOf(name).map(reader)
}

const quotesIn = (frames: readonly BookFrame[]) =>
  frames.flatMap((frame) => (frame.kind === 'quotes' ? frame.quotes : []))

describe.skipIf(!recordedAvailable)('recorded frames', () => {
  test('of Coinbase: tickers with and without sizes', () => {
    const quotes = quotesIn(read(coinbase, 'coinbase/ws_exchange_match_ticker_l2'))
    expect(quotes.slice(0, 2)).toEqual([
      {
        symbol: 'BTC-USD',
        quote: {
          bid: '4094.99',
          ask: '4095',
          last: '4095.00000000',
          bookAt: Date.parse('2019-04-01T00:00:04.540Z'),
          lastAt: Date.parse('2019-04-01T00:00:04.540Z'),
        },
      },
      {
        symbol: 'BTC-USD',
        quote: {
          bid: '58800.00',
          ask: '58800.01',
          last: '58800.01',
          bookAt: Date.parse('2021-04-01T00:00:01.618Z'),
          lastAt: Date.parse('2021-04-01T00:00:01.618Z'),
        },
      },
    ])
    expect(quotes[2]?.quote).toMatchObject({ bid: '17165.15', ask: '17167.76' })
  })

  test('of Kraken: numbers as they were spelled, and a book without anybody in it', () => {
    expect(quotesIn(read(kraken, 'kraken/v2_ws_ticker_snapshot'))).toEqual([
      {
        symbol: 'BTC/USD',
        quote: {
          bid: '105944.20',
          ask: '105944.30',
          last: '105899.40',
          bookAt: null,
          lastAt: null,
          aliveAt: Date.parse('2022-12-25T09:30:59.123Z'),
        },
      },
    ])
    const v2 = framesOf('kraken/ws_v1_v2_trade_book_ticker').filter((frame) => frame.startsWith('{'))
    const reader = kraken.reader()
    expect(quotesIn(v2.map(reader)).map(({ symbol, quote }) => [symbol, quote.bid, quote.ask])).toEqual([
      ['BTC/USD', '99.9', '100.1'],
      ['ANETx/USD', null, null],
    ])
  })

  test('of Bitfinex: a ticker, by the name its channel was given, and its heartbeat', () => {
    const reader = bitfinex.reader()
    reader(JSON.stringify({ event: 'subscribed', channel: 'ticker', chanId: 147_794, symbol: 'tBTCUSD' }))
    const [ticker] = framesOf('bitfinex/ws_spot_trades_book_ticker').filter((frame) => frame.startsWith('[147794,'))
    expect(reader(ticker!)).toEqual({
      kind: 'quotes',
      quotes: [
        {
          symbol: 'tBTCUSD',
          quote: { bid: '71741', ask: '71760', last: '71754', bookAt: 1_775_779_200_144, lastAt: null },
        },
      ],
    })
    const books = bitfinex.reader()
    books(JSON.stringify({ event: 'subscribed', channel: 'ticker', chanId: 6_959, symbol: 'tETHUSD' }))
    const [beat] = framesOf('bitfinex/ws_spot_trades_book_ticker').filter((frame) => frame.includes('"hb"'))
    expect(books(beat!)).toEqual({ kind: 'unchanged', symbols: ['tETHUSD'] })
  })

  test('of Gemini: the third version, beside the second', () => {
    expect(quotesIn(read(gemini, 'gemini/ws_v2_v3_trades_book'))).toEqual([
      {
        symbol: 'xrpgusd',
        quote: { bid: '1.0614900', ask: '1.0615000', last: null, bookAt: 1_783_981_140_076, lastAt: null },
      },
    ])
  })

  test('of Binance: best prices count from the second on of which the other stream has told', () => {
    const frames = framesOf('binance/ws_spot_trade_book_depth')
    const [book, ticker] = ['@bookTicker', '@ticker'].map((end) => frames.find((frame) => frame.includes(end))!)
    expect(quotesIn(read(binance, 'binance/ws_spot_trade_book_depth'))).toEqual([
      {
        symbol: 'DOGEBNB',
        quote: {
          bid: '0.00014365',
          ask: '0.00014498',
          last: '0.00014360',
          bookAt: null,
          lastAt: 1_569_805_259_088,
          aliveAt: 1_569_805_259_092,
        },
      },
    ])
    const reader = binance.reader()
    expect(reader(book!)).toEqual({ kind: 'other' })
    reader(ticker!.replace('dogebnb', 'btcusdt').replace('DOGEBNB', 'BTCUSDT'))
    expect(quotesIn([reader(book!)])[0]?.quote).toMatchObject({
      bid: '8010.00000000',
      ask: '8012.15000000',
      aliveAt: 1_569_805_259_092,
    })
  })

  test('of OKX: tickers and nothing else', () => {
    const quotes = quotesIn(read(okx, 'okx/ws_tickers_trades_2022'))
    expect(quotes.find(({ symbol }) => symbol === 'BTC-USDT')).toEqual({
      symbol: 'BTC-USDT',
      quote: { bid: '30228.6', ask: '30228.7', last: '30236', bookAt: 1_652_459_224_956, lastAt: null },
    })
    expect(quotes.length).toBe(
      framesOf('okx/ws_tickers_trades_2022').filter((frame) => /"tickers".*"data"/.test(frame)).length,
    )
  })

  test('of Gate: the fourth version, best prices', () => {
    const v4 = framesOf('gate/ws_spot_trades_book').filter((frame) => frame.includes('"channel"'))
    const reader = gate.reader()
    expect(quotesIn(v4.map(reader))).toEqual([
      {
        symbol: 'ETC_ETH',
        quote: { bid: '0.010326', ask: '0.010366', last: null, bookAt: 1_682_689_046_131, lastAt: null },
      },
    ])
  })

  test('of Bitstamp: acknowledgements and other channels are passed over', () => {
    for (const name of ['ws_live_trades_diff_book', 'ws_live_trades_2022'])
      expect(new Set(read(bitstamp, `bitstamp/${name}`).map(({ kind }) => kind))).toEqual(new Set(['other']))
  })
})
