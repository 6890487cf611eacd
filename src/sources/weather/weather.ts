import { type Query, type Source, UnreadableReply } from '../query.ts'

/** A point of the earth in decimal degrees; longitude from -180 up to 180. */
export interface Point {
  readonly lat: number
  readonly lon: number
}

/** One UTC day at one point. `null` is what the archive does not know (yet). */
export interface WeatherDay {
  /** `2026-11-20` */
  readonly date: string
  readonly rainMm: number | null
  readonly minC: number | null
  readonly maxC: number | null
  readonly meanC: number | null
  /** Ten metres above ground, metres per second. The maximum is that of hourly means, not a gust. */
  readonly windMeanMs: number | null
  readonly windMaxMs: number | null
  readonly humidityPct: number | null
  /** Short-wave radiation that reaches the ground, MJ per square metre and day. */
  readonly solarMj: number | null
  readonly pressureKpa: number | null
  /** FAO-56 reference evapotranspiration, where the archive computes it itself. */
  readonly et0Mm: number | null
}

/** Days at one point, oldest first, each once; days that the archive left out are simply not there. */
export interface DailyWeather {
  readonly elevationM: number | null
  readonly days: readonly WeatherDay[]
}

/** Who knows the weather of past days. */
export interface WeatherArchive {
  readonly source: Source
  /** What stands in the `source` of an answer: whose data, on which native grid. */
  readonly described: string
  /** Both dates inclusive, `YYYY-MM-DD`. */
  days(at: Point, from: string, to: string): Query<DailyWeather>
}

/** The state of the sea at one point and hour. `waveM` is `null` on land and under ice. */
export interface WaveReading {
  /** Unix milliseconds that the model's value is for. */
  readonly at: number
  readonly waveM: number | null
  readonly swellM: number | null
}

/** Who knows the waves of the present hour. */
export interface WaveModel {
  readonly source: Source
  readonly described: string
  /** Spacing of the points that are asked for, in ten-thousandths of a degree: no two of them share a native cell. */
  readonly gridStep: number
  /** Latitudes beyond these are not part of the model. */
  readonly south: number
  readonly north: number
  /** @param now Unix milliseconds */
  reading(at: Point, now: number): Query<WaveReading>
}

/** What a quantity can be on this earth. A provider that leaves these limits has changed its units or is broken. */
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

/** The value itself, when it lies within its limits. `where` names it for the log. */
export const bounded = (value: number, quantity: keyof typeof BOUNDS, where: string): number => {
  const [least, most] = BOUNDS[quantity]
  if (!(value >= least && value <= most))
    throw new UnreadableReply(`${where} is ${value}, which is not between ${least} and ${most}`)
  return value
}
