import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { greatCircleNm } from '../math/great-circle.ts'
import { freshness } from '../math/freshness.ts'
import { pointOf } from '../places/cell.ts'
import { Compared } from '../places/second-source.ts'
import type { Ends } from './ends.ts'
import { WAVE_LIFETIME } from './sea-state-answer.ts'
import { HEIGHT_PLACES, SEA_STATES, seaStateOf } from './sea-state.ts'
import { WORST_FIELDS, worstFields } from './worst-waves.ts'

/** Latitude and longitude of a grid point. */
export const MarinePoint = {
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Decimal degrees' }),
  lon: Type.Number({ minimum: -180, maximum: 180, description: 'Decimal degrees' }),
}

const MILE_PLACES = 1

/** The fields of a route summary besides the envelope. */
export const RouteAnswer = Type.Object({
  max_wave_height_m: Type.Number({ minimum: 0, description: 'Highest of the points with waves, m' }),
  mean_wave_height_m: Type.Number({ minimum: 0, description: 'Mean over the points with waves, m' }),
  ...WORST_FIELDS,
  route: Type.Object({
    from: Type.Object(MarinePoint),
    to: Type.Object(MarinePoint),
    distance_nm: Type.Number({ minimum: 0, description: 'Great circle between both grid points, nautical miles' }),
  }),
  waypoints_sampled: Type.Integer({ description: 'Grid points along the way, each once' }),
  points_on_land: Type.Integer({ description: 'Those of them without waves: land, ice, or beyond the model' }),
  readings: Type.Array(
    Type.Object({
      ...MarinePoint,
      wave_height_m: Type.Number({ minimum: 0, description: 'Significant wave height, m' }),
      sea_state: Type.Union(SEA_STATES.map((word) => Type.Literal(word))),
      data_timestamp: Type.String({ description: 'Hour that the model value is for, UTC' }),
    }),
    { description: 'The points with waves, in the order of the way' },
  ),
  source: Type.String({ description: 'Whose model, on which native grid' }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Freshness of the model value furthest from now' }),
  compared: Compared,
  observed_at: Type.Integer({ description: 'Hour of the oldest model value, Unix seconds' }),
  computedAt: Type.Integer({ description: 'Unix seconds of the computation' }),
})
export type RouteAnswer = Static<typeof RouteAnswer>

/** The waves at one point of the way; times in Unix milliseconds. */
export interface RouteReading {
  readonly lat: number
  readonly lon: number
  readonly waveM: number
  readonly at: number
}

/** What an answer is made of. There is at least one reading. */
export interface SeenRoute {
  readonly ends: Ends
  readonly readings: readonly RouteReading[]
  readonly onLand: number
  readonly source: string
  readonly now: number
}

/** @param heights as they are published, metres; at least one */
export const highestAndMean = (heights: readonly number[]) => ({
  max_wave_height_m: Math.max(...heights),
  mean_wave_height_m: rounded(heights.reduce((sum, each) => sum + each, 0) / heights.length, HEIGHT_PLACES),
})

/** The answer. Everything is computed from the heights as they are published. */
export const routeAnswer = ({ ends, readings, onLand, source, now }: SeenRoute): RouteAnswer => {
  const [from, to] = [pointOf(ends.from), pointOf(ends.to)]
  const seen = readings.map(({ lat, lon, waveM, at }) => {
    const wave_height_m = rounded(waveM, HEIGHT_PLACES)
    const data_timestamp = new Date(at).toISOString().slice(0, 16)
    return { lat, lon, wave_height_m, sea_state: seaStateOf(wave_height_m), data_timestamp }
  })
  const summary = highestAndMean(seen.map(({ wave_height_m }) => wave_height_m))
  const times = readings.map(({ at }) => at)
  const furthestMs = Math.max(...times.map((at) => Math.abs(now - at)))
  return {
    ...summary,
    ...worstFields(summary.max_wave_height_m),
    route: { from, to, distance_nm: rounded(greatCircleNm(from, to), MILE_PLACES) },
    waypoints_sampled: readings.length + onLand,
    points_on_land: onLand,
    readings: seen,
    source,
    confidence: rounded(freshness(furthestMs / 1000, WAVE_LIFETIME), 2),
    compared: null,
    observed_at: Math.floor(Math.min(...times) / 1000),
    computedAt: Math.floor(now / 1000),
  }
}
