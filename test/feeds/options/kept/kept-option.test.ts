import { describe, expect, test } from 'bun:test'
import { optionsToKeep } from '../../../../src/feeds/options/kept/keep-options.ts'
import { keptExpiries, type KeptOption, keptOptions } from '../../../../src/feeds/options/kept/kept-option.ts'
import type { ListedOption } from '../../../../src/sources/options/chain.ts'
import { near } from '../../../support/near.ts'

const NOW = Date.parse('2026-11-18T08:00:00Z')
const DAY = 86_400_000
const EXPIRY = NOW + 30 * DAY

const KEPT: KeptOption = {
  symbol: 'BTC-18DEC26-90000-C',
  expiry: EXPIRY,
  strike: 90_000,
  kind: 'call',
  markIv: 45.12,
  bidIv: 44.5,
  askIv: 45.75,
  bid: 4_321.09,
  ask: 4_400.5,
  forward: 91_000,
  interest: 12.3,
  volumeUsd: 1_234_567,
}

describe('an option in few bytes', () => {
  test.each([
    ['whole', {}],
    ['without a quote', { bidIv: null, askIv: null, bid: null, ask: null }],
    ['without prices and volume', { bid: null, ask: null, volumeUsd: null }],
    ['that nobody holds', { interest: 0 }],
    ['of a strike with a fraction', { symbol: 'XRP_USDC-18DEC26-1d02-C', strike: 1.02 }],
    ['settled in USDT', { symbol: 'BTC-18DEC26-90000-P-USDT', kind: 'put' as const }],
    ['of another spelling', { symbol: 'BTC-USD-261218-90000-C' }],
  ])('%s comes back as it went in', (_what, change) => {
    const option = { ...KEPT, ...change }
    const state = JSON.parse(JSON.stringify(keptExpiries([option]))) as ReturnType<typeof keptExpiries>
    expect(keptOptions(state, NOW)).toEqual([option])
  })

  test('shares its expiry, the beginning of its name and its forward with the others', () => {
    const others = [91_000, 91_000, 91_000.01].map((forward, at) => ({
      ...KEPT,
      symbol: `BTC-18DEC26-${80_000 + at}-P`,
      strike: 80_000 + at,
      kind: 'put' as const,
      forward,
    }))
    const state = keptExpiries([KEPT, ...others])
    expect(state).toMatchObject([{ expiry: EXPIRY, stem: 'BTC-18DEC26-', forward: 91_000 }])
    expect(state[0]!.rows[0]).toEqual(['80000-P', 45.12, 44.5, 45.75, 4_321.09, 4_400.5, 12.3, 1_234_567])
    expect(state[0]!.rows[2]!.at(-1)).toBe(91_000.01)
    expect(keptOptions(state, NOW).map(({ strike, forward }) => [strike, forward])).toEqual([
      [80_000, 91_000],
      [80_001, 91_000],
      [80_002, 91_000.01],
      [90_000, 91_000],
    ])
  })

  test('stands by expiry, by strike, the call before the put', () => {
    const put = { ...KEPT, symbol: 'BTC-18DEC26-90000-P', kind: 'put' as const }
    const later = { ...KEPT, symbol: 'BTC-25DEC26-90000-C', expiry: EXPIRY + 7 * DAY }
    const lower = { ...KEPT, symbol: 'BTC-18DEC26-9000-P', kind: 'put' as const, strike: 9_000 }
    const state = keptExpiries([later, put, KEPT, lower])
    expect(keptOptions(state, NOW).map(({ symbol }) => symbol)).toEqual([
      'BTC-18DEC26-9000-P',
      'BTC-18DEC26-90000-C',
      'BTC-18DEC26-90000-P',
      'BTC-25DEC26-90000-C',
    ])
    expect(keptOptions(state, EXPIRY).map(({ symbol }) => symbol)).toEqual(['BTC-25DEC26-90000-C'])
    expect(keptOptions(state, EXPIRY - 1)).toHaveLength(4)
  })

  test('with the forward of another coin is dropped', () => {
    const others = [80_000, 81_000, 82_000].map((strike) => ({
      ...KEPT,
      symbol: `BTC-18DEC26-${strike}-C`,
      strike,
      forward: 91_000,
    }))
    const kept = (forward: number) => keptOptions(keptExpiries([{ ...KEPT, forward }, ...others]), NOW).length
    expect([kept(91_000 * 1.049), kept(91_000 * 1.051), kept(3_400)]).toEqual([4, 3, 3])
  })
})

