/** Binance COIN-M futures, keyless. https://developers.binance.com/docs/derivatives/coin-margined-futures */
import { exchangeSource } from '../exchanges/exchange-source.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, positive, price, reply, same, text, unrefused, whole } from '../shape.ts'
import { type DatedVenue, named, prices } from './dated.ts'

/** Another host than for spot and for futures in USDT, with limits of its own. */
const source = exchangeSource({
  name: 'binancecoinm',
  origin: 'https://dapi.binance.com',
  // 2400 weight a minute, of which we use a quarter.
  rate: { requests: 600, perSeconds: 60 },
  maxBytes: 2 ** 18,
  terms: 'https://www.binance.com/en/terms',
})

/** https://developers.binance.com/docs/derivatives/coin-margined-futures/market-data/rest-api/Index-Price-and-Mark-Price */
const MARKS_WEIGHT = 10

/** The list of all contracts is some hundred kilobytes. */
const LIST_BYTES = 2 ** 21

/** Other coins have perpetuals here, and no dated futures. */
const assets = ['BTC', 'ETH'] as const

/** Errors are `{"code":-1121,"msg":"Invalid symbol."}`. */
const answer = (body: string): Piece => unrefused(reply(body), 'msg')

/** `BTCUSD_261225`; not `BTCUSD_PERP`. */
const DATED = /^[A-Z]+USD_\d{6}$/

const pairOf = (asset: string): string => `${asset}USD`

export const binanceDated: DatedVenue = {
  name: 'binance',
  source,
  assets,
  /**
   * `{"symbols":[{"symbol":"BTCUSD_261225","contractType":"CURRENT_QUARTER","deliveryDate":…,"contractSize":100,…}]}`.
   * A perpetual has a date in the year 2100.
   */
  lists: [
    {
      provider: source,
      path: '/dapi/v1/exchangeInfo',
      maxBytes: LIST_BYTES,
      read: (body) =>
        named(
          items(field(answer(body), 'symbols')).map((row) => {
            const symbol = text(field(row, 'symbol'))
            const asset = assets.find((each) => pairOf(each) === field(row, 'pair').value)
            const isOurs = asset && field(row, 'baseAsset').value === asset && field(row, 'quoteAsset').value === 'USD'
            if (!isOurs || !DATED.test(symbol) || text(field(row, 'contractStatus')) !== 'TRADING') return null
            return [
              symbol,
              {
                asset,
                kind: 'inverse',
                expiresAt: whole(field(row, 'deliveryDate')),
                contractUsd: positive(field(row, 'contractSize')),
              },
            ]
          }),
        ),
    },
  ],
  /** One reply has the perpetual and all quarters of a pair. Rows of delivered contracts stay, with their last time. */
  tickers: assets.map((asset) => ({
    provider: source,
    path: `/dapi/v1/premiumIndex?pair=${pairOf(asset)}`,
    weight: MARKS_WEIGHT,
    read: (body) =>
      named(
        items(answer(body)).map((row) => {
          same(field(row, 'pair'), pairOf(asset))
          const symbol = text(field(row, 'symbol'))
          if (!DATED.test(symbol)) return null
          const [mark, index] = [price(field(row, 'markPrice')), price(field(row, 'indexPrice'))]
          return [symbol, { ...prices({ mark, index }), at: whole(field(row, 'time')) }]
        }),
      ),
  })),
  /** In contracts, one side. */
  interest: (symbol) => ({
    provider: source,
    path: `/dapi/v1/openInterest?symbol=${symbol}`,
    read: (body) => {
      const row = answer(body)
      same(field(row, 'symbol'), symbol)
      return {
        [symbol]: {
          openInterest: { amount: decimal(field(row, 'openInterest')), unit: 'contracts' },
          at: whole(field(row, 'time')),
        },
      }
    },
  }),
}
