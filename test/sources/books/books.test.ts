import { describe, expect, test } from 'bun:test'
import { BOOK_SOCKETS } from '../../../src/sources/books/sockets.ts'
import type { BookFrame, BookSocket } from '../../../src/sources/books/book-socket.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'

/** What the venues document: a book, an empty side, what comes late, what is refused, and what only says that a book stands. */

const venueNamed = (name: string): BookSocket => BOOK_SOCKETS.find(({ venue }) => venue.source.name === name)!

type Say = (bid: readonly [string, string], ask: readonly [string, string], order: number) => readonly string[]

const AT = 1_795_000_000_000
const ISO = new Date(AT).toISOString()

/** Frames of one symbol, in the words of each venue, that tell of these sides. */
const SAYS: Readonly<
  Record<string, { readonly symbol: string; readonly first?: readonly string[]; readonly say: Say }>
> = {
  coinbase: {
    symbol: 'BTC-USD',
    say: ([bid, bidSize], [ask, askSize], sequence) => [
      `{"type":"ticker","sequence":${sequence},"product_id":"BTC-USD","price":"97000.01","best_bid":"${bid}","best_bid_size":"${bidSize}","best_ask":"${ask}","best_ask_size":"${askSize}","time":"${ISO}","trade_id":1}`,
    ],
  },
  kraken: {
    symbol: 'BTC/USD',
    say: ([bid, bidSize], [ask, askSize]) => [
      `{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":${bid},"bid_qty":${bidSize},"ask":${ask},"ask_qty":${askSize},"last":97000.01,"timestamp":"${ISO}"}]}`,
    ],
  },
  bitstamp: {
    symbol: 'btcusd',
    say: ([bid, bidSize], [ask, askSize]) => [
      `{"event":"data","channel":"order_book_btcusd","data":{"timestamp":"1795000000","microtimestamp":"1795000000000123","bids":[["${bid}","${bidSize}"],["1.00","5"]],"asks":[["${ask}","${askSize}"],["999999.00","5"]]}}`,
    ],
  },
  gemini: {
    symbol: 'btcusd',
    say: ([bid, bidSize], [ask, askSize], u) => [
      `{"u":${u},"E":1795000000000123456,"s":"btcusd","b":"${bid}","B":"${bidSize}","a":"${ask}","A":"${askSize}"}`,
    ],
  },
  bitfinex: {
    symbol: 'tBTCUSD',
    first: ['{"event":"subscribed","channel":"ticker","chanId":7,"symbol":"tBTCUSD","pair":"BTCUSD"}'],
    say: ([bid, bidSize], [ask, askSize], number) => [
      `[7,[${bid},${bidSize},${ask},${askSize},0,0,97000.01,9,98000,96000],${number},${AT}]`,
    ],
  },
  binanceus: {
    symbol: 'BTCUSD',
    first: [
      `{"stream":"btcusd@ticker","data":{"e":"24hrTicker","E":${AT},"s":"BTCUSD","c":"97000.01","b":"96999","B":"1","a":"97001","A":"1","C":${AT}}}`,
    ],
    say: ([bid, bidSize], [ask, askSize], u) => [
      `{"stream":"btcusd@bookTicker","data":{"u":${u},"s":"BTCUSD","b":"${bid}","B":"${bidSize}","a":"${ask}","A":"${askSize}"}}`,
    ],
  },
  binance: {
    symbol: 'BTCUSDT',
    first: [
      `{"stream":"btcusdt@ticker","data":{"e":"24hrTicker","E":${AT},"s":"BTCUSDT","c":"97000.01","b":"96999","B":"1","a":"97001","A":"1","C":${AT}}}`,
    ],
    say: ([bid, bidSize], [ask, askSize], u) => [
      `{"stream":"btcusdt@bookTicker","data":{"u":${u},"s":"BTCUSDT","b":"${bid}","B":"${bidSize}","a":"${ask}","A":"${askSize}"}}`,
    ],
  },
  okx: {
    symbol: 'BTC-USDT',
    say: ([bid, bidSize], [ask, askSize]) => [
      `{"arg":{"channel":"tickers","instId":"BTC-USDT"},"data":[{"instType":"SPOT","instId":"BTC-USDT","last":"97000.01","bidPx":"${bid}","bidSz":"${bidSize}","askPx":"${ask}","askSz":"${askSize}","ts":"${AT}"}]}`,
    ],
  },
  gateio: {
    symbol: 'BTC_USDT',
    say: ([bid, bidSize], [ask, askSize], u) => [
      `{"time":1795000000,"time_ms":${AT},"channel":"spot.book_ticker","event":"update","result":{"t":${AT},"u":${u},"s":"BTC_USDT","b":"${bid}","B":"${bidSize}","a":"${ask}","A":"${askSize}"}}`,
    ],
  },
}

