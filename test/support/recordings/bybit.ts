import { bybitDated } from '../../../src/sources/dated/bybit-dated.ts'
import { bybit } from '../../../src/sources/exchanges/bybit.ts'
import { bybit as forced } from '../../../src/sources/liquidations/bybit.ts'
import { bybitInstruments } from '../../../src/sources/options/bybit-instruments.ts'
import { bybitOptions } from '../../../src/sources/options/bybit-options.ts'
import { bybit as linear } from '../../../src/sources/perpetuals/bybit.ts'
import { dated, datedList, instruments, options, optionsListed, paid, perpetual, ticker } from './askers.ts'
import { framesOf, liquidations, passedOver } from './frames.ts'
import { changed, type Recordings, refused, unasked } from './reading.ts'

interface Frame {
  readonly topic?: string
  readonly ts?: number
  readonly data?: Readonly<Record<string, string>>
}

const answer = (category: string, list: readonly unknown[], time = 0): string =>
  JSON.stringify({ retCode: 0, retMsg: 'OK', result: { category, list }, time })

/** Of an option the socket has other names for the same fields. */
const named = (row: NonNullable<Frame['data']>) => ({
  ...row,
  bid1Price: row['bidPrice'],
  ask1Price: row['askPrice'],
  bid1Iv: row['bidIv'],
  ask1Iv: row['askIv'],
  markIv: row['markPriceIv'],
})

/** The first pushed ticker whose topic begins so, as the call would tell it. */
const pushed =
  (category: string, topic: string, row: (data: NonNullable<Frame['data']>) => unknown = (data) => data) =>
  (body: string): string => {
    const found = framesOf(body)
      .map((frame): Frame => JSON.parse(frame))
      .find((frame) => frame.topic?.startsWith(topic))
    return answer(category, found?.data ? [row(found.data)] : [], found?.ts)
  }

const past = linear.interest!('BTC', 0, 300_000)[0]!
const ENVELOPE = 'a pushed row in the envelope of the call'
const NAMES = 'a pushed row under the names of the call'

export const BYBIT: Recordings = {
  delivery_price_fixture: unasked('prices of delivery'),
  funding_history_fixture: changed(paid(linear, 'ETH'), 'about ETHUSDT', (body) => body.replace('ETHPERP', 'ETHUSDT')),
  historical_volatility_fixture: unasked('historical volatility'),
  instruments_linear_fixture: datedList(bybitDated, 'category=linear&baseCoin=BTC'),
  instruments_option_fixture: optionsListed(bybitInstruments, 'ETH'),
  instruments_spot_fixture: instruments(bybit),
  instruments_vendor_2026: datedList(bybitDated, 'category=linear&baseCoin=BTC'),
  kline_fixture: unasked('candles: no VWAP reads Bybit'),
  // Both are of the contract in coins.
  open_interest_fixture: refused(past),
  open_interest_vendor_2026: refused(past),
  option_ticker_row_sample: changed(options(bybitOptions, 'BTC'), 'the row in a list', (body) =>
    answer('option', [JSON.parse(body)]),
  ),
  option_tickers_sample: options(bybitOptions, 'BTC'),
  orderbook_fixture: unasked('a book'),
  recent_trade_fixture: unasked('trades: no VWAP reads Bybit'),
  tickers_linear_ETHUSDT_2026: [perpetual(linear, 'ETHUSDT'), dated(bybitDated, 'category=linear')],
  tickers_linear_fixture: dated(bybitDated, 'category=inverse'),
  tickers_option_fixture: options(bybitOptions, 'BTC'),
  tickers_spot_fixture: ticker(bybit, 'BTCUSDT'),
  tickers_vendor_2026_a: dated(bybitDated, 'category=inverse'),
  tickers_vendor_2026_b: options(bybitOptions, 'BTC'),
  tickers_vendor_2026_c: ticker(bybit, 'BTCUSDT'),
  ws_all_liquidation_vendor: liquidations(forced),
  ws_legacy_v2_liquidation: passedOver(forced),
  ws_linear_tickers_trades_all_liquidation: [
    liquidations(forced),
    changed(perpetual(linear, 'BTCUSDT'), ENVELOPE, pushed('linear', 'tickers.BTCUSDT')),
    changed(
      dated(bybitDated, 'category=inverse'),
      `${ENVELOPE}, its delivery in milliseconds`,
      pushed('inverse', 'tickers.BTCUSDU23', (row) => ({
        ...row,
        deliveryTime: String(Date.parse(row['deliveryTime'] ?? '')),
      })),
    ),
  ],
  ws_option_tickers_book_trades: ['SOL', 'ETH'].map((coin) =>
    changed(options(bybitOptions, coin), NAMES, pushed('option', `tickers.${coin}`, named)),
  ),
  ws_spot_trades_book: passedOver(forced),
  ws_ticker_linear_fixture: changed(perpetual(linear, 'BTCUSDT'), ENVELOPE, pushed('linear', 'tickers.')),
  ws_ticker_option_fixture: changed(options(bybitOptions, 'BTC'), NAMES, pushed('option', 'tickers.', named)),
}