const QUOTE: ListedOption = {
  symbol: 'BTC-18DEC26-90000-C',
  expiry: EXPIRY,
  strike: '90000',
  kind: 'call',
  markIv: '45.12',
  twoSided: true,
  bidIv: '44.5',
  askIv: '45.75',
  bid: '4800',
  ask: '4900',
  forward: '91000',
  volume: '2.5',
}
const keep = (change: Partial<ListedOption>, coins = '12.3') =>
  optionsToKeep([{ ...QUOTE, ...change }], { [QUOTE.symbol]: coins }, NOW)[0]

describe('what is kept of an option', () => {
  test('numbers, and the notional that was traded', () => {
    expect(keep({})).toEqual({ ...KEPT, bid: 4_800, ask: 4_900, volumeUsd: 2.5 * 91_000 })
    expect(keep({ volume: null })?.volumeUsd).toBeNull()
  })

  test('nothing without a quote and without open interest', () => {
    const nothing = { bid: null, ask: null, bidIv: null, askIv: null }
    expect(keep(nothing, '0')).toBeUndefined()
    expect(keep(nothing, '0.1')).toMatchObject({ ...nothing, interest: 0.1 })
    expect(keep({ ...nothing, askIv: '45' }, '0')).toMatchObject({ askIv: 45, interest: 0 })
    // An open interest that is not told is none.
    expect(optionsToKeep([QUOTE], {}, NOW)[0]?.interest).toBe(0)
  })

  test('nothing that has ended', () => {
    expect(optionsToKeep([QUOTE], {}, EXPIRY)).toEqual([])
    expect(optionsToKeep([QUOTE], {}, EXPIRY - 1)).toHaveLength(1)
  })

  test.each(['0', '500', '500.1', '2000'])('%s per cent is no volatility', (percent) => {
    expect(keep({ markIv: percent, askIv: percent })).toMatchObject({
      markIv: null,
      bidIv: 44.5,
      askIv: null,
      ask: 4_900,
    })
    expect(keep({ bidIv: percent })).toMatchObject({ bidIv: null, bid: 4_800, askIv: 45.75 })
  })

  test.each([
    ['prices', { bid: '4901' }],
    ['volatilities', { bidIv: '45.8' }],
  ])('a bid above the offer is no market: %s', (_what, change) => {
    expect(keep(change)).toMatchObject({
      bid: null,
      ask: null,
      bidIv: null,
      askIv: null,
      markIv: 45.12,
      interest: 12.3,
    })
    expect(keep(change, '0')).toBeUndefined()
  })

  test('a market that is locked is one', () => {
    expect(keep({ bid: '4900', bidIv: '45.75' })).toMatchObject({ bid: 4_900, ask: 4_900, bidIv: 45.75, askIv: 45.75 })
  })

  test('a price at or below intrinsic value has no volatility, whatever the venue says', () => {
    expect(keep({ bid: '1000' })).toMatchObject({ bid: 1_000, bidIv: null, askIv: 45.75 })
    expect(keep({ bid: '1000.01' })).toMatchObject({ bidIv: 44.5 })
    const put = { kind: 'put', strike: '92000', bid: '999', ask: '1001' } as const
    expect(keep(put)).toMatchObject({ bidIv: null, askIv: 45.75 })
  })

  test('a venue that quotes prices alone has its volatilities inverted', () => {
    const { bidIv: _bid, askIv: _ask, ...priced } = QUOTE
    const invert = (change: Partial<ListedOption>) => optionsToKeep([{ ...priced, ...change }], {}, NOW)[0]!
    // Vector iv1: 0.0594 coins at a forward of 84000, 30 days, at the money.
    const found = invert({ strike: '84000', forward: '84000', bid: String(0.0594 * 84_000), ask: null })
    near(found.bidIv!, 51.983_311_956_1, { abs: 1e-4 })
    expect([found.askIv, found.ask]).toEqual([null, null])
    expect(invert({ bid: '1000' }).bidIv).toBeNull()
    expect(invert({ ask: '90000', bid: null })).toMatchObject({ ask: 90_000, askIv: null })
  })
})