/** A connection that has heard what comes before books. */
const connected = (name: string) => {
  const { first = [], say, symbol } = SAYS[name]!
  const reader = venueNamed(name).reader()
  first.forEach(reader)
  return {
    symbol,
    hear: (...told: Parameters<Say>): BookFrame =>
      say(...told)
        .map(reader)
        .at(-1)!,
    reader,
  }
}

const onlyQuote = (frame: BookFrame) => {
  if (frame.kind !== 'quotes') throw new Error(`no quotes: ${JSON.stringify(frame)}`)
  expect(frame.quotes).toHaveLength(1)
  return frame.quotes[0]!
}

const NAMES = BOOK_SOCKETS.map(({ venue }) => venue.source.name)

test('nine venues are listened to, each for every pair that it is asked for', () => {
  expect(NAMES).toEqual(Object.keys(SAYS))
  for (const { venue, symbols, subscribe, path } of BOOK_SOCKETS) {
    expect(Object.keys(symbols)).toEqual(Object.keys(venue.symbols))
    for (const symbol of Object.values(symbols))
      expect([path, ...subscribe].join().toLowerCase()).toContain(symbol.toLowerCase())
  }
})

describe.each(NAMES)('%s', (name) => {
  test('tells the best prices, digit by digit', () => {
    const { hear, symbol } = connected(name)
    const { symbol: whose, quote } = onlyQuote(hear(['96999.90', '1.5'], ['97000.10', '2'], 10))
    expect([whose, quote.bid, quote.ask]).toEqual([symbol, '96999.90', '97000.10'])
    expect(quote.bookAt ?? quote.aliveAt).toBe(AT)
  })

  test('has no price where nobody offers anything', () => {
    const { hear } = connected(name)
    expect(onlyQuote(hear(['96999.90', '0.000'], ['97000.10', '2'], 10)).quote.bid).toBeNull()
    expect(onlyQuote(hear(['96999.90', '1'], ['97000.10', '0'], 11)).quote.ask).toBeNull()
  })

  test('is unreadable where a number is none, with the place in the words', () => {
    for (const [bid, ask] of [
      [
        ['0x17', '1'],
        ['97000.10', '1'],
      ],
      [
        ['96999.90', '0.-10000'],
        ['97000.10', '1'],
      ],
      [
        ['96999.90', '1e999999'],
        ['97000.10', '1'],
      ],
    ] as const)
      expect(() => connected(name).hear(bid, ask, 10)).toThrow(UnreadableReply)
  })

  test('passes over what is none of its channel, and takes garbage for garbage', () => {
    const { reader } = connected(name)
    for (const frame of ['<html>', '', '"x"', '{"type":']) expect(() => reader(frame)).toThrow(UnreadableReply)
  })
})

describe('what comes late is older than what is known', () => {
  test.each(['coinbase', 'gemini', 'binance', 'gateio'])('%s', (name) => {
    const { hear } = connected(name)
    hear(['96999.90', '1'], ['97000.10', '1'], 10)
    expect(hear(['1.00', '1'], ['2.00', '1'], 9)).toEqual({ kind: 'other' })
  })

  test('bitfinex: a number that is missing ends the connection', () => {
    const { hear } = connected('bitfinex')
    hear(['96999.90', '1'], ['97000.10', '1'], 10)
    hear(['96999.90', '1'], ['97000.10', '1'], 11)
    expect(hear(['96999.90', '1'], ['97000.10', '1'], 13)).toEqual({ kind: 'broken', words: 'frame 13 follows 11' })
  })
})

