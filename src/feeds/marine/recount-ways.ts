import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { rounded } from '../../canonical/measure.ts'
import { HOUR_MS } from '../../time-units.ts'
import { greatCircleNm } from '../math/great-circle.ts'
import { cellNear, pointOf } from '../places/cell.ts'
import { LEAST_POINTS } from './ends.ts'
import { highestAndMean, RouteAnswer } from './route-answer.ts'
import { seaStateOf, seaTriggersOf } from './sea-state.ts'
import { voyageTimes, VoyageAnswer } from './voyage-answer.ts'
import { worstFields } from './worst-waves.ts'

/** The checks of `claros verify`: what of a route or a voyage follows from the rest of its body. */

type Body = Readonly<Record<string, Json>>

const UNREADABLE: readonly Check[] = [{ what: 'the way is readable', ok: false }]

/** The fields that follow from the highest waves. */
const areWorst = (body: ReturnType<typeof worstFields>, highestM: number): boolean =>
  Object.entries(worstFields(highestM)).every(([name, value]) => body[name as keyof typeof body] === value)

export const recountRoute = (body: Body): readonly Check[] => {
  if (!Value.Check(RouteAnswer, body)) return UNREADABLE
  const { readings, route } = body
  const { max_wave_height_m, mean_wave_height_m } = highestAndMean(readings.map((each) => each.wave_height_m))
  return [
    {
      what: 'the summary follows from the readings',
      ok:
        readings.length >= LEAST_POINTS &&
        body.max_wave_height_m === max_wave_height_m &&
        body.mean_wave_height_m === mean_wave_height_m &&
        areWorst(body, max_wave_height_m) &&
        readings.every((each) => each.sea_state === seaStateOf(each.wave_height_m)) &&
        body.waypoints_sampled === readings.length + body.points_on_land,
      detail: `${max_wave_height_m} m`,
    },
    {
      what: 'the distance follows from the ends',
      ok: rounded(greatCircleNm(route.from, route.to), 1) === route.distance_nm,
    },
  ]
}

/** Whether the voyage of a ship starts at the grid point nearest to its report. */
const startsAtReport = ({ mmsi, ship_name, last_report, departure }: VoyageAnswer, gridStep: number): boolean => {
  if (mmsi === null || last_report === null) return mmsi === null && last_report === null && ship_name === null
  const { lat, lon } = pointOf(cellNear(last_report, gridStep))
  return departure.lat === lat && departure.lon === lon
}

/** @param gridStep of the grid to which both ends are snapped, in ten-thousandths of a degree */
export const recountVoyage = (body: Body, gridStep: number): readonly Check[] => {
  if (!Value.Check(VoyageAnswer, body)) return UNREADABLE
  const { departure, destination, speed_kts, waypoint_forecasts: shown, heavy_weather_hours: heavy } = body
  const heights = shown.flatMap((each) => each.wave_height_m ?? [])
  const highestM = Math.max(...heights)
  const times = voyageTimes(departure, destination, speed_kts, Date.parse(departure.time))
  const shownHeavy = heights.filter((height) => seaTriggersOf(height).heavy).length
  return [
    {
      what: 'the worst weather is that of the worst waypoint',
      ok:
        body.max_forecast_wave_m === highestM &&
        areWorst(body, highestM) &&
        shown.every(
          ({ wave_height_m: height, sea_state }) => sea_state === (height === null ? null : seaStateOf(height)),
        ) &&
        heavy >= shownHeavy &&
        heavy <= body.hours_covered - body.hours_on_land,
      detail: `${highestM} m`,
    },
    {
      what: 'distance, hours and arrival follow from the ends and the speed',
      ok:
        body.distance_nm === times.distance_nm &&
        body.voyage_hours === times.voyage_hours &&
        destination.time === times.arrival &&
        shown.every(({ hour, time }) => Date.parse(time) === Date.parse(departure.time) + hour * HOUR_MS),
    },
    {
      what: 'a ship departs at the grid point nearest to its report',
      ok: startsAtReport(body, gridStep),
    },
  ]
}
