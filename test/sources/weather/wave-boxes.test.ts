import { describe, expect, test } from 'bun:test'
import { boxesOf } from '../../../src/sources/weather/grid-boxes.ts'
import { noaaWaveWatch } from '../../../src/sources/weather/noaa-wavewatch.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'

/** Waves at several points in one question. All replies are constructed in the documented shapes: none is recorded. */

const HOUR = Date.UTC(2026, 10, 20, 12)
const NOW = HOUR + 34 * 60_000

const table = (rows: readonly (readonly unknown[])[], names = ['Thgt', 'shgt'], unit = 'm') =>
  JSON.stringify({
    table: {
      columnNames: ['time', 'depth', 'latitude', 'longitude', ...names],
      columnTypes: [],
      columnUnits: ['UTC', 'm', 'degrees_north', 'degrees_east', ...names.map(() => unit)],
      rows,
    },
  })

describe('boxes', () => {
  test('grow along a way until they are full, and end at Greenwich', () => {
    const way = [-2, -1, -0.5, 0, 0.5].map((lon) => ({ lat: 50, lon }))
    expect(boxesOf(way, 19.5).map(({ box }) => box)).toEqual([
      { south: 50, north: 50, west: 358, east: 359.5 },
      { south: 50, north: 50, west: 0, east: 0.5 },
    ])
    const line = [179.5, -180, -179.5].map((lon) => ({ lat: 0, lon }))
    expect(boxesOf(line, 19.5).map(({ box }) => box)).toEqual([{ south: 0, north: 0, west: 179.5, east: 180.5 }])
    const far = [0, 19.5, 20].map((lat) => ({ lat, lon: 10 }))
    expect(boxesOf(far, 19.5).map(({ points }) => points.length)).toEqual([2, 1])
    expect(boxesOf([...far].reverse(), 19.5).map(({ box }) => [box.south, box.north])).toEqual([
      [19.5, 20],
      [0, 0],
    ])
    expect(boxesOf([], 19.5)).toEqual([])
  })
})

describe('NOAA', () => {
  const points = [
    { lat: 50, lon: -6 },
    { lat: 49.5, lon: -7 },
  ]
  const [asked, ...others] = noaaWaveWatch.readings(points, NOW)
  const rows = [
    ['2026-11-20T12:00:00Z', 0, 49.5, 353, 2.5, 1],
    ['2026-11-20T12:00:00Z', 0, 49.5, 354, null, null],
    ['2026-11-20T12:00:00Z', 0, 50, 353, 'NaN', 'NaN'],
    ['2026-11-20T12:00:00Z', 0, 50, 354, 1.5, 0.5],
  ]

  test('is asked for a box of the present hour, every point of it', () => {
    expect(others).toEqual([])
    const box = '%5B(2026-11-20T12:00:00Z)%5D%5B(0.0)%5D%5B(49.5):1:(50)%5D%5B(353):1:(354)%5D'
    expect(asked!.query.path).toBe(`/erddap/griddap/NWW3_Global_Best.json?Thgt${box},shgt${box}`)
    expect([asked!.query.maxBytes, asked!.points]).toEqual([524_288, points])
  })

  test('tells each point its own heights', () => {
    expect(asked!.query.read(table(rows))).toEqual([
      { at: HOUR, waveM: 1.5, swellM: 0.5 },
      { at: HOUR, waveM: 2.5, swellM: 1 },
    ])
  })

  test.each<[string, readonly (readonly unknown[])[], string]>([
    ['without one of the points', rows.slice(0, 3), 'asked for 50,354, answered 49.5,353'],
    ['without rows', [], 'one time was asked for, 0 came'],
    ['of two times', [...rows, ['2026-11-20T13:00:00Z', 0, 50, 354, 1, 1]], 'one time was asked for, 2 came'],
    ['with a point twice', [...rows, rows[0]!], 'a point comes twice'],
    ['with a wave of forty-one metres', [...rows.slice(0, 3), [...rows[3]!.slice(0, 4), 41, 1]], 'not between'],
  ])('%s is refused', (_what, told, message) => {
    expect(() => asked!.query.read(table(told))).toThrow(message)
  })

  test('in feet is refused', () => {
    expect(() => asked!.query.read(table(rows, ['Thgt', 'shgt'], 'ft'))).toThrow('Thgt is in ft, not in m')
  })

  const leg = [0, 2, 6].map((hour, at) => ({ lat: 50, lon: -6 - at / 2, at: HOUR + hour * 3_600_000 }))
  const [forecast] = noaaWaveWatch.forecast(leg)
  const legRows = (start: readonly unknown[], end: readonly unknown[]) => [
    ['2026-11-20T12:00:00Z', 0, 50, 354, ...start],
    ['2026-11-20T12:00:00Z', 0, 50, 353.5, ...start],
    ['2026-11-20T12:00:00Z', 0, 50, 353, ...start],
    ['2026-11-20T18:00:00Z', 0, 50, 354, ...end],
    ['2026-11-20T18:00:00Z', 0, 50, 353.5, ...end],
    ['2026-11-20T18:00:00Z', 0, 50, 353, ...end],
  ]

  test('forecasts a leg from its two ends, linear between', () => {
    const box = '%5B(2026-11-20T12:00:00Z):6:(2026-11-20T18:00:00Z)%5D%5B(0.0)%5D%5B(50):1:(50)%5D%5B(353):1:(354)%5D'
    expect(forecast!.query.path).toBe(`/erddap/griddap/NWW3_Global_Best.json?Thgt${box}`)
    expect(forecast!.query.read(table(legRows([2], [5]), ['Thgt']))).toEqual([2, 3, 5])
    // Ice at one end is ice between.
    expect(forecast!.query.read(table(legRows([2], [null]), ['Thgt']))).toEqual([2, null, null])
  })

  test('of times that lie a day apart is no forecast of a leg', () => {
    const apart = legRows([2], [5]).map((row, at) => (at < 3 ? ['2026-11-19T18:00:00Z', ...row.slice(1)] : row))
    expect(() => forecast!.query.read(table(apart, ['Thgt']))).toThrow('24 h from one value to the next')
  })

  test('that does not reach the end of a leg is refused', () => {
    expect(() => forecast!.query.read(table(legRows([2], [5]).slice(0, 3), ['Thgt']))).toThrow(
      'no values around 2026-11-20T14:00:00.000Z',
    )
  })
})

