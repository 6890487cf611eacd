import { okx as okxBooks } from '../../../src/sources/books/okx.ts'
import { okxDated } from '../../../src/sources/dated/okx-dated.ts'
import { okxDepth } from '../../../src/sources/depth/okx.ts'
import { okx } from '../../../src/sources/exchanges/okx.ts'
import { okx as forced } from '../../../src/sources/liquidations/okx.ts'
import { okxInstruments } from '../../../src/sources/options/okx-instruments.ts'
import { okxOptions } from '../../../src/sources/options/okx-options.ts'
import { okx as swaps } from '../../../src/sources/perpetuals/okx.ts'
import {
  bars,
  datedList,
  depth,
  instruments,
  options,
  optionsListed,
  paid,
  perpetual,
  ticker,
  trades,
} from './askers.ts'
import { bestPrices, framesOf, liquidations } from './frames.ts'
import { changed, gives, type Recordings, unasked } from './reading.ts'
import { openInterest } from './say-derivatives.ts'
import { book } from './say-prices.ts'

const quickBook = gives(okxDepth.book('BTC-USDT', 'quick'), book)

interface Frame {
  readonly arg: { readonly channel: string }
  readonly action?: string
  readonly data?: readonly unknown[]
}

const answer = (data: readonly unknown[]): string => JSON.stringify({ code: '0', msg: '', data })

/** The rows of one channel, as the call would tell them. */
const channel =
  (name: string) =>
  (body: string): string =>
    answer(
      framesOf(body)
        .map((frame): Frame => JSON.parse(frame))
        .flatMap(({ arg, data = [] }) => (arg.channel === name ? data : [])),
    )

/** The first whole book of a socket, as the call would tell it. */
const wholeBook = (body: string): string =>
  answer(
    framesOf(body)
      .map((frame): Frame => JSON.parse(frame))
      .find(({ action }) => action === 'snapshot')?.data ?? [],
  )

const closedFirst = (body: string): string => {
  const { data }: { readonly data: readonly (readonly string[])[] } = JSON.parse(body)
  return answer(data.slice(0, 1).map((row) => [...row.slice(0, 8), '1']))
}

const ENVELOPE = 'pushed rows in the envelope of the call'

export const OKX: Recordings = {
  books_fixture: quickBook,
  candles_fixture: [bars(okx, 'BTC-USDT'), changed(bars(okx, 'BTC-USDT'), 'its first row called closed', closedFirst)],
  candlesticks_2025: bars(okx, 'BTC-USDT'),
  funding_rate_ETH_2026: perpetual(swaps, 'funding-rate'),
  funding_rate_fixture: perpetual(swaps, 'funding-rate'),
  funding_rate_history_fixture: changed(paid(swaps, 'BTC'), 'about BTC-USDT-SWAP', (body) =>
    body.replaceAll('BTC-USD-SWAP', 'BTC-USDT-SWAP'),
  ),
  history_candles_fixture: unasked('candles of the past'),
  index_price_2025: perpetual(swaps, 'index-tickers'),
  index_tickers_fixture: perpetual(swaps, 'index-tickers'),
  instruments_futures_2025: datedList(okxDated),
  instruments_futures_majors_2022: datedList(okxDated),
  instruments_option_2025: optionsListed(okxInstruments, 'BTC'),
  'instruments_option_BTC-USD_2022': optionsListed(okxInstruments, 'BTC'),
  'instruments_option_ETH-USD_2022': optionsListed(okxInstruments, 'ETH'),
  instruments_spot_majors_2022: instruments(okx),
  instruments_swap_2025: unasked('the list of swaps: what a contract is worth is compared with it'),
  instruments_swap_majors_2022: unasked('the list of swaps: what a contract is worth is compared with it'),
  insurance_fund_fixture: unasked('the insurance fund'),
  mark_price_fixture: perpetual(swaps, 'mark-price'),
  open_interest_ETH_2026: perpetual(swaps, 'open-interest'),
  open_interest_fixture: perpetual(swaps, 'open-interest'),
  opt_summary_fixture: options(okxOptions, 'BTC'),
  opt_summary_sample: options(okxOptions, 'BTC'),
  order_book_2025: quickBook,
  ticker_ETH_swap_2026: ticker(okx, 'ETH-USDT-SWAP'),
  ticker_fixture: ticker(okx, 'BTC-USD-SWAP'),
  trades_2025: trades(okx, 'BTC-USDT'),
  trades_fixture: trades(okx, 'BTC-USDT'),
  'ws_books_BTC-USDT_2022': changed(
    depth(okxDepth, 'BTC-USDT'),
    'the pushed book in the envelope of the call',
    wholeBook,
  ),
  ws_futures_liquidation_orders: liquidations(forced),
  ws_options_opt_summary: [
    changed(options(okxOptions, 'ETH'), ENVELOPE, channel('opt-summary')),
    changed(gives(okxOptions.interest!('ETH'), openInterest), ENVELOPE, channel('open-interest')),
  ],
  ws_spot_trades_books_tickers: bestPrices(okxBooks),
  ws_swap_funding_oi_mark: ['open-interest', 'mark-price', 'index-tickers'].map((name) =>
    changed(perpetual(swaps, name), `${ENVELOPE}, about BTC-USDT-SWAP`, (body) =>
      channel(name)(body).replaceAll('WNCG', 'BTC'),
    ),
  ),
  ws_tickers_trades_2022: bestPrices(okxBooks),
}
