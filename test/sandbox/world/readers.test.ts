import { describe, expect, test } from 'bun:test'
import type { Trade } from '../../../src/sources/market.ts'
import { FIXING_SOURCES } from '../../../src/sources/central-banks/banks.ts'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { goldSpot, metalSpot } from '../../../src/sources/markets/gold-api.ts'
import { put } from '../../support/sandbox/world/put.ts'
import { NOON, type Stage, stage } from '../../support/sandbox/world/still-world.ts'

/** Dollars per unit of an asset, worked out here from the published levels and not by the world. */
const dollars = (levels: Readonly<Record<string, number>>, asset: string): number => {
  const [gold = 0, fx, spot, peg, basis] = [
    levels['metal.XAU'],
    levels[`fx.${asset}`],
    levels[`spot.${asset}`] ?? levels[`metal.${asset}`],
    levels[`peg.${asset}`],
    levels[`basis.${asset}`],
  ]
  if (asset === 'USD') return 1
  if (fx !== undefined) return ['EUR', 'GBP', 'AUD'].includes(asset) ? fx : 1 / fx
  return spot ?? peg ?? gold * (basis ?? Number.NaN)
}

const level = (on: Stage, pair: string): number => {
  const [base = '', quote = ''] = pair.split('/')
  const levels = on.world.market.levels()
  return dollars(levels, base) / dollars(levels, quote)
}

const near = (what: string, value: number, expected: number): void => {
  const off = Math.abs(value / expected - 1)
  if (!(off < 0.01)) throw new Error(`${what}: ${value} is ${(off * 100).toFixed(2)} % off ${expected}`)
}

for (const venue of VENUES) {
  const symbols = Object.values(venue.symbols)
  const pairs = Object.entries(venue.symbols)

  describe(venue.source.name, () => {
    test('lists every symbol as trading, and no symbol twice', async () => {
      const listings = await put(stage(), venue.instruments)
      const trading = listings.filter((one) => one.trading).map((one) => one.symbol)
      for (const symbol of symbols) expect(trading).toContain(symbol)
      expect(new Set(listings.map((one) => one.symbol)).size).toBe(listings.length)
    })

    test('quotes every symbol within one per cent of the market, narrowly and not crossed', async () => {
      const on = stage()
      on.clock.move(12_345)
      const replies = await Promise.all(venue.tickers(symbols).map((query) => put(on, query)))
      const quotes = Object.assign({}, ...replies) as (typeof replies)[number]
      expect(Object.keys(quotes).toSorted()).toEqual(symbols.toSorted())
      for (const [pair, symbol] of pairs) {
        const { bid, ask, last, bookAt, lastAt } = quotes[symbol] ?? {}
        for (const price of [bid, ask, last]) near(`${pair} at ${symbol}`, Number(price), level(on, pair))
        expect(Number(ask)).toBeGreaterThan(Number(bid))
        expect(Number(ask) / Number(bid)).toBeLessThan(1.003)
        for (const at of [bookAt, lastAt]) {
          if (at === null || at === undefined) continue
          expect(on.clock.now() - at).toBeWithin(0, 120_000)
        }
      }
    })

    const { trades, bars } = venue
    if (trades !== undefined) {
      test('trades fill the VWAP window and continue without a gap', async () => {
        const on = stage()
        for (const [pair, symbol] of pairs) {
          const from = on.clock.now() - 300_000
          // A page may reach further back than asked and may repeat what is known; ids tell. Some venues count seconds.
          const inWindow = (list: readonly Trade[]) => list.filter(({ at }) => at >= from + 1000)
          const page = await put(on, trades(symbol, { id: null, at: from }))
          expect(inWindow(page).length).toBeGreaterThan(8)
          for (const { price, size, at } of inWindow(page)) {
            near(`${pair} traded at ${symbol}`, Number(price), level(on, pair))
            expect(Number(size)).toBeGreaterThan(0)
            expect(at).toBeLessThanOrEqual(on.clock.now())
          }
          const last = page.at(-1)
          on.clock.move(90_000)
          const more = await put(on, trades(symbol, { id: last?.id ?? null, at: last?.at ?? from }))
          const whole = await put(on, trades(symbol, { id: null, at: from }))
          const joined = new Set(inWindow([...page, ...more]).map((one) => one.id))
          expect([...joined]).toEqual(inWindow(whole).map((one) => one.id))
          expect(joined.size).toBeGreaterThan(inWindow(page).length)
          // It is by their overlap that pages prove that nothing was lost in between.
          expect(more.map((one) => one.id)).toContain(last?.id ?? '')
        }
      })
    }
    if (bars !== undefined) {
      test('bars of the last minutes are closed, and their mean price is the market', async () => {
        const on = stage()
        for (const [pair, symbol] of pairs) {
          const read = await put(on, bars(symbol))
          expect(read.length).toBeGreaterThanOrEqual(5)
          const minute = Math.floor(on.clock.now() / 60_000) * 60_000
          expect(read.at(-1)?.start).toBe(minute - 60_000)
          for (const [i, { start, volume, turnover }] of read.entries()) {
            expect(start - (read[0]?.start ?? 0)).toBe(i * 60_000)
            // Half an hour ago the market may well have been elsewhere.
            if (Number(volume) > 0 && start > minute - 600_000)
              near(`${pair} bar at ${symbol}`, Number(turnover) / Number(volume), level(on, pair))
          }
        }
      })
    }
  })
}

