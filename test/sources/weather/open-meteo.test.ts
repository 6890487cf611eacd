import { describe, expect, test } from 'bun:test'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { openMeteoArchive } from '../../../src/sources/weather/open-meteo-archive.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import { inPlace, openMeteoSeries } from '../../../src/sources/weather/open-meteo-series.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 34)
const archived = openMeteoArchive.days({ lat: 9, lon: 38.75 }, '2026-11-15', '2026-11-17')
const marine = openMeteoMarine.reading({ lat: 51.5, lon: 2.5 }, NOW)

test('the free hosts are not to be sold from; a key opens others', () => {
  const told = [openMeteoArchive.source, openMeteoMarine.source].map(
    ({ origin, rights, keyed }) => `${rights} ${origin} ${keyed?.origin} ${keyed?.parameter}`,
  )
  expect(told).toEqual([
    'noncommercial https://archive-api.open-meteo.com https://customer-archive-api.open-meteo.com apikey',
    'noncommercial https://marine-api.open-meteo.com https://customer-marine-api.open-meteo.com apikey',
  ])
  expect(openMeteoArchive.source.name).not.toBe(openMeteoMarine.source.name)
})

test('the model is pinned, days are cut in UTC, and wind is metres per second', () => {
  const { pathname, searchParams } = new URL(archived.path, 'http://x')
  expect(pathname).toBe('/v1/archive')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    latitude: '9',
    longitude: '38.75',
    start_date: '2026-11-15',
    end_date: '2026-11-17',
    models: 'era5',
    wind_speed_unit: 'ms',
    timezone: 'GMT',
    cell_selection: 'nearest',
  })
  expect(archived.path + marine.path).not.toContain('apikey')
  expect(marine.path).toBe(
    '/v1/marine?latitude=51.5&longitude=2.5&hourly=wave_height,swell_wave_height&past_days=1&forecast_days=1' +
      '&timezone=GMT&length_unit=metric&cell_selection=nearest',
  )
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('of three days by the hour is read in its own units and its own time', () => {
    const { body } = recorded('macro/open-meteo/archive-hourly')
    const read = openMeteoSeries(body, 'hourly', {
      temperature_2m: '°C',
      et0_fao_evapotranspiration: 'mm',
      precipitation: 'mm',
      wind_speed_10m: 'm/s',
    })
    expect([read.lat, read.lon, read.elevationM, read.utcOffsetSeconds]).toEqual([-34.76274, 138.64557, 12, 34_200])
    expect([read.times.length, read.times[0], read.times.at(-1)]).toEqual([72, '2025-01-10T00:00', '2025-01-12T23:00'])
    const raw = (JSON.parse(body) as { hourly: Record<string, (number | null)[]> }).hourly
    expect(read.columns.temperature_2m).toEqual(raw['temperature_2m'] ?? [])
    expect(read.columns.wind_speed_10m).toEqual(raw['wind_speed_10m'] ?? [])
    expect(() => inPlace(read, { lat: -34.75, lon: 138.75 })).toThrow('34200 seconds ahead of UTC')
    expect(() => openMeteoSeries(body, 'hourly', { wind_speed_10m: 'km/h' })).toThrow('is in m/s, not in km/h')
  })

  test('of a week by the day has reference evapotranspiration and rain', () => {
    const { body } = recorded('macro/open-meteo/forecast-daily-et0')
    const read = openMeteoSeries(body, 'daily', { et0_fao_evapotranspiration: 'mm', precipitation_sum: 'mm' })
    expect(read).toEqual({
      lat: 47.56,
      lon: 8.26,
      elevationM: 390,
      utcOffsetSeconds: 3600,
      times: ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16', '2026-03-17'],
      columns: {
        et0_fao_evapotranspiration: [1.69, 2.07, 2.53, 0.66, 0.93, 1.51, 1.85],
        precipitation_sum: [5.6, 2.9, 0, 3.8, 0.7, 4.4, 0],
      },
    })
    expect(() => archived.read(body)).toThrow('temperature_2m_max is missing')
  })

  test('of waves in feet is refused by name', () => {
    const { body } = recorded('macro/open-meteo/marine-hourly')
    expect(() => marine.read(body)).toThrow('wave_height is in ft, not in m')
    const read = openMeteoSeries(body, 'hourly', { wave_height: 'ft', swell_wave_height: 'ft' })
    expect([read.lat, read.lon, read.utcOffsetSeconds, read.times.length]).toEqual([36.625, -121.87499, -25_200, 24])
    expect(read.columns.wave_height.slice(0, 6)).toEqual([6.627, 6.627, 6.693, 6.759, 6.759, 6.824])
  })

  test('of a current value has no hours', () => {
    expect(() => marine.read(recorded('macro/open-meteo/marine-current-sst').body)).toThrow(
      'reply.hourly_units is missing',
    )
  })
})

/** A constructed reply of the archive, in the envelope of the recorded daily one; no recording of that host exists. */
const DAILY = JSON.stringify({
  latitude: 9.0,
  longitude: 38.75,
  generationtime_ms: 1.2,
  utc_offset_seconds: 0,
  timezone: 'GMT',
  timezone_abbreviation: 'GMT',
  elevation: 2350.0,
  daily_units: {
    time: 'iso8601',
    precipitation_sum: 'mm',
    temperature_2m_max: '°C',
    temperature_2m_min: '°C',
    temperature_2m_mean: '°C',
    wind_speed_10m_max: 'm/s',
    wind_speed_10m_mean: 'm/s',
    et0_fao_evapotranspiration: 'mm',
  },
  daily: {
    time: ['2026-11-15', '2026-11-16', '2026-11-17'],
    precipitation_sum: [4.2, 0, null],
    temperature_2m_max: [24.9, 24.1, null],
    temperature_2m_min: [7.8, 8.2, null],
    temperature_2m_mean: [16.0, 15.9, null],
    wind_speed_10m_max: [5.03, 4.4, null],
    wind_speed_10m_mean: [2.17, 2.0, null],
    et0_fao_evapotranspiration: [4.01, 3.99, null],
  },
})

