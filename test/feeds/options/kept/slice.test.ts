import { describe, expect, test } from 'bun:test'
import { LEAST_INTEREST } from '../../../../src/feeds/boards/option-state.ts'
import { atTenor } from '../../../../src/feeds/math/term.ts'
import { slicesOf } from '../../../../src/feeds/options/kept/slice.ts'
import type { ListedOption } from '../../../../src/sources/options/chain.ts'
import { near } from '../../../support/near.ts'
import { recorded, recordedAvailable } from '../../../support/recorded.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')
const DAY = 86_400_000

/** A chain of one expiry: volatility 50 + strike − 100, a forward of 100, 20 coins of open interest each. */
const chain = (change: (option: ListedOption) => ListedOption = (option) => option): readonly ListedOption[] =>
  [80, 90, 100, 110, 120].flatMap((strike) =>
    (['call', 'put'] as const).map((kind) =>
      change({
        symbol: `${strike}-${kind}`,
        expiry: NOW + 30 * DAY,
        strike: String(strike),
        kind,
        markIv: String(50 + strike - 100),
        twoSided: true,
        forward: '100',
        bid: null,
        ask: null,
        volume: null,
      }),
    ),
  )
const interest = (of: readonly ListedOption[], coins = 20) =>
  Object.fromEntries(of.map(({ symbol }) => [symbol, String(coins)]))
const slice = (options: readonly ListedOption[], held = interest(options), leastInterest = 10) =>
  slicesOf(options, held, { now: NOW, leastInterest })[0]!

describe('an expiry reduced', () => {
  test('has volatility at the money, quotes near it, and open interest in dollars', () => {
    expect(slice(chain())).toEqual({
      expiry: NOW + 30 * DAY,
      forward: 100,
      atmIv: 50,
      // Two standard deviations of 50 % over thirty days are 28.7 %: all five strikes.
      listed: 10,
      quoted: 10,
      putUsd: 5 * 20 * 100,
      callUsd: 5 * 20 * 100,
    })
    expect(slice(chain((option) => ({ ...option, markIv: '20' })))).toMatchObject({ listed: 6, quoted: 6, atmIv: 20 })
  })

  test('averages call and put of a strike, and takes one where the other has no quote', () => {
    const skewed = chain((option) => ({ ...option, markIv: option.kind === 'call' ? '52' : '48' }))
    expect(slice(skewed).atmIv).toBe(50)
    const oneSided = skewed.map((option) => (option.kind === 'put' ? { ...option, twoSided: false } : option))
    expect(slice(oneSided)).toMatchObject({ atmIv: 52, quoted: 5, listed: 10 })
  })

  test('leaves out strikes that too little is held of, calls and puts counted together', () => {
    const options = chain()
    expect(slice(options, interest(options, 5)).atmIv).toBe(50)
    expect(slice(options, interest(options, 4.9)).atmIv).toBeNull()
    // Without the strike at the forward, the line between its neighbours decides.
    const held = { ...interest(options), '100-call': '1', '100-put': '1' }
    const [below, above] = [Math.log(0.9), Math.log(1.1)]
    near(slice(options, held).atmIv!, 40 + (20 * -below) / (above - below), { abs: 1e-12 })
  })

  test('without quotes on both sides of the forward has no volatility, but all of its open interest', () => {
    const options = chain((option) => ({ ...option, twoSided: Number(option.strike) < 100 }))
    expect(slice(options)).toMatchObject({ atmIv: null, listed: 10, quoted: 4, putUsd: 10_000 })
    const unmarked = chain((option) => ({ ...option, markIv: null }))
    expect(slice(unmarked)).toMatchObject({ atmIv: null, listed: 10, quoted: 0, callUsd: 10_000 })
  })

  test('that is over is left out; what lies ahead comes nearest first', () => {
    const later = chain((option) => ({ ...option, expiry: NOW + 60 * DAY, symbol: `later-${option.symbol}` }))
    const over = chain((option) => ({ ...option, expiry: NOW }))
    const found = slicesOf([...later, ...over, ...chain()], {}, { now: NOW, leastInterest: 10 })
    expect(found.map(({ expiry }) => (expiry - NOW) / DAY)).toEqual([30, 60])
    expect(found.every(({ putUsd, callUsd }) => putUsd === 0 && callUsd === 0)).toBe(true)
  })
})

/** Chains as a third party kept them; what is expected was worked out apart from this code, with another language. */
const CHAINS = [
  ['BTC', '20260822T0350', 41.2279834546, 1.1179163785, 0.7317839274, 10],
  ['BTC', '20260822T0935', 38.9738225944, 1.0285099284, 0.7181258898, 9],
  ['ETH', '20260822T0350', 54.7022371909, 1.1844518096, 0.8627591719, 10],
  ['ETH', '20260822T0935', 53.8615929056, 1.1093245364, 0.8566500261, 9],
] as const

type Cell = string | number | null

describe.skipIf(!recordedAvailable)('recorded chains of Deribit', () => {
  test.each(CHAINS)('%s of %s', (coin, name, level, slope, balance, expiries) => {
    const kept = JSON.parse(recorded(`crypto/deribit/chain_${coin}_${name}`).body) as {
      readonly snapshot_at: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly Cell[])[]
    }
    const now = Date.parse(kept.snapshot_at.replace(/(\.\d{3})\d+/, '$1'))
    const cell = (row: readonly Cell[], column: string) => row[kept.columns.indexOf(column)]!
    const options = kept.rows.map((row): ListedOption => ({
      symbol: String(cell(row, 'instrument_name')),
      expiry: Date.parse(String(cell(row, 'expiry_datetime'))),
      strike: String(cell(row, 'strike')),
      kind: cell(row, 'option_type') === 'call' ? 'call' : 'put',
      markIv: String(Number(cell(row, 'implied_volatility')) * 100),
      twoSided: Number(cell(row, 'bid_price')) > 0 && Number(cell(row, 'ask_price')) > 0,
      forward: String(cell(row, 'futures_price')),
      bid: null,
      ask: null,
      volume: null,
    }))
    const held = Object.fromEntries(
      kept.rows.map((row) => [String(cell(row, 'instrument_name')), String(cell(row, 'open_interest'))]),
    )
    const slices = slicesOf(options, held, { now, leastInterest: LEAST_INTEREST[coin]! })
    const days = (expiry: number) => (expiry - now) / DAY
    const points = slices
      .filter(({ expiry, atmIv }) => days(expiry) >= 2 && atmIv !== null)
      .map(({ expiry, atmIv }) => ({ days: days(expiry), iv: atmIv! }))
    expect(points).toHaveLength(expiries)
    const tolerance = { rel: 1e-6 }
    near(atTenor(points, 30)!.iv, level, tolerance)
    near(atTenor(points, 7)!.iv / atTenor(points, 90)!.iv, slope, tolerance)
    const month = slices.filter(({ expiry }) => days(expiry) <= 30)
    const sum = (of: 'putUsd' | 'callUsd') => month.reduce((total, each) => total + each[of], 0)
    near(sum('putUsd') / sum('callUsd'), balance, tolerance)
    const lasting = slices.filter(({ expiry }) => days(expiry) >= 2)
    const nearby = lasting.reduce((total, { listed }) => total + listed, 0)
    expect(nearby).toBeGreaterThan(300)
    expect(lasting.reduce((total, { quoted }) => total + quoted, 0)).toBe(nearby)
  })
})
