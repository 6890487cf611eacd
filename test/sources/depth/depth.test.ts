import { describe, expect, test } from 'bun:test'
import { binanceDepth } from '../../../src/sources/depth/binance.ts'
import { bitstampDepth } from '../../../src/sources/depth/bitstamp.ts'
import { coinbaseDepth } from '../../../src/sources/depth/coinbase.ts'
import { krakenDepth } from '../../../src/sources/depth/kraken.ts'
import { laddersOf } from '../../../src/sources/depth/ladder.ts'
import { okxDepth } from '../../../src/sources/depth/okx.ts'
import { MOST_LEVELS, REACH_BPS, reduced, TOP_LEVELS } from '../../../src/sources/depth/reduce.ts'
import { DEPTH_VENUES } from '../../../src/sources/depth/venues.ts'
import { unreadable } from '../../support/unreadable.ts'

type Row = readonly (string | number)[]

const bodyOf = (bids: readonly Row[], asks: readonly Row[]): string => JSON.stringify({ bids, asks })

const book = (bids: readonly Row[], asks: readonly Row[], sendsWhole = true) =>
  reduced(laddersOf(bodyOf(bids, asks)), { sendsWhole })

const ASKS = [['10001', '1']] as const

describe('a reduced book', () => {
  test('sums coins and money for each basis point of distance', () => {
    // Middle 10000: one basis point is one dollar.
    const found = book(
      [
        ['9999', '1'],
        ['9998.5', '2'],
        ['9998', '3'],
        ['9880', '4'],
        ['9879.99', '5'],
      ],
      [
        ['10001', '1'],
        ['10001.01', '1'],
        ['10120', '7'],
      ],
    )
    expect(found.bids.coins.slice(0, 3)).toEqual([1, 5, 0])
    expect(found.bids.coins[119]).toBe(4)
    expect(found.bids.coins).toHaveLength(REACH_BPS)
    expect(found.bids.money.slice(0, 2)).toEqual([9999, 2 * 9998.5 + 3 * 9998])
    expect(found.asks.coins.slice(0, 2)).toEqual([1, 1])
    expect(found.asks.money[119]).toBe(70_840)
    // The bids go on beyond the reach, the asks end on it.
    expect([found.bids.reachBps, found.asks.reachBps]).toEqual([120, null])
  })

  test('keeps the best twenty levels as they were written', () => {
    const bids = Array.from({ length: 30 }, (_, at) => [(9999 - at / 10).toFixed(2), '1.50'])
    const { top } = book(bids, ASKS).bids
    expect(top).toHaveLength(TOP_LEVELS)
    expect(top[1]).toEqual(['9998.90', '1.50'])
  })

  test('is known up to its last level where the venue sends a part', () => {
    const found = book(
      [
        ['9999', '1'],
        ['9990', '1'],
      ],
      [
        ['10001', '1'],
        ['10005', '1'],
      ],
      false,
    )
    expect(found.bids.reachBps!).toBeCloseTo(10, 6)
    expect(found.asks.reachBps!).toBeCloseTo(5, 6)
  })

  test('is read up to a number of levels, and then known only so far', () => {
    const bids = (count: number) => Array.from({ length: count }, (_, at) => [(9999 - at / 1_000).toFixed(3), '1'])
    const [all, more] = [book(bids(MOST_LEVELS), ASKS), book(bids(MOST_LEVELS + 1), ASKS)]
    const coins = (side: typeof all.bids) => side.coins.reduce((sum, each) => sum + each, 0)
    expect([coins(all.bids), coins(more.bids)]).toEqual([MOST_LEVELS, MOST_LEVELS])
    expect(all.bids.reachBps).toBeNull()
    // The last level that is read is 9999 - 19.999.
    expect(more.bids.reachBps!).toBeCloseTo(20.999, 6)
  })

  test('keeps the best prices of a book whose two sides lie further apart than its reach', () => {
    const found = book(
      [
        ['9000', '1'],
        ['8999', '1'],
      ],
      [['11000', '2']],
    )
    expect([found.bids.top, found.asks.top]).toEqual([[['9000', '1']], [['11000', '2']]])
    expect([...found.bids.coins, ...found.asks.coins].every((coins) => coins === 0)).toBe(true)
  })

  test('leaves removals out, also as the best level', () => {
    const found = book(
      [
        ['9999.5', '0.00000000'],
        ['9999', '1'],
        ['9998', '0'],
      ],
      ASKS,
    )
    expect(found.bids.top).toEqual([['9999', '1']])
    expect(found.bids.coins[0]).toBe(1)
  })

  test('takes numbers without quotes, as they are spelled', () => {
    const found = reduced(laddersOf('{"bids":[[9999.10, 1.0, 3]],"asks":[[10001,2e-1]]}'), { sendsWhole: true })
    expect(found.bids.top).toEqual([['9999.10', '1.0']])
    expect(found.asks.top).toEqual([['10001', '0.2']])
  })

  test('does not read what lies beyond the reach', () => {
    const body = '{"bids":[["9999","1"],["9000","1"],["x"]],"asks":[["10001","1"]]}'
    expect(reduced(laddersOf(body), { sendsWhole: true }).bids.top).toEqual([['9999', '1']])
  })

  test('of a crossed book is made all the same: who reads it is judged by who uses it', () => {
    expect(book([['10002', '1']], ASKS).bids.top).toEqual([['10002', '1']])
  })

  test.each([
    ['an empty side', [], ASKS, 'bids is empty'],
    ['a side of removals', [['9999', '0']], ASKS, 'bids is empty'],
    [
      'reversed bids',
      [
        ['9998', '1'],
        ['9999', '1'],
      ],
      ASKS,
      'bids are out of order at 9999',
    ],
    [
      'reversed asks',
      [['9999', '1']],
      [
        ['10002', '1'],
        ['10001', '1'],
      ],
      'asks are out of order at 10001',
    ],
    [
      'a price that stands twice',
      [
        ['9999', '1'],
        ['9999', '2'],
      ],
      ASKS,
      'bids are out of order at 9999',
    ],
    ['a negative size', [['9999', '-1']], ASKS, 'bids have a negative size: -1'],
    ['a negative price', [['-9999', '1']], ASKS, 'bids have a price that is not above zero: -9999'],
    ['a price of zero', [['0', '1']], ASKS, 'bids have a price that is not above zero: 0'],
    ['a size that is no number', [['9999', 'many']], ASKS, 'a size in bids is not a decimal number: many'],
    ['an empty price', [['', '1']], ASKS, 'a price in bids is not a decimal number: '],
    ['a row of one value', [['9999']], ASKS, 'bids has what is not a level: ["9999"]'],
  ] as const)('%s is refused', (_what, bids, asks, reason) => {
    expect(unreadable(() => book(bids, asks))).toBe(reason)
  })

  test.each([
    ['{"bids":[["9999","1"],["9998","1"', 'bids has no end: '],
    ['{"bids":[["9999","1"]],"asks":[["10001","1"', 'asks has no end: '],
    ['{"bids":[["9999","1"]["9998","1"]],"asks":[["10001","1"]]}', 'bids has what is not a level: ["9999","1"]["9998"'],
    ['{"bids":[["9999","1"],],"asks":[["10001","1"]]}', 'bids'],
    ['{"bids":[{"price":"9999","size":"1"}],"asks":[["10001","1"]]}', 'bids'],
    ['{"bids":[["9999","1"]]}', 'asks is missing'],
  ])('%s is refused', (body, reason) => {
    expect(unreadable(() => reduced(laddersOf(body), { sendsWhole: true }))).toStartWith(reason)
  })
})

