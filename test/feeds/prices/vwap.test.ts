import { describe, expect, test } from 'bun:test'
import type { TradeState } from '../../../src/feeds/boards/trade-boards.ts'
import { cappedShares, venueVwap } from '../../../src/feeds/math/vwap.ts'
import { vwap } from '../../../src/feeds/prices/vwap.feed.ts'
import { venueWindow, windowOf } from '../../../src/feeds/prices/vwap.ts'
import { USDT_RATE_VENUES } from '../../../src/feeds/prices/usdt.ts'
import { seededRandom } from '../../support/still.ts'
import { both, fixings, lookAt, OPEN, type States, tickers, traded } from '../market.ts'

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
  askedAt: NOW,
  bars: [],
  ...fields,
})

describe('the window of a venue', () => {
  test('is half open: a trade 300 seconds ago is in, one of this very moment is not', () => {
    const trades = [trade(300_001, 1), trade(300_000, 2), trade(1, 3), trade(0, 4)]
    expect(windowOf(state({ trades }), NOW).fills.map(({ price }) => price)).toEqual([2, 3])
  })

  test('is covered from where nothing is missing to when the venue last answered', () => {
    expect(windowOf(state(), NOW).coverage).toBe(1)
    expect(windowOf(state({ coveredFrom: NOW - 240_000 }), NOW).coverage).toBeCloseTo(0.8, 12)
    expect(windowOf(state({ askedAt: NOW - 60_000 }), NOW).coverage).toBeCloseTo(0.8, 12)
    expect(windowOf(state({ askedAt: NOW - 400_000 }), NOW).coverage).toBe(0)
    expect(windowOf(state({ askedAt: NOW + 5_000 }), NOW).coverage).toBe(1)
    expect(windowOf(state({ coveredFrom: null }), NOW).coverage).toBe(0)
  })

  test('is filled from closed bars only while the trades do not reach back far enough', () => {
    const minute = Math.floor(NOW / 60_000) * 60_000
    const bars = [1, 2, 3, 4, 5, 6].map((back) => ({
      start: minute - back * 60_000,
      volume: '2',
      turnover: String(2 * (100 + back)),
    }))
    const running = { start: minute, volume: '9', turnover: '9000' }
    const trades = [trade(10_000, 50)]
    const cold = windowOf(state({ trades, coveredFrom: NOW - 20_000, bars: [...bars, running] }), NOW)
    expect(cold.coverage).toBe(1)
    expect(cold.fills).toEqual([1, 2, 3, 4, 5].map((back) => ({ price: 100 + back, size: 2 })))
    const warm = windowOf(state({ trades, bars }), NOW)
    expect(warm.fills).toEqual([{ price: 50, size: 1 }])
    const gap = windowOf(state({ trades, coveredFrom: NOW - 20_000, bars: bars.slice(1, 4) }), NOW)
    expect(gap.coverage).toBeCloseTo(0.6, 12)
  })

  test('takes bars without a trade as covered and as nothing', () => {
    const minute = Math.floor(NOW / 60_000) * 60_000
    const bars = [1, 2, 3, 4, 5].map((back) => ({
      start: minute - back * 60_000,
      volume: back === 3 ? '1' : '0',
      turnover: back === 3 ? '99' : '0',
    }))
    expect(windowOf(state({ coveredFrom: null, bars }), NOW)).toEqual({ fills: [{ price: 99, size: 1 }], coverage: 1 })
  })

  test('in which nothing was traded is no window', () => {
    expect(venueWindow('kraken', [], 1)).toBeNull()
    expect(venueVwap([{ price: 5, size: 0 }])).toBeNull()
    expect(venueWindow('okx', [{ price: 100, size: 2 }], 1, 0.999)).toMatchObject({ price: 99.9, volume: 2 })
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

interface Found {
  readonly content: { readonly sources: readonly string[] }
}

describe('the VWAP feed', () => {
  const VENUES = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'] as const
  const trades = (price: number) => [trade(200_000, price, 2), trade(50_000, price, 1)]
  const run = (states: States, key = 'BTC-USD') =>
    vwap.conclude(
      vwap.subjects.find((each) => each.key === key)!,
      lookAt(states, NOW),
    )
  const usd = both(
    ...VENUES.map((venue) => traded(venue, 'BTC/USD', state({ trades: trades(84_000), askedAt: NOW - 9_000 }))),
  )
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
        legs: [{ pair: 'BTC/USD', basis: 'live', ageSeconds: 9 }],
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
      traded('gemini', 'BTC/USD', state({ trades: trades(84_000), coveredFrom: NOW - from, askedAt: NOW }))
    const found = (from: number) => (run(both(usd, usdt, rate, late(from))) as unknown as Found).content.sources
    expect(found(240_000)).toContain('gemini')
    expect(found(239_999)).not.toContain('gemini')
  })

  test('outvotes three of seven that agree on a lie, whatever volume they show', () => {
    const lie = both(
      ...['gemini', 'bitfinex', 'bitstamp'].map((venue) =>
        traded(venue, 'BTC/USD', state({ trades: [trade(200_000, 85_600, 2_000), trade(50_000, 85_600, 1_000)] })),
      ),
    )
    expect(run(both(usd, usdt, rate, lie))).toMatchObject({
      content: { price: '84000.00', sources: ['coinbase', 'gateio', 'kraken', 'okx'] },
    })
  })

  test('is not sold where few have traded and were asked a minute ago', () => {
    const few = (age: number) =>
      both(
        rate,
        ...VENUES.slice(0, 4).map((venue) =>
          traded(venue, 'BTC/USD', state({ trades: trades(84_000), askedAt: NOW - age })),
        ),
      )
    expect(run(few(50_000))).toMatchObject({ kind: 'concluded' })
    expect(run(few(60_000))).toMatchObject({ kind: 'low_confidence', floor: 0.3 })
  })

  test('does not sell what nobody traded', () => {
    expect(run(new Map())).toEqual({ kind: 'quorum_missed', have: 0, need: 4 })
  })
})
