import { describe, expect, test } from 'bun:test'
import { seaStateFeed } from '../../../src/feeds/marine/sea-state-feed.ts'
import type { AnyOpenFeed } from '../../../src/feeds/open-feed.ts'
import { weatherFeeds } from '../../../src/feeds/weather/weather-feeds.ts'
import { WEATHER_WINDOWS, type MetricName } from '../../../src/feeds/weather/windows.ts'
import { dayAt } from '../../../src/sandbox/world/earth/climate.ts'
import { isLand } from '../../../src/sandbox/world/earth/land.ts'
import { seaAt } from '../../../src/sandbox/world/earth/sea.ts'
import type { Query } from '../../../src/sources/query.ts'
import { nasaPower } from '../../../src/sources/weather/nasa-power.ts'
import { powerTable } from '../../../src/sources/weather/power-table.ts'
import { noaaWaveWatch } from '../../../src/sources/weather/noaa-wavewatch.ts'
import { openMeteoArchive } from '../../../src/sources/weather/open-meteo-archive.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import type { AnyFeed } from '../../../src/feeds/feed.ts'
import { jointQuestions } from '../../../src/feeds/joint-questions.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { type Stage, stage } from '../../support/sandbox/world/still-world.ts'
import { looking } from '../../support/feeds/weather/days.ts'

/** Asks the world what a real reader asks its provider. */
const text = async (on: Stage, { provider, path }: Query<unknown>): Promise<string> => {
  const response = await on.ask(new URL(provider.origin).host + path)
  expect([path, response.status]).toEqual([path, 200])
  const body = await response.text()
  expect(body.length).toBeLessThan(provider.maxBytes)
  return body
}

const put = async <T>(on: Stage, query: Query<T>): Promise<T> => query.read(await text(on, query))

/** Does what an on-demand actor does: asks the board of a request's subject, and concludes. */
const wanted = async (on: Stage, feed: AnyOpenFeed, segments: Readonly<Record<string, string>>) => {
  const asked = feed.ask(segments, 0)
  if (asked.kind !== 'subject') return asked
  const [board] = feed.boards(asked.subject)
  const now = on.clock.now()
  const asks = board!.asks({ now, state: board!.empty, listed: null })
  let state: unknown = board?.empty
  for (const { query, enter } of asks) state = enter(await text(on, query), now, state)
  return feed.conclude(asked.subject, looking(now, JSON.parse(JSON.stringify(state))))
}

const CHOICES = [
  ['the American agencies', { archive: nasaPower, waves: noaaWaveWatch }],
  ['Open-Meteo', { archive: openMeteoArchive, waves: openMeteoMarine }],
] as const

describe.each(CHOICES)('%s', (_name, { archive, waves }) => {
  test('tell the weather of every metric and window, on land and at sea, at the poles and at the date line', async () => {
    const on = stage()
    for (const place of [
      { lat: '51.507', lon: '-0.128' },
      { lat: '-33.9', lon: '18.4' },
      { lat: '0', lon: '180' },
      { lat: '90', lon: '10' },
      { lat: '-89.9', lon: '-179.99' },
    ])
      for (const feed of weatherFeeds(archive))
        for (const days of WEATHER_WINDOWS[feed.id.replace('weather/', '') as MetricName]) {
          const outcome = await wanted(on, feed, { ...place, window: `${days}d` })
          expect(outcome).toMatchObject({ kind: 'concluded', content: { window_days: days, days_known: days } })
        }
  })

  test('are as late as they are outside, radiation the latest', async () => {
    const on = stage()
    const ends = await Promise.all(
      weatherFeeds(archive).map(async (feed) => {
        const outcome = await wanted(on, feed, { lat: '9', lon: '38.75', window: '30d' })
        return outcome.kind === 'concluded' ? outcome.content['window_end'] : outcome.kind
      }),
    )
    const others = archive === nasaPower ? '2026-11-15' : '2026-11-12'
    expect(ends).toEqual(['2026-11-12', others, others, others])
  })

  test('tell the state of the sea, and of no sea on land', async () => {
    const on = stage()
    const feed = seaStateFeed(waves)
    const sea = await wanted(on, feed, { lat: '51.5', lon: '2.5' })
    expect(sea).toMatchObject({
      kind: 'concluded',
      content: { lat: 51.5, lon: 2.5, data_timestamp: '2026-11-18T12:00' },
    })
    expect((await wanted(on, feed, { lat: '9', lon: '38.75' })).kind).toBe('no_data_here')
    expect((await wanted(on, feed, { lat: '0', lon: '180' })).kind).toBe('concluded')
    // A model that does not reach there is not asked.
    const pole = waves === noaaWaveWatch ? 'invalid' : 'no_data_here'
    expect((await wanted(on, feed, { lat: '80', lon: '0' })).kind).toBe(pole)
  })

  test('lie about rain and waves when told to', async () => {
    const on = stage()
    const honest = await put(on, archive.days({ lat: 0, lon: 20 }, '2026-10-01', '2026-10-31'))
    const calm = await put(on, waves.reading({ lat: 51.5, lon: 2.5 }, on.clock.now()))
    await on.post({ lie: { [archive.source.name]: 2, [waves.source.name]: 2 } })
    const lied = await put(on, archive.days({ lat: 0, lon: 20 }, '2026-10-01', '2026-10-31'))
    const rough = await put(on, waves.reading({ lat: 51.5, lon: 2.5 }, on.clock.now()))
    const rain = (days: typeof honest.days) => days.reduce((sum, { rainMm }) => sum + (rainMm ?? 0), 0)
    expect(rain(honest.days)).toBeGreaterThan(10)
    expect(rain(lied.days) / rain(honest.days)).toBeCloseTo(2, 1)
    expect((rough.waveM ?? 0) / (calm.waveM ?? 1)).toBeCloseTo(2, 1)
  })
})

