import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { groupBy } from '../../group-by.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import {
  annualizedBasisPct,
  annualizedLogPct,
  type CarryRegime,
  carryRegime,
  carrySlope,
  daysBetween,
  LEAST_VOTING_DAYS,
  MOST_ANNUALIZED_PCT,
} from '../math/term-structure.ts'
import { median } from '../math/robust.ts'
import { type FutureAnswer, type MaturityAnswer, TERM_PLACES } from './term-structure-answer.ts'

/**
 * The curve from the futures of all venues. It is computed from the fields of the body alone, so that a verifier can do
 * it again.
 */

/** Unix seconds and prices as text. */
type Quoted = Pick<FutureAnswer, 'expiry' | 'mark' | 'index'>

const carryPct = ({ expiry, mark, index }: Quoted, at: number): number =>
  annualizedBasisPct(Number(mark), Number(index), daysBetween(at, expiry))

/** No venue lists futures so far ahead. Later dates are those of perpetuals, which need one in some field. */
export const FURTHEST_DAYS = 3 * 365

/** Whether a future may enter: it has not expired, it is no perpetual, and its carry is possible. */
export const isPossible = (future: Quoted, at: number): boolean =>
  future.expiry > at &&
  daysBetween(at, future.expiry) <= FURTHEST_DAYS &&
  Number(future.mark) > 0 &&
  Number(future.index) > 0 &&
  Math.abs(carryPct(future, at)) <= MOST_ANNUALIZED_PCT

/**
 * An index further than this from our spot price is that of another coin, unit or time. It leaves room for a minute of a
 * fast market, by which an index may be older than our price, and for a currency that has lost its peg.
 */
export const MOST_INDEX_OFF_SPOT = 0.05

export const isNearSpot = ({ index }: Pick<Quoted, 'index'>, spot: number): boolean =>
  Math.abs(Number(index) / spot - 1) <= MOST_INDEX_OFF_SPOT

/** The carry of one future that may enter, rounded. */
export const futurePct = (future: Quoted, at: number): number => rounded(carryPct(future, at), TERM_PLACES.pct)

/** The median over venues. The contracts of one venue have one vote together, which is their median. */
const pooled = (futures: readonly FutureAnswer[], measured: (future: FutureAnswer) => number): number =>
  median([...groupBy(futures, ({ exchange }) => exchange).values()].map((own) => median(own.map(measured))))

/** The expiry of most futures; of several the first. */
const usualExpiry = (futures: readonly FutureAnswer[]): number => {
  const counted = [...groupBy(futures, ({ expiry }) => expiry)].map(([expiry, { length }]) => ({ expiry, length }))
  return counted.toSorted((a, b) => b.length - a.length || a.expiry - b.expiry)[0]!.expiry
}

const maturityOf = (exchanges: readonly FutureAnswer[], spot: number, at: number): MaturityAnswer => {
  const expiry = usualExpiry(exchanges)
  const days = daysBetween(at, expiry)
  const price = rounded(spot * pooled(exchanges, ({ mark, index }) => Number(mark) / Number(index)), TERM_PLACES.usd)
  const log = pooled(exchanges, (each) =>
    annualizedLogPct(Number(each.mark), Number(each.index), daysBetween(at, each.expiry)),
  )
  const venues = new Set(exchanges.map(({ exchange }) => exchange)).size
  return {
    expiry,
    days_to_expiry: rounded(days, TERM_PLACES.days),
    futures_price: price,
    basis_usd: rounded(price - spot, TERM_PLACES.usd),
    annualized_pct: rounded(
      pooled(exchanges, (each) => futurePct(each, at)),
      TERM_PLACES.pct,
    ),
    annualized_log_pct: rounded(log, TERM_PLACES.pct),
    votes: days >= LEAST_VOTING_DAYS,
    venue_count: venues,
    single_venue: venues === 1,
    exchanges: [...exchanges],
  }
}

/**
 * The maturities of futures, nearest first: one for each date of expiry in UTC, because venues end trading at different
 * hours of the same day.
 *
 * @param spot dollars, rounded
 * @param at Unix seconds of the computation
 */
export const maturitiesOf = (futures: readonly FutureAnswer[], spot: number, at: number): readonly MaturityAnswer[] =>
  [...groupBy(futures, ({ expiry }) => Math.floor(expiry / DAY_SECONDS))]
    .toSorted(([left], [right]) => left - right)
    .map(([, same]) => maturityOf(same, spot, at))

/** What the voting maturities say together. */
export interface Curve {
  readonly regime: CarryRegime | null
  readonly slope: number | null
  /** The nearest of them. */
  readonly nearest: MaturityAnswer
}

/** The curve through the maturities, computed from their printed carry; `null` if none of them votes. */
export const curveOf = (maturities: readonly MaturityAnswer[], at: number): Curve | null => {
  const voting = maturities.filter(({ votes }) => votes)
  const [nearest] = voting
  if (!nearest) return null
  const points = voting.map(({ expiry, annualized_pct: annualizedPct }) => ({
    days: daysBetween(at, expiry),
    annualizedPct,
  }))
  return {
    regime: carryRegime(points.map(({ annualizedPct }) => annualizedPct)),
    slope: roundedOrNull(carrySlope(points), TERM_PLACES.slope),
    nearest,
  }
}
