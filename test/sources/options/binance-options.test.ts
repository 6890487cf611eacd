import { describe, expect, test } from 'bun:test'
import { binanceOptions } from '../../../src/sources/options/binance-options.ts'
import { numbered } from '../../../src/sources/options/names.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const { marks, books, index, interest, source } = binanceOptions
const body = (file: string): string => recorded(`crypto/binance/${file}`).body

const MARK = {
  symbol: 'BTC-261225-90000-C',
  markPrice: '7000.1',
  bidIV: '0.44',
  askIV: '0.46',
  markIV: '0.45',
}
const said = (...rows: readonly object[]): string => JSON.stringify(rows)

/* Not read: options_exercisehistory_vendor (what was settled), trade, depth and bookTicker frames of the socket. */
describe('binance options, recorded', () => {
  test.skipIf(!recordedAvailable)('a mark of 2026 without a bid: minus one is no volatility', () => {
    expect(marks.read(body('options_mark_no_bid_2026'))).toEqual({
      BTC: [
        {
          symbol: 'BTC-260925-145000-C',
          expiry: Date.parse('2026-09-25T08:00:00Z'),
          strike: '145000',
          kind: 'call',
          mark: '2.439',
          markIv: '70.900',
          bidIv: null,
          askIv: '74.93025100',
        },
      ],
      ETH: [],
      SOL: [],
    })
  })

  test.skipIf(!recordedAvailable)('marks of 2023 and of the documentation: fractions become per cent', () => {
    const read = (file: string) => {
      const { expiry, strike, mark, markIv, bidIv, askIv } = marks.read(body(file))['BTC']![0]!
      return [new Date(expiry).toISOString().slice(0, 10), strike, mark, markIv, bidIv, askIv]
    }
    expect(read('options_mark_sample')).toEqual([
      '2023-12-29',
      '40000',
      '2012',
      '61.2517600',
      '60.23627500',
      '62.26724400',
    ])
    expect(read('options_mark_vendor')).toEqual([
      '2020-07-30',
      '9000',
      '1343.2883',
      '145.00000000',
      '140.00007700',
      '150.00015300',
    ])
  })

  test.skipIf(!recordedAvailable)('quotes, the index and open interest of the documentation', () => {
    expect(books.read(body('options_ticker_vendor'))).toEqual({
      'BTC-200730-9000-C': { bid: '999.34', ask: '1000.23', volume: '5' },
    })
    expect(index('BTC').read(body('options_index_vendor'))).toEqual({ index: '9200', at: 1_656_647_305_000 })
    const november = Date.parse('2022-11-19T08:00:00Z')
    expect(interest('ETH', november).read(body('options_openinterest_vendor'))).toEqual({ 'ETH-221119-1175-P': '4.01' })
    // The documentation shows ether for a question about bitcoin in December.
    expect(interest('BTC', Date.parse('2022-12-25T08:00:00Z')).read(body('options_openinterest_vendor'))).toEqual({})
  })

  test.skipIf(!recordedAvailable)('names say what the lists of instruments say', () => {
    for (const file of ['options_exchange_info_sample', 'options_exchangeinfo_vendor']) {
      const { optionSymbols } = JSON.parse(body(file)) as {
        readonly optionSymbols: readonly {
          readonly symbol: string
          readonly expiryDate: number
          readonly strikePrice: string
          readonly side: string
          readonly unit: number
        }[]
      }
      expect(optionSymbols).toHaveLength(1)
      for (const { symbol, expiryDate, strikePrice, side, unit } of optionSymbols) {
        const name = numbered(symbol, symbol.split('-')[0]!)!
        // The documentation writes midnight; options end at eight.
        const day = (at: number) => new Date(at).toISOString().slice(0, 10)
        expect([day(name.expiry), Number(name.strike), name.kind.toUpperCase()]).toEqual([
          day(expiryDate),
          Number(strikePrice),
          side,
        ])
        // One contract is one coin: open interest and volume are in coins.
        expect(unit).toBe(1)
      }
    }
  })

  test.skipIf(!recordedAvailable)('frames of the socket say the same in shorter words', () => {
    const frames = JSON.parse(body('ws_options_mark_oi_ticker')) as readonly {
      readonly stream: string
      readonly data: Readonly<Record<string, string>> | readonly Readonly<Record<string, string>>[]
    }[]
    const rows = frames.flatMap(({ stream, data }) => [data].flat().map((row) => ({ stream, row })))
    const about = (pattern: RegExp, ...names: readonly string[]) =>
      rows.filter(({ stream, row }) => pattern.test(stream) && names.every((name) => name in row)).map(({ row }) => row)
    const tickers = about(/@(?:ticker|optionTicker)$/, 'bo', 'ao', 'V')
    expect(tickers.length).toBeGreaterThan(0)
    const book = (row: Readonly<Record<string, string>>) => ({
      symbol: row['s'],
      bidPrice: row['bo'],
      askPrice: row['ao'],
      volume: row['V'],
    })
    expect(books.read(said(...tickers.slice(0, 1).map(book)))).toEqual({
      'BTC-240927-25000-P': { bid: '3000', ask: '3950', volume: '0' },
    })
    const marked = about(/optionMarkPrice$/, 'mp', 'vo', 'b', 'a')
    const mark = (row: Readonly<Record<string, string>>) => ({
      symbol: row['s'],
      markPrice: row['mp'],
      markIV: row['vo'],
      bidIV: row['b'],
      askIV: row['a'],
    })
    expect(marked.length).toBeGreaterThan(0)
    const read = marks.read(said(...marked.map(mark)))
    // A frame about XRP is left out; the one about bitcoin has no prices that a market would make.
    expect(read['BTC']).toMatchObject([{ symbol: 'BTC-251219-89000-C', mark: '1450.5', markIv: '86.00' }])
    const held = about(/optionOpenInterest|@openInterest/, 's', 'o')
    const december = Date.parse('2025-12-19T08:00:00Z')
    const open = (row: Readonly<Record<string, string>>) => ({ symbol: row['s'], sumOpenInterest: row['o'] })
    expect(interest('BTC', december).read(said(...held.map(open)))).toEqual({ 'BTC-251219-89000-C': '123.45' })
    const indices = about(/@index$/, 'p', 'E')
    expect(
      indices.map((row) => index('BTC').read(JSON.stringify({ time: row['E'], indexPrice: row['p'] })).index),
    ).toContain('26963.13461538')
  })
})

