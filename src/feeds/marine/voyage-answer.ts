import { type Static, Type } from '@sinclair/typebox'
import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { HOUR_MS, inSeconds, SECOND_MS, utcSecond } from '../../time-units.ts'
import { freshness } from '../math/freshness.ts'
import { greatCircleNm, type SpherePoint } from '../math/great-circle.ts'
import { MOST_HOURS } from '../math/voyage.ts'
import { pointOf } from '../places/cell.ts'
import { Compared } from '../places/second-source.ts'
import { POSITION_LIFETIME } from './ais-board.ts'
import { MarinePoint } from './route-answer.ts'
import type { DepartingShip } from './sailing.ts'
import { SHIP_FIELDS } from './ship-reported.ts'
import { WAVE_LIFETIME } from './sea-state-answer.ts'
import { aboveTrigger, HEIGHT_PLACES, SEA_STATES, seaStateOf, seaTriggersOf } from './sea-state.ts'
import { shipPositions, SPEED, type VoyageSubject } from './voyage-subject.ts'
import { WORST_FIELDS, worstFields } from './worst-waves.ts'

const DEGREE_PLACES = 4

const NOTE = 'Great circle, no weather routing; a model forecast, not for navigation.'

/** A waypoint is shown for every so many hours, and for the worst one. */
export const SHOWN_HOURS = 6

const time = (description: string) => Type.String({ description, examples: ['2026-11-20T12:00:00Z'] })
/** The fields of a voyage forecast besides the envelope. */
export const VoyageAnswer = Type.Object({
  mmsi: SHIP_FIELDS.mmsi,
  ship_name: SHIP_FIELDS.ship_name,
  max_forecast_wave_m: Type.Number({ minimum: 0, description: 'Highest of the whole hours, m' }),
  departure: Type.Object({ ...MarinePoint, time: time('The hour of the request, UTC') }),
  destination: Type.Object({ ...MarinePoint, time: time('Arrival at this speed, UTC') }),
  last_report: SHIP_FIELDS.last_report,
  speed_kts: Type.Number({ minimum: SPEED.least, maximum: SPEED.most, description: 'Knots' }),
  distance_nm: Type.Number({ minimum: 0, description: 'Great circle between both grid points, nautical miles' }),
  voyage_hours: Type.Number({ minimum: 0, description: 'Distance over speed' }),
  hours_covered: Type.Integer({
    description: 'Whole hours with a forecast, the departure included, also those on land',
  }),
  hours_on_land: Type.Integer({ description: 'Those of them without waves: land, ice, or beyond the model' }),
  heavy_weather_hours: Type.Integer({ minimum: 0, description: `Whole hours with waves ${aboveTrigger('heavy')}` }),
  ...WORST_FIELDS,
  waypoint_forecasts: Type.Array(
    Type.Object({
      hour: Type.Integer({ description: 'Whole hours after departure' }),
      time: time('UTC'),
      ...MarinePoint,
      wave_height_m: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description: 'm; null without waves' }),
      sea_state: Type.Union([...SEA_STATES.map((word) => Type.Literal(word)), Type.Null()]),
    }),
    { description: `Every ${SHOWN_HOURS} hours, and the worst one` },
  ),
  source: Type.String({ description: 'Whose model, on which native grid' }),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Freshness of the forecast that was read first, or of the report of the ship if that is lower',
  }),
  compared: Compared,
  observed_at: Type.Integer({
    description: 'When the oldest part of the forecast was read or the ship was heard, Unix seconds',
  }),
  computedAt: Type.Integer({ description: 'Unix seconds of the computation' }),
  note: Type.String({ description: 'What the forecast is, and how far it reaches' }),
})
export type VoyageAnswer = Static<typeof VoyageAnswer>

/** What an answer is made of: the height of each covered hour, metres, `null` without waves. At least one is known. */
export interface SeenVoyage {
  readonly voyage: VoyageSubject
  /** `null`: no ship was named. */
  readonly ship: DepartingShip | null
  readonly heights: readonly (number | null)[]
  /** When the oldest of them was read, Unix milliseconds. */
  readonly readAt: number
  readonly source: string
  readonly now: number
}

const waypointsOf = (voyage: VoyageSubject, positions: readonly SpherePoint[], heights: readonly (number | null)[]) => {
  const worst = heights.indexOf(Math.max(...heights.filter((each) => each !== null)))
  return heights.flatMap((wave_height_m, hour) => {
    if (hour % SHOWN_HOURS !== 0 && hour !== worst) return []
    const { lat, lon } = positions[hour]!
    return {
      hour,
      time: utcSecond(voyage.departure + hour * HOUR_MS),
      lat: rounded(lat, DEGREE_PLACES),
      lon: rounded(lon, DEGREE_PLACES),
      wave_height_m,
      sea_state: wave_height_m === null ? null : seaStateOf(wave_height_m),
    }
  })
}

const reportOf = ({ place, at, by }: DepartingShip) => ({ ...pointOf(place), ais_timestamp: utcSecond(at), source: by })

const noteOf = (hours: number, covered: number): string => {
  const last = Math.floor(hours)
  if (covered > last) return NOTE
  return covered > MOST_HOURS
    ? `${NOTE} The voyage takes ${hours} h: the first ${MOST_HOURS} h are covered.`
    : `${NOTE} The voyage takes ${hours} h and the forecast ends before: only the first ${covered} whole hours are counted.`
}

/** @param departure Unix milliseconds */
export const voyageTimes = (from: SpherePoint, to: SpherePoint, speedKts: number, departure: number) => {
  const nm = greatCircleNm(from, to)
  const hours = nm / speedKts
  return {
    distance_nm: rounded(nm, 1),
    voyage_hours: rounded(hours, 1),
    arrival: utcSecond(departure + hours * HOUR_MS),
  }
}

/** The answer. Everything is computed from the heights as they are published. */
export const voyageAnswer = ({ voyage, ship, heights, readAt, source, now }: SeenVoyage): VoyageAnswer => {
  const [from, to] = [pointOf(voyage.ends.from), pointOf(voyage.ends.to)]
  const speed_kts = Number(voyage.speed)
  const { distance_nm, voyage_hours, arrival } = voyageTimes(from, to, speed_kts, voyage.departure)
  const published = heights.map((each) => roundedOrNull(each, HEIGHT_PLACES))
  const known = published.filter((each) => each !== null)
  const highestM = Math.max(...known)
  const fresh = [
    freshness((now - readAt) / SECOND_MS, WAVE_LIFETIME),
    ...(ship ? [freshness((now - ship.at) / SECOND_MS, POSITION_LIFETIME)] : []),
  ]
  return {
    mmsi: ship?.mmsi ?? null,
    ship_name: ship?.name ?? null,
    max_forecast_wave_m: highestM,
    departure: { ...from, time: utcSecond(voyage.departure) },
    destination: { ...to, time: arrival },
    last_report: ship && reportOf(ship),
    speed_kts,
    distance_nm,
    voyage_hours,
    hours_covered: heights.length,
    hours_on_land: heights.length - known.length,
    heavy_weather_hours: known.filter((height) => seaTriggersOf(height).heavy).length,
    ...worstFields(highestM),
    waypoint_forecasts: waypointsOf(voyage, shipPositions(voyage), published),
    source,
    confidence: rounded(Math.min(...fresh), 2),
    compared: null,
    observed_at: inSeconds(Math.min(readAt, ship?.at ?? readAt)),
    computedAt: inSeconds(now),
    note: noteOf(voyage_hours, heights.length),
  }
}
