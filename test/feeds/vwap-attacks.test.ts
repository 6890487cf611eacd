import { describe, expect, test } from 'bun:test'
import { PRICE_CLIP, WEIGHT_CAP } from '../../src/feeds/math/vwap-agreement.ts'
import { USDT_RATE_VENUES } from '../../src/feeds/prices/usdt.ts'
import { vwap } from '../../src/feeds/prices/vwap.feed.ts'
import type { WindowAnswer } from '../../src/feeds/prices/vwap-answer.ts'
import { drawnFrom } from '../support/draws.ts'
import { both, lookAt, OPEN, type States, tickers, traded } from '../support/feeds/market.ts'
import { choose, LIES } from '../support/feeds/liars.ts'

/**
 * Any three of the seven venues lie about prices, about sizes, and about USDT. The mean is within a thousandth of what the
 * honest say, and there always is one.
 */

const USD = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'] as const
const USDT = ['okx', 'gateio'] as const
const VENUES = [...USD, ...USDT]
const RATE = 0.9994
const TRUTH = 84_000
const SUBJECT = vwap.subjects.find(({ key }) => key === 'BTC-USD')!

/** Honest venues lie over `range`, each at a place of its own; those who quote USDT make it of their own price. */
const honestAt = (at: number, range: number): number => TRUTH * (1 + (((at * 3) % 7) / 6 - 0.5) * range)
const rateAt = (at: number): number => RATE * (1 + (((at * 3) % 7) / 6 - 0.5) * 0.000_2)

interface Lie {
  readonly price: number
  readonly rate: number
  readonly size: number
}

const windowOf = (venue: string, price: number, size: number): States =>
  traded(venue, (USDT as readonly string[]).includes(venue) ? 'BTC/USDT' : 'BTC/USD', {
    trades: Array.from({ length: 5 }, (_, at) => ({
      id: String(at),
      price: price > 1e20 ? String(BigInt(price)) : price.toFixed(price < 1 ? 25 : 2),
      size: size.toFixed(8),
      at: OPEN - 290_000 + at * 70_000,
    })),
    coveredFrom: OPEN - 600_000,
    isTorn: false,
    bars: [],
  })

const marketUnder = (lies: ReadonlyMap<string, Lie>, range: number): States =>
  both(
    tickers(
      Object.fromEntries(
        USDT_RATE_VENUES.map((venue, at) => [venue, { 'USDT/USD': rateAt(at) * (lies.get(venue)?.rate ?? 1) }]),
      ),
      OPEN,
    ),
    ...VENUES.map((venue, at) => {
      const own = honestAt(at, range) / (at < USD.length ? 1 : RATE)
      const { price = 1, size = 1 } = lies.get(venue) ?? {}
      return windowOf(venue, own * price, size * (at + 1))
    }),
  )

/** What the honest say, USDT taken at their lowest and at their highest. */
const honestRange = (lies: ReadonlyMap<string, Lie>, range: number): readonly [number, number] => {
  const rates = USDT_RATE_VENUES.flatMap((venue, at) => (lies.has(venue) ? [] : [rateAt(at) / RATE]))
  const said = VENUES.flatMap((venue, at) => {
    if (lies.has(venue)) return []
    const price = honestAt(at, range)
    return at < USD.length ? [price] : [price * Math.min(...rates), price * Math.max(...rates)]
  })
  // Prices are printed to the cent.
  return [Math.min(...said) * (1 - PRICE_CLIP) - 0.02, Math.max(...said) * (1 + PRICE_CLIP) + 0.02]
}

const wrongUnder = (lies: ReadonlyMap<string, Lie>, range: number): readonly string[] => {
  const found = vwap.conclude(SUBJECT, lookAt(marketUnder(lies, range), OPEN))
  const named = JSON.stringify([...lies])
  if (found.kind !== 'concluded') return [`${found.kind} under ${named}`]
  const [low, high] = honestRange(lies, range)
  const value = Number(found.carry['value'])
  const shares = (found.content['quotes'] as readonly WindowAnswer[]).map(({ share }) => share)
  const isRight = value >= low && value <= high && Math.max(...shares) <= WEIGHT_CAP
  return isRight ? [] : [`${value} outside of ${low} to ${high} under ${named}`]
}

const SIGNS = {
  up: [1, 1, 1],
  down: [-1, -1, -1],
  'each their own way': [1, -1, 1],
} as const

describe.each([0.000_2, 0.001, 0.003])('with the honest %d apart', (range) => {
  test.each(Object.entries(SIGNS))(
    'any three of seven lie %s, and show little or all of the volume',
    (_name, signs) => {
      const attacks = [0, 1, 2, 3]
        .flatMap((count) => choose(VENUES, count))
        .flatMap((liars) =>
          LIES.filter((lie) => lie > 0).flatMap((lie) =>
            [1e-6, 1e9].flatMap((size) =>
              [0, 1, -1].map((peg) =>
                liars.map((venue, at): [string, Lie] => [
                  venue,
                  { price: 1 + signs[at]! * lie, rate: 1 + peg * signs[at]! * lie, size },
                ]),
              ),
            ),
          ),
        )
      const wrong = [...drawnFrom(attacks, 905)].flatMap((lies) => wrongUnder(new Map(lies), range))
      expect(wrong.slice(0, 5)).toEqual([])
    },
    120_000,
  )
})

test('a price that could not be written down is no vote, and keeps no answer from being made', () => {
  for (const price of [1e18, 1e25, 1e-20]) {
    const absurd = { price: price / TRUTH, rate: 1, size: 1 }
    expect(wrongUnder(new Map(['coinbase', 'okx', 'gateio'].map((venue) => [venue, absurd])), 0.001)).toEqual([])
  }
})
