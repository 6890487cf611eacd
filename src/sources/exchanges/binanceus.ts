import type { Venue } from '../market.ts'
import { instrumentsAt, tickersOf } from './binance-family.ts'
import { exchangeSource } from './exchange-source.ts'

/** A separate company with its own book, in dollars where Binance has USDT. https://docs.binance.us */
const source = exchangeSource({
  name: 'binanceus',
  origin: 'https://api.binance.us',
  // 1200 weight a minute by its own list of limits, of which we use half; the weights are those of Binance.
  rate: { requests: 600, perSeconds: 60 },
  maxBytes: 2 ** 20,
  terms: 'https://www.binance.us/terms-of-use',
})

export const binanceus: Venue = {
  source,
  symbols: { 'BTC/USD': 'BTCUSD', 'USDT/USD': 'USDTUSD' },
  /** Without filters, because this venue does not document those of Binance. */
  instruments: instrumentsAt(source, '/api/v3/exchangeInfo'),
  tickers: tickersOf(source),
}
