import { datedOfAll, type DatedContract, type DatedTerms } from '../../dated.ts'
import { type Answer, type Asked, ok } from '../../dialect.ts'
import { okxIndexTicker } from '../../okx-index.ts'
import { numberedDate } from '../../options/listing.ts'
import { PERPETUAL_COINS, type PerpetualCoin } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/**
 * OKX's futures: inverse and linear ones, and the perpetuals with a far date that are listed among them.
 * https://www.okx.com/docs-v5/en/
 */
const KINDS = [
  { ctType: 'inverse', quote: 'USD', terms: { venue: 'okx', quote: 'USD', lists: 'weekly', share: 0.006 } },
  { ctType: 'linear', quote: 'USDT', terms: { venue: 'okx linear', quote: 'USDT', lists: 'quarterly', share: 0.004 } },
] as const satisfies readonly { ctType: string; quote: string; terms: DatedTerms }[]
type Kind = (typeof KINDS)[number]

const UNENDING = Date.UTC(2031, 3, 4, 8)

const give = (data: readonly unknown[]): Answer => ok({ code: '0', msg: '', data })

/** A contract, its name and what its size is counted in. */
interface Row {
  readonly kind: Kind
  readonly contract: DatedContract
  readonly name: string
  readonly family: string
}

const rows = (view: View): readonly Row[] =>
  KINDS.flatMap((kind) =>
    datedOfAll(kind.terms, view, PERPETUAL_COINS).map((contract) => {
      const family = `${contract.coin}-${kind.quote}`
      return { kind, contract, family, name: `${family}-${numberedDate(contract.expiry)}` }
    }),
  )

/** A perpetual whose list row has a date, far above the market here so that nobody takes it for a future unnoticed. */
const unending = (view: View): Row => ({
  kind: KINDS[0],
  contract: {
    coin: 'BTC',
    expiry: UNENDING,
    mark: view.dollars('BTC') * 3,
    index: view.dollars('BTC'),
    openInterest: 9,
  },
  family: 'BTC-USD_UM_XPERP',
  name: `BTC-USD_UM_XPERP-${numberedDate(UNENDING)}`,
})

const CONTRACT: Readonly<Record<PerpetualCoin, number>> = { BTC: 0.01, ETH: 0.1, SOL: 1 }

const instrument = ({ kind, contract, name, family }: Row) => {
  const isInverse = kind.ctType === 'inverse'
  return {
    alias: 'quarter',
    baseCcy: '',
    category: '1',
    ctMult: '1',
    ctType: kind.ctType,
    ctVal: isInverse ? (contract.coin === 'BTC' ? '100' : '10') : String(CONTRACT[contract.coin]),
    ctValCcy: isInverse ? 'USD' : contract.coin,
    expTime: String(contract.expiry),
    instFamily: family,
    instId: name,
    instType: 'FUTURES',
    lever: '20',
    listTime: '1728634200017',
    lotSz: '1',
    minSz: '1',
    optType: '',
    quoteCcy: '',
    ruleType: family.includes('XPERP') ? 'xperp' : 'normal',
    settleCcy: isInverse ? contract.coin : 'USDT',
    state: 'live',
    stk: '',
    tickSz: '0.1',
    uly: family,
  }
}

const CALLS: Readonly<Record<string, (row: Row, view: View) => object>> = {
  'public/instruments': instrument,
  'public/mark-price': ({ contract, name }, view) => ({
    instType: 'FUTURES',
    instId: name,
    markPx: contract.mark.toFixed(4),
    ts: String(view.now),
  }),
  'public/open-interest': ({ contract: { coin, mark, openInterest }, kind, name }, view) => ({
    instType: 'FUTURES',
    instId: name,
    oi: String(Math.round(openInterest / CONTRACT[coin])),
    oiCcy: openInterest.toFixed(6),
    oiUsd: (openInterest * mark * view.dollars(kind.quote)).toFixed(4),
    ts: String(view.now),
  }),
}

/** The index in dollars, of which options and inverse contracts are made; the one in USDT is told with the swaps. */
const dollarIndex = (coin: PerpetualCoin, view: View) =>
  okxIndexTicker(`${coin}-USD`, (factor) => (view.dollars(coin) * view.lie * factor).toFixed(4), view)

/** A call with `instType=FUTURES`, or for the indices in dollars or USDC; `null` for other calls. */
export const okxFutures = ({ path, query }: Asked, view: View): Answer | null => {
  const call = path.replace('/api/v5/', '')
  if (call === 'market/index-tickers' && query.get('quoteCcy') === 'USD')
    return give(PERPETUAL_COINS.map((coin) => dollarIndex(coin, view)))
  if (call === 'market/index-tickers' && query.get('quoteCcy') === 'USDC') return give([])
  const row = query.get('instType') === 'FUTURES' ? CALLS[call] : undefined
  return row ? give([unending(view), ...rows(view)].map((each) => row(each, view))) : null
}
