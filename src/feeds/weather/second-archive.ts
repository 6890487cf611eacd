import type { DailyWeather, WeatherArchive, WeatherDay } from '../../sources/weather/weather.ts'
import { compare, type Compared, SECOND_BOUNDS } from '../places/second-source.ts'
import type { MetricName } from './windows.ts'

/** The fields of an answer that state its place, its days and its confidence. */
export interface Spanned {
  readonly lat: number
  readonly window_days: number
  readonly window_start: string
  readonly window_end: string
  readonly confidence: number
}

/** The place of the days, as far as a calculation needs it. */
export interface Ground {
  readonly lat: number
  readonly elevationM: number
}

/** The number that a metric signs, computed from any days. It is compared between two archives. */
export interface Signed {
  knows(day: WeatherDay, ground: Ground): boolean
  /** @param days at least one, all of them known */
  value(days: readonly WeatherDay[], ground: Ground): number
}

/**
 * If both archives know less than this share of the window, they are not compared. Archives are days late, and not
 * equally.
 */
const LEAST_SHARED = 0.5

const inWindow = ({ days }: DailyWeather, { window_start: start, window_end: end }: Spanned): readonly WeatherDay[] =>
  days.filter(({ date }) => date >= start && date <= end)

/** Compares both archives over the days of the window that both know; `null` if there are too few. */
export const comparedArchives = (
  metric: MetricName,
  { knows, value }: Signed,
  answer: Spanned,
  own: DailyWeather,
  second: { readonly archive: WeatherArchive; readonly weather: DailyWeather },
): Compared => {
  const ground = ({ elevationM }: DailyWeather): Ground => ({ lat: answer.lat, elevationM: elevationM ?? 0 })
  const known = (weather: DailyWeather) => inWindow(weather, answer).filter((day) => knows(day, ground(weather)))
  const dates = new Set(known(second.weather).map(({ date }) => date))
  const ours = known(own).filter(({ date }) => dates.has(date))
  if (ours.length < LEAST_SHARED * answer.window_days) return null
  const shared = new Set(ours.map(({ date }) => date))
  const theirs = known(second.weather).filter(({ date }) => shared.has(date))
  const found = compare(
    value(ours, ground(own)),
    value(theirs, ground(second.weather)),
    SECOND_BOUNDS[metric],
    second.archive.described,
  )
  return { ...found, days: ours.length }
}
