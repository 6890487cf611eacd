import { hyperliquid } from '../../../src/sources/perpetuals/hyperliquid.ts'
import { paid, perpetual } from './askers.ts'
import { framesOf } from './frames.ts'
import { changed, type Recordings, unasked } from './reading.ts'

const contexts = perpetual(hyperliquid, 'metaAndAssetCtxs')

/** The first of its coins, as its list of coins names them; the socket leaves the names out. */
const COINS = ['BTC', 'ETH', 'ATOM', 'MATIC', 'DYDX', 'SOL']
interface Contexts {
  readonly data: { readonly ctxs: readonly (readonly [exchange: string, contexts: readonly unknown[]])[] }
}
const withNames = (body: string): string => {
  const { data }: Contexts = JSON.parse(framesOf(body)[0]!)
  const sent = data.ctxs[0]![1]
  return JSON.stringify([{ universe: sent.map((_, at) => ({ name: COINS[at] ?? `other ${at}` })) }, sent])
}

export const HYPERLIQUID: Recordings = {
  allMids_2023: unasked('middles of all books'),
  candleSnapshot_2023: unasked('candles'),
  candle_snapshot_vendor: unasked('candles'),
  fundingHistory_BTC_2023: paid(hyperliquid, 'BTC'),
  fundingHistory_BTC_long_2023: paid(hyperliquid, 'BTC'),
  funding_history_BTC: paid(hyperliquid, 'BTC'),
  l2Book_BTC: unasked('a book'),
  l2Book_DYDX_2023: unasked('a book'),
  l2_book_snapshot_vendor: unasked('a book'),
  metaAndAssetCtxs_BTC_ETH_SOL_2026: contexts,
  metaAndAssetCtxs_sample_SOL: contexts,
  metaAndAssetCtxs_vendor_example: contexts,
  meta_2023: unasked('names of coins without their contexts'),
  meta_sample: unasked('names of coins without their contexts'),
  predictedFundings_2026: unasked('what other venues are expected to pay'),
  recent_trades_BTC: unasked('trades'),
  userFills_backstop_liquidator_2026: unasked('trades of one account'),
  ws_all_dexs_asset_ctxs: changed(contexts, 'pushed contexts, with the names of their coins', withNames),
  ws_trades_l2Book_activeAssetCtx_bbo: unasked('pushed trades, books and contexts: Hyperliquid is polled'),
  ws_user_fill_liquidation_fixture: unasked('pushed trades of one account'),
}
