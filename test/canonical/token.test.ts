import { describe, expect, test } from 'bun:test'
import { decimal, integer, list, MalformedCanonical, oneOf, text } from '../../src/canonical/token.ts'

/** Written and read, a value comes back as it was; a text that is read comes out again as it stood. */
const holds = <T>(token: { write(value: T): string; read(written: string): T }, value: T, written: string): void => {
  expect(token.write(value)).toBe(written)
  expect(token.read(written)).toEqual(value)
}

describe('text', () => {
  test.each(['BTCUSD', 'a b', 'ü€😀', ' ', 'SHA256:00', '0'])('%j stands as it is', (value) =>
    holds(text, value, value),
  )

  test.each(['', 'a|b', '|', 'a\nb', 'a\r', '\ud800', 'x\udfffy'])('%j is refused both ways', (value) => {
    expect(() => text.write(value)).toThrow(MalformedCanonical)
    expect(() => text.read(value)).toThrow(MalformedCanonical)
  })
})

describe('decimal', () => {
  test('keeps trailing zeros: they are part of what is signed', () => {
    holds(decimal, '84231.50', '84231.50')
    holds(decimal, '-0.00000001', '-0.00000001')
  })

  test.each(['', '1e5', '+1', '.5', '5.', '01', 'NaN', '1 '])('%j is refused both ways', (value) => {
    expect(() => decimal.write(value)).toThrow(MalformedCanonical)
    expect(() => decimal.read(value)).toThrow(MalformedCanonical)
  })
})

describe('integer', () => {
  test.each([0, 1, -1, 1_741_514_400, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])('%p comes back', (value) =>
    holds(integer, value, String(value)),
  )

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])('%p is not written', (value) => {
    expect(() => integer.write(value)).toThrow(MalformedCanonical)
  })

  test.each(['', '-0', '00', '01', '+1', '1.0', '1e3', ' 1', '1 ', '9007199254740992', '0x1', '-'])(
    '%j is not read',
    (written) => {
      expect(() => integer.read(written)).toThrow(MalformedCanonical)
    },
  )
})

describe('list', () => {
  test('joins sorted names by commas', () => {
    holds(list, ['binance', 'binanceus', 'kraken'], 'binance,binanceus,kraken')
    holds(list, ['okx'], 'okx')
    holds(list, ['Zeta', 'alpha'], 'Zeta,alpha')
  })

  test.each([[[]], [['kraken', 'binance']], [['okx', 'okx']], [['']], [['a,b']], [['a|b']], [['a b']], [['a', '']]])(
    '%j is not written',
    (names) => {
      expect(() => list.write(names)).toThrow(MalformedCanonical)
    },
  )

  test.each(['', ',', 'a,', ',a', 'b,a', 'a,a', 'a, b', 'a,b\n'])('%j is not read', (written) => {
    expect(() => list.read(written)).toThrow(MalformedCanonical)
  })
})

test('a closed set of words takes its words and no others, and says which', () => {
  const method = oneOf('median', 'vwap')
  holds(method, 'vwap', 'vwap')
  for (const other of ['', 'Median', 'median ', 'mean']) expect(() => method.read(other)).toThrow('one of median, vwap')
  expect(() => method.write('mean' as 'median')).toThrow(MalformedCanonical)
})
