import { DAY_MS } from '../../../time-units.ts'
import { chainOf, type WorldOption } from '../options/chain.ts'
import { numberedDate } from '../options/listing.ts'
import type { View } from '../view.ts'
import { CONTRACT, HOUSE } from './okx-options.ts'

/** Which options OKX lists. https://www.okx.com/docs-v5/en/#public-data-rest-api-get-instruments */

const letterOf = ({ kind }: WorldOption): string => (kind === 'call' ? 'C' : 'P')

const instrument = (coin: string, option: WorldOption, view: View) => ({
  alias: '',
  baseCcy: '',
  category: '1',
  ctMult: String(CONTRACT[coin]),
  ctType: '',
  ctVal: '1',
  ctValCcy: coin,
  expTime: String(option.expiry),
  instFamily: `${coin}-USD`,
  instId: `${coin}-USD-${numberedDate(option.expiry)}-${option.strike}-${letterOf(option)}`,
  instType: 'OPTION',
  lever: '',
  listTime: String(view.now - DAY_MS),
  lotSz: '1',
  minSz: '1',
  optType: letterOf(option),
  quoteCcy: '',
  settleCcy: coin,
  state: 'live',
  stk: String(option.strike),
  tickSz: '0.0001',
  uly: `${coin}-USD`,
})

/** The rows of `public/instruments` for options; `null` for another call, `[]` for an unknown family. */
export const optionInstruments = (call: string, query: URLSearchParams, view: View): readonly unknown[] | null => {
  if (call !== 'public/instruments' || query.get('instType') !== 'OPTION') return null
  const coin = Object.keys(CONTRACT).find((each) => `${each}-USD` === (query.get('instFamily') ?? query.get('uly')))
  return coin === undefined ? [] : chainOf(view, coin, HOUSE).map((option) => instrument(coin, option, view))
}
