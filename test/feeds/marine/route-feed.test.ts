import { describe, expect, test } from 'bun:test'
import { routeFeed } from '../../../src/feeds/marine/route-feed.ts'
import { greatCircleNm } from '../../../src/feeds/math/great-circle.ts'
import { cellNear } from '../../../src/feeds/places/cell.ts'
import { waveBoard } from '../../../src/feeds/marine/wave-board.ts'
import { type JointQuestion, jointQuestions } from '../../../src/feeds/joint-questions.ts'
import { noaaWaveWatch } from '../../../src/sources/weather/noaa-wavewatch.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import { askedOf, brokenBy, seaOf } from '../../support/feeds/sea.ts'

const HOUR = Date.UTC(2026, 10, 20, 12)
const NOW = HOUR + 34 * 60_000
const feed = routeFeed(noaaWaveWatch, openMeteoMarine)
/** Some 345 nautical miles: five points. */
const WORDS = { lat1: '48.6', lon1: '-6.1', lat2: '43.5', lon2: '-9.5' }
const subject = askedOf(feed, WORDS, NOW)

const state = (waveM: number | null, at = HOUR) => ({ reading: { at, waveM, swellM: waveM } })
/** What is concluded of these heights along the way. */
const along = (heights: readonly (number | null)[], at = HOUR) =>
  feed.conclude(
    subject,
    seaOf(feed, subject, NOW, (_provider, place) => state(heights[place]!, at)),
  )
const contentOf = (outcome: ReturnType<typeof along>) => {
  if (outcome.kind !== 'concluded') throw new Error(JSON.stringify(outcome))
  return outcome.content
}

