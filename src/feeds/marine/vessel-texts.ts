import type { Json } from '../../canonical/jcs.ts'
import type { WaveModel } from '../../sources/weather/weather.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { cellAt, type GridCell } from '../places/cell.ts'
import { degreesOf } from '../places/coordinate.ts'
import { secondRule } from '../places/second-source.ts'
import { EXAMPLE_AT, EXAMPLE_TICK_MS } from '../venue-parts.ts'
import { MOST_KNOTS, POSITION_LIFETIME } from './ais-board.ts'
import { WAVE_LIFETIME } from './sea-state-answer.ts'
import { type VesselAnswer, vesselAnswer } from './vessel-answer.ts'

/** What documents say of ships: an example, and how an answer is made. */

export const EXAMPLE_MMSI = '230629000'

/** Ships of examples lie apart, as far as their last digits say, on the Baltic north of Gotland. */
export const examplePlace = (mmsi: string): GridCell => ({ lat: `58.${mmsi.slice(-4)}`, lon: '19.5000' })

export const EXAMPLE_NAME = 'EXAMPLE'

export const vesselExample = (mmsi: string, model: WaveModel): VesselAnswer => {
  const place = examplePlace(mmsi)
  const at = EXAMPLE_AT * 1_000
  return vesselAnswer({
    mmsi,
    name: EXAMPLE_NAME,
    place,
    sogKts: '14.2',
    cogDeg: '208.8',
    headingDeg: 210,
    at,
    isHeld: false,
    by: 'digitraffic',
    missing: [],
    waves: {
      model,
      cell: cellAt(degreesOf(place.lat), degreesOf(place.lon), model.gridStep),
      at: Math.floor(at / (HOUR_SECONDS * 1_000)) * HOUR_SECONDS * 1_000,
      waveM: 1.83,
      swellM: 0.9,
    },
    compared: null,
    now: EXAMPLE_TICK_MS,
  })
}

export const vesselMethodology = (models: readonly WaveModel[]): Readonly<Record<string, Json>> => {
  const expires = POSITION_LIFETIME.expireSeconds / HOUR_SECONDS
  return {
    coverage:
      'the Baltic Sea alone, as far as the stations of Fintraffic hear: a ship elsewhere is 404, or 503 with the time when it was last heard, and never a guess',
    position: `the newest report of the ship by AIS, four decimals; its age is that of the report, and beyond ${expires} h nothing is sold (503, reason last_heard)`,
    jumps: `a report from further away than ${MOST_KNOTS} kn reach since the one before is held, and the answer degraded, until a later report lies within its reach; a position off the Baltic is no position`,
    unknown_values:
      'speed, course and heading that the ship does not know are null (102.2 kn and more, 360 and 511 degrees on the wire), and a position that it does not know is 503',
    waves: `${models.map(({ described }) => described).join(', else ')}: the grid point nearest to the published position, on the grid of the last; where the model says land, as in a harbour, the nearest of the eight grid points around it that has waves, which wave_cell names; where none has, 400 no_data_here`,
    second: secondRule('seastate'),
    states: 'as of marine/seastate, from the published height',
    confidence: `the lower of two: 1 while the report is at most ${POSITION_LIFETIME.freshSeconds} s old, then linearly to 0 at ${expires} h; 1 while the hour of the model value lies at most ${WAVE_LIFETIME.freshSeconds / HOUR_SECONDS} h from now, then linearly to 0 at ${WAVE_LIFETIME.expireSeconds / HOUR_SECONDS} h`,
    use: 'a report by radio and a model value: not for navigation',
  }
}
