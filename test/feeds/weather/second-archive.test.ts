import { describe, expect, test } from 'bun:test'
import type { Kept } from '../../../src/feeds/board.ts'
import type { TickContext } from '../../../src/feeds/feed.ts'
import { seaStateFeed } from '../../../src/feeds/marine/sea-state-feed.ts'
import { compare, type Compared, SECOND_BOUNDS } from '../../../src/feeds/places/second-source.ts'
import { weatherFeeds } from '../../../src/feeds/weather/weather-feeds.ts'
import { nasaPower } from '../../../src/sources/weather/nasa-power.ts'
import { noaaWaveWatch } from '../../../src/sources/weather/noaa-wavewatch.ts'
import { openMeteoArchive } from '../../../src/sources/weather/open-meteo-archive.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import type { DailyWeather, WaveReading, WeatherDay } from '../../../src/sources/weather/weather.ts'
import { addDays } from '../../../src/sources/zoned.ts'
import { knownDays } from '../../support/feeds/weather/days.ts'

/** What a second source says, beside what is sold. */

const NOW = Date.UTC(2026, 10, 20, 12)
const END = '2026-11-19'

/** What each board of these providers holds. */
const lookOf = (states: Readonly<Record<string, unknown>>): TickContext => ({
  now: NOW,
  boards: {
    read: <State>({ id }: Kept<State>) =>
      (Object.entries(states).find(([name]) => id.includes(name))?.[1] ?? null) as State | null,
  },
  previous: null,
  earlier: () => null,
  quorum: null,
})

const weather = (days: readonly WeatherDay[]): { readonly weather: DailyWeather } => ({
  weather: { elevationM: 2_350, days },
})

const METRICS = ['wrsi', 'rainfall', 'temperature', 'wind'] as const
const contentOf = (metric: (typeof METRICS)[number], states: Readonly<Record<string, unknown>>) => {
  const feed = weatherFeeds(nasaPower, openMeteoArchive).find(({ id }) => id === `weather/${metric}`)!
  const asked = feed.ask({ lat: '9.03', lon: '38.7', window: '30d' }, NOW)
  if (asked.kind !== 'subject') throw new Error(asked.kind)
  const outcome = feed.conclude(asked.subject, lookOf(states))
  if (outcome.kind !== 'concluded') throw new Error(JSON.stringify(outcome))
  return outcome.content as { readonly compared: Compared; readonly confidence: number }
}
const DAYS = knownDays(END, 129)
const both = (second: readonly WeatherDay[]) => ({ nasapower: weather(DAYS), openmeteoarchive: weather(second) })
const changed = (change: Partial<WeatherDay>) => knownDays(END, 129, () => change)

