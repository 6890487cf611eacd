import { chainOf, type OptionHouse, type WorldOption } from '../options/chain.ts'
import { numberedDate } from '../options/listing.ts'
import type { View } from '../view.ts'

/** Options of OKX: volatilities as fractions, an empty string for a side without a quote. */

export const HOUSE: OptionHouse = { venue: 'okx', depth: 90, offset: 0.3, tick: 0.0001 }

/** The coins whose options are listed, and how much of one is a contract: a hundredth, or a tenth. */
export const CONTRACT: Readonly<Record<string, number>> = { BTC: 0.01, ETH: 0.1 }

const nameOf = (coin: string, { expiry, strike, kind }: WorldOption): string =>
  `${coin}-USD-${numberedDate(expiry)}-${strike}-${kind === 'call' ? 'C' : 'P'}`

const summary = (coin: string, option: WorldOption, view: View) => ({
  askVol: option.ask === null ? '' : option.ask.iv.toFixed(4),
  bidVol: option.bid === null ? '' : option.bid.iv.toFixed(4),
  delta: option.delta.toFixed(10),
  deltaBS: option.delta.toFixed(10),
  fwdPx: option.forward.toFixed(10),
  gamma: '0',
  gammaBS: '0',
  instId: nameOf(coin, option),
  instType: 'OPTION',
  lever: '0',
  markVol: option.markIv.toFixed(10),
  realVol: '0',
  theta: '0',
  thetaBS: '0',
  ts: String(view.now),
  uly: `${coin}-USD`,
  vega: '0',
  vegaBS: '0',
  volLv: option.markIv.toFixed(10),
})

const interest = (coin: string, option: WorldOption, view: View) => ({
  instId: nameOf(coin, option),
  instType: 'OPTION',
  oi: String(Math.round(option.interest / (CONTRACT[coin] ?? 1))),
  oiCcy: option.interest.toFixed(2),
  oiUsd: (option.interest * option.forward).toFixed(2),
  ts: String(view.now),
})

/** The rows of a call for options; `null` when the call is for something else, `[]` for an unknown family. */
export const optionRows = (call: string, query: URLSearchParams, view: View): readonly unknown[] | null => {
  const row = call === 'public/opt-summary' ? summary : call === 'public/open-interest' ? interest : null
  if (row === null || (row === interest && query.get('instType') !== 'OPTION')) return null
  const coin = Object.keys(CONTRACT).find((each) => `${each}-USD` === (query.get('instFamily') ?? query.get('uly')))
  return coin === undefined ? [] : chainOf(view, coin, HOUSE).map((option) => row(coin, option, view))
}
