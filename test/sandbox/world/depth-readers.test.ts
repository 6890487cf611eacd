import { describe, expect, test } from 'bun:test'
import { moneyWithin } from '../../../src/feeds/boards/reduced-depth.ts'
import type { Detail } from '../../../src/sources/depth/depth.ts'
import { DEPTH_VENUES } from '../../../src/sources/depth/venues.ts'
import { put } from '../../support/sandbox/world/put.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

for (const venue of DEPTH_VENUES) {
  describe(venue.source.name, () => {
    test('has a book of each coin round the market, with depth at every distance', async () => {
      const on = stage()
      on.clock.move(12_345)
      const levels = on.world.market.levels()
      for (const [pair, symbol] of Object.entries(venue.symbols)) {
        const [base, quote] = pair.split('/')
        const { bids, asks, at } = await put(on, venue.book(symbol, 'deep'))
        const level = levels[`spot.${base}`]! / (quote === 'USDT' ? levels['peg.USDT']! : 1)
        const [bid, ask] = [Number(bids.top[0]?.[0]), Number(asks.top[0]?.[0])]
        expect(bid).toBeLessThan(ask)
        expect((bid + ask) / 2 / level).toBeWithin(0.999, 1.001)
        expect([bids.top.length, asks.top.length]).toEqual([20, 20])
        for (const side of [bids, asks]) {
          const depths = [5, 10, 25, 50].map((bps) => moneyWithin(side, bps))
          expect(depths[0]).toBeGreaterThan(10_000)
          expect(depths.toSorted((a, b) => a - b)).toEqual(depths)
          expect(side.reachBps === null || side.reachBps > 25).toBe(true)
        }
        if (at !== null) expect(on.clock.now() - at).toBeWithin(0, 1_000)
      }
    })

    test('loses the share of its sizes that is drained, and no price', async () => {
      const on = stage({ volatility: 0 })
      const [symbol] = Object.values(venue.symbols)
      const before = await put(on, venue.book(symbol!, 'deep'))
      await on.post({ drain: { [venue.source.name]: 0.7 } })
      const after = await put(on, venue.book(symbol!, 'deep'))
      expect(moneyWithin(after.bids, 25) / moneyWithin(before.bids, 25)).toBeCloseTo(0.3, 3)
      expect(moneyWithin(after.asks, 25) / moneyWithin(before.asks, 25)).toBeCloseTo(0.3, 3)
      expect(after.bids.top.map(([price]) => price)).toEqual(before.bids.top.map(([price]) => price))
      await on.post({ drain: { [venue.source.name]: 0 } })
      expect(await put(on, venue.book(symbol!, 'deep'))).toEqual(before)
    })
  })
}

test('a short page reaches less far than a long one where the venue sends parts', async () => {
  const on = stage()
  const reach = async (name: string, detail: Detail) => {
    const venue = DEPTH_VENUES.find(({ source }) => source.name === name)!
    const { bids } = await put(on, venue.book(venue.symbols['BTC/USDT']!, detail))
    return bids.reachBps!
  }
  expect(await reach('okx', 'quick')).toBeWithin(25, 100)
  expect(await reach('okx', 'deep')).toBe(120)
  expect(await reach('binance', 'quick')).toBeGreaterThan(100)
})

test('a wholly drained book still has its prices, with the smallest size', async () => {
  const on = stage()
  await on.post({ drain: { kraken: 1 } })
  const kraken = DEPTH_VENUES.find(({ source }) => source.name === 'kraken')!
  const { bids } = await put(on, kraken.book('XBTUSD', 'deep'))
  expect(new Set(bids.top.map(([, size]) => size))).toEqual(new Set(['0.00000001']))
})

test('a book drained below zero has so many times its sizes, at the same prices', async () => {
  const on = stage({ volatility: 0 })
  const BOOK = 'api.exchange.coinbase.com/products/BTC-USD/book?level=2'
  type Told = { readonly bids: readonly (readonly [price: string, size: string, orders: number])[] }
  const [before] = (await on.json<Told>(BOOK)).bids
  await on.post({ drain: { coinbase: -9 } })
  const [after] = (await on.json<Told>(BOOK)).bids
  expect(after?.[0]).toBe(before?.[0])
  expect(Number(after?.[1]) / Number(before?.[1])).toBeCloseTo(10, 6)
})
