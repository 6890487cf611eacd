import { describe, expect, test } from 'bun:test'
import { labelled, measured, readings } from '../../src/canonical/measured-token.ts'
import { MalformedCanonical, oneOf } from '../../src/canonical/token.ts'

describe('a measured number', () => {
  const token = measured(4)

  test.each([
    [44.26, '44.2600'],
    [0, '0.0000'],
    [-0, '0.0000'],
    [-3.95, '-3.9500'],
    [0.8, '0.8000'],
  ])('%p is written %s and read back', (value, text) => {
    expect(token.write(value)).toBe(text)
    expect(token.read(text)).toBe(value === 0 ? 0 : value)
  })

  test('that was not rounded beforehand is refused: the body would say something else than the string', () => {
    for (const value of [44.260_01, Number.NaN, Number.POSITIVE_INFINITY, 1e21])
      expect(() => token.write(value)).toThrow()
    expect(measured(8).write(0.000_031)).toBe('0.00003100')
  })

  test.each(['44.26', '44.26000', '44.2600 ', ' 44.2600', '', '-0.0000', '+1.0000', '1e2', '044.2600', 'NaN', '1e22'])(
    'is read in no other spelling: %p',
    (text) => expect(() => token.read(text)).toThrow(MalformedCanonical),
  )
})

test('a label stands before its value, or nothing is read', () => {
  const token = labelled('METHOD', oneOf('v1'))
  expect(token.write('v1')).toBe('METHOD:v1')
  expect(token.read('METHOD:v1')).toBe('v1')
  for (const text of ['v1', 'METHOD', 'METHOD:', 'METHOD:v2', 'method:v1', 'CONFIDENCE:v1'])
    expect(() => token.read(text)).toThrow(MalformedCanonical)
})

describe('the components of an index', () => {
  const token = readings({ rv: 2, iv: 4 })
  const both = { rv: { value: 44.26, weight: 0.3 }, iv: { value: null, weight: 0 } }

  test('are written in the order of their definition, whatever the order of the values', () => {
    expect(token.write(both)).toBe('RV:44.26:0.3000,IV:NA:0.0000')
    expect(token.write({ iv: both.iv, rv: both.rv })).toBe('RV:44.26:0.3000,IV:NA:0.0000')
    expect(token.read('RV:44.26:0.3000,IV:NA:0.0000')).toEqual(both)
    expect(Object.keys(token.read('RV:44.26:0.3000,IV:NA:0.0000'))).toEqual(['rv', 'iv'])
  })

  test('that are missing weigh nothing', () => {
    expect(() => token.write({ ...both, iv: { value: null, weight: 0.1 } })).toThrow(MalformedCanonical)
    expect(() => token.read('RV:44.26:0.3000,IV:NA:0.1000')).toThrow(MalformedCanonical)
  })

  test.each([
    'RV:44.26:0.3000',
    'IV:NA:0.0000,RV:44.26:0.3000',
    'RV:44.26:0.3000,IV:NA:0.0000,TS:1.0000:0.1000',
    'RV:44.26,IV:NA:0.0000',
    'RV:44.26:0.3,IV:NA:0.0000',
    'RV:44.260:0.3000,IV:NA:0.0000',
    'RV:44.26:0.3000:9,IV:NA:0.0000',
    'RV:na:0.0000,IV:NA:0.0000',
    'RV::0.3000,IV:NA:0.0000',
    'rv:44.26:0.3000,IV:NA:0.0000',
  ])('are refused otherwise: %s', (text) => {
    expect(() => token.read(text)).toThrow(MalformedCanonical)
  })
})