/** In the afternoon every European bank has published; on the Saturday nobody publishes. */
const MOMENTS = { 'a Wednesday noon': NOON, 'that evening': NOON + 8 * 3_600_000, 'a Saturday': NOON + 3 * 86_400_000 }

for (const [name, start] of Object.entries(MOMENTS)) {
  describe(`fixings on ${name}`, () => {
    for (const bank of FIXING_SOURCES) {
      test(`${bank.source.name} reads, and every rate is near the market`, async () => {
        const on = stage({ start })
        const fixing = await put(on, bank.latest(on.clock.now()))
        // The krona is published by those whom the dollar index asks for it.
        const krona = ['ecb', 'norgesbank', 'cnb', 'bankofcanada'].includes(bank.source.name) ? ['SEK'] : []
        const wanted = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'CNY', ...krona].filter(
          (code) => code !== fixing.base,
        )
        expect(Object.keys(fixing.rates).toSorted()).toEqual(wanted.toSorted())
        for (const code of wanted) {
          const rate = Number(fixing.rates[code]) / (fixing.units[code] ?? 1)
          const expected = level(on, `${code}/${fixing.base}`)
          near(`${code} at ${bank.source.name}`, fixing.quotedPerBase ? 1 / rate : rate, expected)
        }
        expect(fixing.at).toBeLessThan(start)
        expect(start - fixing.at).toBeLessThan(3 * 86_400_000)
        expect([0, 6]).not.toContain(new Date(`${fixing.date}T00:00:00Z`).getUTCDay())
      })
    }
  })
}

test('a fixing of a day the world has lived through is the level of its hour', async () => {
  const on = stage({ volatility: 0 })
  on.world.market.set('fx.EUR', 1.3)
  on.clock.move(6 * 3_600_000)
  const [ecb] = FIXING_SOURCES
  const fixing = await put(on, ecb!.latest(on.clock.now()))
  expect([fixing.date, fixing.rates.USD]).toEqual(['2026-11-18', '1.3'])
})

describe('gold-api', () => {
  test('spot is the market, just now', async () => {
    const on = stage()
    on.clock.move(60_000)
    const gold = await put(on, goldSpot)
    near('XAU', Number(gold.price), level(on, 'XAU/USD'))
    expect(on.clock.now() - gold.at).toBeWithin(0, 1000)
    near('XAG', Number((await put(on, metalSpot('XAG'))).price), level(on, 'XAG/USD'))
  })

  test('at the weekend its time stands still at the Friday close', async () => {
    const on = stage({ start: NOON + 3 * 86_400_000 })
    expect((await put(on, goldSpot)).at).toBe(Date.UTC(2026, 10, 20, 22))
  })
})