describe('ways over the sea', () => {
  const WORDS = { lat1: '48.5', lon1: '-6', lat2: '43.5', lon2: '-9.5' }
  const feedOf = (id: string) => registry.feeds.find((feed) => feed.id === id)!

  const WAYS = [
    ['marine/route', WORDS, 'max_wave_height_m', 5],
    ['marine/voyage', { ...WORDS, lon1: '2.5', lat1: '51.5', speed_kts: '20' }, 'max_forecast_wave_m', 7],
  ] as const

  /** What is concluded after every question was asked once, and how many there were. A refused one leaves nothing behind. */
  const told = async (on: Stage, id: string, words: Readonly<Record<string, string>>) => {
    const feed = feedOf(id)
    const now = on.clock.now()
    const asked = feed.onDemand!.ask(words, now)
    if (asked.kind !== 'subject') throw new Error(JSON.stringify(asked.details))
    const states = new Map<string, unknown>()
    const questions = jointQuestions(feed.boards(asked.subject), now)
    for (const {
      boards: [first],
      ask,
    } of questions) {
      const queries = ask ? [ask] : first!.asks({ now, state: first!.empty, listed: null })
      for (const each of queries) {
        const answer = await on.ask(new URL(first!.source.origin).host + each.query.path)
        if (answer.status !== 200) continue
        const body = await answer.text()
        if ('states' in each) for (const [at, read] of each.states(body).entries()) states.set(each.answers[at]!, read)
        else states.set(first!.id, each.enter(body, now, states.get(first!.id) ?? first!.empty))
      }
    }
    return { outcome: feed.conclude(asked.subject, lookAt(states, now)), questions: questions.length }
  }

  const contentAt = async (on: Stage, id: string, words: Readonly<Record<string, string>>) => {
    const { outcome } = await told(on, id, words)
    if (outcome.kind !== 'concluded') throw new Error(JSON.stringify(outcome))
    return outcome.content
  }

  test.each(WAYS)(
    '%s is told by both models, many points in a question, and both agree',
    async (id, words, name, most) => {
      const { outcome, questions } = await told(stage(), id, words)
      expect(questions).toBeLessThanOrEqual(2 * most)
      if (outcome.kind !== 'concluded') throw new Error(JSON.stringify(outcome))
      expect(Number(outcome.content[name])).toBeWithin(0.2, 20)
      expect(outcome.content['compared']).toMatchObject({ agrees: true })
    },
  )

  test.each(WAYS)(
    '%s moves by 7 %% when every model says 7 %% more, and there is none when all are silent',
    async (id, words, name) => {
      const on = stage()
      const honest = Number((await contentAt(on, id, words))[name])
      await on.post({ lie: { noaawavewatch: 1.07, openmeteomarine: 1.07 } })
      const lied = Number((await contentAt(on, id, words))[name])
      // Heights have one decimal: both are up to half of it off.
      expect(Math.abs(lied - 1.07 * honest)).toBeLessThanOrEqual(0.05 * 2.07 + 1e-9)
      expect(lied).toBeGreaterThan(honest)
      await on.post({ halt: ['noaawavewatch', 'openmeteomarine'] })
      expect((await told(on, id, words)).outcome.kind).toBe('input_missing')
    },
  )

  test('tell a week ahead, and not a day more', async () => {
    const on = stage()
    const at = (hours: number) => [
      { lat: 48.5, lon: -6, at: Math.floor(on.clock.now() / 3_600_000) * 3_600_000 + hours * 3_600_000 },
    ]
    for (const model of [noaaWaveWatch, openMeteoMarine]) {
      const [height] = await put(on, { ...model.forecast(at(162))[0]!.query, weight: 1 })
      expect(height).toBeWithin(0.2, 20)
    }
    const beyond = noaaWaveWatch.forecast(at(168))[0]!.query
    expect((await on.ask(new URL(beyond.provider.origin).host + beyond.path)).status).toBe(404)
  })
})

