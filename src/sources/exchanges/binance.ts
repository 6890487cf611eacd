import type { Venue } from '../market.ts'
import { instrumentsAt, tickersOf } from './binance-family.ts'
import { exchangeSource } from './exchange-source.ts'

/** The public data host. It has the same keyless paths as api.binance.com, which answers 451 in several countries. */
const source = exchangeSource({
  name: 'binance',
  origin: 'https://data-api.binance.vision',
  // 6000 weight a minute, of which we use half: books take 1200 of it while the market is under stress. The weights are those of
  // https://developers.binance.com/docs/binance-spot-api-docs/rest-api/market-data-endpoints
  rate: { requests: 3000, perSeconds: 60 },
  maxBytes: 2 ** 20,
  terms: 'https://www.binance.com/en/terms',
})

export const binance: Venue = {
  source,
  symbols: {
    'BTC/USDT': 'BTCUSDT',
    'SOL/USDT': 'SOLUSDT',
    'XRP/USDT': 'XRPUSDT',
    'ADA/USDT': 'ADAUSDT',
    'DOGE/USDT': 'DOGEUSDT',
    'POL/USDT': 'POLUSDT',
    'PAXG/USDT': 'PAXGUSDT',
    'EUR/USDT': 'EURUSDT',
    'SOL/EUR': 'SOLEUR',
    'SOL/JPY': 'SOLJPY',
  },
  /** The filters reduce the list from about 17 MB to 2.5 MB. Markets without trading are not in it. */
  instruments: instrumentsAt(
    source,
    '/api/v3/exchangeInfo?permissions=SPOT&showPermissionSets=false&symbolStatus=TRADING',
  ),
  tickers: tickersOf(source),
}
