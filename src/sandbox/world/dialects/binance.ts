import { listed } from '../instruments.ts'
import { binanceLike } from './binance-family.ts'

/** Binance spot, with the mirror that needs no key and answers where the main host returns 451. */
export const binance = binanceLike(
  'binance',
  ['data-api.binance.vision', 'api.binance.com', 'api1.binance.com', 'api2.binance.com', 'api-gcp.binance.com'],
  listed(
    'binance',
    `BTCUSDT   BTC/USDT  2 5
     BTCUSDC   BTC/USDC  2 5
     BTCEUR    BTC/EUR   2 5
     BTCJPY    BTC/JPY   0 5
     ETHUSDT   ETH/USDT  2 4
     ETHUSDC   ETH/USDC  2 4
     ETHEUR    ETH/EUR   2 4
     ETHJPY    ETH/JPY   0 4
     SOLUSDT   SOL/USDT  2 3
     SOLEUR    SOL/EUR   2 3
     SOLJPY    SOL/JPY   0 3
     XRPUSDT   XRP/USDT  4 1
     ADAUSDT   ADA/USDT  4 1
     DOGEUSDT  DOGE/USDT 5 0
     POLUSDT   POL/USDT  4 1
     USDCUSDT  USDC/USDT 5 0
     EURUSDT   EUR/USDT  4 1
     USDTUSD   USDT/USD  5 0
     USDCUSD   USDC/USD  5 0
     PAXGUSDT  PAXG/USDT 2 4
     BTCGBP    BTC/GBP   2 5 halted`,
  ),
)
