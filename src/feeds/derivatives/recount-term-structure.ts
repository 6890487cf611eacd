import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { jcs, type Json } from '../../canonical/jcs.ts'
import { groupBy } from '../../group-by.ts'
import { FLOORS } from '../indices/assembly.ts'
import { DATED_LIFETIME, DATED_PARTS } from './dated.ts'
import { curveOf, futurePct, isNearSpot, isPossible, maturitiesOf } from './maturities.ts'
import { assetOfSubject, PERPETUAL_SUBJECTS } from './perpetual-subjects.ts'
import { type FutureAnswer, TermStructureAnswer } from './term-structure-answer.ts'

/** Beyond this a price is a misread unit, and its products cannot be written. */
const MOST_SPOT_USD = 1e9

/** Whether a future is one that the published rules let enter, with the carry that follows from its prices. */
const isByRules = (
  future: FutureAnswer,
  { venues, spot, at }: { readonly venues: readonly string[]; readonly spot: number; readonly at: number },
): boolean =>
  venues.includes(future.exchange) &&
  isPossible(future, at) &&
  isNearSpot(future, spot) &&
  future.annualized_pct === futurePct(future, at) &&
  at - future.observed_at <= DATED_LIFETIME.expireSeconds

const partsOfPair = (pair: string) => {
  const subject = PERPETUAL_SUBJECTS.find(({ domain }) => domain === pair)
  return subject && DATED_PARTS.get(assetOfSubject(subject))
}

/** The oldest fact of each venue, as printed. */
const oldestOf = (futures: readonly FutureAnswer[]) =>
  [...groupBy(futures, ({ exchange }) => exchange)].map(([exchange, own]) => ({
    exchange,
    observed_at: Math.min(...own.map(({ observed_at: at }) => at)),
  }))

/** Counts a term structure again, from the futures in the body. */
export const recountedTermStructure = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (!Value.Check(TermStructureAnswer, body)) return [{ what: 'the futures are readable', ok: false }]
  const { fetched_at: at, maturities, spot, sources, missing, confidence } = body
  const futures = maturities.flatMap(({ exchanges }) => exchanges)
  const parts = partsOfPair(body.pair)
  const venues = parts?.venues ?? []
  const names = new Set(futures.map(({ exchange, symbol }) => `${exchange} ${symbol}`))
  const known: Check = {
    what: 'the futures follow the published rules',
    ok:
      spot > 0 &&
      spot < MOST_SPOT_USD &&
      names.size === futures.length &&
      futures.every((future) => isByRules(future, { venues, spot, at })),
  }
  if (!known.ok) return [known]
  const again = maturitiesOf(futures, spot, at)
  const curve = curveOf(again, at)
  const entered = new Set(futures.map(({ exchange }) => exchange))
  return [
    known,
    {
      what: 'the maturities follow from the futures',
      ok: jcs([...again]) === jcs(maturities) && again.length === body.maturity_count,
    },
    {
      what: 'regime, slope and nearest carry follow from the maturities',
      ok:
        curve !== null &&
        curve.regime === body.regime &&
        curve.slope === body.slope_per_sqrt_day &&
        curve.nearest.annualized_pct === body.nearest_annualized_pct,
      detail: curve === null ? 'no maturity votes' : `${curve.regime} ${curve.slope} ${curve.nearest.annualized_pct}`,
    },
    {
      what: 'the venues are those of the futures',
      ok:
        sources.join() === [...entered].toSorted().join() &&
        missing.join() === venues.filter((name) => !entered.has(name)).join() &&
        parts?.followFrom(oldestOf(futures), body) === true,
    },
    {
      what: 'it is marked as degraded exactly if it is',
      ok: body.degraded === (body.regime === null || confidence < FLOORS.degraded),
    },
  ]
}