describe('the summary of a route', () => {
  test('has every field of the contract, of the heights as they are published', () => {
    const content = contentOf(along([1.834, 4.004, 4.006, 6.011, 2.2]))
    const { readings, ...rest } = content
    expect(rest).toEqual({
      max_wave_height_m: 6.01,
      // (1.83 + 4.00 + 4.01 + 6.01 + 2.20) / 5
      mean_wave_height_m: 3.61,
      worst_sea_state: 'SEVERE',
      heavy_weather_encountered: true,
      severe_weather_encountered: true,
      route: {
        from: { lat: 48.5, lon: -6 },
        to: { lat: 43.5, lon: -9.5 },
        // 48.5 N 6 W to 43.5 N 9.5 W by the spherical law of cosines: 5.5584 degrees of arc, 60.0405 nautical miles each.
        distance_nm: 333.7,
      },
      waypoints_sampled: 5,
      points_on_land: 0,
      source: 'NOAA WaveWatch III (NWW3 global, 0.5 degree, model value for the hour)',
      confidence: 1,
      compared: null,
      observed_at: HOUR / 1000,
      computedAt: Math.floor(NOW / 1000),
    })
    expect((readings as readonly object[])[0]).toEqual({
      lat: 48.5,
      lon: -6,
      wave_height_m: 1.83,
      sea_state: 'MODERATE',
      data_timestamp: '2026-11-20T12:00',
    })
    expect((readings as readonly { lat: number }[]).at(-1)?.lat).toBe(43.5)
  })

  test('exactly four metres are no heavy weather, exactly six no severe', () => {
    const flags = (highest: number) => {
      const { heavy_weather_encountered, severe_weather_encountered, worst_sea_state } = contentOf(
        along([1, 1, highest, 1, 1]),
      )
      return [heavy_weather_encountered, severe_weather_encountered, worst_sea_state]
    }
    expect([4.004, 4.006, 6.004, 6.006].map(flags)).toEqual([
      [false, false, 'HEAVY'],
      [true, false, 'HEAVY'],
      [true, false, 'SEVERE'],
      [true, true, 'SEVERE'],
    ])
  })

  test('is signed with both places, the heights and the distance', () => {
    const content = { ...contentOf(along([2, 2, 2.5, 2, 2])), timestamp: 1_795_178_096 }
    const { canonical, tokens } = feed.sale
    expect(canonical.write(tokens(content), { timestamp: 1_795_178_096, nonce: 123_456 })).toMatch(
      /^v1\|MARINE_ROUTE\|48\.5000,-6\.0000\|43\.5000,-9\.5000\|MAX:2\.50m\|MEAN:2\.10m\|ROUGH\|333\.7\|SHA256:[0-9a-f]{64}\|1795178096\|123456$/,
    )
    expect([feed.sale.price.sats, feed.sale.price.microUsd, feed.sale.preview]).toEqual([267, 200_000, null])
  })

  test('leaves land out and counts it; three points with waves are the least', () => {
    expect(contentOf(along([null, 2, null, 3, 4]))).toMatchObject({
      points_on_land: 2,
      waypoints_sampled: 5,
      mean_wave_height_m: 3,
      readings: [{ wave_height_m: 2 }, { wave_height_m: 3 }, { wave_height_m: 4 }],
    })
    expect(along([null, 2, null, null, 4])).toMatchObject({ kind: 'no_data_here' })
    expect(along([null, null, null, null, null])).toMatchObject({ kind: 'no_data_here' })
  })

  test('is not made of a part of its points, or of old ones', () => {
    const partly = seaOf(feed, subject, NOW, (_provider, at) => (at === 3 ? null : state(2)))
    expect(feed.conclude(subject, partly)).toEqual({ kind: 'input_missing', input: 'waves at 1 of 5 points' })
    expect(contentOf(along([2, 2, 2, 2, 2], NOW - 12 * 3_600_000))['confidence']).toBe(0)
    expect(along([2, 2, 2, 2, 2], NOW - 12 * 3_600_000 - 1).kind).toBe('input_missing')
    expect(contentOf(along([2, 2, 2, 2, 2], NOW - 7.5 * 3_600_000))['confidence']).toBe(0.5)
    // The value that is furthest from now counts, on either side of it; the oldest one is told.
    const apart = (hours: readonly number[]) =>
      contentOf(
        feed.conclude(
          subject,
          seaOf(feed, subject, NOW, (_provider, at) => state(2, NOW + hours[at]! * 3_600_000)),
        ),
      )
    expect(apart([0, 0, 7.5, -1, 0])).toMatchObject({ confidence: 0.5, observed_at: Math.floor(NOW / 1000) - 3_600 })
    expect(apart([0, -7.5, 1, 0, 0])).toMatchObject({ confidence: 0.5 })
  })

  test('beyond the model there is nothing to ask for, and it counts as ice', () => {
    const north = askedOf(feed, { lat1: '70', lon1: '0', lat2: '79', lon2: '0' }, NOW)
    const boards = feed.boards(north)
    expect(boards.map(({ id }) => Number(id.split('/').at(-1)!.split(',')[0]) <= 77.5)).not.toContain(false)
    const outcome = feed.conclude(
      north,
      seaOf(feed, north, NOW, () => state(3)),
    )
    expect(outcome).toMatchObject({ kind: 'concluded', content: { points_on_land: 1 } })
  })

  test('compares with the other model where that knows every point', () => {
    const both = routeFeed(noaaWaveWatch, openMeteoMarine)
    const joined = {
      ...both,
      boards: (of: typeof subject) => [
        ...both.boards(of),
        ...routeFeed({ ...openMeteoMarine, gridStep: 5_000 }).boards(of),
      ],
    }
    const told = (second: (at: number) => number | null | undefined) =>
      joined.conclude(
        subject,
        seaOf(joined, subject, NOW, (provider, at) => {
          if (provider === 'noaawavewatch') return state(at)
          const height = second(at)
          return height === undefined ? null : state(height)
        }),
      )
    expect(told((at) => at + 0.5)).toMatchObject({
      content: { compared: { value: 4, second: 4.5, difference: 0.5, agrees: true }, confidence: 1 },
    })
    expect(told((at) => at * 2)).toMatchObject({ content: { compared: { agrees: false }, confidence: 0.7 } })
    expect(told((at) => (at === 4 ? null : at))).toMatchObject({ content: { compared: { value: 3, second: 3 } } })
    expect(told((at) => (at === 0 ? undefined : at))).toMatchObject({ content: { compared: null } })
  })
})