describe('binance options', () => {
  test('asks for all marks and quotes at once, and for the rest by coin and expiry', () => {
    const paths = [marks, books, index('SOL'), interest('ETH', Date.parse('2026-12-25T08:00:00Z'))]
    expect(paths.map(({ path }) => path)).toEqual([
      '/eapi/v1/mark',
      '/eapi/v1/ticker',
      '/eapi/v1/index?underlying=SOLUSDT',
      '/eapi/v1/openInterest?underlyingAsset=ETH&expiration=261225',
    ])
  })

  test('a reply about one expiry is short: the board keeps three dozen of them', () => {
    const { maxBytes = source.maxBytes } = interest('BTC', Date.parse('2026-12-25T08:00:00Z'))
    // Twice the options of the longest expiry.
    const row = { symbol: 'BTC-261225-1450000-C', sumOpenInterest: '12345.67', sumOpenInterestUsd: '1234567890.1234' }
    expect(maxBytes).toBeGreaterThan(2 * 400 * JSON.stringify(row).length)
    expect(36 * maxBytes).toBeLessThan(5_000_000)
  })

  test.each(['-1', '-1.0', '-1.00000000', '0', '0.0', '', null])('a volatility of %p is none', (nothing) => {
    for (const [sent, read] of [
      ['markIV', 'markIv'],
      ['bidIV', 'bidIv'],
      ['askIV', 'askIv'],
    ] as const)
      expect(marks.read(said({ ...MARK, [sent]: nothing }))['BTC']![0]![read]).toBeNull()
  })

  test('an option without a mark is left out, and so are coins that nobody asks for', () => {
    const read = marks.read(
      said(
        { ...MARK, markPrice: '0' },
        { ...MARK, symbol: 'XRP-261225-2.05-P' },
        { ...MARK, symbol: 'SOL-261225-90-P' },
      ),
    )
    expect(Object.values(read).map((rows) => rows.map(({ symbol }) => symbol))).toEqual([[], [], ['SOL-261225-90-P']])
  })

  test('a side without a price is none', () => {
    const row = { symbol: MARK.symbol, bidPrice: '0', askPrice: '0.000', volume: '0' }
    expect(books.read(said(row))).toEqual({ [MARK.symbol]: { bid: null, ask: null, volume: '0' } })
  })

  test.each([
    [() => marks.read('{"code":-1121,"msg":"Invalid symbol."}'), 'the provider answered: "Invalid symbol."'],
    [() => marks.read(said({ ...MARK, bidIV: undefined })), 'reply[0].bidIV is missing'],
    [() => marks.read(said({ ...MARK, markIV: 'none' })), 'reply[0].markIV is not a decimal number: none'],
    [() => marks.read(said({ ...MARK, symbol: 'BTC-261332-1-C' })), 'BTC-261332-1-C has no expiry'],
    [() => books.read(said({ symbol: 'X', bidPrice: '-1', askPrice: '1' })), 'reply[0].bidPrice is not a price: "-1"'],
    [() => index('BTC').read('{"time":1,"indexPrice":"0"}'), 'reply.indexPrice is not a number above zero: "0"'],
    [() => interest('BTC', 0).read('{}'), 'reply is not a list: {}'],
  ])('names what is wrong %#', (read, message) => {
    expect(unreadable(read)).toBe(message)
  })
})
