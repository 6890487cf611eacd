import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { inSeconds, SECOND_MS, utcSecond } from '../../time-units.ts'
import { numberOrNull, share } from '../answer-fields.ts'
import { FLOORS } from '../indices/assembly.ts'
import { freshness } from '../math/freshness.ts'
import { type GridCell, pointOf } from '../places/cell.ts'
import { Compared, withCompared } from '../places/second-source.ts'
import { VENUE_PLACES } from '../venue-parts.ts'
import { POSITION_LIFETIME, SILENT_SECONDS } from './ais-board.ts'
import { marineTokens, WAVE_FIELDS, WAVE_LIFETIME, waveValues } from './sea-state-answer.ts'
import type { CellWaves } from './waves-around.ts'

const Point = (description: string) =>
  Type.Object(
    { lat: Type.Number({ minimum: -90, maximum: 90 }), lon: Type.Number({ minimum: -180, maximum: 180 }) },
    { description },
  )

/** The fields of a ship besides the envelope (interface 3.5). */
export const VesselAnswer = Type.Object({
  mmsi: Type.String({ description: 'Maritime Mobile Service Identity, nine digits' }),
  ship_name: Type.Union([Type.String(), Type.Null()], { description: 'As the ship sends it; null where it sent none' }),
  position: Point('Of the last report, decimal degrees, four decimals'),
  sog_kts: numberOrNull('Speed over ground, knots; null where the ship reports none'),
  cog_deg: numberOrNull('Course over ground, degrees; null where the ship reports none'),
  heading_deg: numberOrNull('True heading, degrees; null where the ship reports none'),
  ...WAVE_FIELDS,
  ais_timestamp: Type.String({ description: 'When the report was received by a station, UTC' }),
  position_held: Type.Boolean({
    description:
      'A newer report lies further away than a ship goes in that time; until another confirms it this one stands',
  }),
  wave_cell: Point('The grid point of the waves: that of the position, or the nearest neighbour where it is land'),
  wave_timestamp: Type.String({ description: 'Hour that the wave height is for, UTC' }),
  wave_source: Type.String({ description: 'Whose wave model, on which native grid' }),
  compared: Compared,
  sources: Type.Array(Type.String(), { description: 'Whose position and whose waves, ASCII-sorted' }),
  missing: Type.Array(Type.String(), {
    description: `Providers of positions whose last answer is over ${SILENT_SECONDS} s old`,
  }),
  confidence: share('Freshness of report and model value; see /methodology.json'),
  degraded: Type.Boolean({
    description: `A provider is missing, a report is held, or confidence is below ${FLOORS.degraded}`,
  }),
  observed_at: Type.Integer({ description: 'Unix seconds of the older of report and model value' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
  computedAt: Type.Integer({ description: 'The same' }),
})
export type VesselAnswer = Static<typeof VesselAnswer>

/** The inputs of an answer. Times in Unix milliseconds. */
export interface SeenShip {
  readonly mmsi: string
  readonly name: string | null
  readonly place: GridCell
  readonly sogKts: string | null
  readonly cogDeg: string | null
  readonly headingDeg: number | null
  readonly at: number
  readonly isHeld: boolean
  /** Whose report it is. */
  readonly by: string
  readonly missing: readonly string[]
  readonly waves: CellWaves
  readonly compared: Compared
  readonly now: number
}

const numberIn = (text: string | null): number | null => (text === null ? null : Number(text))

export const vesselAnswer = (seen: SeenShip): VesselAnswer => {
  const { waves, now, at } = seen
  const missing = [...seen.missing].toSorted()
  const fresh = Math.min(
    freshness((now - at) / SECOND_MS, POSITION_LIFETIME),
    // A model value may be for an hour ahead.
    freshness(Math.abs(now - waves.at) / SECOND_MS, WAVE_LIFETIME),
  )
  const { confidence, compared } = withCompared({ confidence: rounded(fresh, VENUE_PLACES.confidence) }, seen.compared)
  return {
    mmsi: seen.mmsi,
    ship_name: seen.name,
    position: pointOf(seen.place),
    sog_kts: numberIn(seen.sogKts),
    cog_deg: numberIn(seen.cogDeg),
    heading_deg: seen.headingDeg,
    ...waveValues(waves.waveM, waves.swellM),
    ais_timestamp: utcSecond(at),
    position_held: seen.isHeld,
    wave_cell: pointOf(waves.cell),
    wave_timestamp: utcSecond(waves.at),
    wave_source: waves.model.described,
    compared,
    sources: [seen.by, waves.model.source.name].toSorted(),
    missing,
    confidence,
    degraded: missing.length > 0 || seen.isHeld || confidence < FLOORS.degraded,
    observed_at: inSeconds(Math.min(at, waves.at)),
    fetched_at: inSeconds(now),
    computedAt: inSeconds(now),
  }
}

/** The tokens of the canonical string of a ship: its own position, and the waves of its cell. */
export const vesselTokens = (body: VesselAnswer) => marineTokens(body.position, body)
