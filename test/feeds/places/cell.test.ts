import { describe, expect, test } from 'bun:test'
import { place } from '../../../src/canonical/place.ts'
import { cellKey } from '../../../src/feeds/places/cell.ts'
import { readCoordinate } from '../../../src/feeds/places/coordinate.ts'
import { cellOfKey, readGridCell } from '../../../src/feeds/places/read-cell.ts'
import { chance } from '../../../src/sandbox/world/prng.ts'

const QUARTER = 2_500
const HALF = 5_000

const snapped = (lat: string, lon: string, step = QUARTER): string => {
  const read = readGridCell({ lat, lon }, step)
  if (read.kind !== 'cell') throw new Error(JSON.stringify(read.details))
  return cellKey(read.cell)
}

const refusedBy = (lat: string, lon: string): readonly string[] => {
  const read = readGridCell({ lat, lon }, QUARTER)
  return read.kind === 'invalid' ? read.details.map(({ path, rule }) => `${path} ${rule}`) : []
}

describe('a coordinate', () => {
  test.each([
    '',
    ' 51.5',
    '51.5 ',
    '+51.5',
    '51.',
    '.5',
    '51,5',
    '5e1',
    '1E-7',
    '0x10',
    '051.5',
    '--5',
    '−5',
    '٥١',
    '５１',
    '51.5°',
    'NaN',
    'Infinity',
    '-',
    'vessel',
    '51.5\n',
  ])('%p is not decimal degrees', (text) => {
    expect(readCoordinate('lat', text)).toMatchObject({ kind: 'refused', rule: 'decimal_degrees' })
    expect(readCoordinate('lon', text)).toMatchObject({ kind: 'refused', rule: 'decimal_degrees' })
  })

  test('has at most twenty digits after the point, and as many before it as it likes within its range', () => {
    expect(readCoordinate('lat', `0.${'1'.repeat(20)}`)).toMatchObject({ kind: 'coordinate' })
    expect(readCoordinate('lat', `0.${'1'.repeat(21)}`)).toMatchObject({ kind: 'refused', rule: 'digits' })
    expect(readCoordinate('lat', '9'.repeat(4_000))).toMatchObject({ kind: 'refused', rule: 'latitude' })
  })

  test('lies within its range, both ends included', () => {
    expect(refusedBy('90', '180')).toEqual([])
    expect(refusedBy('-90.0', '-180.000')).toEqual([])
    expect(refusedBy('90.00000000000000000001', '0')).toEqual(['path.lat latitude'])
    expect(refusedBy('-91', '-180.00000000000000000001')).toEqual(['path.lat latitude', 'path.lon longitude'])
    expect(refusedBy('100', '100')).toEqual(['path.lat latitude'])
    expect(refusedBy('x', '')).toEqual(['path.lat decimal_degrees', 'path.lon decimal_degrees'])
  })
})

describe('a grid point', () => {
  test.each([
    ['51.507', '-0.128', '51.5000,-0.2500'],
    ['51.5', '-0.12499', '51.5000,0.0000'],
    ['0.125', '-0.125', '0.2500,-0.2500'],
    ['0.12499999999999999999', '-0.12499999999999999999', '0.0000,0.0000'],
    ['-0', '-0.0', '0.0000,0.0000'],
    ['-0.1', '-0.00000000000000000001', '0.0000,0.0000'],
    ['0', '180', '0.0000,-180.0000'],
    ['0', '-180', '0.0000,-180.0000'],
    ['0', '179.9', '0.0000,-180.0000'],
    ['0', '179.874', '0.0000,179.7500'],
    ['0', '-179.9', '0.0000,-180.0000'],
    ['90', '77', '90.0000,0.0000'],
    ['-89.9', '-180', '-90.0000,0.0000'],
    ['89.87', '77', '89.7500,77.0000'],
  ])('of %s, %s is %s', (lat, lon, expected) => {
    expect(snapped(lat, lon)).toBe(expected)
  })

  test('of a grid of half degrees is coarser', () => {
    expect(snapped('51.2', '2.7', HALF)).toBe('51.0000,2.5000')
    expect(snapped('51.25', '-2.75', HALF)).toBe('51.5000,-3.0000')
    expect(snapped('0', '179.8', HALF)).toBe('0.0000,-180.0000')
  })

  test('is the nearest one, on the grid, signable and its own grid point, wherever on earth', () => {
    const draw = chance(20_261_121)
    for (let round = 0; round < 4_000; round++) {
      const digits = Math.floor(draw.next() * 9)
      const lat = (draw.next() * 180 - 90).toFixed(digits)
      const lon = (draw.next() * 360 - 180).toFixed(digits)
      for (const step of [QUARTER, HALF]) {
        const key = snapped(lat, lon, step)
        const written = place.read(key)
        const [y, x] = [Number(written.lat), Number(written.lon)]
        const degrees = step / 10_000
        expect([(y / degrees) % 1, (x / degrees) % 1].map(Math.abs)).toEqual([0, 0])
        expect(Math.abs(y - Number(lat))).toBeLessThanOrEqual(degrees / 2)
        const east = Math.abs(x - Number(lon))
        if (Math.abs(y) < 90) expect(Math.min(east, 360 - east)).toBeLessThanOrEqual(degrees / 2)
        expect(x).toBeWithin(-180, 180)
        expect(snapped(written.lat, written.lon, step)).toBe(key)
        expect(cellOfKey(key, step)).toEqual(written)
      }
    }
  })

  test('does not depend on how a coordinate is spelled', () => {
    expect(new Set(['51.6', '51.60', '51.600000000000000', '51.5'].map((lat) => snapped(lat, '2.0'))).size).toBe(1)
  })

  test('has one key, and no other text is one', () => {
    expect(cellOfKey('51.5000,-0.2500', QUARTER)).toEqual({ lat: '51.5000', lon: '-0.2500' })
    for (const key of [
      '51.5,-0.25',
      '51.5000',
      '51.6000,0.0000',
      '-0.0000,0.0000',
      '0.0000,180.0000',
      '90.0000,5.0000',
      '0.0000,0.0000,',
    ])
      expect(cellOfKey(key, QUARTER)).toBeNull()
    expect(cellOfKey('51.5000,-0.2500', HALF)).toBeNull()
  })
})
