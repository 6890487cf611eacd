import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { isDegraded } from '../venue-parts.ts'
import { BASIS_PARTS } from './basis.ts'
import { BasisAnswer, BASIS_PLACES } from './basis-answer.ts'
import { compositeBasis, printedBasis, printedCarry } from './basis-content.ts'

/** What the string of a basis states. */
interface StatedBasis {
  readonly median_bps: number
  readonly spread_bps: number
  readonly regime: string
  readonly sources: readonly string[]
}

/** Checks what follows from mark and index of each venue in the body, by the functions that the feed uses. */
export const recomputedBasis = (stated: StatedBasis, body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (!Value.Check(BasisAnswer, body) || body.exchanges.length === 0)
    return [{ what: 'the venues are readable', ok: false }]
  const { exchanges } = body
  const bps = exchanges.map(({ mark, index }) => printedBasis(mark, index))
  const found = compositeBasis(bps)
  const used = exchanges.filter((_, at) => found.accepted.has(bps[at]!)).map(({ exchange }) => exchange)
  const names = new Set(exchanges.map(({ exchange }) => exchange))
  return [
    {
      what: 'the basis of each venue follows from its mark and index',
      ok: exchanges.every((row, at) => row.basis_bps === bps[at]),
    },
    {
      what: 'the carry of each venue follows from its rate',
      ok: exchanges.every((row) => row.annualized_carry_pct === printedCarry(row.rate_8h)),
    },
    {
      what: 'the used venues are those that are no outliers, and the sources',
      ok:
        names.size === exchanges.length &&
        exchanges.every((row) => row.used === used.includes(row.exchange)) &&
        exchanges.every((row) => row.used || body.missing.includes(row.exchange)) &&
        used.toSorted().join() === stated.sources.join(),
    },
    { what: 'the venues are enough of those of the method', ok: BASIS_PARTS.isByMethod(body) },
    {
      what: 'number, age and confidence follow from the used venues',
      ok:
        BASIS_PARTS.followFrom(
          exchanges.filter((row) => row.used),
          body,
        ) && body.degraded === isDegraded(body),
    },
    {
      what: 'the median follows from the used venues',
      ok: found.median_bps === stated.median_bps && found.basis_pct === body.basis_pct,
      detail: fixed(found.median_bps, BASIS_PLACES.bps),
    },
    {
      what: 'the spread follows from the used venues',
      ok: found.spread_bps === stated.spread_bps,
      detail: fixed(found.spread_bps, BASIS_PLACES.bps),
    },
    { what: 'the regime follows from the median', ok: found.regime === stated.regime, detail: found.regime },
  ]
}
