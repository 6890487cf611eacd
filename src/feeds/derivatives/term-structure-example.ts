import { rounded } from '../../canonical/measure.ts'
import type { DatedKind } from '../../sources/dated/dated.ts'
import type { PerpetualAsset } from '../../sources/perpetual.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { exampleDollars } from '../prices/price-example.ts'
import type { Subject } from '../subject.ts'
import { EXAMPLE_AT, EXAMPLE_TICK } from '../venue-parts.ts'
import { DATED_PARTS } from './dated.ts'
import { curveOf, futurePct, maturitiesOf } from './maturities.ts'
import { assetOfSubject } from './perpetual-subjects.ts'
import { type FutureAnswer, TERM_PLACES, type TermStructureAnswer } from './term-structure-answer.ts'

/** Plausible values, taken from no venue: days ahead, per cent a year. */
const CURVE = [
  [2, 3.1],
  [9, 4.2],
  [30, 5.1],
  [93, 5.8],
  [184, 6.2],
] as const

/** What each venue lists: how many of the maturities, and of which kind. */
const LISTED: readonly (readonly [exchange: string, from: number, kind: DatedKind])[] = [
  ['binance', 3, 'inverse'],
  ['bybit', 1, 'linear'],
  ['deribit', 0, 'inverse'],
  ['kraken', 2, 'inverse'],
  ['okx', 1, 'linear'],
]

const futures = (asset: PerpetualAsset, venues: readonly string[]): readonly FutureAnswer[] =>
  CURVE.flatMap(([days, pct], place) =>
    LISTED.filter(([exchange, from]) => venues.includes(exchange) && from <= place).map(([exchange, , kind], venue) => {
      const index = exampleDollars(asset)
      const expiry = Math.floor(EXAMPLE_TICK / DAY_SECONDS + days) * DAY_SECONDS + DAY_SECONDS / 3
      const day = new Date(expiry * 1_000).toISOString().slice(2, 10).replaceAll('-', '')
      const carry = (pct + venue / 10) / 100
      const quoted = { expiry, mark: (index * (1 + (carry * days) / 365)).toFixed(2), index: index.toFixed(2) }
      return {
        exchange,
        symbol: `${asset}-${day}`,
        kind,
        ...quoted,
        annualized_pct: futurePct(quoted, EXAMPLE_TICK),
        open_interest_usd: 1_000_000 * (venue + 2) * (5 - place),
        observed_at: EXAMPLE_AT,
      }
    }),
  )

/** An example answer for any subject, counted from example futures. */
export const termStructureExample = (subject: Subject): TermStructureAnswer => {
  const asset = assetOfSubject(subject)
  const parts = DATED_PARTS.get(asset)!
  const spot = rounded(exampleDollars(asset), TERM_PLACES.usd)
  const maturities = maturitiesOf(futures(asset, parts.venues), spot, EXAMPLE_TICK)
  const curve = curveOf(maturities, EXAMPLE_TICK)!
  return {
    pair: subject.domain,
    spot,
    regime: curve.regime,
    slope_per_sqrt_day: curve.slope,
    nearest_annualized_pct: curve.nearest.annualized_pct,
    maturity_count: maturities.length,
    maturities: [...maturities],
    degraded: false,
    ...parts.example,
  }
}
