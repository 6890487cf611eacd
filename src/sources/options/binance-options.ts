/**
 * Binance options, keyless. They are settled in USDT, one contract is one coin, and prices are taken for dollars.
 * https://developers.binance.com/docs/derivatives/option
 */
import { exchangeSource } from '../exchanges/exchange-source.ts'
import type { DecimalText } from '../market.ts'
import type { Query } from '../query.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, positive, price, reply, text, unrefused, whole } from '../shape.ts'
import { amountOf, inPercent } from './amounts.ts'
import type { Interest } from './chain.ts'
import { numbered, type OptionName } from './names.ts'

/** A host of its own with a limit of its own: 400 weight a minute. */
const source = exchangeSource({
  name: 'binanceoptions',
  origin: 'https://eapi.binance.com',
  // Marks and tickers weigh 5, everything else at most 1.
  rate: { requests: 400, perSeconds: 60 },
  // All options of all coins come in one reply.
  maxBytes: 2 ** 22,
  terms: 'https://www.binance.com/en/terms',
})

/** What Binance says of one option besides its quotes. It names no forward. */
export interface BinanceMark extends OptionName {
  readonly symbol: string
  /** Dollars. */
  readonly mark: DecimalText
  /** Per cent a year; `null` without a mark or a quote. */
  readonly markIv: DecimalText | null
  readonly bidIv: DecimalText | null
  readonly askIv: DecimalText | null
}

/** The quotes and the trade of one option: dollars, and coins in 24 hours. */
export interface BinanceBook {
  readonly bid: DecimalText | null
  readonly ask: DecimalText | null
  readonly volume: DecimalText | null
}

/** The price of a coin that its options are settled against. */
export interface BinanceIndex {
  /** Dollars. */
  readonly index: DecimalText
  /** Unix milliseconds, by the venue. */
  readonly at: number
}

/**
 * An expiry has some two hundred options, of a hundred bytes each. The board keeps three dozen of these replies, so a
 * longer one would be megabytes in the store and in every poll.
 */
const INTEREST_BYTES = 2 ** 17

/** `"-1"` and `"-1.0"` stand for a side without a quote. */
const volatility = (of: Piece): DecimalText | null =>
  /^-\d+(?:\.\d+)?$/.test(String(of.value)) ? null : inPercent(price(of))

/** Errors are `{"code":-1121,"msg":"Invalid symbol."}`. */
const rows = (body: string): readonly Piece[] => items(unrefused(reply(body), 'msg'))

const COINS = ['BTC', 'ETH', 'SOL'] as const

const marked = (row: Piece): readonly (readonly [string, BinanceMark])[] => {
  const symbol = text(field(row, 'symbol'))
  const [coin = ''] = symbol.split('-')
  const name = COINS.some((each) => each === coin) ? numbered(symbol, coin) : null
  const mark = price(field(row, 'markPrice'))
  if (name === null || mark === null) return []
  const [markIv, bidIv, askIv] = ['markIV', 'bidIV', 'askIV'].map((each) => volatility(field(row, each)))
  return [[coin, { ...name, symbol, mark, markIv: markIv ?? null, bidIv: bidIv ?? null, askIv: askIv ?? null }]]
}

const dated = (expiry: number): string => new Date(expiry).toISOString().slice(2, 10).replaceAll('-', '')

export const binanceOptions = {
  source,
  coins: COINS,
  /**
   * `[{"symbol":"BTC-260925-145000-C","markPrice":"2.439","bidIV":"-1.0","askIV":"0.74930251","markIV":"0.709",…}]`: the
   * options of every coin, without a time. By coin; others are left out, and so is an option without a mark.
   */
  marks: {
    provider: source,
    path: '/eapi/v1/mark',
    weight: 5,
    read: (body) => {
      const read = rows(body).flatMap(marked)
      return Object.fromEntries(COINS.map((coin) => [coin, read.flatMap(([of, mark]) => (of === coin ? [mark] : []))]))
    },
  } satisfies Query<Readonly<Record<string, readonly BinanceMark[]>>>,
  /** `[{"symbol":"BTC-200730-9000-C","volume":"5","bidPrice":"999.34","askPrice":"1000.23",…}]`, by symbol. */
  books: {
    provider: source,
    path: '/eapi/v1/ticker',
    weight: 5,
    read: (body) =>
      Object.fromEntries(
        rows(body).map((row) => [
          text(field(row, 'symbol')),
          {
            bid: price(field(row, 'bidPrice')),
            ask: price(field(row, 'askPrice')),
            volume: amountOf(row, 'volume'),
          },
        ]),
      ),
  } satisfies Query<Readonly<Record<string, BinanceBook>>>,
  /** `{"time":1656647305000,"indexPrice":"9200"}` */
  index: (coin: string): Query<BinanceIndex> => ({
    provider: source,
    path: `/eapi/v1/index?underlying=${coin}USDT`,
    read: (body) => {
      const answer = unrefused(reply(body), 'msg')
      return { index: positive(field(answer, 'indexPrice')), at: whole(field(answer, 'time')) }
    },
  }),
  /**
   * `[{"symbol":"ETH-221119-1175-P","sumOpenInterest":"4.01","sumOpenInterestUsd":"4880.29",…}]`: one expiry of a coin.
   *
   * @param expiry Unix milliseconds
   */
  interest: (coin: string, expiry: number): Query<Interest> => ({
    provider: source,
    path: `/eapi/v1/openInterest?underlyingAsset=${coin}&expiration=${dated(expiry)}`,
    maxBytes: INTEREST_BYTES,
    read: (body) => {
      const held = rows(body).map(
        (row) => [text(field(row, 'symbol')), decimal(field(row, 'sumOpenInterest'))] as const,
      )
      // The options of another coin or expiry say nothing about this one.
      return Object.fromEntries(held.filter(([symbol]) => symbol.startsWith(`${coin}-${dated(expiry)}-`)))
    },
  }),
} as const
