import { DAY_MS } from '../../../time-units.ts'
import { type Asked, type Dialect, failed, ok } from '../dialect.ts'
import { chainOf, OPTION_COINS, type OptionHouse, type WorldOption } from '../options/chain.ts'
import { numberedDate } from '../options/listing.ts'
import type { View } from '../view.ts'

/**
 * Options of Binance on their own host, settled in USDT: prices in dollars, volatilities as fractions, `-1` for that of a
 * side without a quote. https://developers.binance.com/docs/derivatives/option
 */
const HOUSE: OptionHouse = { venue: 'binance', depth: 60, offset: 0.4, tick: 0.00005 }

/** The yearly rate that its marks are discounted with on paper; here they are not. */
const RATE = '0.0454'

const nameOf = (coin: string, { expiry, strike, kind }: WorldOption): string =>
  `${coin}-${numberedDate(expiry)}-${strike}-${kind === 'call' ? 'C' : 'P'}`

const mark = (coin: string, option: WorldOption) => ({
  symbol: nameOf(coin, option),
  markPrice: option.mark.toFixed(3),
  bidIV: option.bid === null ? '-1.0' : option.bid.iv.toFixed(8),
  askIV: option.ask === null ? '-1.0' : option.ask.iv.toFixed(8),
  markIV: option.markIv.toFixed(8),
  delta: option.delta.toFixed(8),
  theta: '0',
  gamma: '0',
  vega: '0',
  highPriceLimit: (option.mark + option.forward / 10).toFixed(1),
  lowPriceLimit: '0.1',
  riskFreeInterest: RATE,
})

const ticker = (coin: string, option: WorldOption, view: View) => ({
  symbol: nameOf(coin, option),
  priceChange: '0',
  priceChangePercent: '0',
  lastPrice: option.mark.toFixed(1),
  lastQty: '0.1',
  open: '0',
  high: '0',
  low: '0',
  volume: String(option.volume),
  amount: (option.volume * option.mark).toFixed(2),
  bidPrice: option.bid === null ? '0' : option.bid.price.toFixed(3),
  askPrice: option.ask === null ? '0' : option.ask.price.toFixed(3),
  openTime: view.now - DAY_MS,
  closeTime: view.now,
  firstTradeId: 1,
  tradeCount: 5,
  strikePrice: String(option.strike),
  exercisePrice: (view.dollars(coin) * view.lie).toFixed(8),
})

const interest = (coin: string, option: WorldOption, view: View) => ({
  symbol: nameOf(coin, option),
  sumOpenInterest: option.interest.toFixed(2),
  sumOpenInterestUsd: (option.interest * view.dollars(coin) * view.lie).toFixed(8),
  timestamp: String(view.now),
})

type Row = (coin: string, option: WorldOption, view: View) => { readonly symbol: string }

/** The rows of all coins, or of the one symbol that was asked for. */
const every = (row: Row, { query }: Asked, view: View) => {
  const symbol = query.get('symbol')
  const rows = OPTION_COINS.flatMap((coin) => chainOf(view, coin, HOUSE).map((option) => row(coin, option, view)))
  const asked = symbol === null ? rows : rows.filter((each) => each.symbol === symbol)
  return asked.length === 0 ? unknown() : ok(asked)
}

const unknown = () => failed(400, { code: -1121, msg: 'Invalid symbol.' })

export const binanceEuropean: Dialect = {
  provider: 'binanceoptions',
  hosts: ['eapi.binance.com'],
  serves: 'mark, ticker, index and openInterest of options',
  answer(asked, view) {
    const { path, query } = asked
    const call = path.replace('/eapi/v1/', '')
    if (call === 'time') return ok({ serverTime: view.now })
    if (call === 'mark') return every(mark, asked, view)
    if (call === 'ticker') return every(ticker, asked, view)
    if (call === 'index') {
      const coin = OPTION_COINS.find((each) => `${each}USDT` === query.get('underlying'))
      return coin === undefined
        ? unknown()
        : ok({ time: view.now, indexPrice: (view.dollars(coin) * view.lie).toFixed(8) })
    }
    if (call === 'openInterest') {
      const coin = OPTION_COINS.find((each) => each === query.get('underlyingAsset'))
      if (coin === undefined) return unknown()
      const listed = chainOf(view, coin, HOUSE).filter(({ expiry }) => numberedDate(expiry) === query.get('expiration'))
      return ok(listed.map((option) => interest(coin, option, view)))
    }
    return failed(404, { code: -5000, msg: 'Path is invalid' })
  },
}
