import { describe, expect, test } from 'bun:test'
import { affixed } from '../../src/canonical/affixed.ts'
import { place } from '../../src/canonical/place.ts'
import { decimal, integer, MalformedCanonical } from '../../src/canonical/token.ts'

describe('a place', () => {
  test.each(['51.5000,-0.2500', '-77.5000,-180.0000', '90.0000,0.0000', '0.0000,179.7500'])(
    '%s is read and written',
    (text) => {
      expect(place.write(place.read(text))).toBe(text)
    },
  )

  test.each([
    '51.5,-0.2500',
    '51.50000,0.0000',
    '-0.0000,0.0000',
    '0.0000,-0.0000',
    '90.2500,0.0000',
    '0.0000,180.2500',
    '51.5000',
    '51.5000,0.0000,0.0000',
    '5e1,0.0000',
    ' 51.5000,0.0000',
    '',
  ])('%p is none', (text) => {
    expect(() => place.read(text)).toThrow(MalformedCanonical)
  })

  test('is not written with a negative zero or in short', () => {
    expect(() => place.write({ lat: '-0.0000', lon: '0.0000' })).toThrow('degrees with four decimals')
    expect(() => place.write({ lat: '0', lon: '0.0000' })).toThrow('degrees with four decimals')
  })
})

describe('a token between fixed words', () => {
  const wave = affixed('WAVE:', decimal, 'm')
  const days = affixed('', integer, 'D')

  test('is read and written', () => {
    expect([wave.write('1.83'), days.write(30)]).toEqual(['WAVE:1.83m', '30D'])
    expect([wave.read('WAVE:1.83m'), days.read('30D')] as unknown[]).toEqual(['1.83', 30])
  })

  test.each(['WAVE:1.83', '1.83m', 'SWELL:1.83m', 'WAVE:m', 'WAVE:1.83mm', 'wave:1.83m', ''])('%p is none', (text) => {
    expect(() => wave.read(text)).toThrow(MalformedCanonical)
  })

  test('does not share letters between the two words', () => {
    expect(() => affixed('AB', integer, 'B').read('AB')).toThrow(MalformedCanonical)
  })
})
