import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import type { AnyOpenFeed } from '../../../src/feeds/open-feed.ts'
import { weatherFeeds } from '../../../src/feeds/weather/weather-feeds.ts'
import { hargreavesMm, penmanMonteithMm } from '../../../src/feeds/weather/reference-evapotranspiration.ts'
import { nasaPower } from '../../../src/sources/weather/nasa-power.ts'
import type { WeatherDay } from '../../../src/sources/weather/weather.ts'
import { addDays } from '../../../src/sources/zoned.ts'
import { knownDays, looking, lookingAt, nothingKnown } from '../../support/feeds/weather/days.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const END = '2026-11-19'
const FEEDS = new Map(weatherFeeds(nasaPower).map((feed) => [feed.id.replace('weather/', ''), feed]))
const feedOf = (metric: string): AnyOpenFeed => FEEDS.get(metric)!

const subjectOf = (metric: string, window: string) => {
  const asked = feedOf(metric).ask({ lat: '9.03', lon: '38.7', window }, NOW)
  if (asked.kind !== 'subject') throw new Error(asked.kind)
  return asked.subject
}

/** What a metric concludes from these days. */
const concluded = (metric: string, window: string, days: readonly WeatherDay[]) =>
  feedOf(metric).conclude(subjectOf(metric, window), lookingAt(NOW, days))

const contentOf = (metric: string, window: string, days: readonly WeatherDay[]): Readonly<Record<string, Json>> => {
  const outcome = concluded(metric, window, days)
  if (outcome.kind !== 'concluded') throw new Error(JSON.stringify(outcome))
  return outcome.content as Readonly<Record<string, Json>>
}

const canonicalOf = (metric: string, window: string, days: readonly WeatherDay[]): string => {
  const { canonical, tokens } = feedOf(metric).sale
  const content = contentOf(metric, window, days) as Parameters<typeof tokens>[0]
  return canonical.write(tokens(content), { timestamp: 1_795_176_000, nonce: 482_910 })
}

test('every answer says where, when and from whom', () => {
  for (const metric of FEEDS.keys())
    expect(contentOf(metric, '30d', knownDays(END, 129))).toMatchObject({
      lat: 9,
      lon: 38.75,
      window_days: 30,
      window_start: '2026-10-21',
      window_end: '2026-11-19',
      days_known: 30,
      source: 'NASA POWER (MERRA-2, 0.5 x 0.625 degree; radiation CERES SYN1deg, 1 degree)',
    })
})

describe('the confidence', () => {
  const HOUR = 3_600_000
  const at = (metric: string, days: readonly WeatherDay[], hours: number) => {
    const outcome = feedOf(metric).conclude(
      subjectOf(metric, '30d'),
      lookingAt(Date.parse('2026-11-20T00:00:00Z') + hours * HOUR, days),
    )
    return outcome.kind === 'concluded' ? outcome.content['confidence'] : outcome
  }

  test('is one while the last day ended at most 36 hours ago, and fades until a week has passed', () => {
    for (const metric of FEEDS.keys())
      expect([0, 36, 102, 168, 200].map((hours) => at(metric, knownDays(END, 129), hours))).toEqual([1, 1, 0.5, 0, 0])
  })

  test('counts the days of the window that are known', () => {
    const days = knownDays(END, 129, (_day, back) => (back === 7 ? nothingKnown(addDays(END, -7)) : {}))
    for (const metric of FEEDS.keys()) {
      expect(at(metric, days, 12)).toBe(0.97)
      expect(at(metric, days, 102)).toBe(0.48)
    }
  })

  test('of a drought index counts seven tenths where evapotranspiration comes from temperatures alone', () => {
    const plain = knownDays(END, 129, () => ({ solarMj: null }))
    expect(at('wrsi', plain, 12)).toBe(0.7)
    const mixed = knownDays(END, 129, (_day, back) => (back < 20 ? { solarMj: null } : {}))
    expect(contentOf('wrsi', '30d', mixed)).toMatchObject({ et0_method: 'mixed', confidence: 0.7 })
    expect(at('rainfall', plain, 12)).toBe(1)
  })

  test('is said with its method', () => {
    for (const feed of FEEDS.values())
      expect(feed.methodology['confidence']).toMatch(/^days_known \/ window_days \* freshness: 1 .* 36 h .* 168 h/)
  })
})

