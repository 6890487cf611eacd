import { describe, expect, test } from 'bun:test'
import { type OptionState, withChain } from '../../../../src/feeds/boards/option-state.ts'
import { expiryType, isFriday } from '../../../../src/feeds/math/expiry-calendar.ts'
import { optionsToKeep } from '../../../../src/feeds/options/kept/keep-options.ts'
import { type KeptOption, keptOptions } from '../../../../src/feeds/options/kept/kept-option.ts'
import { bybitOptions } from '../../../../src/sources/options/bybit-options.ts'
import { deribitOptions } from '../../../../src/sources/options/deribit-options.ts'
import { numbered, worded } from '../../../../src/sources/options/names.ts'
import { near } from '../../../support/near.ts'
import { recorded, recordedAvailable } from '../../../support/recorded.ts'

/** Real options through reader and reduction: what is kept of them, against what their venue printed. */

type Cell = string | number | null
type Row = Readonly<Record<string, Cell>>

const body = <T>(file: string): T => JSON.parse(recorded(`crypto/${file}`).body) as T

const EMPTY: OptionState = { chains: {}, interest: {} }

/** Rows of a book summary, read as the whole chain of a coin and reduced. */
const reduced = (coin: string, rows: readonly Row[]) => {
  const { at, quotes, interest } = deribitOptions.chain(coin).read(JSON.stringify({ jsonrpc: '2.0', result: rows }))
  const state = withChain(EMPTY, coin, { at, quotes }, interest!, at)
  const { kept, slices } = state.chains[coin]!
  return { at, quotes, slices, kept: kept!, options: keptOptions(kept!, at) }
}

/** A ticker frame in the words of the summary. */
interface Ticker {
  readonly instrument_name: string
  readonly timestamp: number
  readonly underlying_price: number
  readonly mark_iv: number
  readonly bid_iv: number
  readonly ask_iv: number
  readonly best_bid_price: number
  readonly best_ask_price: number
  readonly open_interest: number
  readonly stats: { readonly volume: number }
}
const summaryOf = (ticker: Ticker): Row => ({
  instrument_name: ticker.instrument_name,
  creation_timestamp: ticker.timestamp,
  underlying_price: ticker.underlying_price,
  mark_iv: ticker.mark_iv,
  bid_price: ticker.best_bid_price,
  ask_price: ticker.best_ask_price,
  open_interest: ticker.open_interest,
  volume: ticker.stats.volume,
})
const keptOf = (ticker: Ticker, coin: string): KeptOption | undefined => {
  const { at, quotes, interest } = deribitOptions
    .chain(coin)
    .read(JSON.stringify({ jsonrpc: '2.0', result: [summaryOf(ticker)] }))
  return optionsToKeep(quotes, interest!, at)[0]
}

interface Frame {
  readonly params: { readonly channel: string; readonly data: Ticker }
}
const tickersOf = (file: string, channel: RegExp): readonly Ticker[] =>
  body<readonly Frame[]>(file).flatMap(({ params }) => (channel.test(params.channel) ? [params.data] : []))

const OPTION = /^ticker\.(?:BTC|ETH)-\w+-\d+-[CP]\.raw$/

