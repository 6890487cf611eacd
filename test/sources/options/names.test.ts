import { describe, expect, test } from 'bun:test'
import { numbered, worded } from '../../../src/sources/options/names.ts'
import { unreadable } from '../../support/unreadable.ts'

describe('the name of an option', () => {
  test.each([
    ['BTC-25DEC26-90000-C', '2026-12-25T08:00:00Z', '90000', 'call'],
    ['BTC-4SEP26-62000-P', '2026-09-04T08:00:00Z', '62000', 'put'],
    ['BTC-27MAR26-70000-P-USDT', '2026-03-27T08:00:00Z', '70000', 'put'],
    ['BTC-29FEB28-0.5-C', '2028-02-29T08:00:00Z', '0.5', 'call'],
    ['BTC-27MAR26-1d02-P', '2026-03-27T08:00:00Z', '1.02', 'put'],
  ] as const)('%s', (name, expiry, strike, kind) => {
    expect(worded(name, 'BTC')).toEqual({ expiry: Date.parse(expiry), strike, kind })
  })

  test('of one in USDC has a family of its own', () => {
    const expected = { expiry: Date.UTC(2026, 5, 26, 8), strike: '90', kind: 'put' } as const
    expect(worded('SOL_USDC-26JUN26-90-P', 'SOL_USDC')).toEqual(expected)
    expect(worded('SOL_USDC-26JUN26-90-P', 'SOL')).toBeNull()
    expect(worded('SOL-26JUN26-90-P', 'SOL_USDC')).toBeNull()
  })

  test('in numbers', () => {
    const expected = { expiry: Date.UTC(2024, 2, 29, 8), strike: '32000', kind: 'call' } as const
    expect(numbered('BTC-USD-240329-32000-C', 'BTC-USD')).toEqual(expected)
    expect(numbered('BTC-240329-32000-C', 'BTC')).toEqual(expected)
    expect(numbered('BTC-USD-240329-32000-C', 'BTC')).toBeNull()
  })

  test.each([
    'ETH-25DEC26-90000-C',
    'BTC_USDC-26JUN26-90-P',
    'BTC-PERPETUAL',
    'BTC-25DEC26',
    'BTC-FS-25DEC26_PERP',
    '',
  ])('of something else is nobody’s: %s', (name) => expect(worded(name, 'BTC')).toBeNull())

  test.each(['ETH-USD-240329-32000-C', 'BTC-USD-240329', 'BTC-USD_UM_XPERP-310404', 'BTC-USDT-240329-1-C'])(
    'of another family is nobody’s: %s',
    (name) => expect(numbered(name, 'BTC-USD')).toBeNull(),
  )

  test.each(['BTC-31FEB26-1-C', 'BTC-0JAN26-1-C', 'BTC-5XYZ26-1-C'])('with a day that does not exist: %s', (name) => {
    expect(unreadable(() => worded(name, 'BTC'))).toBe(`${name} has no expiry`)
  })
  test('in numbers, with a month that does not exist', () => {
    expect(unreadable(() => numbered('BTC-USD-241301-1-C', 'BTC-USD'))).toBe('BTC-USD-241301-1-C has no expiry')
  })
})
