import { type Static, Type } from '@sinclair/typebox'
import { DAY_SECONDS, HOUR_SECONDS } from '../../time-units.ts'
import { word } from '../answer-fields.ts'
import type { RateRow } from './rate-row.ts'

/** Which rates are compared, and in which order (methods 14.1). */

/** Dollars supplied, at least: a small market pays what nobody can have. */
export const LEAST_SUPPLIED_USD = 1_000_000
/** Rows of a ranking: one alone is not the best of anything. */
export const LEAST_RANKED = 2

/** An interface that has told nearly the same for so long is ranked without a second witness, and degraded. */
const STOOD_SECONDS = DAY_SECONDS

const UNRANKED = ['aggregator_alone', 'frozen', 'paused', 'small', 'unconfirmed'] as const
type Reason = (typeof UNRANKED)[number]

export const Unranked = Type.Object({
  protocol: Type.String(),
  chain: Type.String(),
  asset: Type.String(),
  reason: word(
    UNRANKED,
    `small: less than ${LEAST_SUPPLIED_USD} dollars supplied; unconfirmed: one interface alone tells it, DefiLlama does not agree, and it has not stood for ${STOOD_SECONDS / HOUR_SECONDS} hours`,
  ),
})
type Unranked = Static<typeof Unranked>

const hasStood = ({ stands_since: since, observed_at: at }: RateRow): boolean =>
  since !== null && at - since >= STOOD_SECONDS

/** Why a rate is not compared; `null` if it is. */
const reasonOf = (row: RateRow): Reason | null => {
  const { source, agreement, status, supplied_usd: supplied } = row
  // One list that nobody checks would be the whole answer.
  if (source === 'defillama') return 'aggregator_alone'
  // Contracts are told by two nodes. An interface is one witness, and would be the best whenever it is wrong. What it has
  // told for long no second witness takes away, or that one alone would choose who is best.
  if (source === 'api' && agreement !== 'agrees' && !hasStood(row)) return 'unconfirmed'
  if (status !== 'open') return status
  return supplied < LEAST_SUPPLIED_USD ? 'small' : null
}

const nameOf = ({ protocol, chain }: RateRow): string => `${protocol}/${chain}`

const byRate = (a: RateRow, b: RateRow): number =>
  b.supply_apr - a.supply_apr || b.supplied_usd - a.supplied_usd || (nameOf(a) < nameOf(b) ? -1 : 1)

/** The rates that are compared, the highest first. */
export const rankedRates = (rows: readonly RateRow[]): readonly RateRow[] =>
  rows.filter((row) => reasonOf(row) === null).toSorted(byRate)

/** The others, and why. */
export const unrankedRates = (rows: readonly RateRow[]): readonly Unranked[] =>
  rows.flatMap((row) => {
    const reason = reasonOf(row)
    const { protocol, chain, asset } = row
    return reason === null ? [] : [{ protocol, chain, asset, reason }]
  })