describe.skipIf(!recordedAvailable)('volatilities of Deribit’s quotes, inverted from its prices', () => {
  test('of the tickers of 2021 are those that it printed itself', () => {
    const tickers = tickersOf('deribit/ws_option_tickers_2021', OPTION)
    expect(tickers).toHaveLength(89)
    const off = tickers.flatMap((ticker) => {
      const kept = keptOf(ticker, ticker.instrument_name.slice(0, 3))
      return [[kept?.bidIv ?? null, ticker.bid_iv] as const, [kept?.askIv ?? null, ticker.ask_iv] as const].flatMap(
        ([own, said]) => {
          // Where one has none, so has the other.
          expect(own === null).toBe(said === 0 || said >= 500)
          return own === null ? [] : [Math.abs(own - said)]
        },
      )
    })
    const sorted = off.toSorted((a, b) => a - b)
    expect(sorted).toHaveLength(158)
    // Two decimals are printed.
    expect(sorted[79]!).toBeLessThan(0.004)
    expect(sorted.at(-1)!).toBeLessThan(0.11)
  })

  test('of a ticker with greeks of 2023, and of one of 2020', () => {
    const { result } = body<{ readonly result: Ticker }>('deribit/ticker_option_greeks_sample')
    const kept = keptOf(result, 'BTC')!
    near(kept.bidIv!, 60.51, { abs: 0.01 })
    near(kept.askIv!, 61.88, { abs: 0.01 })
    // 0.214 and 0.219 coins at 38992.71; twelve coins were traded.
    near(kept.bid!, 8_344.439_94, { abs: 1e-6 })
    near(kept.ask!, 8_539.403_49, { abs: 1e-6 })
    near(kept.volumeUsd!, 12 * 38_992.71, { abs: 1e-6 })
    expect([kept.interest, kept.markIv, kept.forward]).toEqual([368.8, 61.27, 38_992.71])

    const tickers = tickersOf('deribit/ws_trades_liquidation_ticker_options_book', OPTION)
    const found = tickers.map((ticker) => {
      const { bidIv, askIv } = keptOf(ticker, ticker.instrument_name.slice(0, 3)) ?? { bidIv: null, askIv: null }
      return [ticker.instrument_name, bidIv && Math.round(bidIv * 100), askIv && Math.round(askIv * 100)]
    })
    expect(found).toEqual([
      // It printed an ask of 500 % for a side that nobody offers.
      ['BTC-8JUN20-8750-P', null, null],
      ['BTC-5JUN20-9250-C', 5_839, 6_690],
      ['ETH-5JUN20-310-P', null, null],
      ['ETH-10JUN20-270-C', null, null],
    ])
  })

  test('a strike with a fraction in USDC is read with its point; combinations are nobody’s', () => {
    const [matic] = tickersOf('deribit/ws_trades_liquidation_ticker_options_book', /MATIC_USDC/)
    expect(worded(matic!.instrument_name, 'MATIC_USDC')).toEqual({
      expiry: Date.parse('2024-03-09T08:00:00Z'),
      strike: '1.02',
      kind: 'call',
    })
    const renamed = { ...matic!, instrument_name: matic!.instrument_name.replace('MATIC', 'SOL') }
    const { quotes } = deribitOptions.chain('SOL').read(JSON.stringify({ result: [summaryOf(renamed)] }))
    expect(quotes).toMatchObject([{ strike: '1.02', bid: null, ask: null, forward: String(matic!.underlying_price) }])
    const combos = tickersOf('deribit/ws_trades_liquidation_ticker_options_book', /-(?:STRD|FS|CSR12)-/)
    expect(combos.map(({ instrument_name }) => worded(instrument_name, 'BTC'))).toEqual([null, null, null])
  })
})

interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}
const rowsOf = ({ columns, rows }: Table): readonly Row[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])))

/** A chain that a third party renamed, in Deribit's own words again. */
const CHAINS: Readonly<Record<string, () => { readonly coin: string; readonly rows: readonly Row[] }>> = {
  ...Object.fromEntries(
    ['BTC_20260822T0350', 'BTC_20260822T0935', 'ETH_20260822T0350', 'ETH_20260822T0935'].map((name) => [
      name,
      () => {
        const table = body<Table & { readonly snapshot_at: string }>(`deribit/chain_${name}`)
        const at = Date.parse(table.snapshot_at.slice(0, 23) + 'Z')
        const rows = rowsOf(table).map((row) => ({
          instrument_name: row['instrument_name']!,
          creation_timestamp: at,
          underlying_price: row['futures_price']!,
          mark_iv: Number(row['implied_volatility']) * 100,
          bid_price: row['bid_price']!,
          ask_price: row['ask_price']!,
          open_interest: row['open_interest']!,
          volume: row['volume']!,
        }))
        return { coin: name.slice(0, 3), rows }
      },
    ]),
  ),
  BTC_greeks_20260822T1628: () => {
    const rows = rowsOf(body<Table>('deribit/chain_BTC_greeks_20260822T1628')).map((row) => ({
      instrument_name: nameOf(String(row['expiry']), Number(row['strike']), String(row['option_type'])),
      creation_timestamp: Date.parse(String(row['snapshot_ts'])),
      underlying_price: row['forward_price']!,
      mark_iv: Number(row['implied_vol']) * 100,
      bid_price: row['bid']!,
      ask_price: row['ask']!,
      open_interest: row['open_interest']!,
      volume: row['volume_24h']!,
    }))
    return { coin: 'BTC', rows }
  },
  'BTC of May': () => {
    const table = body<Table & { readonly snapshot_time: string; readonly forwards: readonly Forward[] }>(
      'deribit/snapshot_btc_surface_2026-05-26',
    )
    const forwards = new Map(table.forwards.map(({ expiry, forward_price }) => [Date.parse(expiry), forward_price]))
    const rows = rowsOf(table).map((row) => ({
      instrument_name: row['instrument_name']!,
      creation_timestamp: Date.parse(table.snapshot_time),
      underlying_price: forwards.get(Date.parse(String(row['expiry'])))!,
      mark_iv: row['deribit_mark_iv']!,
      bid_price: row['best_bid']!,
      ask_price: row['best_ask']!,
      open_interest: row['open_interest']!,
      volume: 0,
    }))
    return { coin: 'BTC', rows }
  },
}

