import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { recountRoute, recountVoyage } from '../../../src/feeds/marine/recount-ways.ts'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'

type Body = Readonly<Record<string, Json>>

/** Half a degree, as both models are asked. */
const GRID = 5_000
/** Nearest to 48.5, -6, where the example departs. */
const REPORT = { lat: 48.7499, lon: -5.7501, ais_timestamp: '2026-11-18T11:59:00Z', source: 'digitraffic' }
const SHIP = { mmsi: '230629000', ship_name: 'AURORA', last_report: REPORT }

const exampleAt = (id: string): Body => {
  const feed = registry.feeds.find((each) => each.id === id)!
  return exampleOf(feed, feed.subjects[0]!)
}
const withFirst = (body: Body, list: string, change: Body): Body => {
  const [first, ...others] = body[list] as readonly Body[]
  return { ...body, [list]: [{ ...first, ...change }, ...others] }
}

describe.each([
  [
    'marine/route',
    recountRoute,
    (body: Body): readonly (readonly [string, Body])[] => [
      ['another maximum', { ...body, max_wave_height_m: 9 }],
      ['another mean', { ...body, mean_wave_height_m: 2.04 }],
      ['another word', { ...body, worst_sea_state: 'CALM' }],
      ['heavy weather', { ...body, heavy_weather_encountered: true }],
      ['a point more', { ...body, waypoints_sampled: 6 }],
      ['another reading', withFirst(body, 'readings', { wave_height_m: 1.5 })],
      ['another word of a reading', withFirst(body, 'readings', { sea_state: 'CALM' })],
      ['another distance', { ...body, route: { ...(body['route'] as Body), distance_nm: 333.8 } }],
      ['no readings', { ...body, readings: null }],
    ],
  ],
  [
    'marine/voyage',
    (body: Body) => recountVoyage(body, GRID),
    (body: Body): readonly (readonly [string, Body])[] => [
      ['another maximum', { ...body, max_forecast_wave_m: 9 }],
      ['no severe weather', { ...body, severe_weather_encountered: true }],
      ['fewer heavy hours than shown', { ...body, heavy_weather_hours: 0 }],
      ['more heavy hours than covered', { ...body, heavy_weather_hours: 25 }],
      ['another word of a waypoint', withFirst(body, 'waypoint_forecasts', { sea_state: null })],
      ['another time of a waypoint', withFirst(body, 'waypoint_forecasts', { time: '2026-11-18T13:00:00Z' })],
      ['another distance', { ...body, distance_nm: 333.8 }],
      ['other hours', { ...body, voyage_hours: 24 }],
      ['another arrival', { ...body, destination: { ...(body['destination'] as Body), time: '2026-11-19T12:00:00Z' } }],
      ['another speed', { ...body, speed_kts: 15 }],
      ['no waypoints', { ...body, waypoint_forecasts: null }],
      ['a ship without a report', { ...body, mmsi: '230629000' }],
      ['a report without a ship', { ...body, last_report: REPORT }],
      ['the name of no ship', { ...body, ship_name: 'AURORA' }],
    ],
  ],
  [
    'marine/voyage',
    (body: Body) => recountVoyage({ ...body, ...SHIP }, GRID),
    (body: Body): readonly (readonly [string, Body])[] => [
      ['another start than its report', { ...body, departure: { ...(body['departure'] as Body), lat: 49 } }],
    ],
  ],
] as const)('%s', (id, recount, changes) => {
  test('as it is sold is found right', () => {
    const found = recount(exampleAt(id))
    expect([found.length > 1, found.filter(({ ok }) => !ok)]).toEqual([true, []])
  })

  test.each(changes(exampleAt(id)))('with %s is found wrong', (_what, body) => {
    expect(recount(body).some(({ ok }) => !ok)).toBeTrue()
  })
})
