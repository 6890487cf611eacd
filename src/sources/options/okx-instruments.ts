/** Which options OKX lists. https://www.okx.com/docs-v5/en/#public-data-rest-api-get-instruments */
import { okx, okxData } from '../exchanges/okx.ts'
import type { Piece } from '../shape.ts'
import { field, positive, text, whole, oneOfWords } from '../shape.ts'
import type { InstrumentVenue } from './instruments.ts'

const { source } = okx

/** `{"instType":"OPTION","uly":"BTC-USD","state":"live","optType":"C","stk":"92000","expTime":"1734422400000",…}` */
const isOption = (row: Piece, coin: string): boolean =>
  text(field(row, 'instType')) === 'OPTION' &&
  text(field(row, 'uly')) === `${coin}-USD` &&
  text(field(row, 'state')) === 'live'

export const okxInstruments: InstrumentVenue = {
  source,
  coins: ['BTC', 'ETH'],
  /** The list is not divided into pages. */
  page: (coin) => ({
    provider: source,
    path: `/api/v5/public/instruments?instType=OPTION&instFamily=${coin}-USD`,
    read: (body) => ({
      listed: okxData(body)
        .filter((row) => isOption(row, coin))
        .map((row) => ({
          expiry: whole(field(row, 'expTime')),
          strike: positive(field(row, 'stk')),
          kind: oneOfWords(field(row, 'optType'), { C: 'call', P: 'put' }),
        })),
      cursor: null,
    }),
  }),
}
