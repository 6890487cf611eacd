import { Type } from '@sinclair/typebox'
import { describe, expect, test } from 'bun:test'
import type { VolumeBar } from '../../../src/sources/market.ts'
import type { TradeState } from '../../../src/feeds/boards/trade-boards.ts'
import { cappedShares, type ExecutionSums, sumsOf, totalOf } from '../../../src/feeds/math/vwap.ts'
import { vwap } from '../../../src/feeds/prices/vwap.feed.ts'
import { venueWindow, tradeWindowOf } from '../../../src/feeds/prices/vwap.ts'
import { USDT_RATE_VENUES } from '../../../src/feeds/prices/usdt.ts'
import { seededRandom } from '../../support/still.ts'
import { both, fixings, OPEN, type States, tickers, traded } from '../../support/feeds/market.ts'
import { PriceAnswer } from '../../../src/feeds/prices/price-answer.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { concludeOn } from '../../support/feeds/conclude-on.ts'

const NOW = OPEN
const trade = (ago: number, price = 100, size = 1) => ({
  id: `${ago}`,
  price: String(price),
  size: String(size),
  at: NOW - ago,
})
const state = (fields: Partial<TradeState> = {}): TradeState => ({
  trades: [],
  coveredFrom: NOW - 600_000,
  isTorn: false,
  bars: [],
  ...fields,
})

describe('the window of a venue', () => {
  test('is half open: a trade 300 seconds ago is in, one of this very moment is not', () => {
    const trades = [trade(300_001, 1), trade(300_000, 2), trade(1, 3), trade(0, 4)]
    expect(tradeWindowOf(state({ trades }), NOW).sums).toEqual({ turnover: '5', volume: '2' })
  })

  test.each([
    [[600_000, 0], 600_000, 1],
    [[240_000, 0], 240_000, 0.8],
    [[239_999, 0], 239_999, 0.799],
    [[250_000, 60_000], 600_000, 0.8],
    [[250_000, 60_001], 600_000, 0.799],
    [[400_000], 600_000, 0],
    [[100_000, -5_000], 600_000, 1],
    [[], 600_000, 0],
  ])('with trades %j ms ago and none missing since %d is covered by %d', (agos, from, coverage) => {
    const trades = agos.map((ago) => trade(ago))
    expect(tradeWindowOf(state({ trades, coveredFrom: NOW - from }), NOW).coverage).toBe(coverage)
    expect(tradeWindowOf(state({ trades, coveredFrom: null }), NOW).coverage).toBe(0)
  })

  test('is as old as the last trade that was seen, however often the venue says it again', () => {
    expect(tradeWindowOf(state({ trades: [trade(90_000), trade(42_000)] }), NOW).at).toBe(NOW - 42_000)
  })

  const minute = Math.floor(NOW / 60_000) * 60_000
  const bar = (back: number, volume = '2', turnover = String(2 * (100 + back))) => ({
    start: minute - back * 60_000,
    volume,
    turnover,
  })

  test('is filled from closed bars only while the trades do not reach back far enough', () => {
    const bars = [1, 2, 3, 4, 5, 6].map((back) => bar(back))
    const running = { start: minute, volume: '9', turnover: '9000' }
    const recent = [trade(20_000, 50), trade(10_000, 50)]
    const cold = tradeWindowOf(state({ trades: recent, coveredFrom: NOW - 20_000, bars: [...bars, running] }), NOW)
    expect(cold).toEqual({ sums: { turnover: '1030', volume: '10' }, coverage: 1, at: minute })
    const warm = tradeWindowOf(state({ trades: recent, bars }), NOW)
    expect(warm.sums).toEqual({ turnover: '100', volume: '2' })
  })

  test('is covered by as many seconds of it as there are bars, each counted once', () => {
    const seen = (bars: readonly VolumeBar[], now = NOW) =>
      tradeWindowOf(state({ coveredFrom: null, bars }), now).coverage
    expect(seen([bar(1), bar(2), bar(3)])).toBe(0.6)
    expect(seen([bar(1), bar(1), bar(1), bar(1), bar(1)])).toBe(0.2)
    expect(seen([6, 7, 8, 9, 10].map((back) => bar(back)))).toBe(0)
    expect(
      seen(
        [1, 2, 3, 4, 5].map((back) => bar(back)),
        NOW + 59_000,
      ),
    ).toBe(0.803)
  })

  test('takes bars without a trade as covered and as nothing', () => {
    const bars = [1, 2, 3, 4, 5].map((back) => (back === 3 ? bar(back, '1', '99') : bar(back, '0', '0')))
    expect(tradeWindowOf(state({ coveredFrom: null, bars }), NOW)).toMatchObject({
      sums: { turnover: '99', volume: '1' },
      coverage: 1,
    })
  })

  const said = (sums: ExecutionSums, rate = 1) =>
    venueWindow('okx', { sums, coverage: 1, at: NOW }, { currency: 'USDT', rate })

  test('in which nothing was traded is no window, and neither is one of no market', () => {
    expect(said(sumsOf([]))).toBeNull()
    expect(said({ turnover: '1'.padEnd(17, '0'), volume: '1' })).toBeNull()
    expect(said({ turnover: '1', volume: `0.${'0'.repeat(60)}1` })).toBeNull()
    expect(said(sumsOf([{ price: '84000.12345678901234567890', size: `1.${'1'.repeat(60)}` }]))).toBeNull()
    expect(said({ turnover: '200', volume: '2' }, 0.999)).toMatchObject({ quoted: 100, price: 99.9, volume: 2 })
  })
})