describe('the lists of a reply', () => {
  test('are found wherever they stand, and empty in what is left', () => {
    const { envelope, bids, asks } = laddersOf('{ "a":1, "asks" : [ [ "2" , "1" ] ] , "b":[3], "bids":[],"c":[[4]]}')
    expect(JSON.parse(envelope)).toEqual({ a: 1, asks: [], b: [3], bids: [], c: [[4]] })
    expect([[...bids!.levels()], [...asks!.levels()]]).toEqual([[], [{ price: '2', size: '1', third: '' }]])
  })

  test('may be missing', () => {
    expect(laddersOf('{"error":["busy"]}')).toEqual({ envelope: '{"error":["busy"]}', bids: null, asks: null })
  })
})

const LISTS = '"bids":[["9999","1",1700000000]],"asks":[["10001","1",1700000003]]'

describe('venues', () => {
  test('every one is asked for bitcoin and ether, with its weight and limit', () => {
    const asked = DEPTH_VENUES.flatMap((venue) =>
      Object.values(venue.symbols).flatMap((symbol) =>
        (['deep', 'quick'] as const).map((detail) => {
          const { provider, path, weight, maxBytes } = venue.book(symbol, detail)
          return `${provider.name} ${path} ${weight} ${maxBytes}`
        }),
      ),
    )
    expect([...new Set(asked)]).toEqual([
      'coinbase /products/BTC-USD/book?level=2 1 8388608',
      'coinbase /products/ETH-USD/book?level=2 1 8388608',
      'kraken /0/public/Depth?pair=XBTUSD&count=500 1 1048576',
      'kraken /0/public/Depth?pair=ETHUSD&count=500 1 1048576',
      'bitstamp /api/v2/order_book/btcusd/?group=1 1 4194304',
      'bitstamp /api/v2/order_book/ethusd/?group=1 1 4194304',
      'binance /api/v3/depth?symbol=BTCUSDT&limit=5000 250 1048576',
      'binance /api/v3/depth?symbol=BTCUSDT&limit=1000 50 1048576',
      'binance /api/v3/depth?symbol=ETHUSDT&limit=5000 250 1048576',
      'binance /api/v3/depth?symbol=ETHUSDT&limit=1000 50 1048576',
      'okx /api/v5/market/books-full?sz=5000&instId=BTC-USDT 1 1048576',
      'okx /api/v5/market/books?sz=400&instId=BTC-USDT 1 1048576',
      'okx /api/v5/market/books-full?sz=5000&instId=ETH-USDT 1 1048576',
      'okx /api/v5/market/books?sz=400&instId=ETH-USDT 1 1048576',
    ])
  })

  test.each([
    ['coinbase', coinbaseDepth, 'BTC-USD', `{${LISTS},"time":"2026-09-17T20:45:26.506997Z"}`, 1_789_677_926_506],
    ['coinbase without a time', coinbaseDepth, 'BTC-USD', `{${LISTS}}`, null],
    ['kraken', krakenDepth, 'XBTUSD', `{"error":[],"result":{"XXBTZUSD":{${LISTS}}}}`, 1_700_000_003_000],
    ['bitstamp', bitstampDepth, 'btcusd', `{"timestamp":"1700000009",${LISTS}}`, 1_700_000_009_000],
    ['binance', binanceDepth, 'BTCUSDT', `{"lastUpdateId":7,${LISTS}}`, null],
    ['okx', okxDepth, 'BTC-USDT', `{"code":"0","msg":"","data":[{${LISTS},"ts":"1700000001234"}]}`, 1_700_000_001_234],
  ] as const)('%s tells the time of its book', (_what, venue, symbol, body, at) => {
    expect(venue.book(symbol, 'deep').read(body).at).toBe(at)
  })

  test.each([
    [coinbaseDepth, '{"message":"NotFound"}', 'NotFound'],
    [coinbaseDepth, '{}', 'bids is missing'],
    [krakenDepth, '{"error":["EQuery:Unknown asset pair"]}', 'EQuery:Unknown asset pair'],
    [krakenDepth, `{"error":[],"result":{"XETHZUSD":{${LISTS}}}}`, 'reply.result is not about XBTUSD: XETHZUSD'],
    [krakenDepth, '{"error":[],"result":{"XXBTZUSD":{"bids":[["9999","1"]],"asks":[]}}}', 'asks is empty'],
    [
      krakenDepth,
      '{"error":[],"result":{"XXBTZUSD":{"bids":[["9999","1"]],"asks":[["10001","1",1]]}}}',
      'a level has no time: ',
    ],
    [bitstampDepth, '{"status":"error","reason":"Invalid market symbol."}', 'Invalid market symbol.'],
    [bitstampDepth, `{${LISTS}}`, 'reply.timestamp is missing'],
    [binanceDepth, '{"code":-1121,"msg":"Invalid symbol."}', 'Invalid symbol.'],
    [binanceDepth, `{${LISTS}}`, 'reply.lastUpdateId is missing'],
    [okxDepth, '{"code":"51001","msg":"none","data":[]}', '51001 none'],
    [okxDepth, '{"code":"0","msg":"","data":[]}', 'reply.data is not one book'],
    [okxDepth, `{"code":"0","msg":"","data":[{${LISTS}}]}`, 'reply.data[0].ts is missing'],
  ] as const)('%#: an error speaks for itself', (venue, body, reason) => {
    const [symbol] = Object.values(venue.symbols)
    expect(unreadable(() => venue.book(symbol!, 'deep').read(body))).toContain(reason)
  })

  test('a part of a book is known as far as it goes, a whole one to its end', () => {
    const reach = (venue: typeof okxDepth, body: string) =>
      venue.book(Object.values(venue.symbols)[0]!, 'deep').read(body).bids.reachBps
    expect(reach(coinbaseDepth, `{${LISTS}}`)).toBeNull()
    expect(reach(bitstampDepth, `{"timestamp":"1700000009",${LISTS}}`)).toBeNull()
    expect(reach(krakenDepth, `{"error":[],"result":{"XXBTZUSD":{${LISTS}}}}`)!).toBeCloseTo(1, 6)
    expect(reach(binanceDepth, `{"lastUpdateId":7,${LISTS}}`)!).toBeCloseTo(1, 6)
    expect(reach(okxDepth, `{"code":"0","msg":"","data":[{${LISTS},"ts":"1"}]}`)!).toBeCloseTo(1, 6)
  })
})
