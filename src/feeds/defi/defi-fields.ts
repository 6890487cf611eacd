import { Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { LENDING_MARKETS } from '../../sources/lending/lending-markets.ts'
import { inSeconds } from '../../time-units.ts'
import { CONFIDENCE_PLACES, share } from '../answer-fields.ts'
import { FLOORS } from '../indices/assembly.ts'
import type { RateRow } from './rate-row.ts'

/** Where the rates of an answer come from, and how far they are believed. */
export const ROWS_FIELDS = {
  sources: Type.Array(Type.String(), { description: 'Sources of the rows, ASCII-sorted' }),
  missing: Type.Array(Type.String(), {
    description: 'Markets of the method without a rate of the last hour; of a ranking also unconfirmed ones',
  }),
  confidence: share('Mean of the rows, times the share of the markets that have one'),
  degraded: Type.Boolean({
    description: `A market is missing, a rate lacks its second witness or differs from it, or confidence is below ${FLOORS.degraded}`,
  }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest rate' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
}

/** Protocols of which nobody but DefiLlama is asked: what they lack is no loss. */
const ALONE: ReadonlySet<string> = new Set(
  LENDING_MARKETS.filter(({ primary }) => primary === 'defillama').map(({ protocol }) => protocol),
)

/**
 * The values of these fields.
 *
 * @param now Unix milliseconds of the tick
 */
export const rowsValues = (rows: readonly RateRow[], missing: readonly string[], now: number) => {
  const mean = rows.reduce((sum, row) => sum + row.confidence, 0) / rows.length
  const confidence = rounded((mean * rows.length) / (rows.length + missing.length), CONFIDENCE_PLACES)
  return {
    sources: [...new Set(rows.flatMap((row) => row.sources))].toSorted(),
    missing: [...missing],
    confidence,
    degraded:
      missing.length > 0 ||
      rows.some((row) => row.degraded && !ALONE.has(row.protocol)) ||
      confidence < FLOORS.degraded,
    observed_at: Math.min(...rows.map((row) => row.observed_at)),
    fetched_at: inSeconds(now),
  }
}
