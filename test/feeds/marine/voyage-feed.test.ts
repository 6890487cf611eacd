import { describe, expect, test } from 'bun:test'
import type { TickContext } from '../../../src/feeds/feed.ts'
import { voyageFeed } from '../../../src/feeds/marine/voyage-feed.ts'
import { noaaWaveWatch } from '../../../src/sources/weather/noaa-wavewatch.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import { askedOf, brokenBy, seaOf } from '../../support/feeds/sea.ts'

const HOUR = Date.UTC(2026, 10, 20, 12)
const NOW = HOUR + 34 * 60_000
const feed = voyageFeed(noaaWaveWatch)
/** 333.7 nautical miles: 23.84 hours at 14 knots, 24 positions in four legs. */
const WORDS = { lat1: '48.6', lon1: '-6.1', lat2: '43.5', lon2: '-9.5' }
/** Some 3,100 nautical miles: longer than a week. */
const OCEAN = { lat1: '50', lon1: '-6', lat2: '40.5', lon2: '-73.5' }

type Heights = (hour: number) => number | null | undefined

/** What is read when every leg was told these heights; `undefined`: the hour was not told. */
const sea = (subject: ReturnType<typeof askedOf>, heights: Heights, readAt = NOW): TickContext =>
  seaOf(feed, subject, NOW, (_provider, leg) => {
    const last = feed.boards(subject).length - 1
    const hours = Array.from({ length: leg === last ? 7 : 6 }, (_, at) => leg * 6 + at)
    const told = hours.map((hour) => [String(hour), heights(hour)] as const).filter(([, waveM]) => waveM !== undefined)
    return { hours: Object.fromEntries(told.map(([hour, waveM]) => [hour, { waveM, readAt }])) }
  })
const forecast = (words: Readonly<Record<string, string>>, heights: Heights, readAt?: number) => {
  const subject = askedOf(feed, words, NOW)
  return feed.conclude(subject, sea(subject, heights, readAt))
}
const contentOf = (outcome: ReturnType<typeof forecast>) => {
  if (outcome.kind !== 'concluded') throw new Error(JSON.stringify(outcome))
  return outcome.content
}
const NOTE = 'Great circle, no weather routing; a model forecast, not for navigation.'

