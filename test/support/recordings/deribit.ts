import { deribitDated } from '../../../src/sources/dated/deribit-dated.ts'
import { deribitInstruments } from '../../../src/sources/options/deribit-instruments.ts'
import { deribitOptions } from '../../../src/sources/options/deribit-options.ts'
import { deribit } from '../../../src/sources/perpetuals/deribit.ts'
import { dated, datedList, options, optionsListed, paid, perpetual } from './askers.ts'
import { framesOf } from './frames.ts'
import { changed, derived, type Reading, type Recordings, unasked } from './reading.ts'

type Ticker = Readonly<Record<string, unknown>>
interface Frame {
  readonly params: { readonly channel: string; readonly data: Ticker }
}

const pushed = (channel: RegExp, body: string): readonly Ticker[] =>
  framesOf(body)
    .map((frame): Frame => JSON.parse(frame))
    .flatMap(({ params }) => (channel.test(params.channel) ? [params.data] : []))

/** A ticker of an option, under the names of the summary of all options. */
const summary = (row: Ticker) => ({
  ...row,
  bid_price: row['best_bid_price'],
  ask_price: row['best_ask_price'],
  creation_timestamp: row['timestamp'],
})

const resultOf = (body: string): Ticker => {
  const { result }: { readonly result: Ticker } = JSON.parse(body)
  return result
}
const answer = (result: unknown): string => JSON.stringify({ jsonrpc: '2.0', result })

const NAMES = 'tickers under the names of the summary'
const pushedOptions = (coin: string): Reading =>
  changed(options(deribitOptions, coin), NAMES, (body) =>
    answer(pushed(new RegExp(`^ticker\\.${coin}-\\w+-\\d+-[CP]\\.raw$`), body).map(summary)),
  )
const pushedPerpetual = changed(
  perpetual(deribit, '=BTC-PERPETUAL'),
  'the last pushed ticker in the envelope of the call',
  (body) => answer(pushed(/^ticker\.BTC-PERPETUAL\./, body).at(-1)),
)

/** A list that names options and futures alike. */
const listed = (coin: string, currency = coin): readonly Reading[] => [
  optionsListed(deribitInstruments, coin),
  datedList(deribitDated, `currency=${currency}`),
]

const chain = derived('a whole chain, joined from replies and renamed')

export const DERIBIT: Recordings = {
  book_summary_BTC_future: dated(deribitDated, 'currency=BTC'),
  book_summary_BTC_option_sample: options(deribitOptions, 'BTC'),
  book_summary_option_sample_2024: options(deribitOptions, 'BTC'),
  chain_BTC_20260822T0350: chain,
  chain_BTC_20260822T0935: chain,
  chain_BTC_greeks_20260822T1628: chain,
  chain_ETH_20260822T0350: chain,
  chain_ETH_20260822T0935: chain,
  funding_rate_history_sample: paid(deribit, 'BTC'),
  get_expirations_any: unasked('expiries alone: the chain names them'),
  get_expirations_btc_option: unasked('expiries alone: the chain names them'),
  get_instrument_option: changed(optionsListed(deribitInstruments, 'BTC'), 'the instrument in a list', (body) =>
    answer([resultOf(body)]),
  ),
  get_instruments: listed('BTC'),
  get_instruments_BTC_2021: listed('BTC'),
  get_instruments_BTC_future: datedList(deribitDated, 'currency=BTC'),
  get_instruments_BTC_option_sample: optionsListed(deribitInstruments, 'BTC'),
  get_instruments_ETH_2021: listed('ETH'),
  get_instruments_SOL_2021: listed('SOL', 'USDC'),
  get_last_trades: unasked('trades of a perpetual'),
  get_last_trades_option_combo: unasked('trades of a combination of options'),
  get_order_book: unasked('the book of a perpetual, which repeats its ticker'),
  get_tradingview_chart_data: unasked('candles of a perpetual'),
  historical_volatility_sample: unasked('historical volatility'),
  'snapshot_btc_surface_2026-05-26': derived('a volatility surface, joined from replies'),
  'snapshot_btc_validation_2026-05': derived('one expiry, joined from replies'),
  'ticker_BTC-PERPETUAL': perpetual(deribit, '=BTC-PERPETUAL'),
  ticker_option_greeks_sample: changed(options(deribitOptions, 'BTC'), NAMES, (body) =>
    answer([summary(resultOf(body))]),
  ),
  ws_option_tickers_2021: ['BTC', 'ETH'].map(pushedOptions),
  'ws_ticker_BTC-PERPETUAL': pushedPerpetual,
  ws_trades_liquidation_ticker_options_book: [pushedPerpetual, ...['BTC', 'ETH'].map(pushedOptions)],
}