interface Forward {
  readonly expiry: string
  readonly forward_price: number
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const nameOf = (date: string, strike: number, kind: string): string => {
  const [year, month, day] = date.split('-').map(Number)
  return `BTC-${day}${MONTHS[month! - 1]}${year! - 2_000}-${strike}-${kind}`
}

/** Options, kept, those with volatilities on both sides, expiries: counted apart from this code, in another language. */
const COUNTS: Readonly<Record<string, readonly number[]>> = {
  BTC_20260822T0350: [1_078, 1_078, 744, 12],
  BTC_20260822T0935: [1_038, 1_038, 761, 12],
  ETH_20260822T0350: [984, 984, 646, 12],
  ETH_20260822T0935: [930, 930, 670, 12],
  BTC_greeks_20260822T1628: [1_038, 1_038, 771, 12],
  'BTC of May': [878, 878, 568, 11],
}

describe.skipIf(!recordedAvailable)('whole chains of Deribit', () => {
  test.each(Object.keys(CHAINS))('%s: kept in few bytes, quotes around their marks', (name) => {
    const { coin, rows } = CHAINS[name]!()
    const { quotes, kept, options, slices } = reduced(coin, rows)
    expect(quotes).toHaveLength(rows.length)
    expect(JSON.stringify(kept).length / options.length).toBeLessThan(70)
    const quoted = options.filter(({ bidIv, askIv }) => bidIv !== null && askIv !== null)
    // Marks and quotes are seconds apart.
    const inside = quoted.filter(({ markIv, bidIv, askIv }) => markIv! >= bidIv! - 0.05 && markIv! <= askIv! + 0.05)
    expect(inside.length / quoted.length).toBeGreaterThan(0.97)
    expect([rows.length, options.length, quoted.length, slices.length]).toEqual([...COUNTS[name]!])
    // Every option comes back with the numbers that it had.
    const said = new Map(quotes.map((quote) => [quote.symbol, quote]))
    for (const { symbol, strike, kind, markIv, bid, forward, expiry } of options) {
      const quote = said.get(symbol)!
      expect([strike, kind, expiry]).toEqual([Number(quote.strike), quote.kind, quote.expiry])
      near(forward, Number(quote.forward), { rel: 1e-8 })
      near(markIv!, Number(quote.markIv), { rel: 1e-5 })
      if (bid !== null) near(bid, Number(quote.bid), { rel: 1e-6 })
    }
  })

  test('of one expiry in May: its quotes inverted in another language, one of its prices by hand', () => {
    const { instruments, option_quotes, forward_price, snapshot_time } = body<{
      readonly forward_price: number
      readonly snapshot_time: string
      readonly instruments: readonly { readonly instrument_name: string; readonly strike: number }[]
      readonly option_quotes: readonly Row[]
    }>('deribit/snapshot_btc_validation_2026-05')
    const rows = option_quotes.map((row) => ({
      instrument_name: row['instrument_name']!,
      creation_timestamp: Date.parse(snapshot_time),
      underlying_price: forward_price,
      mark_iv: row['deribit_mark_iv']!,
      bid_price: row['best_bid']!,
      ask_price: row['best_ask']!,
      open_interest: row['open_interest']!,
      volume: 0,
    }))
    const { options } = reduced('BTC', rows)
    expect(options.map(({ strike }) => strike).toSorted()).toEqual(instruments.map(({ strike }) => strike).toSorted())
    const first = options.find(({ symbol }) => symbol === 'BTC-26JUN26-70000-P')!
    // 0.0135 and 0.014 coins at 77027.45.
    near(first.bid!, 1_039.870_575, { abs: 1e-3 })
    near(first.ask!, 1_078.384_3, { abs: 1e-3 })
    expect([first.markIv, first.interest]).toEqual([38.95, 2_830.5])
    const volatilities = options.map(({ strike, bidIv, askIv }) => [
      strike,
      Math.round(bidIv! * 100) / 100,
      Math.round(askIv! * 100) / 100,
    ])
    expect(volatilities).toEqual([
      [70_000, 38.6, 39.19],
      [72_000, 37.2, 37.7],
      [74_000, 35.56, 36.45],
      [75_000, 34.96, 35.81],
      [76_000, 34.7, 35.11],
      [78_000, 33.58, 33.99],
      [80_000, 32.7, 33.13],
      [82_000, 32.29, 32.77],
      [88_000, 32.2, 32.39],
    ])
  })
})

describe.skipIf(!recordedAvailable)('frames of Bybit’s socket', () => {
  interface Said {
    readonly topic: string
    readonly ts: number
    readonly data: Readonly<Record<string, string>>
  }
  /** The socket has other names for the same fields. */
  const kept = ({ ts, data }: Said, coin: string) => {
    const list = [
      {
        ...data,
        bid1Price: data['bidPrice'],
        ask1Price: data['askPrice'],
        bid1Iv: data['bidIv'],
        ask1Iv: data['askIv'],
        markIv: data['markPriceIv'],
      },
    ]
    const reply = JSON.stringify({ retCode: 0, result: { category: 'option', list }, time: ts })
    const { at, quotes, interest } = bybitOptions.chain(coin).read(reply)
    return optionsToKeep(quotes, interest!, at)[0]
  }

  test('of 2023: solana with both sides, ether without an offer, bitcoin without a bid', () => {
    const tickers = body<readonly Said[]>('bybit/ws_option_tickers_book_trades').filter(({ topic }) =>
      topic.startsWith('tickers.'),
    )
    const [sol, eth] = tickers
    expect(kept(sol!, 'SOL')).toEqual({
      symbol: 'SOL-28APR23-24-C',
      expiry: Date.parse('2023-04-28T08:00:00Z'),
      strike: 24,
      kind: 'call',
      markIv: 146.74,
      bidIv: 60.04,
      askIv: 200.07,
      bid: 0.34,
      ask: 3.11,
      forward: 20.93,
      interest: 20,
      volumeUsd: 10 * 20.93,
    })
    expect(kept(eth!, 'ETH')).toMatchObject({ bidIv: 147.44, askIv: null, bid: 0.1, ask: null, interest: 231.5 })
    const btc = body<Said>('bybit/ws_ticker_option_fixture')
    expect(kept(btc, 'BTC')).toMatchObject({
      markIv: 48.96,
      bidIv: null,
      askIv: 51.4,
      bid: null,
      ask: 10,
      interest: 49.85,
    })
  })

  test('of the documentation: an ask of 500 % is no volatility, and its price stays', () => {
    const { at, quotes, interest } = bybitOptions
      .chain('BTC')
      .read(recorded('crypto/bybit/tickers_option_fixture').body)
    expect(optionsToKeep(quotes, interest!, at)).toMatchObject([
      { markIv: 75.67, bidIv: null, askIv: null, bid: null, ask: 435, interest: 6.3 },
    ])
  })
})

describe.skipIf(!recordedAvailable)('names say what the lists of instruments say', () => {
  interface Listed {
    readonly instrument_name: string
    readonly kind: string
    readonly strike?: number
    readonly option_type?: string
    readonly expiration_timestamp: number
    readonly settlement_period: string
  }
  const options = (file: string): readonly Listed[] =>
    body<{ readonly result: readonly Listed[] }>(file).result.filter(({ kind }) => kind === 'option')

  test.each([
    ['deribit/get_instruments_BTC_2021', 'BTC'],
    ['deribit/get_instruments_ETH_2021', 'ETH'],
    ['deribit/get_instruments_SOL_2021', 'SOL'],
    ['deribit/get_instruments_BTC_option_sample', 'BTC'],
    ['deribit/get_instruments', 'BTC'],
  ])('%s', (file, coin) => {
    for (const { instrument_name, strike, option_type, expiration_timestamp } of options(file)) {
      const name = worded(instrument_name, coin)
      if (name === null) continue
      // In the list of the test network options end at noon.
      const day = (at: number) => new Date(at).toISOString().slice(0, 10)
      expect([day(name.expiry), Number(name.strike), name.kind as string]).toEqual([
        day(expiration_timestamp),
        strike!,
        option_type!,
      ])
    }
    expect(options(file).some(({ instrument_name }) => worded(instrument_name, coin) !== null)).toBe(true)
  })

  test('a Friday of the list has the type that its date says, whatever its period is called', () => {
    const fridays = options('deribit/get_instruments_BTC_2021').filter(({ expiration_timestamp }) =>
      isFriday(expiration_timestamp),
    )
    const types = new Map(
      fridays.map(({ expiration_timestamp: at }) => [new Date(at).toISOString().slice(0, 10), expiryType(at)]),
    )
    expect(Object.fromEntries(types)).toMatchObject({ '2021-09-24': 'quarterly', '2021-12-31': 'quarterly' })
  })

  test.each([
    ['okx/instruments_option_BTC-USD_2022', 'BTC-USD'],
    ['okx/instruments_option_ETH-USD_2022', 'ETH-USD'],
    ['okx/instruments_option_2025', 'BTC-USD'],
  ])('%s', (file, family) => {
    const { data } = body<{
      readonly data: readonly {
        readonly instId: string
        readonly expTime: string
        readonly stk: string
        readonly optType: string
      }[]
    }>(file)
    for (const { instId, expTime, stk, optType } of data) {
      const name = numbered(instId, family)!
      expect([name.expiry, name.strike, name.kind]).toEqual([Number(expTime), stk, optType === 'C' ? 'call' : 'put'])
    }
    expect(data.length).toBeGreaterThan(0)
  })
})