describe('the forecast of a voyage', () => {
  test('has every field of the contract, of the heights as they are published', () => {
    const { waypoint_forecasts, ...rest } = contentOf(
      forecast(WORDS, (hour) => (hour === 9 ? 6.006 : hour === 10 ? 4.004 : hour === 11 ? 4.006 : 2)),
    )
    expect(rest).toEqual({
      mmsi: null,
      ship_name: null,
      last_report: null,
      max_forecast_wave_m: 6.01,
      departure: { lat: 48.5, lon: -6, time: '2026-11-20T12:00:00Z' },
      // 23.8373 hours later.
      destination: { lat: 43.5, lon: -9.5, time: '2026-11-21T11:50:14Z' },
      speed_kts: 14,
      distance_nm: 333.7,
      voyage_hours: 23.8,
      hours_covered: 24,
      hours_on_land: 0,
      heavy_weather_hours: 2,
      worst_sea_state: 'SEVERE',
      heavy_weather_encountered: true,
      severe_weather_encountered: true,
      source: 'NOAA WaveWatch III (NWW3 global, 0.5 degree, model value for the hour)',
      confidence: 1,
      compared: null,
      observed_at: Math.floor(NOW / 1000),
      computedAt: Math.floor(NOW / 1000),
      note: NOTE,
    })
    const shown = waypoint_forecasts as readonly { hour: number; lat: number; wave_height_m: number }[]
    expect(shown.map(({ hour }) => hour)).toEqual([0, 6, 9, 12, 18])
    expect(shown[2]).toMatchObject({ time: '2026-11-20T21:00:00Z', wave_height_m: 6.01, sea_state: 'SEVERE' })
    expect(shown[0]).toMatchObject({ lat: 48.5, lon: -6, wave_height_m: 2, sea_state: 'MODERATE' })
  })

  test('is signed with both places, speed, heights, hours and distance', () => {
    const content = { ...contentOf(forecast({ ...WORDS, speed_kts: '12.5' }, () => 4.5)), timestamp: 1_795_178_096 }
    const { canonical, tokens, price, preview } = feed.sale
    expect(canonical.write(tokens(content), { timestamp: 1_795_178_096, nonce: 123_456 })).toMatch(
      /^v1\|MARINE_VOYAGE\|48\.5000,-6\.0000\|43\.5000,-9\.5000\|12\.5\|MAX:4\.50m\|HEAVY\|27\|333\.7\|SHA256:[0-9a-f]{64}\|1795178096\|123456$/,
    )
    expect([price.sats, price.microUsd, preview]).toEqual([667, 500_000, null])
  })

  test('longer than a week covers a week, and says so', () => {
    const content = contentOf(forecast(OCEAN, (hour) => (hour === 168 ? 9 : 1)))
    expect(content).toMatchObject({ hours_covered: 169, max_forecast_wave_m: 9, worst_sea_state: 'EXTREME' })
    expect(content['note']).toMatch(/^Great circle.* The voyage takes 2\d\d(\.\d)? h: the first 168 h are covered\.$/)
    expect((content['waypoint_forecasts'] as readonly object[]).length).toBe(29)
  })

  test('ends where the model ends, and counts no hour behind a gap', () => {
    const content = contentOf(forecast(OCEAN, (hour) => (hour >= 126 && hour < 132 ? undefined : hour > 126 ? 9 : 1)))
    expect(content).toMatchObject({ hours_covered: 126, max_forecast_wave_m: 1, heavy_weather_hours: 0 })
    expect(content['note']).toContain('only the first 126 whole hours are counted')
    expect(forecast(OCEAN, (hour) => (hour === 119 ? undefined : 1))).toEqual({
      kind: 'input_missing',
      input: 'the forecast of hour 119',
    })
    expect(forecast(OCEAN, (hour) => (hour === 120 ? undefined : 1)).kind).toBe('concluded')
    expect(forecast(WORDS, (hour) => (hour === 23 ? undefined : 1))).toMatchObject({ kind: 'input_missing' })
  })

  test('counts land and leaves it out; three hours with waves are the least', () => {
    expect(contentOf(forecast(WORDS, (hour) => (hour < 6 ? null : 3)))).toMatchObject({
      hours_on_land: 6,
      hours_covered: 24,
    })
    expect(forecast(WORDS, (hour) => (hour < 2 ? 3 : null))).toMatchObject({ kind: 'no_data_here' })
    expect(forecast(WORDS, (hour) => (hour < 3 ? 3 : null)).kind).toBe('concluded')
    // A voyage of less than an hour has one position.
    const short = { lat1: '50', lon1: '-6', lat2: '50', lon2: '-5.5', speed_kts: '40' }
    expect(contentOf(forecast(short, () => 3))).toMatchObject({ hours_covered: 1, voyage_hours: 0.5 })
    expect(forecast(short, () => null)).toMatchObject({ kind: 'no_data_here' })
  })

  test('is believed less the longer ago it was read, and not after twelve hours', () => {
    const confidence = (hours: number) => {
      const outcome = forecast(WORDS, () => 1, NOW - hours * 3_600_000)
      return outcome.kind === 'concluded' ? outcome.content['confidence'] : outcome.kind
    }
    expect([0, 3, 7.5, 12, 12.001].map(confidence)).toEqual([1, 1, 0.5, 0, 'input_missing'])
  })
})

