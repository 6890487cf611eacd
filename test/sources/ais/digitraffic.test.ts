import { describe, expect, test } from 'bun:test'
import { digitrafficSource, lastReport, shipName } from '../../../src/sources/ais/digitraffic.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const MMSI = '241930000'
const query = lastReport(MMSI)

/** A constructed reply in the recorded form. */
const BODY = JSON.stringify({
  type: 'FeatureCollection',
  dataUpdatedTime: '2026-04-06T10:23:33Z',
  features: [
    {
      mmsi: 241_930_000,
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [20.86432, 58.478048] },
      properties: { mmsi: 241_930_000, sog: 10.2, cog: 208.8, heading: 210, timestampExternal: 1_774_756_004_058 },
    },
  ],
})
const NAMED = '{"mmsi":241930000,"name":"AISOPOS","timestamp":1774743475357}'

test('one ship is asked for by its number, with the name of the asker and with compression', () => {
  expect([query.path, shipName(MMSI).path]).toEqual([
    '/api/ais/v1/locations?mmsi=241930000',
    '/api/ais/v1/vessels/241930000',
  ])
  expect(digitrafficSource.headers).toEqual({ 'digitraffic-user': 'claros/1.0', 'accept-encoding': 'gzip' })
  expect(digitrafficSource.rights).toBe('attribution')
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('tells the position by the clock of the station and not of the reply', () => {
    const read = query.read(recorded('macro/digitraffic/ais-v1-location-by-mmsi').body)
    expect(read).toEqual({
      position: { lat: '58.478048', lon: '20.86432' },
      sogKts: '10.2',
      cogDeg: '208.8',
      headingDeg: 210,
      at: Date.UTC(2026, 2, 29, 3, 46, 44, 58),
    })
  })

  test('tells the name', () => {
    expect(shipName(MMSI).read(recorded('macro/digitraffic/ais-v1-vessel-metadata').body)).toBe('AISOPOS')
  })

  test('of many ships is not that of one, whatever its form', () => {
    const { body } = recorded('macro/digitraffic/ais-locations-many-2017')
    expect(() => lastReport('265546940').read(body)).toThrow(/^one ship was asked for, \d+ came$/)
  })
})

describe('a report', () => {
  const read = (change: (body: string) => string) => query.read(change(BODY))

  test('of a ship that nobody has heard of is none', () => {
    expect(query.read('{"type":"FeatureCollection","features":[]}')).toBeNull()
  })

  test.each<[string, (text: string) => string, object]>([
    ['102.2 kn or more', (text) => text.replace('10.2,', '102.2,'), { sogKts: null }],
    ['no speed', (text) => text.replace('10.2,', '102.3,'), { sogKts: null }],
    ['the highest speed', (text) => text.replace('10.2,', '102.1,'), { sogKts: '102.1' }],
    ['a ship that lies still', (text) => text.replace('10.2,', '0.0,'), { sogKts: '0.0' }],
    ['no course', (text) => text.replace('208.8', '360'), { cogDeg: null }],
    ['no heading', (text) => text.replace('"heading":210', '"heading":511'), { headingDeg: null }],
    ['north', (text) => text.replace('"heading":210', '"heading":0'), { headingDeg: 0 }],
    ['no latitude', (text) => text.replace('58.478048', '91'), { position: null }],
    ['no longitude', (text) => text.replace('20.86432', '181.0'), { position: null }],
    ['the north of its reach', (text) => text.replace('58.478048', '70'), { position: { lat: '70', lon: '20.86432' } }],
  ])('of %s says so', (_what, change, expected) => {
    expect(read(change)).toMatchObject(expected)
  })

  test.each<[string, (text: string) => string, string]>([
    ['another ship', (text) => text.replaceAll('241930000', '241930001'), 'features[0].mmsi is not 241930000'],
    ['another inside', (text) => text.replace(/(properties":{"mmsi":)\d+/, '$1241930001'), 'properties.mmsi is not'],
    ['a negative speed', (text) => text.replace('10.2,', '-0.1,'), 'sog is -0.1, which is not between 0 and 102.3'],
    ['a speed beyond all', (text) => text.replace('10.2,', '102.4,'), 'sog is 102.4'],
    ['a course beyond all', (text) => text.replace('208.8', '360.1'), 'cog is 360.1'],
    ['a heading of 360', (text) => text.replace('"heading":210', '"heading":360'), 'heading is 360'],
    ['coordinates the other way round', (text) => text.replace('20.86432,58', '120.86432,98'), 'is 98.478048'],
    ['the pole', (text) => text.replace('58.478048', '90'), 'no station hears a ship at 90,20.86432'],
    [
      'latitude for longitude',
      (text) => text.replace('20.86432,58.478048', '58.478048,20.86432'),
      'at 20.86432,58.478048',
    ],
    ['another ocean', (text) => text.replace('20.86432', '-20.86432'), 'no station hears'],
    ['a longitude beyond all', (text) => text.replace('20.86432', '180.1'), 'is 180.1, which is not between'],
    ['no time', (text) => text.replace('timestampExternal', 'timestamp'), 'timestampExternal is missing'],
    ['a line', (text) => text.replace('Point', 'LineString'), 'geometry.type is not Point'],
    ['an error', () => '{"errorMessage":"x"}', 'reply.type is missing'],
  ])('of %s is refused', (_what, change, message) => {
    expect(() => read(change)).toThrow(message)
  })

  test('that is a page or nothing is refused', () => {
    for (const text of ['', 'null', '{}', '[]', '<html></html>']) {
      expect(() => query.read(text)).toThrow(UnreadableReply)
      expect(() => shipName(MMSI).read(text)).toThrow(UnreadableReply)
    }
  })
})

describe('a name', () => {
  test.each([
    ['"AISOPOS"', 'AISOPOS'],
    ['"  DINOPOTES          "', 'DINOPOTES'],
    ['"CG39@@@@ X"', 'CG39'],
    ['"   "', null],
    ['"@@@@"', null],
    ['null', null],
  ])('%s is %p', (written, name) => {
    expect(shipName(MMSI).read(NAMED.replace('"AISOPOS"', written))).toBe(name)
  })

  test('of another ship is refused', () => {
    expect(() => shipName('241930001').read(NAMED)).toThrow('reply.mmsi is not 241930001')
  })
})
