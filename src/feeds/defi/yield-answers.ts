import { type Static, Type } from '@sinclair/typebox'
import { measure, orUnknown } from '../../canonical/measure.ts'
import { integer, list, oneOf } from '../../canonical/token.ts'
import { LENDING_MARKETS, PROTOCOLS } from '../../sources/lending/lending-markets.ts'
import { LENDING_ASSETS, LENDING_CHAINS, type LendingAsset } from '../../sources/lending/tokens.ts'
import { inSeconds } from '../../time-units.ts'
import { word } from '../answer-fields.ts'
import { boundSale } from '../bound-sale.ts'
import { DEFI_SALE, YIELD_CATALOGUE } from './defi-sale.ts'
import { ROWS_FIELDS, rowsValues } from './defi-fields.ts'
import { rankedRates, Unranked, unrankedRates } from './ranking.ts'
import { RateRow } from './rate-row.ts'
import type { RateRows } from './rate-rows.ts'
import { recountAllRates, recountRanking, recountRate } from './recount-yield.ts'
import { RATE_PLACES } from './witnesses.ts'
import { mainNumber } from '../main-value.ts'

/** The answers about rates besides their envelopes, and how each is sold. */

export const EveryRateAnswer = Type.Object({
  count: Type.Integer({ description: 'Rows' }),
  rates: Type.Array(RateRow, { minItems: 1 }),
  ...ROWS_FIELDS,
})
export type EveryRateAnswer = Static<typeof EveryRateAnswer>

/** The rates of one asset, compared. */
export const RankedAnswer = Type.Object({
  scope: word(['best', 'compare'], 'Of which path: the same rows under two strings are two answers'),
  asset: word(LENDING_ASSETS, 'The asset'),
  best: RateRow,
  ranking: Type.Array(RateRow, { minItems: 1, description: 'Rates that are compared, the highest supply_apr first' }),
  unranked: Type.Array(Unranked, { description: 'Rates that are known and not compared' }),
  count: Type.Integer({ description: 'Rows of the ranking' }),
  ...ROWS_FIELDS,
})
export type RankedAnswer = Static<typeof RankedAnswer>

export const OneRateAnswer = Type.Object({
  ...RateRow.properties,
  missing: Type.Array(Type.String(), { description: 'Witnesses of this market that say nothing' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
})
export type OneRateAnswer = Static<typeof OneRateAnswer>

export const everyRateAnswer = ({ rows, missing }: RateRows, now: number): EveryRateAnswer => ({
  count: rows.length,
  rates: [...rows],
  ...rowsValues(rows, missing, now),
})

/** `null` where no rate is compared. */
export const rankedAnswer = (
  scope: RankedAnswer['scope'],
  asset: LendingAsset,
  { rows, missing }: RateRows,
  now: number,
): RankedAnswer | null => {
  const ranking = rankedRates(rows)
  const unranked = unrankedRates(rows)
  const unconfirmed = unranked.flatMap(({ reason, ...market }) =>
    reason === 'unconfirmed' ? [`${market.protocol}/${market.chain}/${market.asset}`] : [],
  )
  const [best] = ranking
  if (!best) return null
  return {
    scope,
    asset,
    best,
    ranking: [...ranking],
    unranked: [...unranked],
    count: ranking.length,
    ...rowsValues(ranking, [...missing, ...unconfirmed].toSorted(), now),
  }
}

export const oneRateAnswer = (row: RateRow, missing: readonly string[], now: number): OneRateAnswer => ({
  ...row,
  missing: [...missing],
  fetched_at: inSeconds(now),
})

const rate = measure(RATE_PLACES)
const [protocol, chain] = [oneOf(...PROTOCOLS), oneOf(...LENDING_CHAINS)]

/** `v1|DEFI|YIELD_ALL|<rows>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const EVERY_RATE_SALE = boundSale(
  'DEFI',
  { kind: oneOf('YIELD_ALL'), count: integer, sources: list },
  {
    ...DEFI_SALE,
    ...YIELD_CATALOGUE,
    answer: EveryRateAnswer,
    path: '/oracle/defi/yield/all',
    apart: () => ({ kind: 'YIELD_ALL' as const }),
    preview: { staleMinutes: 60, main: mainNumber('count', 'markets'), fields: ['count', 'confidence', 'degraded'] },
    recompute: recountAllRates,
  },
)

/** What both rankings show free of charge. */
const RANKED_PREVIEW = {
  staleMinutes: 60,
  main: mainNumber('best.supply_apr', '%'),
  fields: ['asset', 'best', 'count', 'confidence', 'degraded'],
} as const

const bestOf = ({ best }: RankedAnswer) => ({
  protocol: best.protocol,
  chain: best.chain,
  supply_apr: best.supply_apr,
})

/** `v1|DEFI|YIELD_COMPARE|<protocol>|<chain>|<supply_apr>|<sources>|SHA256:<content>|…` */
export const RATE_COMPARISON_SALE = boundSale(
  'DEFI',
  { kind: oneOf('YIELD_COMPARE'), protocol, chain, supply_apr: rate, sources: list },
  {
    ...DEFI_SALE,
    ...YIELD_CATALOGUE,
    answer: RankedAnswer,
    path: '/oracle/defi/yield/compare',
    apart: (content) => ({ kind: 'YIELD_COMPARE' as const, ...bestOf(content) }),
    preview: RANKED_PREVIEW,
    recompute: recountRanking,
  },
)

/** `v1|DEFI|YIELD_BEST|<asset>|<protocol>|<chain>|<supply_apr>|<sources>|SHA256:<content>|…` */
export const BEST_RATE_SALE = boundSale(
  'DEFI',
  { kind: oneOf('YIELD_BEST'), asset: oneOf(...LENDING_ASSETS), protocol, chain, supply_apr: rate, sources: list },
  {
    ...DEFI_SALE,
    ...YIELD_CATALOGUE,
    answer: RankedAnswer,
    path: '/oracle/defi/yield/best/{asset}',
    apart: (content) => ({ kind: 'YIELD_BEST' as const, ...bestOf(content) }),
    preview: RANKED_PREVIEW,
    recompute: recountRanking,
  },
)

/** `v1|DEFI|YIELD|<protocol>|<chain>|<asset>|<supply_apr>|<borrow_apr>|<utilization>|<sources>|SHA256:<content>|…` */
export const RATE_SALE = boundSale(
  'DEFI',
  {
    kind: oneOf('YIELD'),
    protocol,
    chain,
    asset: oneOf(...LENDING_ASSETS),
    supply_apr: rate,
    borrow_apr: orUnknown(rate),
    utilization: orUnknown(rate),
    sources: list,
  },
  {
    ...DEFI_SALE,
    ...YIELD_CATALOGUE,
    answer: OneRateAnswer,
    path: '/oracle/defi/yield/{protocol}/{chain}/{asset}',
    apart: () => ({ kind: 'YIELD' as const }),
    preview: {
      staleMinutes: 60,
      main: mainNumber('supply_apr', '%'),
      fields: ['protocol', 'chain', 'asset', 'supply_apr', 'borrow_apr', 'utilization', 'confidence', 'degraded'],
    },
    recompute: recountRate,
  },
)

/** Markets of one asset. */
export const marketsOf = (asset: LendingAsset) => LENDING_MARKETS.filter((market) => market.asset === asset)
