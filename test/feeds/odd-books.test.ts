import { describe, expect, test } from 'bun:test'
import type { BoardQuote } from '../../src/feeds/boards/board-quote.ts'
import { spotVenues } from '../../src/feeds/prices/spot-legs.ts'
import { spot } from '../../src/feeds/prices/spot.feed.ts'
import { USDT_RATE_VENUES } from '../../src/feeds/prices/usdt.ts'
import { choose } from '../support/feeds/liars.ts'
import { lookAt, OPEN, quoted, type States } from '../support/feeds/market.ts'

/**
 * A minority of venues shows books that are none: crossed, in other units, of another symbol, empty, from another time. In
 * all of their pairs at once, so in USDT/USD too. There is always an answer, and it is right.
 */

const TRUTH = { BTC: 84_000, ETH: 3_000, SOL: 140, XRP: 2.1 } as const
type Coin = keyof typeof TRUTH
const USDT = 0.9994

/** Honest venues differ by up to three basis points, each in its own way. */
const noise = (at: number): number => (((at * 5) % 7) - 3) * 1e-4
/** Of the coin, and of what USDT books are counted at. */
const WRONG = 0.000_5

const ODD = {
  crossed: (price) => ({ ...quoted(price, OPEN), bid: String(price * 1.02), ask: String(price * 0.98) }),
  touching: (price) => ({ ...quoted(price, OPEN), bid: String(price * 1.03), ask: String(price * 1.03) }),
  hundredfold: (price) => quoted(price * 100, OPEN),
  hundredth: (price) => quoted(price / 100, OPEN),
  'another symbol': (_, other) => quoted(other, OPEN),
  inverted: (price) => quoted(1 / price, OPEN),
  wide: (price) => ({ ...quoted(price, OPEN), ask: String(price * 1.2) }),
  'one-sided': (price) => ({ ...quoted(price * 1.05, OPEN), ask: null }),
  nothing: (price) => ({ ...quoted(price, OPEN), bid: null, ask: null, last: null }),
  zero: (price) => ({ ...quoted(price, OPEN), bid: '0', ask: '0', last: '0' }),
  endless: (price) => ({ ...quoted(price, OPEN), bid: '1e300', ask: '1e300', last: '1e300' }),
  yesterday: (price) => quoted(price * 0.95, OPEN, 86_400_000),
  tomorrow: (price) => quoted(price * 1.05, OPEN, -86_400_000),
  'stamped yesterday': (price) => ({ ...quoted(price * 0.95, OPEN), bookAt: OPEN - 86_400_000 }),
} as const satisfies Readonly<Record<string, (price: number, other: number) => BoardQuote>>
type Odd = keyof typeof ODD
const KINDS = Object.keys(ODD) as Odd[]

const marketOf = (coin: Coin, odd: ReadonlyMap<string, Odd>): States => {
  const venues = [...new Set([...spotVenues(coin), ...USDT_RATE_VENUES])]
  return new Map(
    venues.map((venue, at) => {
      const show = (price: number, other: number): BoardQuote => {
        const kind = odd.get(venue)
        return kind ? ODD[kind](price, other) : quoted(price, OPEN)
      }
      const price = TRUTH[coin] * (1 + noise(at))
      const other = coin === 'BTC' ? TRUTH.ETH : TRUTH.BTC
      const quotes = {
        [`${coin}/USD`]: show(price, other),
        [`${coin}/USDT`]: show(price / USDT, other),
        'USDT/USD': show(USDT * (1 + noise(at) / 3), other),
      }
      return [`ticker/${venue}`, { quotes, changedAt: OPEN - 1_000 }]
    }),
  )
}

/** All alike, and each its own. */
const casts = (venues: readonly string[], most: number): readonly ReadonlyMap<string, Odd>[] =>
  Array.from({ length: most }, (_, count) => count + 1).flatMap((count) =>
    choose(venues, count).flatMap((chosen) =>
      KINDS.flatMap((kind, first) => [
        new Map(chosen.map((venue) => [venue, kind])),
        new Map(chosen.map((venue, at) => [venue, KINDS[(first + 1 + at * 3) % KINDS.length]!])),
      ]),
    ),
  )

describe('books that are none', () => {
  test.each([
    ['BTC', 3],
    ['SOL', 3],
    ['XRP', 3],
    ['ETH', 2],
  ] as const)(
    'at any %s venues, %d at once, move nothing',
    (coin, most) => {
      const subject = spot.subjects.find(({ key }) => key === `${coin}-USD`)!
      const wrong: string[] = []
      const all = casts(spotVenues(coin), most)
      for (const odd of all) {
        const found = spot.conclude(subject, lookAt(marketOf(coin, odd), OPEN))
        const off = found.kind === 'concluded' ? Math.abs(Number(found.carry['value']) / TRUTH[coin] - 1) : Number.NaN
        if (!(off <= WRONG)) wrong.push(`${JSON.stringify([...odd])}: ${found.kind}, off by ${off}`)
      }
      expect(all.length).toBeGreaterThan(300)
      expect([wrong.length, wrong.slice(0, 5)]).toEqual([0, []])
    },
    120_000,
  )
})
