import { describe, expect, test } from 'bun:test'
import { TAU } from '../../src/feeds/math/agreement.ts'
import { metals } from '../../src/feeds/prices/metals.feed.ts'
import { USDT_RATE_VENUES } from '../../src/feeds/prices/usdt.ts'
import { drawnFrom } from '../support/draws.ts'
import { choose, type Honest, isRight, LIES } from '../support/feeds/liars.ts'
import { both, gold, lookAt, OPEN, type Prices, type States, tickers } from '../support/feeds/market.ts'

/**
 * Gold while a minority lies wherever something is agreed on: two of the five venues of one token, one of the four of the
 * other, three of the seven of USDT, and bullion as well; or all four venues of one token. Each lies in all of its pairs.
 */

const PAXG = ['coinbase', 'kraken', 'gemini', 'binance', 'okx']
const XAUT = ['kraken', 'bitfinex', 'okx', 'bybit']
const TETHERS = ['binance', 'okx', 'bybit']
const BULLION = 'goldapi'
const VENUES = [...new Set([...PAXG, ...XAUT, ...USDT_RATE_VENUES])]
const TRUTH = 4_100
const RATE = 0.9994
const SUBJECT = metals.subjects.find(({ key }) => key === 'XAU-USD')!

/** Where each honest voice lies within the range: every number has both ends of it among its own. */
const placeOf = (who: string): number => ((VENUES.indexOf(who) + 1) % 3) / 2

const within = (faulty: readonly string[], venues: readonly string[]): number =>
  faulty.filter((each) => venues.includes(each)).length

const isMinority = (faulty: readonly string[]): boolean =>
  within(faulty, PAXG) <= 2 && within(faulty, XAUT) <= 1 && within(faulty, USDT_RATE_VENUES) <= 3

interface Lie {
  readonly coins: number
  readonly rates: number
}

const marketUnder = (lies: ReadonlyMap<string, Lie | null>, range: number): States => {
  const said = (who: string): number => TRUTH * (1 + range * placeOf(who)) * (lies.get(who)?.coins ?? 1)
  const prices: Prices = Object.fromEntries(
    VENUES.filter((venue) => lies.get(venue) !== null).map((venue) => {
      const currency = TETHERS.includes(venue) ? 'USDT' : 'USD'
      const price = said(venue) / (currency === 'USD' ? 1 : RATE)
      return [
        venue,
        {
          [`PAXG/${currency}`]: price,
          [`XAUT/${currency}`]: price,
          'USDT/USD': RATE * (lies.get(venue)?.rates ?? 1),
        },
      ]
    }),
  )
  return lies.get(BULLION) === null
    ? tickers(prices, OPEN)
    : both(tickers(prices, OPEN), gold(said(BULLION), OPEN - 60_000))
}

const honestUnder = (lies: ReadonlyMap<string, unknown>, range: number): readonly Honest[] =>
  [...new Set([...PAXG, ...XAUT, BULLION])]
    .filter((who) => !lies.has(who))
    .map((who) => TRUTH * (1 + range * placeOf(who)))
    // As far as the middle of a printed book is the price it was made of.
    .map((price) => ({ price, low: price * (1 - 1e-12), high: price * (1 + 1e-12) }))

const wrongUnder = (lies: ReadonlyMap<string, Lie | null>, range: number): readonly string[] => {
  const found = metals.conclude(SUBJECT, lookAt(marketUnder(lies, range), OPEN))
  const named = JSON.stringify([...lies])
  if (found.kind !== 'concluded') return [`${JSON.stringify(found)} under ${named}`]
  const value = Number(found.carry['value'])
  return isRight(value, honestUnder(lies, range), TAU.gold) ? [] : [`${value} under ${named}`]
}

/** All that the faulty may do together: nothing said, or one lie told alike or by turns, about USDT too or not. */
const liesOf = (faulty: readonly string[]): readonly ReadonlyMap<string, Lie | null>[] => [
  new Map(faulty.map((who) => [who, null])),
  ...LIES.flatMap((lie) =>
    [0, lie, -lie].flatMap((rate) =>
      [1, -1].map(
        (turn) =>
          new Map(
            faulty.map((who, at): [string, Lie] => [
              who,
              { coins: 1 + (at % 2 === 0 ? lie : turn * lie), rates: 1 + rate },
            ]),
          ),
      ),
    ),
  ),
]

const MINORITIES = [0, 1, 2, 3, 4, 5].flatMap((count) => choose([...VENUES, BULLION], count)).filter(isMinority)

describe.each([0.000_2, 0.001, 0.003])('with the honest %d apart', (range) => {
  test('every minority of all that is agreed on lies at once', () => {
    expect(MINORITIES.filter((faulty) => faulty.includes(BULLION)).length).toBeGreaterThan(50)
    const attacks = drawnFrom(MINORITIES.flatMap(liesOf), 909)
    const wrong = [...attacks].flatMap((lies) => wrongUnder(lies, range))
    expect(wrong.slice(0, 5)).toEqual([])
  }, 120_000)

  test('all venues of one token lie', () => {
    const wrong = liesOf(XAUT).flatMap((lies) => wrongUnder(lies, range))
    expect(wrong.slice(0, 5)).toEqual([])
  })
})

test('an ounce that is quoted in grams, or in hundredths, is no vote', () => {
  for (const unit of [1 / 31.103, 0.01, 100])
    for (const faulty of MINORITIES.filter(({ length }) => length === 3))
      expect(wrongUnder(new Map(faulty.map((who) => [who, { coins: unit, rates: 1 }])), 0.001)).toEqual([])
})
