import { listed } from '../instruments.ts'
import { binanceLike } from './binance-family.ts'

/** Binance.US: dollars where Binance has USDT. */
export const binanceus = binanceLike(
  'binanceus',
  ['api.binance.us'],
  listed(
    'binanceus',
    `BTCUSD    BTC/USD   2 5
     BTCUSDT   BTC/USDT  2 5
     ETHUSD    ETH/USD   2 4
     ETHUSDT   ETH/USDT  2 4
     SOLUSD    SOL/USD   2 3
     XRPUSD    XRP/USD   4 0
     ADAUSD    ADA/USD   4 1
     DOGEUSD   DOGE/USD  5 0
     USDTUSD   USDT/USD  4 2
     USDCUSD   USDC/USD  4 2
     PAXGUSD   PAXG/USD  2 4
     BTCBUSD   BTC/USDT  2 5 halted`,
  ),
)
