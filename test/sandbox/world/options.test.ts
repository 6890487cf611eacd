import { describe, expect, test } from 'bun:test'
import { DAILY_VENUES } from '../../../src/sources/daily/daily-venues.ts'
import { OPTION_VENUES } from '../../../src/sources/options/option-venues.ts'
import { LEAST_INTEREST } from '../../../src/feeds/boards/option-state.ts'
import type { Query } from '../../../src/sources/query.ts'
import { parkinson } from '../../../src/feeds/math/parkinson.ts'
import { atTenor } from '../../../src/feeds/math/term.ts'
import { slicesOf } from '../../../src/feeds/options/kept/slice.ts'
import { NOON, type Stage, stage } from '../../support/sandbox/world/still-world.ts'

/** The world's options and days, through the real readers. */

const DAY = 86_400_000

const put = async <T>(on: Stage, query: Query<T>): Promise<T> => {
  const host = new URL(query.provider.origin).host
  const response = await on.ask(host + query.path)
  expect([query.path, response.status]).toEqual([query.path, 200])
  const body = await response.text()
  expect(body.length).toBeLessThan(query.provider.maxBytes)
  return query.read(body)
}

const reduced = async (on: Stage, venue: (typeof OPTION_VENUES)[number], coin: string) => {
  const chain = await put(on, venue.chain(coin))
  const interest = chain.interest ?? (await put(on, venue.interest!(coin)))
  const slices = slicesOf(chain.quotes, interest, { now: on.clock.now(), leastInterest: LEAST_INTEREST[coin]! })
  const points = slices.flatMap(({ expiry, atmIv }) =>
    atmIv === null ? [] : [{ days: (expiry - on.clock.now()) / DAY, iv: atmIv }],
  )
  return { chain, interest, slices, points }
}

for (const venue of OPTION_VENUES) {
  describe(`options of ${venue.source.name}`, () => {
    test.each(venue.coins)('%s: read whole, every expiry at eight, no option twice', async (coin) => {
      const on = stage()
      const { chain, interest } = await reduced(on, venue, coin)
      expect(chain.quotes.length).toBeGreaterThan(200)
      expect(chain.at).toBe(on.clock.now())
      expect(new Set(chain.quotes.map(({ symbol }) => symbol)).size).toBe(chain.quotes.length)
      for (const { symbol, expiry, forward } of chain.quotes) {
        expect([new Date(expiry).getUTCHours(), expiry > on.clock.now()]).toEqual([8, true])
        expect(Number(interest[symbol])).toBeGreaterThanOrEqual(0)
        const spot = on.world.market.levels()[`spot.${coin}`]!
        expect(Number(forward) / spot).toBeWithin(0.99, 1.08)
      }
    })

    const levels = [
      ['BTC', 43],
      ['ETH', 61],
      ['SOL', 78],
    ] as const
    test.each(levels.filter(([coin]) => venue.coins.includes(coin)))(
      '%s: a surface with a level, a slope and a smile',
      async (coin, level) => {
        const on = stage({ volatility: 0 })
        const { chain, slices, points } = await reduced(on, venue, coin)
        expect(Math.abs(atTenor(points, 30)!.iv - level)).toBeLessThan(0.8)
        expect(atTenor(points, 7)!.bracketed && atTenor(points, 90)!.bracketed).toBe(true)
        expect(atTenor(points, 7)!.iv / atTenor(points, 90)!.iv).toBeWithin(0.92, 0.97)
        const puts = slices.reduce((sum, { putUsd }) => sum + putUsd, 0)
        expect(puts / slices.reduce((sum, { callUsd }) => sum + callUsd, 0)).toBeWithin(0.6, 0.85)
        const { expiry, forward } = slices.find((each) => each.expiry - on.clock.now() > 25 * DAY)!
        const smile = chain.quotes
          .filter((option) => option.expiry === expiry && option.kind === 'put')
          .map(({ strike, markIv }) => ({ strike: Number(strike), iv: Number(markIv) }))
          .toSorted((a, b) => a.strike - b.strike)
        const middle = smile.findIndex(({ strike }) => strike >= forward)
        // Both wings above the middle, puts above calls.
        expect(smile[0]!.iv).toBeGreaterThan(smile[middle]!.iv + 1)
        expect(smile.at(-1)!.iv).toBeGreaterThan(smile[middle]!.iv)
        expect(smile[0]!.iv).toBeGreaterThan(smile.at(-1)!.iv)
      },
    )

    test('the level can be set, and stays', async () => {
      const on = stage({ volatility: 0 })
      await on.post({ set: { 'vol.BTC': 80 } })
      const { points } = await reduced(on, venue, 'BTC')
      expect(Math.abs(atTenor(points, 30)!.iv - 80)).toBeLessThan(1.2)
    })

    test('thinned out, that share has no quotes; marks and open interest stay', async () => {
      const on = stage()
      const whole = await reduced(on, venue, 'BTC')
      await on.post({ thin: { [venue.source.name]: 0.5 } })
      const half = await reduced(on, venue, 'BTC')
      const share = ({ slices }: typeof half) =>
        slices.reduce((sum, { quoted }) => sum + quoted, 0) / slices.reduce((sum, { listed }) => sum + listed, 0)
      expect(share(whole)).toBeGreaterThan(0.97)
      expect(share(half)).toBeWithin(0.4, 0.6)
      expect(half.interest).toEqual(whole.interest)
      expect(half.chain.quotes.map(({ markIv }) => markIv)).toEqual(whole.chain.quotes.map(({ markIv }) => markIv))
      await on.post({ thin: { [venue.source.name]: 1 } })
      expect(share(await reduced(on, venue, 'BTC'))).toBe(0)
      await on.post({ thin: { [venue.source.name]: 0 } })
      expect(share(await reduced(on, venue, 'BTC'))).toBe(share(whole))
    })
  })
}

