import { describe, expect, test } from 'bun:test'
import { layout, NONCES, appendNonce } from '../../src/canonical/layout.ts'
import { decimal, integer, list, MalformedCanonical, oneOf, text } from '../../src/canonical/token.ts'
import { fromUnits } from '../../src/canonical/decimal.ts'
import { PRICE_LAYOUT } from '../../src/feeds/prices/price-answer.ts'
import { seededRandom } from '../support/still.ts'

const VALUES = {
  domain: 'BTCUSD',
  price: '84231.50',
  currency: 'USD',
  decimals: 2,
  sources: ['binance', 'coinbase', 'kraken'],
  method: 'median',
} as const
const CANONICAL = 'v1|PRICE|BTCUSD|84231.50|USD|2|binance,coinbase,kraken|median|1741514400|482910'

describe('a price', () => {
  test('is written as the contract spells it', () => {
    expect(PRICE_LAYOUT.write(VALUES, { timestamp: 1_741_514_400, nonce: 482_910 })).toBe(CANONICAL)
  })

  test('is read back into the values that were written', () => {
    expect(PRICE_LAYOUT.read(CANONICAL)).toEqual({
      values: { ...VALUES, sources: [...VALUES.sources] },
      envelope: { timestamp: 1_741_514_400, nonce: 482_910 },
    })
  })

  const malformed: Readonly<Record<number, readonly string[]>> = {
    0: ['', 'v2', 'V1', 'v1 ', '1'],
    1: ['', 'price', 'PRICES', 'GAS'],
    2: ['', 'BTC\nUSD', '\ud800'],
    3: ['', '84231,50', '8.4e4', '+84231.50', '084231.50', 'NaN', '84231.'],
    4: ['', 'U\rD'],
    5: ['', '2.0', '02', 'two', '-0', '1e0'],
    6: ['', 'kraken,binance', 'binance,binance', 'binance,', 'binance, kraken'],
    7: ['', 'mean', 'MEDIAN', 'median '],
    8: ['', '1741514400.5', '01741514400', 'now', '1.7e9'],
    9: ['', '99999', '1000000', '012345', '48291a', '-482910', '482910 ', '4.8e5'],
  }
  test.each(Object.keys(malformed).map(Number))('is not read when position %i is malformed', (position) => {
    for (const wrong of malformed[position]!) {
      const parts = CANONICAL.split('|')
      parts[position] = wrong
      expect(() => PRICE_LAYOUT.read(parts.join('|'))).toThrow(MalformedCanonical)
    }
  })

  test('is not read when a position is missing, or one too many', () => {
    const parts = CANONICAL.split('|')
    for (let at = 0; at < parts.length; at++) {
      expect(() => PRICE_LAYOUT.read(parts.toSpliced(at, 1).join('|'))).toThrow('expected 10 positions, found 9')
      expect(() => PRICE_LAYOUT.read(parts.toSpliced(at, 0, parts[at]!).join('|'))).toThrow('found 11')
    }
    for (const wrong of ['', '|', `${CANONICAL}|`, `|${CANONICAL}`, `${CANONICAL}\n`])
      expect(() => PRICE_LAYOUT.read(wrong)).toThrow(MalformedCanonical)
  })

  test('is not written when a value could not be read back', () => {
    const envelope = { timestamp: 1, nonce: 100_000 }
    for (const wrong of [
      { domain: 'BTC|USD' },
      { price: '1e5' },
      { currency: '' },
      { decimals: 1.5 },
      { sources: ['b', 'a'] },
      { sources: [] },
      { method: 'mean' as 'median' },
    ])
      expect(() => PRICE_LAYOUT.write({ ...VALUES, ...wrong }, envelope)).toThrow(MalformedCanonical)
    for (const timestamp of [1.5, Number.NaN, 2 ** 53])
      expect(() => PRICE_LAYOUT.write(VALUES, { timestamp, nonce: 100_000 })).toThrow(MalformedCanonical)
    for (const nonce of [0, 99_999, 1_000_000, 100_000.5, -482_910, Number.NaN])
      expect(() => PRICE_LAYOUT.write(VALUES, { timestamp: 1, nonce })).toThrow('a nonce of six digits')
  })
})

test('whatever a layout writes, it reads back, and writes again letter by letter', () => {
  const random = seededRandom(21)
  const letters = [...'abcXYZ019 _-.,:"/é€😀~']
  const word = () => Array.from({ length: random.integer(1, 9) }, () => letters[random.integer(0, letters.length - 1)])
  const all = layout('ALL', { subject: text, value: decimal, count: integer, names: list, word: oneOf('a', 'b') })
  for (let run = 0; run < 2_000; run++) {
    const names = new Set(Array.from({ length: random.integer(1, 9) }, () => `s${random.integer(0, 99)}`))
    const values = {
      subject: word().join(''),
      value: fromUnits(BigInt(random.integer(-1_000_000, 1_000_000)), random.integer(0, 8)),
      count: random.integer(-1_000_000, 1_000_000),
      names: [...names].toSorted(),
      word: random.integer(0, 1) === 0 ? ('a' as const) : ('b' as const),
    }
    const envelope = { timestamp: random.integer(0, 2_000_000_000), nonce: random.integer(NONCES.first, NONCES.last) }
    const canonical = all.write(values, envelope)
    const read = all.read(canonical)
    expect(read).toEqual({ values, envelope })
    expect(all.write(read.values, read.envelope)).toBe(canonical)
    expect(appendNonce(all.writeCanonicalPrefix(values, envelope.timestamp), envelope.nonce)).toBe(canonical)
  }
})

test('a layout without a nonce ends with the time, and refuses one', () => {
  const gas = layout('GAS', { chain: text, gwei: decimal }, { nonce: false })
  const written = gas.write({ chain: 'ethereum', gwei: '1.250000' }, { timestamp: 1_741_514_400, nonce: 0 })
  expect(written).toBe('v1|GAS|ethereum|1.250000|1741514400')
  expect(gas.writeCanonicalPrefix({ chain: 'ethereum', gwei: '1.250000' }, 1_741_514_400)).toBe(written)
  expect(gas.read(written).envelope).toEqual({ timestamp: 1_741_514_400, nonce: 0 })
  expect(() => gas.read(`${written}|482910`)).toThrow('expected 5 positions, found 6')
})

test('versions of one type do not read one another', () => {
  const one = layout('SKEW', { value: decimal })
  const two = layout('SKEW', { value: decimal }, { version: 'v2' })
  const written = two.write({ value: '1.0' }, { timestamp: 1, nonce: 123_456 })
  expect(written).toBe('v2|SKEW|1.0|1|123456')
  expect(() => one.read(written)).toThrow('expected v1|SKEW, found v2|SKEW')
})