describe('what only says that a book stands', () => {
  test('coinbase: a heartbeat counts while nothing at all has happened to the product', () => {
    const { hear, reader } = connected('coinbase')
    hear(['96999.90', '1'], ['97000.10', '1'], 10)
    const beat = (sequence: number, product = 'BTC-USD') =>
      reader(JSON.stringify({ type: 'heartbeat', sequence, last_trade_id: 1, product_id: product, time: ISO }))
    expect(beat(10)).toEqual({ kind: 'unchanged', symbols: ['BTC-USD'] })
    expect(beat(11)).toEqual({ kind: 'other' })
    expect(beat(10, 'ETH-USD')).toEqual({ kind: 'other' })
  })

  test('kraken: its heartbeat speaks for every pair of the connection', () => {
    expect(connected('kraken').reader('{"channel":"heartbeat"}')).toEqual({ kind: 'unchanged', symbols: null })
  })

  test('bitfinex: channels without end are not remembered', () => {
    const { reader } = connected('bitfinex')
    for (let chanId = 0; chanId < 1_000; chanId++)
      reader(JSON.stringify({ event: 'subscribed', chanId, symbol: `tX${chanId}` }))
    reader(JSON.stringify({ event: 'subscribed', chanId: 1_000, symbol: 'tX1000' }))
    expect(reader(JSON.stringify([999, 'hb', 1, AT]))).toEqual({ kind: 'unchanged', symbols: ['tX999'] })
    expect(reader(JSON.stringify([1_000, 'hb', 2, AT]))).toEqual({ kind: 'other' })
  })

  test('bitfinex: a heartbeat speaks for its own channel, and for none that was not named', () => {
    const { reader } = connected('bitfinex')
    expect(reader(`[7,"hb",1,${AT}]`)).toEqual({ kind: 'unchanged', symbols: ['tBTCUSD'] })
    expect(reader(`[8,"hb",2,${AT}]`)).toEqual({ kind: 'other' })
  })

  test('binance: the ticker of a second in which no price has changed repeats them, and is late in any other', () => {
    const { hear, reader } = connected('binance')
    const second = SAYS['binance']!.first![0]!
    hear(['96999.90', '1'], ['97000.10', '1'], 10)
    expect(reader(second)).toEqual({ kind: 'other' })
    expect(onlyQuote(reader(second)).quote).toMatchObject({ bid: '96999', ask: '97001' })
  })

  test('okx: the answer to a ping is no word about a book', () => {
    expect(connected('okx').reader('pong')).toEqual({ kind: 'other' })
  })
})

test.each([
  ['coinbase', '{"type":"error","message":"Failed to subscribe","reason":"X-USD is not a valid product"}'],
  ['kraken', '{"method":"subscribe","success":false,"error":"Currency pair not supported X/USD"}'],
  ['bitstamp', '{"event":"bts:error","channel":"","data":{"code":null,"message":"Incorrect JSON format."}}'],
  ['gemini', '{"id":"1","status":400,"error":{"code":-1,"msg":"unknown symbol"}}'],
  ['bitfinex', '{"event":"error","msg":"symbol: invalid","code":10300}'],
  ['binance', '{"error":{"code":3,"msg":"Invalid JSON"}}'],
  ['okx', '{"event":"error","code":"60018","msg":"Wrong URL or channel","connId":"1"}'],
  [
    'gateio',
    '{"time":1,"channel":"spot.book_ticker","event":"subscribe","error":{"code":2,"message":"unknown pair"},"result":null}',
  ],
])('%s may refuse a subscription, and says why', (name, frame) => {
  expect(connected(name).reader(frame).kind).toBe('refused')
})

test.each([
  ['bitfinex', '{"event":"info","code":20051,"msg":"Stopping. Please try to reconnect"}'],
  ['bitstamp', '{"event":"bts:request_reconnect","channel":"","data":""}'],
  ['okx', '{"event":"notice","code":"64008","msg":"The connection will soon be closed","connId":"1"}'],
])('%s asks for a new connection before it ends the old one', (name, frame) => {
  expect(connected(name).reader(frame).kind).toBe('broken')
})