describe('days', () => {
  test.each(DAILY_VENUES.map((venue) => [venue.source.name, venue] as const))(
    '%s: a month without a gap, ranging as its market does',
    async (_name, venue) => {
      const on = stage()
      for (const [coin, low, high] of [
        ['BTC', 38, 54],
        ['ETH', 52, 74],
      ] as const) {
        const bars = await put(on, venue.days(coin))
        const today = Math.floor(NOON / DAY) * DAY
        expect(bars.at(-1)!.start).toBe(today)
        expect(bars.length).toBeGreaterThanOrEqual(31)
        for (const [at, { start }] of bars.entries()) expect(today - start).toBe((bars.length - 1 - at) * DAY)
        const ranges = bars.slice(-31, -1).map((bar) => ({ high: Number(bar.high), low: Number(bar.low) }))
        expect(parkinson(ranges, 365)).toBeWithin(low, high)
      }
    },
  )

  test('venues agree about a day, and a day that is over does not change', async () => {
    const on = stage()
    const read = () => Promise.all(DAILY_VENUES.map((venue) => put(on, venue.days('BTC'))))
    const before = await read()
    const found = before.map((bars) =>
      parkinson(
        bars.slice(-31, -1).map((bar) => ({ high: Number(bar.high), low: Number(bar.low) })),
        365,
      ),
    )
    expect(Math.max(...found) / Math.min(...found)).toBeLessThan(1.02)
    await on.post({ set: { 'spot.BTC': 60_000 } })
    on.clock.move(3_600_000)
    const after = await read()
    expect(after.map((bars) => bars.slice(0, -1))).toEqual(before.map((bars) => bars.slice(0, -1)))
    for (const bars of after) expect(Number(bars.at(-1)!.low)).toBeLessThan(62_000)
  })

  test('a plain day of OKX begins at 16:00 UTC', async () => {
    const { data } = await stage().json<{ data: string[][] }>(
      'www.okx.com/api/v5/market/candles?instId=BTC-USDT&bar=1D&limit=3',
    )
    expect(data.map(([start]) => new Date(Number(start)).toISOString().slice(11, 16))).toEqual([
      '16:00',
      '16:00',
      '16:00',
    ])
    expect(data.map((row) => row.at(-1))).toEqual(['0', '1', '1'])
  })
})