test('an archive that has not answered is missing, by name', () => {
  for (const [metric, feed] of FEEDS) {
    expect(feed.conclude(subjectOf(metric, '30d'), looking(NOW, null))).toEqual({
      kind: 'input_missing',
      input: 'nasapower',
    })
    expect(feed.conclude(subjectOf(metric, '30d'), looking(NOW, { weather: null }))).toMatchObject({
      kind: 'input_missing',
    })
  }
})

test('a place of which nothing is known is told from one that is late', () => {
  const nowhere = knownDays(END, 129).map(({ date }) => nothingKnown(date))
  const late = knownDays('2026-11-05', 100)
  for (const metric of FEEDS.keys()) {
    expect(concluded(metric, '30d', nowhere).kind).toBe('no_data_here')
    expect(concluded(metric, '30d', late)).toEqual({ kind: 'input_missing', input: 'a complete day since 2026-11-10' })
  }
})

describe('rainfall', () => {
  test('is the sum over the window and not a day more', () => {
    const days = knownDays(END, 129, (_day, back) => ({ rainMm: back < 30 ? 2.15 : 1_000 }))
    expect(contentOf('rainfall', '30d', days)).toMatchObject({ rainfall_mm: 64.5, days_known: 30 })
    expect(contentOf('rainfall', '7d', days)).toMatchObject({ rainfall_mm: 15.1 })
    expect(canonicalOf('rainfall', '30d', days)).toBe(
      'v1|WEATHER|rainfall|9.0000,38.7500|30D|VALUE:64.5|TRIGGER:NONE|1795176000|482910',
    )
  })

  test('needs no other figure than rain', () => {
    const days = knownDays(END, 129).map(({ date, rainMm }) => ({ ...nothingKnown(date), rainMm }))
    expect(contentOf('rainfall', '90d', days)).toMatchObject({ rainfall_mm: 112.5 })
    expect(concluded('temperature', '90d', days).kind).toBe('no_data_here')
  })

  test('of a dry month is nought, in one decimal', () => {
    const dry = knownDays(END, 129, () => ({ rainMm: 0 }))
    expect(canonicalOf('rainfall', '14d', dry)).toContain('|14D|VALUE:0.0|')
  })
})

describe('temperature', () => {
  test('is the lowest minimum, the highest maximum and the mean of means', () => {
    const days = knownDays(END, 129, (_day, back) =>
      back === 3 ? { minC: 0.01, meanC: 9 } : back === 5 ? { maxC: 34.99 } : {},
    )
    expect(contentOf('temperature', '7d', days)).toMatchObject({
      tmin: 0.01,
      tmax: 34.99,
      tmean: 15,
      frost_trigger: false,
      heat_trigger: false,
    })
    expect(canonicalOf('temperature', '7d', days)).toBe(
      'v1|WEATHER|temperature|9.0000,38.7500|7D|VALUE:15.00|TRIGGER:NONE|1795176000|482910',
    )
  })

  test.each<[number, number, boolean, boolean, string]>([
    [0, 35, false, false, 'NONE'],
    [-0.01, 35, true, false, 'FROST'],
    [0, 35.01, false, true, 'HEAT'],
    [-12.5, 41, true, true, 'FROST_HEAT'],
    [-0.004, 35.004, false, false, 'NONE'],
  ])('from %d to %d: frost %p, heat %p', (minC, maxC, frost, heat, status) => {
    const days = knownDays(END, 129, (_day, back) => (back === 0 ? { minC, maxC } : {}))
    const content = contentOf('temperature', '7d', days)
    expect(content).toMatchObject({ frost_trigger: frost, heat_trigger: heat })
    expect([Number(content['tmin']) < 0, Number(content['tmax']) > 35]).toEqual([frost, heat])
    expect(Object.is(content['tmin'], -0)).toBe(false)
    expect(canonicalOf('temperature', '7d', days)).toContain(`|TRIGGER:${status}|`)
  })
})

describe('wind', () => {
  test('is the highest maximum and the mean of means, in kilometres per hour', () => {
    const days = knownDays(END, 129, (_day, back) => (back === 2 ? { windMaxMs: 12.34, windMeanMs: 9 } : {}))
    expect(contentOf('wind', '7d', days)).toMatchObject({
      wind_max_kmh: 44.42,
      wind_mean_kmh: 10.8,
      gale_trigger: false,
      storm_trigger: false,
    })
    expect(canonicalOf('wind', '7d', days)).toBe(
      'v1|WEATHER|wind|9.0000,38.7500|7D|VALUE:44.42|TRIGGER:NONE|1795176000|482910',
    )
  })

  test.each([
    [62 / 3.6, 'NONE'],
    [62.01 / 3.6, 'GALE'],
    [117 / 3.6, 'GALE'],
    [117.01 / 3.6, 'STORM'],
  ])('of %d metres per second is %s', (windMaxMs, status) => {
    const days = knownDays(END, 129, (_day, back) => (back === 0 ? { windMaxMs } : {}))
    expect(contentOf('wind', '30d', days)).toMatchObject({
      gale_trigger: status !== 'NONE',
      storm_trigger: status === 'STORM',
    })
    expect(canonicalOf('wind', '30d', days)).toContain(`|TRIGGER:${status}|`)
  })
})

