import { chainOf, OPTION_COINS, type OptionHouse, type WorldOption } from '../options/chain.ts'
import { wordedDate } from '../options/listing.ts'
import type { View } from '../view.ts'

/** Options of Bybit, settled in USDT: prices in dollars, volatilities as fractions, "0" for a side without a quote. */

export const HOUSE: OptionHouse = { venue: 'bybit', depth: 120, offset: -0.2, tick: 0.00005 }

const ticker = (coin: string, option: WorldOption, view: View) => {
  const { expiry, strike, kind, bid, ask } = option
  return {
    symbol: `${coin}-${wordedDate(expiry)}-${strike}-${kind === 'call' ? 'C' : 'P'}-USDT`,
    bid1Price: bid === null ? '0' : bid.price.toFixed(2),
    bid1Size: bid === null ? '0' : '2.5',
    bid1Iv: bid === null ? '0' : bid.iv.toFixed(4),
    ask1Price: ask === null ? '0' : ask.price.toFixed(2),
    ask1Size: ask === null ? '0' : '2.5',
    ask1Iv: ask === null ? '0' : ask.iv.toFixed(4),
    lastPrice: option.mark.toFixed(2),
    highPrice24h: '0',
    lowPrice24h: '0',
    markPrice: option.mark.toFixed(8),
    indexPrice: (view.dollars(coin) * view.lie).toFixed(2),
    markIv: option.markIv.toFixed(4),
    underlyingPrice: option.forward.toFixed(8),
    openInterest: String(option.interest),
    turnover24h: (option.volume * option.forward).toFixed(4),
    volume24h: String(option.volume),
    totalVolume: '0',
    totalTurnover: '0',
    delta: option.delta.toFixed(8),
    gamma: '0',
    vega: '0',
    theta: '0',
    predictedDeliveryPrice: '0',
    change24h: '0',
  }
}

/** The rows of `tickers` with `category=option`; `null` for a coin without options. */
export const optionTickers = (query: URLSearchParams, view: View): readonly unknown[] | null => {
  const coin = OPTION_COINS.find((each) => each === (query.get('baseCoin') ?? 'BTC'))
  return coin === undefined ? null : chainOf(view, coin, HOUSE).map((option) => ticker(coin, option, view))
}
