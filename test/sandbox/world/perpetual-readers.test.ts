import { describe, expect, test } from 'bun:test'
import { perpetualOf, type StampedFacts } from '../../../src/feeds/derivatives/perpetual.ts'
import { PERPETUAL_ASSETS, type PerpetualAsset, type PerpetualVenue } from '../../../src/sources/perpetual.ts'
import { PERPETUAL_VENUES } from '../../../src/sources/perpetuals/venues.ts'
import { put } from '../../support/sandbox/world/put.ts'
import { NOON, type Stage, stage } from '../../support/sandbox/world/still-world.ts'

/** Everything that a venue of the world says about a coin, in common units. */
const shown = async (on: Stage, venue: PerpetualVenue, asset: PerpetualAsset) => {
  const queries = [...venue.tickers, ...(venue.terms ? [venue.terms] : [])]
  const answers = await Promise.all(queries.map((query) => put(on, query)))
  const now = on.clock.now()
  const facts = answers.reduce<StampedFacts>((known, answer) => {
    const { at, ...said } = answer[asset] ?? { at: null }
    const stamped = Object.entries(said).map(([fact, value]) => [fact, { value, at: at ?? now }])
    return { ...known, ...(Object.fromEntries(stamped) as StampedFacts) }
  }, {})
  const found = perpetualOf(facts, now)
  if (!found) throw new Error(`${venue.name} says too little about ${asset}: ${JSON.stringify(facts)}`)
  return found
}

const HOUR_MS = 3_600_000

for (const venue of PERPETUAL_VENUES) {
  describe(venue.name, () => {
    test('shows every coin near the market, at the funding that the premium asks for', async () => {
      const on = stage()
      on.clock.move(12_345)
      const levels = on.world.market.levels()
      for (const asset of PERPETUAL_ASSETS) {
        const found = await shown(on, venue, asset)
        const spot = levels[`spot.${asset}`] ?? Number.NaN
        expect(found.mark / spot).toBeWithin(0.99, 1.01)
        const ratio = levels[`perp.${asset}`] ?? Number.NaN
        // A venue without an index says so: its basis would always be zero.
        expect([venue.name, found.index === null]).toEqual([venue.name, venue.lacksIndex ?? false])
        if (found.index !== null) expect(found.mark / found.index).toBeWithin(ratio - 0.0001, ratio + 0.0001)
        expect(found.rate8h).toBeCloseTo(0.00004 + 0.3 * (ratio - 1), 4)
        expect(Math.abs(found.rate8h - (0.00004 + 0.3 * (ratio - 1)))).toBeLessThan(0.00002)
        const share = found.openInterestUsd / spot / (levels[`oi.${asset}`] ?? Number.NaN)
        expect(share).toBeWithin(0.0015, 0.35)
        expect(on.clock.now() - found.at).toBeWithin(0, 60_000)
        if (found.nextAt !== null) expect(found.nextAt - on.clock.now()).toBeWithin(1, 8 * HOUR_MS)
      }
    })

    test('turns its funding with the premium, and its size with the open interest', async () => {
      const on = stage({ volatility: 0 })
      const before = await shown(on, venue, 'BTC')
      on.world.market.set('perp.BTC', 0.999)
      on.world.market.shock('oi.BTC', 0.5)
      const after = await shown(on, venue, 'BTC')
      expect([before.rate8h > 0, after.rate8h < -0.0002]).toEqual([true, true])
      expect(after.openInterestUsd / before.openInterestUsd).toBeCloseTo(0.5, 2)
    })

    test('tells what it paid in the last three days, settlement by settlement', async () => {
      const on = stage()
      const hours = venue.name === 'deribit' ? 1 : (await shown(on, venue, 'ETH')).intervalHours
      const since = NOON - 80 * HOUR_MS
      const paid = await put(on, venue.history('ETH', since, NOON))
      // One more where a venue stamps its settlements some milliseconds late.
      expect(paid.length - 80 / hours).toBeWithin(0, 2)
      for (const [at, settlement] of paid.entries()) {
        expect(settlement.at).toBeWithin(since, NOON + 1)
        expect(Number(settlement.rate) * (8 / hours)).toBeWithin(-0.0004, 0.0006)
        const before = paid[at - 1]
        if (before) expect(Math.round((settlement.at - before.at) / HOUR_MS)).toBe(hours)
      }
      expect(new Set(paid.map(({ rate }) => rate)).size).toBeGreaterThan(paid.length / 2)
    })
  })
}

describe('past open interest', () => {
  const telling = PERPETUAL_VENUES.flatMap((venue) =>
    venue.interest ? [[venue.name, venue, venue.interest] as const] : [],
  )

  test.each(telling)('of %s stands every five minutes up to now, one side', async (_name, venue, interest) => {
    const on = stage({ volatility: 0 })
    const pages = await Promise.all(interest('ETH', NOON - 27 * HOUR_MS, on.clock.now()).map((query) => put(on, query)))
    const told = pages.flat().toSorted((a, b) => a.at - b.at)
    const last = Math.floor(NOON / 300_000) * 300_000
    expect(told.map(({ at }) => at)).toEqual(Array.from({ length: 324 }, (_, at) => last - (323 - at) * 300_000))
    const now = await shown(on, venue, 'ETH')
    for (const { coins, usd } of told) {
      expect((Number(coins) * now.mark) / now.openInterestUsd).toBeWithin(0.99, 1.01)
      if (usd !== null) expect(Number(usd) / now.openInterestUsd).toBeWithin(0.99, 1.01)
    }
  })
})

test('Bybit counts both sides where it says open interest, and the reader does not', async () => {
  const on = stage({ volatility: 0 })
  const reply = await on.json<{ result: { list: Record<string, string>[] } }>(
    'api.bytick.com/v5/market/tickers?category=linear&symbol=BTCUSDT',
  )
  const row = reply.result.list[0] ?? {}
  expect(Number(row['openInterest']) / Number(row['singleOpenInterest'])).toBeCloseTo(2, 6)
  const bybit = PERPETUAL_VENUES.find(({ name }) => name === 'bybit')!
  expect((await shown(on, bybit, 'BTC')).openInterestUsd).toBe(Number(row['singleOpenInterestValue']))
})

test('Hyperliquid answers a question only where it is asked with a body it can read', async () => {
  const { world } = stage()
  const status = async (body: string) =>
    (await world.handle(new Request('http://127.0.0.1/api.hyperliquid.xyz/info', { method: 'POST', body })))?.status
  expect(await status('{"type":"metaAndAssetCtxs"}')).toBe(200)
  expect(await status('{"type":"candles"}')).toBe(422)
  expect(await status('{')).toBe(422)
  expect(await status('{"type":"fundingHistory","coin":"LUNA","startTime":0}')).toBe(500)
})