describe('water requirement satisfaction', () => {
  const parts = {
    minC: 8,
    maxC: 24,
    humidityPct: 60,
    windMs: 2,
    solarMj: 20,
    pressureKpa: 77,
    lat: 9,
    elevationM: 2_350,
  }

  test('of a dry place is a severe drought, of a wet one none', () => {
    const dry = knownDays(END, 129, () => ({ rainMm: 0 }))
    expect(contentOf('wrsi', '90d', dry)).toMatchObject({
      drought_status: 'SEVERE_DROUGHT',
      trigger: true,
      rainfall_mm: 0,
      et0_method: 'penman_monteith',
    })
    expect(canonicalOf('wrsi', '90d', dry)).toMatch(
      /^v1\|WEATHER\|wrsi\|9\.0000,38\.7500\|90D\|VALUE:0\.0\d\|TRIGGER:SEVERE_DROUGHT\|1795176000\|482910$/,
    )
    const wet = knownDays(END, 129, () => ({ rainMm: 20 }))
    expect(contentOf('wrsi', '30d', wet)).toMatchObject({ wrsi: 1, drought_status: 'NORMAL', trigger: false })
  })

  test('requires what Penman and Monteith say', () => {
    const required = Array.from({ length: 30 }, (_, back) => 323 - back).reduce(
      (sum, dayOfYear) => sum + penmanMonteithMm({ ...parts, dayOfYear }),
      0,
    )
    const content = contentOf('wrsi', '30d', knownDays(END, 129))
    expect(content['required_mm']).toBeCloseTo(required, 1)
    expect(content['rainfall_mm']).toBe(37.5)
  })

  test('ends where radiation ends, rather than changing its method', () => {
    const days = knownDays(END, 129, (_day, back) => (back < 5 ? { solarMj: null } : {}))
    expect(contentOf('wrsi', '30d', days)).toMatchObject({ window_end: '2026-11-14', et0_method: 'penman_monteith' })
    expect(contentOf('rainfall', '30d', days)).toMatchObject({ window_end: '2026-11-19' })
  })

  test('falls back on temperatures where there is no radiation, and says so', () => {
    const required = Array.from({ length: 30 }, (_, back) => 323 - back).reduce(
      (sum, dayOfYear) => sum + hargreavesMm(8, 24, 9, dayOfYear),
      0,
    )
    const without = contentOf(
      'wrsi',
      '30d',
      knownDays(END, 129, () => ({ solarMj: null })),
    )
    expect(without).toMatchObject({ window_end: END, et0_method: 'hargreaves' })
    expect(without['required_mm']).toBeCloseTo(required, 1)
    const some = contentOf(
      'wrsi',
      '30d',
      knownDays(END, 129, (_day, back) => (back < 11 ? { solarMj: null } : {})),
    )
    expect(some).toMatchObject({ window_end: END, et0_method: 'mixed' })
    // The days before the window fill the bucket, so their method is part of the answer.
    const before = contentOf(
      'wrsi',
      '30d',
      knownDays(END, 129, (_day, back) => (back < 30 ? { solarMj: null } : {})),
    )
    expect(before).toMatchObject({ window_end: END, et0_method: 'mixed' })
  })

  test('takes the archive’s own evapotranspiration', () => {
    const days = knownDays(END, 129, () => ({ et0Mm: 4, solarMj: null }))
    expect(contentOf('wrsi', '60d', days)).toMatchObject({ required_mm: 240, et0_method: 'penman_monteith' })
  })

  test('needs its thirty days before the window', () => {
    const days = knownDays(END, 129, (day) => (day.date < addDays(END, -31) ? { rainMm: null } : {}))
    expect(concluded('wrsi', '30d', days)).toEqual({ kind: 'quorum_missed', have: 2, need: 29 })
    expect(concluded('rainfall', '30d', days).kind).toBe('concluded')
  })
})
