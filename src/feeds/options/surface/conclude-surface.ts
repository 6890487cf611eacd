import { SECOND_MS, DAY_MS } from '../../../time-units.ts'
import type { Conclusion, Declined, TickContext } from '../../feed.ts'
import { freshnessAt, LIFETIMES } from '../../lifetimes.ts'
import type { Subject } from '../../subject.ts'
import { type Entered, venueParts } from '../../venue-parts.ts'
import { type ExpirySmile, expirySmiles } from '../smiles/expiry-smile.ts'
import { smileChains, smileVenues } from '../smiles/option-market.ts'
import { isSurfaceBracketed, surfaceSummary } from './surface-alerts.ts'
import { SURFACE_NOTICE, type SurfaceAnswer } from './surface-body.ts'
import { SURFACE, surfaceExpiry } from './surface-points.ts'
import { SVI_SALE } from '../smiles/svi-answer.ts'
import { SVI } from '../smiles/svi-carry.ts'
import type { SviCurve } from '../smiles/svi-curve.ts'
import { FITTED } from '../smiles/svi-points.ts'

/** A curve is that of all venues if it is fitted to so many. */
const POOLED_VENUES = 2

/** The curves of two venues or more that are new enough to be compared with, by expiry. */
const pooledCurves = (subject: Subject, context: TickContext): ReadonlyMap<number, SviCurve> => {
  const { now } = context
  const last = context.earlier(SVI, subject.key)
  if (!last || now / SECOND_MS - last.timestamp > SVI_SALE.sellableSeconds) return new Map()
  return new Map(
    last.carry.fits.flatMap(({ expiry, curve }) =>
      curve && curve.sources.length >= POOLED_VENUES && freshnessAt(curve.observedAt, now, LIFETIMES.optionChain) > 0
        ? [[expiry, curve] as const]
        : [],
    ),
  )
}

/** The answer of at least one expiry. */
export const surfaceAnswer = (
  subject: Subject,
  smiles: readonly ExpirySmile[],
  curves: ReadonlyMap<number, SviCurve>,
  isWhole: boolean,
  now: number,
): SurfaceAnswer => {
  const expiries = smiles.map((smile) => surfaceExpiry(smile, curves.get(smile.expiry) ?? null))
  const venues = smiles.flatMap((smile) => smile.venues)
  const entered: readonly Entered[] = [...Map.groupBy(venues, ({ exchange }) => exchange)].map(([exchange, own]) => ({
    exchange,
    at: Math.min(...own.map(({ at }) => at)),
  }))
  const summary = surfaceSummary(expiries)
  const parts = venueParts({ venues: smileVenues(subject), lifetime: LIFETIMES.optionChain, quorum: 1 })
  const said = parts.values(entered, now)
  return {
    pair: subject.domain,
    ...summary,
    expiries,
    notice: SURFACE_NOTICE,
    ...said,
    degraded:
      !isWhole ||
      said.missing.length > 0 ||
      summary.compared_count === 0 ||
      summary.svi_expiry_count === 0 ||
      !isSurfaceBracketed(expiries),
  }
}

/** The surface of one coin over all venues, or why there is none. */
export const concludeSurface = (subject: Subject, context: TickContext): Conclusion<SurfaceAnswer> | Declined => {
  const { now } = context
  const chains = smileChains(subject, context)
  const smiles = expirySmiles(chains, now)
    .filter(({ expiry }) => expiry - now >= FITTED.leastDays * DAY_MS)
    .slice(0, SURFACE.expiries)
  if (smiles.length === 0) return { kind: 'input_missing', input: 'an expiry that is quoted around its forward' }
  const isWhole = chains.every(({ isThin }) => !isThin)
  return {
    kind: 'concluded',
    content: surfaceAnswer(subject, smiles, pooledCurves(subject, context), isWhole, now),
    carry: {},
  }
}
