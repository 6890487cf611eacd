import { describe, expect, test } from 'bun:test'
import { skewReading } from '../../../src/feeds/indices/skew-reading.ts'
import type { BelievedChain } from '../../../src/feeds/options/chains/believed-chains.ts'
import { type KeptOption, keptExpiries } from '../../../src/feeds/options/kept/kept-option.ts'
import { DAY, option, smile, wing } from '../../support/feeds/indices/sentiment-market.ts'
import { OPEN } from '../../support/feeds/market.ts'
import { believedChain } from '../../support/feeds/options/believed-chain.ts'

/** The risk reversal of one expiry out of the strikes of a chain. */

const believed = (options: readonly KeptOption[], more: Partial<BelievedChain> = {}): BelievedChain =>
  believedChain(options, OPEN - 5_000, more)
const read = (...options: readonly (readonly KeptOption[])[]) => skewReading([believed(options.flat())], OPEN)
const found = (...options: readonly (readonly KeptOption[])[]) => {
  const reading = read(...options)
  return reading && [Number(reading.value.toFixed(8)), reading.tenorDays]
}

describe('the skew of a chain', () => {
  test('is the volatility of calls less that of puts at 25 delta', () => {
    expect(found(smile(-4.13))).toEqual([-4.13, 30])
    expect(found(smile(6))).toEqual([6, 30])
  })

  test('is interpolated in delta between the strikes on both sides of it', () => {
    // Strikes with d1 of 0.5 and 1 for the put, -0.5 and -1 for the call at their own volatilities, one year ahead of a
    // forward of 97,000 would need no rounding; here 45 days: N(d1) of calls 0.3085 and 0.1587, of puts 0.6915 and 0.8413.
    const years = 45 / 365
    const strikeAt = (d1: number, iv: number): number => {
      const spread = (iv / 100) * Math.sqrt(years)
      return 97_000 * Math.exp((spread / 2 - d1) * spread)
    }
    const placed = (kind: KeptOption['kind'], d1: number, iv: number): KeptOption => ({
      ...option(kind, strikeAt(d1, iv), iv, 45),
      symbol: `BTC-45-${strikeAt(d1, iv)}-${kind === 'call' ? 'C' : 'P'}`,
    })
    const value = read([
      placed('call', -0.5, 40),
      placed('call', -1, 44),
      placed('put', 0.5, 50),
      placed('put', 1, 58),
    ])!.value
    // Call: 40 + 4 · (0.308538 - 0.25)/(0.308538 - 0.158655) = 41.56222
    // Put: 50 + 8 · (0.75 - 0.691462)/(0.841345 - 0.691462) = 53.12444
    expect(value).toBeCloseTo(41.562_22 - 53.124_44, 4)
  })

  test('reads out of the money alone', () => {
    const inside = [...wing('call', 45).map((each) => ({ ...each, kind: 'put' as const })), ...wing('put', 50)].map(
      (each) => ({ ...each, markIv: 99, kind: each.strike > 97_000 ? ('put' as const) : ('call' as const) }),
    )
    const named = inside.map((each) => ({
      ...each,
      symbol: `BTC-30-${each.strike}-${each.kind === 'call' ? 'C' : 'P'}`,
    }))
    expect(found(smile(-5), named)).toEqual([-5, 30])
  })

  test.each([
    ['bidIv', { bidIv: null }],
    ['askIv', { askIv: null }],
    ['a mark', { markIv: null }],
  ] as const)('does not read an option without %s', (_what, lack) => {
    // Without the call at 108,000 the point lies between 103,000 and 115,000, which say the same.
    const dear = smile(-5).map((each) => (each.strike === 108_000 ? { ...each, markIv: 99, ...lack } : each))
    expect(found(dear)).toEqual([-5, 30])
  })

  test('does not take a price without a volatility for a quote', () => {
    const priced = smile(-5).map((each) => ({ ...each, bidIv: null, askIv: null, bid: 10, ask: 12 }))
    expect(found(priced)).toBeNull()
  })

  test('of a strike that is listed twice is the mean of both', () => {
    const twice = smile(-5).flatMap((each) => [
      { ...each, markIv: each.markIv! - 2, symbol: `${each.symbol}-USDC` },
      { ...each, markIv: each.markIv! + 2, symbol: `${each.symbol}-USDT` },
    ])
    expect(found(twice)).toEqual([-5, 30])
  })
})

describe('the expiry that is read', () => {
  test.each([
    [[20, 45], 20],
    [[14, 45], 45],
    [[25, 35], 25],
    [[29, 30, 31], 30],
    [[7, 60], 7],
    [[60], 60],
  ])('of %p days is that of %p', (days, tenor) => {
    expect(found(...days.map((each) => smile(-each, each)))).toEqual([-tenor, tenor])
  })

  test.each([[6.99], [60.01], [1], [90]])('is none at %p days', (days) => {
    expect(found(smile(-5, days))).toBeNull()
  })

  test('is the next whose smile reaches both sides, never one with a single wing', () => {
    expect(found(wing('call', 45), smile(-5, 45))).toEqual([-5, 45])
    expect(found(wing('put', 45), smile(-5, 45))).toEqual([-5, 45])
    expect(found(wing('call', 45))).toBeNull()
    expect(found(wing('put', 45))).toBeNull()
  })

  test('is none where a wing ends before 25 delta', () => {
    const short = smile(-5).filter(({ strike }) => strike <= 103_000)
    expect(found(short)).toBeNull()
    expect(found(smile(-5).filter(({ strike }) => strike >= 90_000))).toBeNull()
  })

  test('is none once it has expired', () => {
    expect(skewReading([believed(smile(-5))], OPEN + 31 * DAY)).toBeNull()
  })
})

describe('the venue that is read', () => {
  test('is the one of the highest confidence, at 0.7 where it is not the first', () => {
    const other = believed(smile(-6), { source: 'okx', isPrimary: false })
    expect(skewReading([believed(smile(-5)), other], OPEN)).toMatchObject({ value: -5, confidence: 1 })
    const thin = believed(smile(-5), { coverage: 0.5 })
    expect(skewReading([thin, other], OPEN)).toMatchObject({
      value: -6,
      confidence: 0.7,
      isFallback: true,
      sources: ['okx'],
    })
    const few = believed(smile(-5), { isThin: true })
    expect(skewReading([few], OPEN)).toMatchObject({ value: -5, confidence: 0.7, isFallback: true })
    expect(skewReading([believed([]), other], OPEN)).toMatchObject({ value: -6 })
  })

  test('is none of an expiry whose options were all thrown out', () => {
    // The board keeps no option that names another forward than the others; of two it keeps neither.
    const torn = keptExpiries([
      { ...option('call', 103_000, 45), forward: 97_000 },
      { ...option('put', 90_000, 45), forward: 3_400 },
    ])
    expect(torn.map(({ rows }) => rows)).toEqual([[]])
    expect(skewReading([believed([], { kept: torn })], OPEN)).toBeNull()
  })

  test('is none that an earlier release wrote, which kept no strikes', () => {
    expect(skewReading([believed([])], OPEN)).toBeNull()
  })
})