describe('a constructed reply of the archive', () => {
  test('is read day by day, its trailing nulls as nothing known', () => {
    const { elevationM, days } = archived.read(DAILY)
    expect(elevationM).toBe(2350)
    expect(days.map(({ date, rainMm }) => [date, rainMm])).toEqual([
      ['2026-11-15', 4.2],
      ['2026-11-16', 0],
      ['2026-11-17', null],
    ])
    expect(days[0]).toEqual({
      date: '2026-11-15',
      rainMm: 4.2,
      minC: 7.8,
      maxC: 24.9,
      meanC: 16,
      windMeanMs: 2.17,
      windMaxMs: 5.03,
      humidityPct: null,
      solarMj: null,
      pressureKpa: null,
      et0Mm: 4.01,
    })
  })

  test.each<[string, (text: string) => string, string]>([
    ['in kilometres per hour', (text) => text.replaceAll('m/s', 'km/h'), 'wind_speed_10m_max is in km/h'],
    ['in local time', (text) => text.replace('"utc_offset_seconds":0', '"utc_offset_seconds":10800'), '10800 seconds'],
    ['about another cell', (text) => text.replace('38.75', '39.5'), 'answered 9,39.5'],
    ['with a short column', (text) => text.replace('[4.2,0,null]', '[4.2,0]'), '2 values for 3 times'],
    ['with days out of order', (text) => text.replace('2026-11-16', '2026-11-14'), 'a day out of order: 2026-11-14'],
    ['with an impossible day', (text) => text.replace('24.1', '241'), 'temperature_2m_max of 2026-11-16 is 241'],
    [
      'with highs below lows',
      (text) => text.replace('24.1', '8').replace('15.9', 'null'),
      'is 8.2 and the one above it 8',
    ],
    ['with a mean below the lows', (text) => text.replace('[16,', '[7,'), 'of 2026-11-15 a mean or an extreme is 7.8'],
    ['with a mean above the highs', (text) => text.replace('[16,', '[25.01,'), 'is 25.01 and the one above it 24.9'],
    ['with wind above its highest', (text) => text.replace('[2.17,', '[21.7,'), 'is 21.7 and the one above it 5.03'],
  ])('%s is refused', (_what, change, message) => {
    expect(() => archived.read(change(DAILY))).toThrow(message)
  })

  test('may round a mean past its extreme by a tenth', () => {
    const { days } = archived.read(DAILY.replace('[16,', '[25,'))
    expect(days[0]).toMatchObject({ meanC: 25, maxC: 24.9 })
  })

  test('that is an error gives the words of the provider', () => {
    expect(() => archived.read('{"error":true,"reason":"Daily API request limit exceeded."}')).toThrow(
      'Daily API request limit exceeded.',
    )
    for (const text of ['', 'null', '{}', '[]', '<html></html>'])
      expect(() => archived.read(text)).toThrow(UnreadableReply)
  })
})

/** A constructed reply of the marine host, in metres and UTC; the recorded one is in feet. */
const hourly = (waves: readonly (number | null)[]) =>
  JSON.stringify({
    latitude: 51.5416,
    longitude: 2.5416,
    utc_offset_seconds: 0,
    elevation: 0.0,
    hourly_units: { time: 'iso8601', wave_height: 'm', swell_wave_height: 'm' },
    hourly: {
      time: ['2026-11-20T11:00', '2026-11-20T12:00', '2026-11-20T13:00'],
      wave_height: waves,
      swell_wave_height: waves.map((wave) => (wave === null ? null : wave / 2)),
    },
  })

describe('a constructed reply of waves', () => {
  test('is read at the hour that has begun', () => {
    expect(marine.read(hourly([1, 2, 3]))).toEqual({ at: Date.UTC(2026, 10, 20, 12), waveM: 2, swellM: 1 })
  })

  test('has nothing on land', () => {
    expect(marine.read(hourly([null, null, null]))).toMatchObject({ waveM: null, swellM: null })
  })

  test('that only looks ahead, or whose hours are none, is refused', () => {
    const early = openMeteoMarine.reading({ lat: 51.5, lon: 2.5 }, Date.UTC(2026, 10, 20, 10))
    expect(() => early.read(hourly([1, 2, 3]))).toThrow('no hour up to the present one')
    expect(() => marine.read(hourly([1, 2, 3]).replace('T12:00', ' noon'))).toThrow('not an hour: 2026-11-20 noon')
    expect(() => marine.read(hourly([1, 1, 1]).replaceAll('0.5', '5'))).toThrow('a swell of 5 m in waves of 1 m')
    expect(() => marine.read(hourly([1, 200, 3]))).toThrow('wave_height of 2026-11-20T12:00 is 200')
  })

  test('on the other side of the date line is the same place', () => {
    const line = openMeteoMarine.reading({ lat: 51.5, lon: -180 }, NOW)
    expect(line.read(hourly([1, 2, 3]).replace('2.5416', '179.9583')).waveM).toBe(2)
    expect(() => line.read(hourly([1, 2, 3]))).toThrow('asked for 51.5,-180')
  })
})