describe('the ends of a route', () => {
  test('are snapped, so that neighbours are one subject', () => {
    expect(subject).toMatchObject({
      key: '48.5000,-6.0000/43.5000,-9.5000',
      query: { lat1: '48.5', lon1: '-6', lat2: '43.5', lon2: '-9.5' },
    })
    expect(askedOf(feed, { ...subject.query! }, NOW)).toEqual(subject)
    expect(feed.subjectOf(subject.key)).toEqual(subject)
    expect(feed.boards(subject).length).toBe(5)
    const line = askedOf(feed, { lat1: '0', lon1: '180', lat2: '0', lon2: '170' }, NOW)
    expect([line.key, askedOf(feed, { lat1: '0', lon1: '-180', lat2: '0', lon2: '170' }, NOW).key]).toEqual([
      '0.0000,-180.0000/0.0000,170.0000',
      '0.0000,-180.0000/0.0000,170.0000',
    ])
  })

  test('that break rules are all named', () => {
    const broken = (words: Readonly<Record<string, string>>) => brokenBy(feed, words, NOW)
    expect(broken({})).toEqual(['lat1', 'lon1', 'lat2', 'lon2'].map((name) => `query.${name} required`))
    expect(broken({ lat1: '90.1', lon1: '-180.5', lat2: '4e1', lon2: '' })).toEqual([
      'query.lat1 latitude',
      'query.lon1 longitude',
      'query.lat2 decimal_degrees',
      'query.lon2 decimal_degrees',
    ])
    expect(broken({ lat1: '1', lon1: '1', lat2: '1.1', lon2: '0.9' })).toEqual(['query.lat2 two_places'])
    expect(broken({ lat1: '90', lon1: '1', lat2: '90', lon2: '100' })).toEqual(['query.lat2 two_places'])
    expect(broken({ lat1: '0', lon1: '0', lat2: '0', lon2: '180' })).toEqual(['query.lat2 not_opposite'])
    expect(broken({ lat1: '90', lon1: '0', lat2: '-90', lon2: '10' })).toEqual(['query.lat2 not_opposite'])
  })

  test('of another grid, in another form or without a way are no keys', () => {
    for (const key of [
      '',
      '48.5000,-6.0000',
      '48.5,-6/43.5,-9.5',
      '48.2500,-6.0000/43.5000,-9.5000',
      '48.5000,-6.0000/48.5000,-6.0000',
      '0.0000,0.0000/0.0000,-180.0000',
      `${subject.key}/14.0`,
    ])
      expect([key, feed.subjectOf(key)]).toEqual([key, null])
  })
})

test('what one question tells is entered where it was asked for', () => {
  const cells = [
    { lat: 48.5, lon: -6 },
    { lat: 47.5, lon: -7 },
  ]
  const boards = cells.map(({ lat, lon }) => waveBoard(noaaWaveWatch, cellNear({ lat, lon }, 5_000)))
  const [{ ask }] = jointQuestions(boards, NOW) as [JointQuestion]
  const rows = cells.map(({ lat, lon }, at) => ['2026-11-20T12:00:00Z', 0, lat, 360 + lon, 1 + at, 0.5])
  const table = {
    columnNames: ['time', 'depth', 'latitude', 'longitude', 'Thgt', 'shgt'],
    columnUnits: ['UTC', 'm', 'degrees_north', 'degrees_east', 'm', 'm'],
    rows: rows.toReversed(),
  }
  const states = ask!.states(JSON.stringify({ table }))
  const told = Object.fromEntries(ask!.answers.map((id, at) => [id, states[at]]))
  expect(told).toEqual({
    'waves/noaawavewatch/48.5000,-6.0000': { reading: { at: HOUR, waveM: 1, swellM: 0.5 } },
    'waves/noaawavewatch/47.5000,-7.0000': { reading: { at: HOUR, waveM: 2, swellM: 0.5 } },
  })
})

test('the longest way is asked for in few questions, each point in one', () => {
  const way = askedOf(feed, { lat1: '-36.8', lon1: '174.8', lat2: '-33', lon2: '-71.6' }, NOW)
  const boards = feed.boards(way)
  expect(boards.length).toBeGreaterThan(40)
  const questions = jointQuestions(boards, NOW)
  expect(questions.flatMap((each) => each.boards.map(({ id }) => id)).toSorted()).toEqual(
    boards.map(({ id }) => id).toSorted(),
  )
  expect(questions.length).toBeLessThanOrEqual(8)
  for (const { ask } of questions) {
    const spans = [...ask!.query.path.matchAll(/\((-?[\d.]+)\):1:\((-?[\d.]+)\)/g)].map(([, from, to]) => [
      Number(from),
      Number(to),
    ])
    for (const [from = 0, to = 0] of spans) expect(to - from).toBeWithin(0, 19.51)
  }
  expect(jointQuestions(routeFeed(openMeteoMarine).boards(way), NOW).length).toBe(1)
  expect(greatCircleNm({ lat: -36.5, lon: 175 }, { lat: -33, lon: -71.5 })).toBeGreaterThan(5_000)
})