describe('a feed over both', () => {
  const place = { lat: '9', lon: '38.75' }
  /** What is concluded from the boards of those who may be asked, while some are away. */
  const told = async (on: Stage, feed: AnyFeed, words: Readonly<Record<string, string>>, mayAsk: RegExp) => {
    const world = polledBoards(on)
    const asked = feed.onDemand!.ask(words, on.clock.now())
    if (asked.kind !== 'subject') throw new Error(JSON.stringify(asked))
    const { subject } = asked
    for (const board of feed.boards(subject)) if (mayAsk.test(board.source.name)) await world.poll(board)
    return feed.conclude(subject, lookAt(world.states, on.clock.now()))
  }
  const feedOf = (id: string) => registry.feeds.find((feed) => feed.id === id)!
  const EVERYBODY = /./
  const AGENCIES = /nasa|noaa/

  test.each([
    ['weather/temperature', { ...place, window: '30d' }, 'Open-Meteo (ECMWF', 'NASA POWER', 'openmeteoarchive'],
    ['marine/seastate', { lat: '51.5', lon: '2.5' }, 'Open-Meteo Marine', 'NOAA WaveWatch', 'openmeteomarine'],
  ])(
    '%s believes the preferred one where it may be asked, and the usual one otherwise',
    async (id, words, first, usual, name) => {
      const on = stage()
      const sourceOf = async (mayAsk: RegExp) => {
        const outcome = await told(on, feedOf(id), words, mayAsk)
        return outcome.kind === 'concluded' ? String(outcome.content['source']) : outcome.kind
      }
      expect(await sourceOf(EVERYBODY)).toStartWith(first)
      expect(await sourceOf(AGENCIES)).toStartWith(usual)
      await on.post({ halt: [name] })
      expect(await sourceOf(EVERYBODY)).toStartWith(usual)
      await on.post({ halt: ['nasapower', 'noaawavewatch'] })
      expect(await sourceOf(EVERYBODY)).toBe('input_missing')
    },
  )

  // The lie of the simulated world is about rain and waves.
  test.each([
    ['weather/temperature', { ...place, window: '30d' }, true],
    ['weather/wind', { ...place, window: '30d' }, true],
    ['weather/rainfall', { ...place, window: '30d' }, false],
    ['marine/seastate', { lat: '51.5', lon: '2.5' }, false],
  ])('%s compares both where both may be asked, and is believed less when they fall out', async (id, words, agrees) => {
    const on = stage()
    const seen = async (mayAsk: RegExp) => {
      const outcome = await told(on, feedOf(id), words, mayAsk)
      if (outcome.kind !== 'concluded') throw new Error(outcome.kind)
      return outcome.content as { readonly compared: { readonly agrees: boolean } | null; readonly confidence: number }
    }
    expect(await seen(AGENCIES)).toMatchObject({ compared: null })
    expect(await seen(/openmeteo/)).toMatchObject({ compared: null })
    const honest = await seen(EVERYBODY)
    expect(honest.compared?.agrees).toBe(true)
    await on.post({ lie: { nasapower: 4, noaawavewatch: 4 } })
    const lied = await seen(EVERYBODY)
    expect([lied.compared?.agrees, lied.confidence < honest.confidence]).toEqual([agrees, !agrees])
  })

  test('says no data where somebody who was there says so', async () => {
    const outcome = await told(stage(), feedOf('marine/seastate'), place, EVERYBODY)
    expect(outcome.kind).toBe('no_data_here')
  })
})

