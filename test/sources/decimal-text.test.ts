import { describe, expect, test } from 'bun:test'
import { decimalProduct, decimalText } from '../../src/sources/decimal-text.ts'
import { unreadable } from '../support/unreadable.ts'

describe('decimal text', () => {
  test('plain spellings stay as they are, trailing zeros included', () => {
    for (const spelled of ['0', '0.0', '105944.30000', '-12.50', '10394749.066094351423000000000000000095', '007']) {
      expect(decimalText(spelled, 'price')).toBe(spelled)
    }
  })

  test('exponents are written out', () => {
    expect(decimalText('1.3e-07', 'price')).toBe('0.00000013')
    expect(decimalText('1e-08', 'price')).toBe('0.00000001')
    expect(decimalText('1.0958904109589042e-08', 'price')).toBe('0.000000010958904109589042')
    expect(decimalText('-2.5E3', 'price')).toBe('-2500')
    expect(decimalText('1.25e1', 'price')).toBe('12.5')
    expect(decimalText('5e+2', 'price')).toBe('500')
    expect(decimalText('0e0', 'price')).toBe('0')
  })

  test('anything else is refused by the name of its field', () => {
    for (const spelled of [
      '',
      ' 1',
      '1 ',
      '+1',
      '.5',
      '5.',
      '1,000.5',
      '0x10',
      'NaN',
      'Infinity',
      '--1',
      '1e',
      '1.2.3',
    ]) {
      expect(unreadable(() => decimalText(spelled, 'reply.bid'))).toStartWith('reply.bid is not a decimal number')
    }
  })

  test('a number too long to be a price is refused before it is written out', () => {
    expect(unreadable(() => decimalText('1e999', 'reply.bid'))).toContain('1e999')
    expect(unreadable(() => decimalText('1e61', 'reply.bid'))).toContain('1e61')
    expect(decimalText('1e60', 'reply.bid')).toHaveLength(61)
    expect(unreadable(() => decimalText('9'.repeat(81), 'reply.bid'))).toContain('not a decimal number')
  })

  test('a product keeps every digit', () => {
    expect(decimalProduct('106038.3', '0.00032101')).toBe('34.039354683')
    expect(decimalProduct('0.0', '0.00000000')).toBe('0.000000000')
    expect(decimalProduct('-2', '0.5')).toBe('-1.0')
    expect(decimalProduct('12345678901234567890.1', '0.1')).toBe('1234567890123456789.01')
  })
})