describe('Open-Meteo', () => {
  const points = [
    { lat: 50, lon: -6 },
    { lat: 49.5, lon: -7 },
  ]
  const [asked, ...others] = openMeteoMarine.readings(points, NOW)
  const place = (lat: number, lon: number, heights: readonly (number | null)[], unit = 'm') => ({
    latitude: lat,
    longitude: lon,
    elevation: 0,
    utc_offset_seconds: 0,
    hourly_units: { wave_height: unit, swell_wave_height: unit },
    hourly: {
      time: heights.map((_, at) => `2026-11-20T${11 + at}:00`),
      wave_height: heights,
      swell_wave_height: heights.map((height) => (height === null ? null : height / 2)),
    },
  })
  const both = [place(50, -6, [1, 2, 3]), place(49.54, -7.04, [1, null, 3])]

  test('is asked for many places at once, which count as one request each', () => {
    expect(others).toEqual([])
    expect(asked!.query.path).toStartWith('/v1/marine?latitude=50,49.5&longitude=-6,-7&hourly=wave_height,swell_wave')
    expect([asked!.query.weight, asked!.query.maxBytes]).toEqual([2, 65_536])
    const many = Array.from({ length: 201 }, (_, at) => ({ lat: at / 4, lon: 0 }))
    expect(openMeteoMarine.readings(many, NOW).map((each) => each.points.length)).toEqual([100, 100, 1])
  })

  test('tells each place its own heights, in the order of the question', () => {
    expect(asked!.query.read(JSON.stringify(both))).toEqual([
      { at: HOUR, waveM: 2, swellM: 1 },
      { at: HOUR, waveM: null, swellM: null },
    ])
  })

  test.each<[string, unknown, string]>([
    ['in another order', both.toReversed(), 'asked for 50,-6, answered 49.54,-7.04'],
    ['of one place alone', both[0], 'asked for 2 places, 1 came'],
    ['of three places', [...both, both[0]], 'asked for 2 places, 3 came'],
    ['in feet', [both[0], place(49.5, -7, [1, 2, 3], 'ft')], 'wave_height is in ft, not in m'],
    ['that is a refusal', { error: true, reason: 'Minutely API request limit exceeded.' }, 'limit exceeded'],
  ])('%s is refused', (_what, told, message) => {
    expect(() => asked!.query.read(JSON.stringify(told))).toThrow(message)
  })

  test('forecasts the hour at which the ship is at each place, for a week and a day', () => {
    const leg = points.map((point, at) => ({ ...point, at: HOUR + at * 3_600_000 }))
    const [forecast] = openMeteoMarine.forecast(leg)
    expect(forecast!.query.path).toContain('&hourly=wave_height&forecast_days=8&timezone=GMT&length_unit=metric')
    expect(forecast!.query.read(JSON.stringify(both))).toEqual([2, 3])
    expect(() => forecast!.query.read(JSON.stringify([both[0], place(49.5, -7, [1, 2])]))).toThrow(
      'no value of 2026-11-20T13:00:00.000Z',
    )
  })
})