test('Open-Meteo tells units that were not asked for as it does outside, and wants its key', async () => {
  const { json, ask } = stage()
  const waves = async (more: string) => {
    const path = 'marine-api.open-meteo.com/v1/marine?latitude=51.5&longitude=2.5&hourly=wave_height&forecast_days=1'
    return json<{ hourly_units: { wave_height: string }; hourly: { wave_height: number[] } }>(path + more)
  }
  const [metres, feet] = [await waves(''), await waves('&length_unit=imperial')]
  expect([metres.hourly_units.wave_height, feet.hourly_units.wave_height]).toEqual(['m', 'ft'])
  expect((feet.hourly.wave_height[0] ?? 0) / (metres.hourly.wave_height[0] ?? 1)).toBeCloseTo(3.28, 1)
  const wind = async (more: string) => {
    const path = 'archive-api.open-meteo.com/v1/archive?latitude=0&longitude=0&daily=wind_speed_10m_max'
    const days = '&start_date=2026-10-01&end_date=2026-10-01'
    return json<{ daily: { wind_speed_10m_max: number[] }; daily_units: object }>(path + days + more)
  }
  const [kmh, ms] = [await wind(''), await wind('&wind_speed_unit=ms')]
  expect([kmh.daily_units, ms.daily_units]).toMatchObject([
    { wind_speed_10m_max: 'km/h' },
    { wind_speed_10m_max: 'm/s' },
  ])
  expect((kmh.daily.wind_speed_10m_max[0] ?? 0) / (ms.daily.wind_speed_10m_max[0] ?? 1)).toBeCloseTo(3.6, 1)
  expect((await ask('customer-archive-api.open-meteo.com/v1/archive?latitude=0&longitude=0')).status).toBe(400)
})

describe.skipIf(!recordedAvailable)('a table of NASA POWER', () => {
  test.each(['daily-ag-point-csv', 'daily-sb-point-utc-csv'])('has the lines of %s', async (name) => {
    const { body, request } = recorded(`macro/nasa-power/${name}`)
    const known = 'T2M%2CT2M_MIN%2CT2M_MAX%2CRH2M%2CWS10M'
    const { host, pathname, search } = new URL(request.url)
    const simulated = await stage().text(`${host}${pathname}${search}`)
    const shape = (table: string) =>
      table
        .split('\r\n')
        .slice(0, -2)
        .map((line) => line.replace(/-?\d+\.\d+/g, '#').replace(/ +/g, ' '))
    expect(search).toContain(known)
    expect(shape(simulated)).toEqual(shape(body))
    expect(powerTable(simulated, ['T2M', 'RH2M']).rows.map(({ date }) => date)).toEqual(['1983-01-01'])
  })
})

describe('the earth of the world', () => {
  test('is the same whoever asks, how often, and when', async () => {
    const [early, late] = [stage(), stage({ start: Date.UTC(2026, 11, 24, 3) })]
    const query = nasaPower.days({ lat: 48.25, lon: 11.5 }, '2026-10-01', '2026-11-10')
    const [one, two] = [await put(early, query), await put(late, query)]
    expect(two).toEqual(one)
    expect(await put(stage({ seed: 8 }), query)).not.toEqual(one)
  })

  test('is warm at the equator, cold at the poles, and has its summer in the right half of the year', () => {
    const mean = (lat: number, lon: number, month: string) => {
      const days = Array.from({ length: 28 }, (_, at) =>
        dayAt(7, lat, lon, `2026-${month}-${String(at + 1).padStart(2, '0')}`),
      )
      return days.reduce((sum, { meanC }) => sum + meanC, 0) / days.length
    }
    expect(mean(0, 20, '01')).toBeWithin(18, 34)
    expect(mean(-85, 20, '07')).toBeLessThan(-20)
    expect(mean(51.5, 20, '07')).toBeGreaterThan(mean(51.5, 20, '01') + 12)
    expect(mean(-33, 140.5, '01')).toBeGreaterThan(mean(-33, 140.5, '07') + 5)
  })

  test('has days that can be', () => {
    for (let lat = -90; lat <= 90; lat += 7.5)
      for (let lon = -180; lon < 180; lon += 45)
        for (const date of ['2026-01-15', '2026-04-15', '2026-07-15', '2026-10-15', '2028-02-29']) {
          const day = dayAt(7, lat, lon, date)
          expect([day.minC <= day.meanC, day.meanC <= day.maxC, day.windMeanMs <= day.windMaxMs]).toEqual([
            true,
            true,
            true,
          ])
          expect([day.minC, day.maxC, day.rainMm, day.solarMj, day.et0Mm].every(Number.isFinite)).toBe(true)
          expect(day.rainMm).toBeWithin(0, 60)
          expect(day.humidityPct).toBeWithin(15, 98.01)
          expect(day.solarMj).toBeWithin(0, 45)
          expect(day.pressureKpa).toBeWithin(80, 106)
        }
  })

  test('has seas between the lands, calm and rough ones', () => {
    expect([isLand(51.5, -0.25), isLand(51.5, 2.5), isLand(9, 38.75), isLand(40, -40)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    const heights = Array.from(
      { length: 24 * 90 },
      (_, hour) => seaAt(7, 50, -30, Date.UTC(2026, 0, 1, hour))?.waveM ?? 0,
    )
    expect(Math.min(...heights)).toBeWithin(0.3, 3)
    expect(Math.max(...heights)).toBeWithin(4, 15)
    const steps = heights.slice(1).map((height, at) => Math.abs(height - (heights[at] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(1)
  })
})