describe('a voyage', () => {
  test('departs at the hour of its request, and is another one an hour later', () => {
    const at = (ms: number) => askedOf(feed, WORDS, ms)
    expect(at(NOW).key).toBe('48.5000,-6.0000/43.5000,-9.5000/14.0/2026-11-20-12')
    expect([at(HOUR).key, at(HOUR + 3_599_999).key].map((key) => key === at(NOW).key)).toEqual([true, true])
    expect(at(HOUR + 3_600_000).key).toEndWith('/2026-11-20-13')
    expect(feed.subjectOf(at(NOW).key)).toEqual(at(NOW))
    for (const hour of ['2026-11-20x12', '2026-11-31-12', '2026-11-20-12:00', '2026-11-20-24'])
      expect([hour, feed.subjectOf(at(NOW).key.replace('2026-11-20-12', hour))]).toEqual([hour, null])
  })

  test('has one spelling of its speed, and none where it is the usual one', () => {
    const queryAt = (speed_kts: string) => askedOf(feed, { ...WORDS, speed_kts }, NOW).query
    const ends = { lat1: '48.5', lon1: '-6', lat2: '43.5', lon2: '-9.5' }
    expect(['14', '14.0'].map(queryAt)).toEqual([ends, ends])
    expect(['3', '12.5', '40.0'].map((speed) => queryAt(speed)?.['speed_kts'])).toEqual(['3.0', '12.5', '40.0'])
  })

  test('that breaks rules is told all of them', () => {
    const broken = (words: Readonly<Record<string, string>>) => brokenBy(feed, words, NOW)
    for (const [speed, rule] of [
      ['2.9', 'speed'],
      ['40.1', 'speed'],
      ['-14', 'speed'],
      ['12.55', 'one_decimal'],
      ['14kn', 'decimal_knots'],
      ['', 'decimal_knots'],
      ['1e1', 'decimal_knots'],
    ] as const)
      expect([speed, ...broken({ ...WORDS, speed_kts: speed })]).toEqual([speed, `query.speed_kts ${rule}`])
    expect(broken({ lat1: 'x', lon1: '1', lat2: '2', speed_kts: '50' })).toEqual([
      'query.lat1 decimal_degrees',
      'query.lon2 required',
      'query.speed_kts speed',
    ])
    expect(broken({ lat1: '1', lon1: '1', lat2: '1', lon2: '1', speed_kts: '1' })).toEqual([
      'query.lat2 two_places',
      'query.speed_kts speed',
    ])
  })

  test('is asked for leg by leg: six hours, the model at both ends', () => {
    const subject = askedOf(feed, WORDS, NOW)
    const paths = feed
      .boards(subject)
      .map((board) => board.asks({ now: NOW, state: board.empty, listed: null }).map(({ query }) => query.path))
    expect(paths.map((each) => each.length)).toEqual([1, 1, 1, 1])
    const from = ['20T12', '20T18', '21T00', '21T06', '21T12']
    for (const [leg, [path = '']] of paths.entries())
      expect(path).toContain(`Thgt%5B(2026-11-${from[leg]}:00:00Z):6:(2026-11-${from[leg + 1]}:00:00Z)%5D`)
    const ocean = askedOf(feed, OCEAN, NOW)
    expect([feed.boards(ocean).length, new Set(feed.boards(ocean).map(({ id }) => id)).size]).toEqual([28, 28])
  })

  test('over Greenwich asks on both sides, and never more than 29 times', () => {
    const subject = askedOf(feed, { lat1: '49.5', lon1: '-5', lat2: '54', lon2: '4', speed_kts: '3' }, NOW)
    // 429.5 nautical miles, 143 whole hours; one of the 24 legs is on both sides.
    const asks = feed.boards(subject).flatMap((board) => board.asks({ now: NOW, state: board.empty, listed: null }))
    expect([feed.boards(subject).length, asks.length]).toEqual([24, 25])
  })

  test('enters what one side told and keeps what it knew of the other', () => {
    const [board] = voyageFeed(openMeteoMarine).boards(askedOf(voyageFeed(openMeteoMarine), WORDS, NOW))
    const [ask] = board!.asks({ now: NOW, state: board!.empty, listed: null })
    expect(ask!.query.weight).toBe(6)
    const hours = Array.from({ length: 24 }, (_, hour) => `2026-11-20T${String(hour).padStart(2, '0')}:00`)
    const place = (lat: string, lon: string) => ({
      latitude: Number(lat),
      longitude: Number(lon),
      elevation: 0,
      utc_offset_seconds: 0,
      hourly_units: { wave_height: 'm' },
      hourly: { time: hours, wave_height: hours.map((_, hour) => hour / 10) },
    })
    const query = new URL(`http://x${ask!.query.path}`).searchParams
    const [lats, lons] = [query.get('latitude')!.split(','), query.get('longitude')!.split(',')]
    const body = JSON.stringify(lats.map((lat, at) => place(lat, lons[at]!)))
    expect(ask!.enter(body, NOW, { hours: { 99: { waveM: 1, readAt: 5 } } })).toEqual({
      hours: {
        ...Object.fromEntries([12, 13, 14, 15, 16, 17].map((hour, at) => [at, { waveM: hour / 10, readAt: NOW }])),
        99: { waveM: 1, readAt: 5 },
      },
    })
  })
})
