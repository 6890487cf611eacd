import { Type } from '@sinclair/typebox'
import { affixed } from '../../canonical/affixed.ts'
import { layout } from '../../canonical/layout.ts'
import { place } from '../../canonical/place.ts'
import { decimal, integer, oneOf } from '../../canonical/token.ts'
import { addDays } from '../../sources/zoned.ts'
import { Compared } from '../places/second-source.ts'
import type { ArchiveWindow } from './archive-window.ts'
import type { WeatherContext } from './metric-feed.ts'
import { weatherConfidence } from './weather-confidence.ts'
import type { WeatherSubject } from './weather-subject.ts'
import type { MetricName } from './windows.ts'

/** The fields of every weather answer (interface 3.6). */
export const WEATHER_FIELDS = {
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude of the grid point, decimal degrees' }),
  lon: Type.Number({ minimum: -180, maximum: 180, description: 'Longitude of the grid point, decimal degrees' }),
  window_days: Type.Integer({ description: 'Length of the window' }),
  window_start: Type.String({ description: 'First day of the window, UTC' }),
  window_end: Type.String({
    description: 'Last day of the window: the one that was asked for, else the last complete day of the archive',
  }),
  end: Type.Optional(Type.String({ description: 'The day that was asked for; left out where none was' })),
  days_known: Type.Integer({ description: 'Days of the window that the archive knows; at least 95 % of them' }),
  source: Type.String({ description: 'Whose data, on which native grid' }),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of known days and freshness of the last one; see /methodology.json',
  }),
  compared: Compared,
}

/** The values of those fields. */
export interface WeatherFields {
  readonly lat: number
  readonly lon: number
  readonly window_days: number
  readonly window_start: string
  readonly window_end: string
  readonly end?: string
  readonly days_known: number
  readonly source: string
  readonly confidence: number
  readonly compared: Compared
}

/**
 * The values of the common fields, from the window that the answer covers.
 *
 * @param method confidence factor of the calculation, 1 for the usual one
 */
export const weatherFields = (
  { cell, days, end: asked }: WeatherSubject,
  { start, end, known }: Pick<ArchiveWindow<unknown>, 'start' | 'end' | 'known'>,
  { described, now }: Pick<WeatherContext, 'described' | 'now'>,
  method = 1,
): WeatherFields => ({
  lat: Number(cell.lat),
  lon: Number(cell.lon),
  window_days: days,
  window_start: start,
  window_end: end,
  ...(asked !== null && { end: asked }),
  days_known: known,
  source: described,
  confidence: weatherConfidence({ end: asked === null ? end : null, known }, days, now, method),
  compared: null,
})

/** The same fields for an example. */
export const exampleFields = (subject: WeatherSubject, described: string): WeatherFields => {
  const end = subject.end ?? '2026-11-17'
  return weatherFields(
    subject,
    { start: addDays(end, 1 - subject.days), end, known: subject.days },
    {
      described,
      now: Date.parse(`${end}T23:00:00Z`),
    },
  )
}

/** `v1|WEATHER|<metric>|<lat>,<lon>|<window>D|VALUE:<value>|TRIGGER:<status>|<timestamp>|<nonce>`. */
export const weatherLayout = <const W extends string>(metric: MetricName, ...statuses: readonly W[]) =>
  layout('WEATHER', {
    metric: oneOf(metric),
    place,
    window_days: affixed('', integer, 'D'),
    value: affixed('VALUE:', decimal),
    status: affixed('TRIGGER:', oneOf(...statuses)),
  })

/** The tokens that are the same for all metrics. */
export const weatherTokens = ({ lat, lon, window_days }: Pick<WeatherFields, 'lat' | 'lon' | 'window_days'>) => ({
  place: { lat: fourPlaces(lat), lon: fourPlaces(lon) },
  window_days,
})

/**
 * Grid points are multiples of a quarter degree. They are exact as doubles, so their text with four decimals is exact
 * too.
 */
const fourPlaces = (degrees: number): string => degrees.toFixed(4)
