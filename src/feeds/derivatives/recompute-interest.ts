import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { rounded } from '../../canonical/measure.ts'
import { SPANS } from '../math/open-interest.ts'
import { sum } from '../math/sums.ts'
import { InterestAnswer, INTEREST_PLACES } from './interest-answer.ts'
import { changeOf, dollarsOf, printedCoverage } from './interest-content.ts'
import { isDegraded } from '../venue-parts.ts'
import { PERPETUAL_PARTS } from './venue-contracts.ts'

/** What the string of open interest states. */
interface StatedInterest {
  readonly total_oi_usd: number
  readonly delta_1h_pct: number | null
  readonly delta_4h_pct: number | null
  readonly delta_24h_pct: number | null
  readonly sources: readonly string[]
}

const inWords = (pct: number | null): string => (pct === null ? 'NA' : fixed(pct, INTEREST_PLACES.pct))

const equal = (left: readonly string[], right: readonly string[]): boolean => left.join() === right.join()

/** Checks what follows from the venues' own numbers in the body, by the functions that the feed uses. */
export const recomputedInterest = (stated: StatedInterest, body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (!Value.Check(InterestAnswer, body)) return [{ what: 'the venues are readable', ok: false }]
  const { exchanges, delta_venues: venues, coverage, usual_usd: usual } = body
  const total = sum(exchanges.map(({ oi_usd: usd }) => usd))
  const said = { '1h': stated.delta_1h_pct, '4h': stated.delta_4h_pct, '24h': stated.delta_24h_pct }
  const names = exchanges.map(({ exchange }) => exchange).toSorted()
  return [
    { what: 'the sources are the venues', ok: equal(names, stated.sources) },
    { what: 'the venues are enough of those of the method', ok: PERPETUAL_PARTS.isByMethod(body) },
    {
      what: 'dollars follow from what each venue counts',
      ok: exchanges.every((row) => row.oi_usd === dollarsOf(row.oi_native, row.unit, row.mark)),
    },
    { what: 'the total is the sum of the venues', ok: total === stated.total_oi_usd, detail: String(total) },
    {
      what: 'the coins follow from what each venue counts',
      ok:
        body.total_oi_coins ===
        rounded(
          sum(exchanges.map((row) => (row.unit === 'coins' ? row.oi_native : row.oi_native / row.mark))),
          INTEREST_PLACES.coins,
        ),
    },
    {
      what: 'the shares are those of the total',
      ok: exchanges.every((row) => row.share === rounded(row.oi_usd / total, INTEREST_PLACES.share)),
    },
    ...SPANS.map((span): Check => {
      const found = changeOf(exchanges, span)
      return {
        what: `the change over ${span} follows from the venues known at both times`,
        ok: inWords(found.pct) === inWords(said[span]) && equal(found.venues, venues[span]),
        detail: inWords(found.pct),
      }
    }),
    {
      what: 'the coverage follows from the usual amounts',
      ok: coverage === printedCoverage(usual, names) && Object.values(usual).every((amount) => amount > 0),
    },
    {
      what: 'number, age and confidence follow from the venues',
      ok: PERPETUAL_PARTS.followFrom(exchanges, body, coverage) && body.degraded === isDegraded(body),
    },
  ]
}
