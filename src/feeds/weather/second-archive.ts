import type { DailyWeather, WeatherArchive, WeatherDay } from '../../sources/weather/weather.ts'
import { addDays } from '../../sources/zoned.ts'
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
  /** Days before the window that the number depends on too; none where left out. */
  readonly spinUpDays?: number
  knows(day: WeatherDay, ground: Ground): boolean
  /**
   * @param days at least one, all of them known, as are those before them
   * @param before the days before the window, as many of `spinUpDays` as are known
   */
  value(days: readonly WeatherDay[], ground: Ground, before: readonly WeatherDay[]): number
}

/**
 * If both archives know less than this share of the window, they are not compared. Archives are days late, and not
 * equally.
 */
const LEAST_SHARED = 0.5

const between = (days: readonly WeatherDay[], first: string, last: string): readonly WeatherDay[] =>
  days.filter(({ date }) => date >= first && date <= last)

/**
 * Compares both archives over the days that both know, in the window and before it; `null` if those of the window are
 * too few. Days before the window count where the number depends on them: otherwise a wrong archive could hide there.
 */
export const comparedArchives = (
  metric: MetricName,
  { spinUpDays = 0, knows, value }: Signed,
  answer: Spanned,
  own: DailyWeather,
  second: { readonly archive: WeatherArchive; readonly weather: DailyWeather },
): Compared => {
  const ground = ({ elevationM }: DailyWeather): Ground => ({ lat: answer.lat, elevationM: elevationM ?? 0 })
  const first = addDays(answer.window_start, -spinUpDays)
  const known = (weather: DailyWeather) =>
    between(weather.days, first, answer.window_end).filter((day) => knows(day, ground(weather)))
  const dates = (days: readonly WeatherDay[]) => new Set(days.map(({ date }) => date))
  const [byOwn, bySecond] = [dates(known(own)), dates(known(second.weather))]
  const valueOf = (weather: DailyWeather, days: readonly WeatherDay[]): number =>
    value(
      days.filter(({ date }) => date >= answer.window_start),
      ground(weather),
      days.filter(({ date }) => date < answer.window_start),
    )
  const ours = known(own).filter(({ date }) => bySecond.has(date))
  const theirs = known(second.weather).filter(({ date }) => byOwn.has(date))
  const days = between(ours, answer.window_start, answer.window_end).length
  if (days < LEAST_SHARED * answer.window_days) return null
  const found = compare(
    valueOf(own, ours),
    valueOf(second.weather, theirs),
    SECOND_BOUNDS[metric],
    second.archive.described,
  )
  return { ...found, days }
}
