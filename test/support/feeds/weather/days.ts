import type { TickContext } from '../../../../src/feeds/feed.ts'
import type { Board } from '../../../../src/feeds/board.ts'
import type { DailyWeather, WeatherDay } from '../../../../src/sources/weather/weather.ts'
import { addDays } from '../../../../src/sources/zoned.ts'

/** A day on which an archive knows nothing. */
export const nothingKnown = (date: string): WeatherDay => ({
  date,
  rainMm: null,
  minC: null,
  maxC: null,
  meanC: null,
  windMeanMs: null,
  windMaxMs: null,
  humidityPct: null,
  solarMj: null,
  pressureKpa: null,
  et0Mm: null,
})

/** So many days up to `end`, every figure known; `change` alters single days, counted back from the last one. */
export const knownDays = (
  end: string,
  count: number,
  change: (day: WeatherDay, back: number) => Partial<WeatherDay> = () => ({}),
): readonly WeatherDay[] =>
  Array.from({ length: count }, (_, index) => count - 1 - index).map((back) => {
    const day: WeatherDay = {
      date: addDays(end, -back),
      rainMm: 1.25,
      minC: 8,
      maxC: 24,
      meanC: 16,
      windMeanMs: 2,
      windMaxMs: 5,
      humidityPct: 60,
      solarMj: 20,
      pressureKpa: 77,
      et0Mm: null,
    }
    return { ...day, ...change(day, back) }
  })

/** What a conclusion sees when every board it reads holds this state. */
export const looking = (now: number, state: unknown): TickContext => ({
  now,
  boards: { read: <State>(_board: Board<State>) => state as State | null },
  previous: null,
  earlier: () => null,
  quorum: null,
})

/** The same with an archive that told these days. */
export const lookingAt = (now: number, days: readonly WeatherDay[], elevationM: number | null = 2_350): TickContext => {
  const weather: DailyWeather = { elevationM, days }
  return looking(now, { weather })
}
