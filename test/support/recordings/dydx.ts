import { dydx } from '../../../src/sources/perpetuals/dydx.ts'
import { paid, perpetual } from './askers.ts'
import { framesOf } from './frames.ts'
import { changed, type Reading, type Recordings, unasked } from './reading.ts'

const markets = (coin: string): Reading => perpetual(dydx, `${coin}-USD`)

/** The first list of markets on its socket, as the call would tell it. */
const pushedMarkets = (body: string): string => {
  const found = framesOf(body).find((frame) => frame.includes('"subscribed"') && frame.includes('"v4_markets"'))
  const { contents }: { readonly contents?: unknown } = JSON.parse(found ?? '{}')
  return JSON.stringify(contents ?? null)
}

export const DYDX: Recordings = {
  candles: unasked('candles'),
  historical_funding: paid(dydx, 'BTC'),
  orderbook: unasked('a book'),
  perpetualMarkets_ETH_2026: markets('ETH'),
  perpetual_markets: ['BTC', 'ETH', 'SOL'].map(markets),
  time: unasked('the clock of the venue'),
  trades: unasked('trades'),
  ws_trades_orderbook_markets_liquidated: ['BTC', 'ETH'].map((coin) =>
    changed(markets(coin), 'the pushed list of markets', pushedMarkets),
  ),
}
