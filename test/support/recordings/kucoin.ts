import { type Recordings, unasked } from './reading.ts'

const kucoin = unasked('KuCoin has no reader')

export const KUCOIN: Recordings = {
  futures_contract_fixture: kucoin,
  futures_funding_current_fixture: kucoin,
  futures_funding_history_fixture: kucoin,
  futures_mark_price_fixture: kucoin,
  spot_candles_fixture: kucoin,
  spot_histories_fixture: kucoin,
  spot_level2_book_2021: kucoin,
  spot_orderbook_level1_fixture: kucoin,
  spot_orderbook_level2_20_fixture: kucoin,
  spot_stats_fixture: kucoin,
  spot_symbols_majors_2021: kucoin,
  ws_futures_execution_instrument: kucoin,
  ws_spot_match_ticker_book: kucoin,
}
