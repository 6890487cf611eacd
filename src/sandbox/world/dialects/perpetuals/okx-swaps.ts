import { HOUR_MS } from '../../../../time-units.ts'
import { type Answer, type Asked, limitOf, ok } from '../../dialect.ts'
import { okxIndexTicker } from '../../okx-index.ts'
import { coinOf, contractOf, lastPaid, PERPETUAL_COINS, type PerpetualCoin, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/** OKX's swaps in USDT, at the host of its spot market. Lists also contain contracts that this service does not use. */
const TERMS: Terms = { venue: 'okx', quote: 'USDT', hours: 8, share: 0.12 }
const swap = (coin: PerpetualCoin): string => `${coin}-USDT-SWAP`
const index = (coin: PerpetualCoin): string => `${coin}-USDT`
/** Coins per contract. */
const CONTRACT: Readonly<Record<PerpetualCoin, number>> = { BTC: 0.01, ETH: 0.1, SOL: 1 }

const give = (data: readonly unknown[]): Answer => ok({ code: '0', msg: '', data })
const UNKNOWN = ok({ code: '51001', msg: "Instrument ID, Instrument ID code, or Spread ID doesn't exist.", data: [] })

type Row = (coin: PerpetualCoin, view: View) => object

/** Which lists there are, how their rows are named and what a row contains. */
const LISTS: Readonly<Record<string, { readonly spell: (coin: PerpetualCoin) => string; readonly row: Row }>> = {
  'public/funding-rate': { spell: swap, row: (coin, view) => funding(coin, view) },
  'public/open-interest': { spell: swap, row: (coin, view) => openInterest(coin, view) },
  'public/mark-price': {
    spell: swap,
    row: (coin, view) => ({
      instType: 'SWAP',
      instId: swap(coin),
      markPx: contractOf(TERMS, coin, view).mark.toFixed(2),
      ts: String(view.now),
    }),
  },
  'market/index-tickers': { spell: index, row: (coin, view) => indexTicker(coin, view) },
}

/** A call for swaps or indices; `null` for other calls. */
export const okxSwaps = ({ path, query }: Asked, view: View): Answer | null => {
  const call = path.replace('/api/v5/', '')
  const name = query.get('instId')
  if (call === 'public/funding-rate-history') {
    const coin = coinOf(name, swap)
    return coin === null ? UNKNOWN : give(history(coin, query, view))
  }
  const list = LISTS[call]
  if (list === undefined) return null
  if (name === null || name === 'ANY') return give(PERPETUAL_COINS.map((coin) => list.row(coin, view)))
  const coin = coinOf(name, list.spell)
  return coin === null ? UNKNOWN : give([list.row(coin, view)])
}

const funding: Row = (coin, view) => {
  const { rate, mark, index: spot, nextAt } = contractOf(TERMS, coin, view)
  return {
    formulaType: 'withRate',
    fundingRate: rate.toFixed(16),
    fundingTime: String(nextAt),
    impactValue: '20000.0000000000000000',
    instId: swap(coin),
    instType: 'SWAP',
    interestRate: '0.0001000000000000',
    maxFundingRate: '0.0075',
    method: 'current_period',
    minFundingRate: '-0.0075',
    nextFundingRate: '',
    nextFundingTime: String(nextAt + TERMS.hours * HOUR_MS),
    premium: (mark / spot - 1).toFixed(16),
    prevFundingTime: String(nextAt - TERMS.hours * HOUR_MS),
    settFundingRate: rate.toFixed(16),
    settState: 'settled',
    ts: String(view.now),
  }
}

const openInterest: Row = (coin, view) => {
  const { openInterest: coins, mark } = contractOf(TERMS, coin, view)
  return {
    instId: swap(coin),
    instType: 'SWAP',
    oi: (coins / CONTRACT[coin]).toFixed(4),
    oiCcy: coins.toFixed(6),
    oiUsd: (coins * mark * view.dollars('USDT')).toFixed(8),
    ts: String(view.now),
  }
}

const indexTicker: Row = (coin, view) => {
  const { index: spot } = contractOf(TERMS, coin, view)
  return okxIndexTicker(index(coin), (factor) => (spot * factor).toFixed(2), view)
}

/** Newest first. */
const history = (coin: PerpetualCoin, query: URLSearchParams, view: View) =>
  lastPaid(TERMS, coin, view, limitOf(query.get('limit'), 100, 400))
    .map(({ at, rate }) => ({
      fundingRate: rate.toFixed(16),
      fundingTime: String(at),
      instId: swap(coin),
      instType: 'SWAP',
      method: 'current_period',
      realizedRate: rate.toFixed(16),
    }))
    .toReversed()