describe('sums', () => {
  test('keep every digit, whatever digits the executions have', () => {
    expect(
      sumsOf([
        { price: '84000.1', size: '0.00000003' },
        { price: '00.50', size: '3' },
        { price: '7', size: '0.10' },
      ]),
    ).toEqual({ turnover: '2.202520003', volume: '3.10000003' })
    expect(sumsOf([{ price: '12345678901234567.1', size: '1' }]).turnover).toBe('12345678901234567.1')
    expect(totalOf([sumsOf([{ price: '10', size: '1.5' }]), { turnover: '0.25', volume: '100' }])).toEqual({
      turnover: '15.25',
      volume: '101.5',
    })
    expect(sumsOf([])).toEqual({ turnover: '0', volume: '0' })
  })
})

describe('shares of volume', () => {
  test('are capped, and the excess goes to the others in proportion', () => {
    expect(cappedShares([7, 2, 1], 0.4)).toEqual([0.4, expect.closeTo(0.4, 12), expect.closeTo(0.2, 12)])
    expect(cappedShares([1, 1], 0.4)).toEqual([0.5, 0.5])
    expect(cappedShares([99, 1], 0.4)).toEqual([0.5, 0.5])
    expect(cappedShares([5], 0.4)).toEqual([1])
  })

  test('always sum to one, never exceed the cap, and keep the order of the volumes', () => {
    const random = seededRandom(40)
    for (let run = 0; run < 2_000; run++) {
      const volumes = Array.from({ length: random.integer(1, 9) }, () => random.integer(1, 1_000) ** 3)
      const shares = cappedShares(volumes, 0.4)
      const limit = Math.max(0.4, 1 / volumes.length)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
      for (const share of shares) expect(share).toBeLessThanOrEqual(limit + 1e-12)
      volumes.forEach((volume, at) =>
        volumes.forEach((other, to) => {
          if (volume > other && shares[at]! < shares[to]! - 1e-12) throw new Error(`${volumes.join()}: order is lost`)
        }),
      )
    }
  })
})

describe('the VWAP feed', () => {
  const VENUES = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'] as const
  const trades = (price: number, last = 9_000) => [trade(200_000, price, 2), trade(last, price, 1)]
  const run = (states: States, key = 'BTC-USD') => concludeOn(vwap, key, states, NOW)
  const usd = both(...VENUES.map((venue) => traded(venue, 'BTC/USD', state({ trades: trades(84_000) }))))
  const usdt = both(
    ...['okx', 'gateio'].map((venue) => traded(venue, 'BTC/USDT', state({ trades: trades(84_000 / 0.9994) }))),
  )
  const rate = tickers(
    Object.fromEntries(
      USDT_RATE_VENUES.map((venue) => [
        venue,
        { 'USDT/USD': 0.9994, ...((venue === 'kraken' || venue === 'bitstamp') && { 'EUR/USD': 1.15 }) },
      ]),
    ),
    NOW,
  )

  test('converts USDT executions and names everybody who entered', () => {
    expect(run(both(usd, usdt, rate))).toMatchObject({
      content: {
        price: '84000.00',
        method: 'vwap',
        sources: ['bitfinex', 'bitstamp', 'coinbase', 'gateio', 'gemini', 'kraken', 'okx'],
        legs: [{ pair: 'BTC/USD', basis: 'live', age_seconds: 9 }],
      },
    })
  })

  test('leaves USDT out without a rate', () => {
    expect(run(both(usd, usdt))).toMatchObject({
      content: { sources: ['bitfinex', 'bitstamp', 'coinbase', 'gemini', 'kraken'] },
    })
  })

  test('in euros is the dollar VWAP over our own leg, unrounded', () => {
    const found = run(both(usd, usdt, rate, fixings(NOW - 3_600_000)), 'BTC-EUR')
    expect(found).toMatchObject({ content: { price: '73043.48', currency: 'EUR', legs: [{}, { pair: 'EUR/USD' }] } })
    expect(run(both(usd, usdt), 'BTC-EUR')).toMatchObject({ kind: 'quorum_missed' })
  })

  test('leaves out who shows less than 0.8 of the window', () => {
    const late = (from: number) =>
      traded('gemini', 'BTC/USD', state({ trades: trades(84_000, 0), coveredFrom: NOW - from }))
    const found = (from: number) =>
      contentOf(Type.Pick(PriceAnswer, ['sources']), run(both(usd, usdt, rate, late(from)))).sources
    expect(found(240_000)).toContain('gemini')
    expect(found(239_999)).not.toContain('gemini')
  })

  test('outvotes three of seven that agree on a lie, whatever volume they show', () => {
    const lie = both(
      ...['gemini', 'bitfinex', 'bitstamp'].map((venue) =>
        traded(venue, 'BTC/USD', state({ trades: [trade(200_000, 85_600, 2_000), trade(9_000, 85_600, 1_000)] })),
      ),
    )
    expect(run(both(usd, usdt, rate, lie))).toMatchObject({
      content: { price: '84000.00', sources: ['coinbase', 'gateio', 'kraken', 'okx'] },
    })
  })

  test('is not sold where few have traded, and the last of it was a minute ago', () => {
    const few = (age: number) =>
      both(rate, ...VENUES.slice(0, 4).map((venue) => traded(venue, 'BTC/USD', state({ trades: trades(84_000, age) }))))
    expect(run(few(50_000))).toMatchObject({ kind: 'concluded' })
    expect(run(few(60_000))).toMatchObject({ kind: 'low_confidence', floor: 0.3 })
    expect(run(few(60_001))).toMatchObject({ kind: 'quorum_missed' })
  })

  test('does not sell what nobody traded', () => {
    expect(run(new Map())).toEqual({ kind: 'quorum_missed', have: 0, need: 4 })
  })
})
