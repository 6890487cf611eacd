import { describe, expect, test } from 'bun:test'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { noaaWaveWatch, noaaWaveWatchSource } from '../../../src/sources/weather/noaa-wavewatch.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const query = noaaWaveWatch.reading({ lat: 51.5, lon: 2.5 }, NOW)

test('both heights of the present hour are asked for, brackets encoded, longitude from 0 to 360', () => {
  const corner = '%5B(2026-11-20T12:00:00Z)%5D%5B(0.0)%5D%5B(51.5)%5D%5B(2.5)%5D'
  expect(query.path).toBe(`/erddap/griddap/NWW3_Global_Best.json?Thgt${corner},shgt${corner}`)
  const west = (lon: number) => /\((\d+(?:\.\d)?)\)%5D,/.exec(noaaWaveWatch.reading({ lat: 0, lon }, NOW).path)?.[1]
  expect([-0.5, -180, 0, 179.5].map(west)).toEqual(['359.5', '180', '0', '179.5'])
  expect([noaaWaveWatchSource.rights, noaaWaveWatchSource.timeoutMs]).toEqual(['open', 15_000])
})

/** A constructed reply in the documented shape of griddap; no recording exists. */
const BODY = JSON.stringify({
  table: {
    columnNames: ['time', 'depth', 'latitude', 'longitude', 'Thgt', 'shgt'],
    columnTypes: ['String', 'float', 'float', 'float', 'float', 'float'],
    columnUnits: ['UTC', 'm', 'degrees_north', 'degrees_east', 'm', 'm'],
    rows: [['2026-11-20T12:00:00Z', 0, 51.5, 2.5, 1.83, 0.9]],
  },
})

describe('a constructed reply', () => {
  test('is read by the names of its columns', () => {
    expect(query.read(BODY)).toEqual({ at: Date.UTC(2026, 10, 20, 12), waveM: 1.83, swellM: 0.9 })
    const swapped = BODY.replace('"Thgt","shgt"', '"shgt","Thgt"')
    expect(() => query.read(swapped)).toThrow('a swell of 1.83 m in waves of 0.9 m')
  })

  test('has no swell that is higher than its waves, but for a little', () => {
    expect(query.read(BODY.replace('1.83,0.9', '1,1.2'))).toMatchObject({ waveM: 1, swellM: 1.2 })
    expect(() => query.read(BODY.replace('1.83,0.9', '1,1.21'))).toThrow('a swell of 1.21 m in waves of 1 m')
    // A tenth of the waves, or ten times the swell.
    expect(() => query.read(BODY.replace('1.83,0.9', '0.183,0.9'))).toThrow(UnreadableReply)
    expect(() => query.read(BODY.replace('1.83,0.9', '1.83,9'))).toThrow(UnreadableReply)
  })

  test('has nothing on land', () => {
    expect(query.read(BODY.replace('1.83,0.9', 'null,null'))).toMatchObject({ waveM: null, swellM: null })
    expect(query.read(BODY.replace('1.83,0.9', '"NaN",0.9'))).toMatchObject({ waveM: null, swellM: 0.9 })
  })

  test('west of Greenwich speaks of an eastern longitude', () => {
    const west = noaaWaveWatch.reading({ lat: 51.5, lon: -2.5 }, NOW)
    expect(west.read(BODY.replace('51.5,2.5,', '51.5,357.5,')).waveM).toBe(1.83)
    expect(() => west.read(BODY)).toThrow('asked for 51.5,357.5, answered 51.5,2.5')
  })

  test.each<[string, (text: string) => string, string]>([
    ['in feet', (text) => text.replace('"degrees_east","m"', '"degrees_east","ft"'), 'Thgt is in ft, not in m'],
    [
      'with two rows',
      (text) => text.replace('0.9]]', '0.9],["2026-11-20T12:00:00Z",0,52,2.5,1,1]]'),
      'one row was asked for, 2 came',
    ],
    ['without a row', (text) => text.replace(/"rows":.*/, '"rows":[]}}'), 'one row was asked for, 0 came'],
    ['without swell', (text) => text.replace('"shgt"', '"sper"'), 'no column shgt'],
    ['with a wave of a hundred metres', (text) => text.replace('1.83', '100'), 'is 100, which is not between'],
    ['with a fill value', (text) => text.replace('1.83', '-99999'), 'is -99999, which is not between'],
    ['without a time', (text) => text.replace('2026-11-20T12:00:00Z', 'noon'), 'not an ISO 8601 time'],
    ['about the next point', (text) => text.replace('51.5,', '52.0,'), 'answered 52,2.5'],
  ])('%s is refused', (_what, change, message) => {
    expect(() => query.read(change(BODY))).toThrow(message)
  })

  test('that is an error text, a page or nothing is refused', () => {
    for (const text of ['', 'null', '{}', '<html></html>', 'Error { code=404; message="Not Found"; }'])
      expect(() => query.read(text)).toThrow(UnreadableReply)
  })
})
