import { datedOfAll, type DatedContract, type DatedTerms } from '../../dated.ts'
import { numberedDate } from '../../options/listing.ts'
import type { View } from '../../view.ts'

/** Kraken's futures with a date: FI_ inverse, FF_ linear. https://docs.kraken.com/api/docs/futures-api */
const KINDS = [
  {
    prefix: 'FI',
    type: 'futures_inverse',
    terms: { venue: 'kraken', quote: 'USD', lists: 'quarterly', share: 0.001, hour: 16 },
  },
  {
    prefix: 'FF',
    type: 'flexible_futures',
    terms: { venue: 'kraken linear', quote: 'USD', lists: 'weekly', share: 0.0005, hour: 16 },
  },
] as const satisfies readonly { prefix: string; type: string; terms: DatedTerms }[]

const codeOf = ({ coin }: DatedContract): string => (coin === 'BTC' ? 'XBT' : coin)

const rows = (view: View) =>
  KINDS.flatMap(({ prefix, type, terms }) =>
    datedOfAll(terms, view).map((contract) => ({
      type,
      contract,
      symbol: `${prefix}_${codeOf(contract)}USD_${numberedDate(contract.expiry)}`,
    })),
  )

/** The rows of the list of instruments. */
export const krakenDatedInstruments = (view: View) =>
  rows(view).map(({ type, contract, symbol }) => ({
    symbol,
    type,
    lastTradingTime: new Date(contract.expiry).toISOString(),
    tickSize: 0.5,
    contractSize: 1,
    tradeable: true,
    openingDate: '2026-01-02T15:00:00Z',
    postOnly: false,
    base: contract.coin,
    quote: 'USD',
    pair: `${contract.coin}:USD`,
  }))

/** The rows of the tickers. Open interest of inverse contracts is in dollars, of linear ones in coins. */
export const krakenDatedTickers = (view: View) =>
  rows(view).map(({ type, contract, symbol }) => ({
    symbol,
    tag: 'quarter',
    pair: `${codeOf(contract)}:USD`,
    markPrice: contract.mark,
    bid: contract.mark * 0.9998,
    bidSize: 100,
    vol24h: 100,
    openInterest:
      type === 'futures_inverse' ? Math.round(contract.openInterest * contract.mark) : contract.openInterest,
    open24h: contract.mark,
    indexPrice: contract.index,
    last: contract.mark,
    lastTime: new Date(view.now - 60_000).toISOString(),
    lastSize: 100,
    suspended: false,
    postOnly: false,
    change24h: 0.4,
  }))
