/** Which options Deribit lists. https://docs.deribit.com/api-reference/market-data/public-get_instruments */
import { deribitSource as source } from '../exchanges/deribit-source.ts'
import type { Piece } from '../shape.ts'
import { field, flag, items, positive, text, whole, oneOfWords } from '../shape.ts'
import { deribitResult, LISTINGS } from './deribit-options.ts'
import type { InstrumentVenue } from './instruments.ts'

/**
 * `{"instrument_name":"SOL_USDC-26JUN26-1d02-P","kind":"option","base_currency":"SOL","option_type":"put","strike":1.02,…}`.
 * One list of USDC has the options of several coins.
 */
const isOption = (row: Piece, coin: string): boolean =>
  text(field(row, 'kind')) === 'option' && text(field(row, 'base_currency')) === coin && flag(field(row, 'is_active'))

export const deribitInstruments: InstrumentVenue = {
  source,
  coins: Object.keys(LISTINGS),
  /** The list is not divided into pages. */
  page: (coin) => ({
    provider: source,
    path: `/api/v2/public/get_instruments?currency=${LISTINGS[coin]?.currency ?? coin}&kind=option&expired=false`,
    read: (body) => ({
      listed: items(deribitResult(body))
        .filter((row) => isOption(row, coin))
        .map((row) => ({
          expiry: whole(field(row, 'expiration_timestamp')),
          strike: positive(field(row, 'strike')),
          kind: oneOfWords(field(row, 'option_type'), { call: 'call', put: 'put' }),
        })),
      cursor: null,
    }),
  }),
}
