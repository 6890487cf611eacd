import { binanceOptions } from '../../../src/sources/options/binance-options.ts'
import { framesOf } from './frames.ts'
import { changed, gives, type Recordings, unasked } from './reading.ts'
import { openInterest, optionBooks, optionIndex, optionMarks } from './say-derivatives.ts'

const { marks, books, index, interest } = binanceOptions

type Sent = Readonly<Record<string, unknown>>

/** The rows of the socket's frames that have all these fields, under the names of the call. */
const rows =
  (names: Readonly<Record<string, string>>) =>
  (body: string): string => {
    const sent = framesOf(body).flatMap((frame): readonly Sent[] => {
      const { data }: { readonly data: Sent | readonly Sent[] } = JSON.parse(frame)
      return [data].flat() as readonly Sent[]
    })
    const fitting = sent.filter((row) => Object.values(names).every((name) => name in row))
    return JSON.stringify(
      fitting.map((row) => Object.fromEntries(Object.entries(names).map(([name, short]) => [name, row[short]]))),
    )
  }

export const BINANCE_OPTIONS: Recordings = {
  options_exchange_info_sample: unasked('the list of options: the marks name them all'),
  options_exchangeinfo_vendor: unasked('the list of options: the marks name them all'),
  options_exercisehistory_vendor: unasked('options that were settled'),
  options_index_vendor: gives(index('BTC'), optionIndex),
  options_mark_no_bid_2026: gives(marks, optionMarks),
  options_mark_sample: gives(marks, optionMarks),
  options_mark_vendor: gives(marks, optionMarks),
  options_openinterest_vendor: gives(interest('ETH', Date.parse('2022-11-19T08:00:00Z')), openInterest),
  options_ticker_vendor: gives(books, optionBooks),
  ws_options_mark_oi_ticker: [
    changed(
      gives(marks, optionMarks),
      'pushed rows under the names of the call',
      rows({ symbol: 's', markPrice: 'mp', markIV: 'vo', bidIV: 'b', askIV: 'a' }),
    ),
    changed(
      gives(books, optionBooks),
      'pushed rows under the names of the call',
      rows({ symbol: 's', bidPrice: 'bo', askPrice: 'ao', volume: 'V' }),
    ),
  ],
}
