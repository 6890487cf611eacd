import { directory } from '../dialect.ts'
import { type Instrument, listed } from '../instruments.ts'

/** Keys of `result`; requests usually use the short name, see `shortName`. https://docs.kraken.com/api */
export const KRAKEN_PAIRS = listed(
  'kraken',
  `XXBTZUSD  BTC/USD   1 8
   XXBTZEUR  BTC/EUR   1 8
   XXBTZGBP  BTC/GBP   1 8
   XXBTZJPY  BTC/JPY   0 8
   XBTUSDT   BTC/USDT  1 8
   XETHZUSD  ETH/USD   2 8
   XETHZEUR  ETH/EUR   2 8
   XETHZJPY  ETH/JPY   0 8
   ETHUSDT   ETH/USDT  2 8
   SOLUSD    SOL/USD   2 8
   SOLEUR    SOL/EUR   2 8
   SOLUSDT   SOL/USDT  2 8
   XXRPZUSD  XRP/USD   5 8
   XXRPZEUR  XRP/EUR   5 8
   XXRPZJPY  XRP/JPY   3 8
   XRPUSDT   XRP/USDT  5 8
   ADAUSD    ADA/USD   6 8
   ADAEUR    ADA/EUR   6 8
   ADAUSDT   ADA/USDT  6 8
   XDGUSD    DOGE/USD  7 8
   POLUSD    POL/USD   4 8
   XDGEUR    DOGE/EUR  7 8
   XDGUSDT   DOGE/USDT 7 8
   USDTZUSD  USDT/USD  5 8
   USDTEUR   USDT/EUR  5 8
   USDTJPY   USDT/JPY  3 8
   USDCUSD   USDC/USD  4 8
   USDCEUR   USDC/EUR  4 8
   USDCUSDT  USDC/USDT 4 8
   PAXGUSD   PAXG/USD  2 8
   PAXGEUR   PAXG/EUR  2 8
   XAUTUSD   XAUT/USD  2 8
   ZEURZUSD  EUR/USD   5 8
   ZGBPZUSD  GBP/USD   5 8
   AUDUSD    AUD/USD   5 8
   ZUSDZJPY  USD/JPY   3 8
   ZUSDZCAD  USD/CAD   5 8
   USDCHF    USD/CHF   5 8
   EURGBP    EUR/GBP   5 8
   EURCHF    EUR/CHF   5 8
   EURJPY    EUR/JPY   3 8
   EURCAD    EUR/CAD   5 8
   ADAXBT    ADA/BTC   8 8 halted`,
)

/** XXBTZUSD is requested as XBTUSD: the letters X and Z before a code remain from four-letter codes. */
export const shortName = ({ symbol }: Instrument): string =>
  /^[XZ]...Z...$/.test(symbol) ? symbol.slice(1, 4) + symbol.slice(5) : symbol.replace(/^USDTZUSD$/, 'USDTUSD')

/** By key, by short name, or in the form `XBT/USD`. */
export const krakenPair = directory(KRAKEN_PAIRS, (one) => [one.symbol, shortName(one), `${one.base}/${one.quote}`])