describe('a second archive', () => {
  test.each(METRICS)('that says the same of %s is named, and lowers nothing', (metric) => {
    const alone = contentOf(metric, { nasapower: weather(DAYS) })
    expect(alone.compared).toBeNull()
    const { compared, confidence } = contentOf(metric, both(DAYS))
    expect(compared).toMatchObject({ source: openMeteoArchive.described, difference: 0, agrees: true, days: 30 })
    expect([confidence, alone.confidence]).toEqual([1, 1])
  })

  test.each([
    ['temperature', { minC: 12, maxC: 28, meanC: 20 }, { minC: 13, maxC: 29, meanC: 20.01 }, 16, 4],
    ['rainfall', { rainMm: 2.49 }, { rainMm: 2.51 }, 37.5, 37.65],
    ['wind', { windMaxMs: 10 }, { windMaxMs: 10.1 }, 18, 18],
  ] as const)(
    'that is beyond the bound of %s lowers the confidence to seven tenths',
    (metric, near, far, value, bound) => {
      const inside = contentOf(metric, both(changed(near)))
      expect([inside.compared?.agrees, inside.confidence]).toEqual([true, 1])
      const outside = contentOf(metric, both(changed(far)))
      expect([outside.compared?.agrees, outside.confidence]).toEqual([false, 0.7])
      expect(outside.compared).toMatchObject({ value, bound, unit: SECOND_BOUNDS[metric].unit })
    },
  )

  test('that sees a drought where there is none is beyond the bound of the index', () => {
    const wet = changed({ rainMm: 6 })
    const { compared, confidence } = contentOf('wrsi', {
      nasapower: weather(wet),
      openmeteoarchive: weather(changed({ rainMm: 0 })),
    })
    expect([compared?.agrees, confidence]).toEqual([false, 0.7])
  })

  test('sees rain in another unit through what the soil remembers from before the window', () => {
    const wet = (scale: number) =>
      weather(knownDays(END, 129, (_day, back) => ({ rainMm: (back >= 30 ? 6 : 2) * scale, et0Mm: 4 })))
    const told = (own: number, second: number) =>
      contentOf('wrsi', { nasapower: wet(own), openmeteoarchive: wet(second) }) as ReturnType<typeof contentOf> & {
        readonly wrsi: number
      }
    const honest = told(1, 1)
    const wrong = told(0.01, 1)
    expect(honest.wrsi - wrong.wrsi).toBeGreaterThan(SECOND_BOUNDS.wrsi.amount)
    expect(wrong).toMatchObject({ confidence: 0.7, compared: { agrees: false, days: 30 } })
    // What is compared is what is signed.
    expect([wrong.compared?.value, wrong.compared?.second]).toEqual([wrong.wrsi, honest.wrsi])
    // Also where only the days before the window are wrong.
    const dry = weather(knownDays(END, 129, (_day, back) => ({ rainMm: back >= 30 ? 0 : 2, et0Mm: 4 })))
    const { compared } = contentOf('wrsi', { nasapower: dry, openmeteoarchive: wet(1) })
    expect(compared?.agrees).toBe(false)
  })

  test('is compared over the days that both know, and not over fewer than half', () => {
    // Late by five days, and hot before the window: neither is held against it.
    const late = knownDays(addDays(END, -5), 124, (_day, back) => (back >= 25 ? { meanC: 60 } : {}))
    expect(contentOf('temperature', both(late)).compared).toMatchObject({ days: 25, second: 16, agrees: true })
    const half = knownDays(addDays(END, -15), 100)
    expect(contentOf('temperature', both(half)).compared).toMatchObject({ days: 15 })
    const least = knownDays(addDays(END, -16), 100)
    expect(contentOf('temperature', both(least))).toMatchObject({ compared: null, confidence: 1 })
    // And a day that the first does not know is not held against the second.
    const gap = weather(knownDays(END, 129, (_day, back) => (back === 7 ? { meanC: null } : {})))
    const hot = weather(knownDays(END, 129, (_day, back) => (back === 7 ? { meanC: 60 } : {})))
    expect(contentOf('temperature', { nasapower: gap, openmeteoarchive: hot }).compared).toMatchObject({
      days: 29,
      second: 16,
    })
    const nothing = changed({ meanC: null })
    expect(contentOf('temperature', both(nothing))).toMatchObject({ compared: null, confidence: 1 })
    expect(
      contentOf('temperature', { nasapower: weather(DAYS), openmeteoarchive: { weather: null } }).compared,
    ).toBeNull()
  })
})

describe('a second wave model', () => {
  const HOUR = NOW
  const feed = seaStateFeed(noaaWaveWatch, openMeteoMarine)
  const told = (waveM: number, second: Partial<WaveReading> | null) => {
    const reading = { at: HOUR, waveM, swellM: 0.5 }
    const outcome = feed.conclude(
      feed.exampleSubject,
      lookOf({ noaawavewatch: { reading }, openmeteomarine: { reading: second && { ...reading, ...second } } }),
    )
    if (outcome.kind !== 'concluded') throw new Error(outcome.kind)
    return outcome.content as { readonly compared: Compared; readonly confidence: number }
  }

  test('may lie three quarters of a metre away, or three tenths of high waves', () => {
    expect(told(1, { waveM: 1.75 })).toMatchObject({ compared: { agrees: true, bound: 0.75 }, confidence: 1 })
    expect(told(1, { waveM: 1.76 })).toMatchObject({ compared: { agrees: false }, confidence: 0.7 })
    expect(told(7, { waveM: 10 })).toMatchObject({ compared: { agrees: true, bound: 3, unit: 'm' }, confidence: 1 })
    expect(told(6.9, { waveM: 10 })).toMatchObject({ compared: { agrees: false }, confidence: 0.7 })
  })

  test('says nothing of land, of another time, or when it was not asked', () => {
    for (const second of [null, { waveM: null }, { at: HOUR - 10_800_001 }, { at: HOUR + 10_800_001 }])
      expect(told(1, second && { waveM: 9, ...second })).toMatchObject({ compared: null, confidence: 1 })
    expect(told(1, { waveM: 9, at: HOUR - 10_800_000 }).compared?.agrees).toBe(false)
  })
})

test('the bounds stand in one place, each with its reason, and the methodology shows them', () => {
  for (const feed of [...weatherFeeds(nasaPower), seaStateFeed(noaaWaveWatch)]) {
    const { amount, unit, why } = SECOND_BOUNDS[feed.id.split('/')[1] as keyof typeof SECOND_BOUNDS]
    expect(feed.methodology['second']).toMatchObject({ bound: expect.stringContaining(`${amount} ${unit}`), why })
  }
  expect(compare(-10, -14, SECOND_BOUNDS.temperature, 'x')).toMatchObject({ difference: 4, bound: 4, agrees: true })
})
