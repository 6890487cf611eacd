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

/** Degrees and metres per second: values are rounded one by one. */
const ORDER_SLACK = 0.1

/** The day itself, if its mean is between its extremes: otherwise a column is another one, or in another unit. */
export const plausibleDay = (day: WeatherDay): WeatherDay => {
  const { date, minC, meanC, maxC, windMeanMs, windMaxMs } = day
  const pairs = [
    [minC, meanC],
    [meanC, maxC],
    [minC, maxC],
    [windMeanMs, windMaxMs],
  ] as const
  for (const [low, high] of pairs)
    if (low !== null && high !== null && low > high + ORDER_SLACK)
      throw new UnreadableReply(`of ${date} a mean or an extreme is ${low} and the one above it ${high}`)
  return day
}

/** Heights have two decimals, and a model may add its parts up a little differently. */
const SWELL_SHARE = 1.1
const SWELL_M = 0.1

/** The reading itself, if its swell can be a part of its waves: otherwise one of the two is in another unit. */
export const plausibleWaves = (reading: WaveReading): WaveReading => {
  const { waveM, swellM } = reading
  if (waveM !== null && swellM !== null && swellM > SWELL_SHARE * waveM + SWELL_M)
    throw new UnreadableReply(`a swell of ${swellM} m in waves of ${waveM} m`)
  return reading
}

/** One question about several points, in the order of the answers. */
export interface AskedPoints<P, T> {
  readonly points: readonly P[]
  readonly query: Query<readonly T[]>
}

/** A point and the hour at which a ship is there, Unix milliseconds. */
export interface PointInTime extends Point {
  readonly at: number
}

/** A provider of the waves of the present hour, and of those of the coming days. */
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
  /**
   * The same for many points of the grid, in as few questions as the provider allows. Every point is in one of them.
   *
   * @param now Unix milliseconds
   */
  readings<P extends Point>(points: readonly P[], now: number): readonly AskedPoints<P, WaveReading>[]
  /**
   * Wave heights at points and hours of a voyage of some hours, in metres: `null` on land and under ice. A time that the
   * model does not reach yet is an unreadable reply.
   *
   * @param points of the grid, in the order of their times, which are whole hours
   */
  forecast<P extends PointInTime>(points: readonly P[]): readonly AskedPoints<P, number | null>[]
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
