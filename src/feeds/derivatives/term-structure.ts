import { rounded } from '../../canonical/measure.ts'
import { inSeconds, MINUTE_MS } from '../../time-units.ts'
import { actorId, type Conclusion, type Declined, type TickContext } from '../feed.ts'
import { FLOORS } from '../indices/assembly.ts'
import { SPOT } from '../prices/price-carry.ts'
import type { Subject } from '../subject.ts'
import { DATED_PARTS, type DatedFuture, datedFutures } from './dated.ts'
import { curveOf, futurePct, isNearSpot, maturitiesOf } from './maturities.ts'
import { assetOfSubject } from './perpetual-subjects.ts'
import type { TermStructureCarry } from './term-structure-carry.ts'
import { type FutureAnswer, TERM_PLACES, type TermStructureAnswer } from './term-structure-answer.ts'

/** A spot price with an older vote in it is not the spot of this tick. */
export const SPOT_EXPIRE_MS = MINUTE_MS

const futureAnswer = (future: DatedFuture, now: number): FutureAnswer => {
  const { exchange, symbol, kind, mark, index, openInterestUsd } = future
  const quoted = { expiry: inSeconds(future.expiresAt), mark, index }
  return {
    exchange,
    symbol,
    kind,
    ...quoted,
    annualized_pct: futurePct(quoted, inSeconds(now)),
    open_interest_usd: openInterestUsd === null ? null : Math.round(openInterestUsd),
    observed_at: inSeconds(future.at),
  }
}

/** The oldest fact of each venue that is in the answer. */
const enteredOf = (futures: readonly DatedFuture[]) =>
  [...Map.groupBy(futures, ({ exchange }) => exchange)].map(([exchange, own]) => ({
    exchange,
    at: Math.min(...own.map(({ at }) => at)),
  }))

/** The curve of one coin over all venues, or why there is none. */
export const concludeTermStructure = (
  subject: Subject,
  context: TickContext,
): Conclusion<TermStructureAnswer, TermStructureCarry> | Declined => {
  const { now } = context
  const asset = assetOfSubject(subject)
  const spot = context.earlier(SPOT, subject.key)?.carry
  if (!spot || now - spot.observedAt > SPOT_EXPIRE_MS) return { kind: 'input_missing', input: actorId(SPOT, subject) }

  const parts = DATED_PARTS.get(asset)!
  const usd = rounded(spot.value, TERM_PLACES.usd)
  const futures = datedFutures(context, asset).filter((future) => isNearSpot(future, usd))
  const entered = enteredOf(futures)
  const tooFew = parts.tooFew(entered, context.quorum)
  if (tooFew) return tooFew

  const maturities = maturitiesOf(
    futures.map((future) => futureAnswer(future, now)),
    usd,
    inSeconds(now),
  )
  const curve = curveOf(maturities, inSeconds(now))
  if (!curve) return { kind: 'input_missing', input: 'a maturity that votes' }
  const venues = parts.values(entered, now)
  return {
    kind: 'concluded',
    content: {
      pair: subject.domain,
      spot: usd,
      regime: curve.regime,
      slope_per_sqrt_day: curve.slope,
      nearest_annualized_pct: curve.nearest.annualized_pct,
      maturity_count: maturities.length,
      maturities: [...maturities],
      degraded: curve.regime === null || venues.confidence < FLOORS.degraded,
      ...venues,
    },
    carry: { expiry: curve.nearest.expiry, annualizedPct: curve.nearest.annualized_pct },
  }
}
