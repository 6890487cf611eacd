import { Type } from '@sinclair/typebox'
import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { numberOrNull } from '../answer-fields.ts'
import { weightedRate } from '../math/lending.ts'
import type { RateRow } from './rate-row.ts'
import { RATE_PLACES } from './witnesses.ts'

/** What several markets hold together. */
export const SIZE_FIELDS = {
  tvl_usd: Type.Integer({ description: 'Supplied less borrowed, whole dollars' }),
  supplied_usd: Type.Integer({ description: 'Supplied, whole dollars' }),
  borrowed_usd: Type.Integer({ description: 'Borrowed, whole dollars' }),
  avg_supply_apr: numberOrNull(`Mean supply_apr by what is supplied, per cent, ${RATE_PLACES} decimals`),
  utilization: numberOrNull(`Borrowed over supplied, ${RATE_PLACES} decimals`),
}

/** The values of these fields, from the printed rows. */
export const sizesOf = (rows: readonly RateRow[]) => {
  const sum = (name: 'supplied_usd' | 'borrowed_usd'): number => rows.reduce((total, row) => total + row[name], 0)
  const [supplied, borrowed] = [sum('supplied_usd'), sum('borrowed_usd')]
  const mean = weightedRate(rows.map((row) => ({ value: row.supply_apr, weight: row.supplied_usd })))
  return {
    tvl_usd: supplied - borrowed,
    supplied_usd: supplied,
    borrowed_usd: borrowed,
    avg_supply_apr: roundedOrNull(mean, RATE_PLACES),
    utilization: supplied > 0 ? rounded(borrowed / supplied, RATE_PLACES) : null,
  }
}
