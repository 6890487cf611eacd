import { type Query, type Source, UnreadableReply } from '../query.ts'

/** A point of the earth in decimal degrees; longitude from -180 to below 180. */
export interface Point {
  readonly lat: number
  readonly lon: number
}

/** One UTC day at one point. A value is `null` if the archive does not know it, or not yet. */
export interface WeatherDay {
  /** `2026-11-20` */
  readonly date: string
  readonly rainMm: number | null
  readonly minC: number | null
  readonly maxC: number | null
  readonly meanC: number | null
  /** At ten metres above ground, in metres per second. The maximum is that of hourly means, not a gust. */
  readonly windMeanMs: number | null
  readonly windMaxMs: number | null
  readonly humidityPct: number | null
  /** Short-wave radiation that reaches the ground, MJ per square metre and day. */
  readonly solarMj: number | null
  readonly pressureKpa: number | null
  /** FAO-56 reference evapotranspiration, if the archive computes it itself. */
  readonly et0Mm: number | null
}

/** Days at one point, oldest first, each once. Days that the archive left out are missing. */
export interface DailyWeather {
  readonly elevationM: number | null
  readonly days: readonly WeatherDay[]
}

/** A provider of the weather of past days. */
export interface WeatherArchive {
  readonly source: Source
  /** The text of the field `source` in answers: the origin of the data and its native grid. */
  readonly described: string
  /** Both dates inclusive, `YYYY-MM-DD`. */
  days(at: Point, from: string, to: string): Query<DailyWeather>
}

/** The state of the sea at one point and hour. `waveM` is `null` on land and under ice. */
export interface WaveReading {
  /** The time that the model's value is for, Unix milliseconds. */
  readonly at: number
  readonly waveM: number | null
  readonly swellM: number | null
}

/** A provider of the waves of the present hour. */
export interface WaveModel {
  readonly source: Source
  readonly described: string
  /** Distance of the requested points, in ten-thousandths of a degree: no two of them are in the same native cell. */
  readonly gridStep: number
  /** The model has no latitudes beyond these. */
  readonly south: number
  readonly north: number
  /** @param now Unix milliseconds */
  reading(at: Point, now: number): Query<WaveReading>
}

/**
 * Possible values of a quantity on earth. A value outside means that the provider has changed its units or is broken.
 */
export const BOUNDS = {
  rainMm: [0, 2_500],
  celsius: [-100, 70],
  windMs: [0, 150],
  humidityPct: [0, 105],
  solarMj: [0, 60],
  pressureKpa: [30, 115],
  et0Mm: [-5, 50],
  waveM: [0, 40],
} as const satisfies Readonly<Record<string, readonly [number, number]>>

/**
 * The value itself, if it is within its bounds.
 *
 * @param where the value's name, for the error
 */
export const bounded = (value: number, quantity: keyof typeof BOUNDS, where: string): number => {
  const [least, most] = BOUNDS[quantity]
  if (!(value >= least && value <= most))
    throw new UnreadableReply(`${where} is ${value}, which is not between ${least} and ${most}`)
  return value
}
