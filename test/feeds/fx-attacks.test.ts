import { describe, expect, test } from 'bun:test'
import { TAU } from '../../src/feeds/math/agreement.ts'
import { fxLeg } from '../../src/feeds/prices/fx-legs.ts'
import { dollarsPer, legVenues, votersOf } from '../../src/feeds/prices/fx-venues.ts'
import { HYBRID_VENUES } from '../../src/feeds/prices/hybrid-venues.ts'
import { spot } from '../../src/feeds/prices/spot.feed.ts'
import { drawnFrom, shareAmong, triesAll } from '../support/draws.ts'
import { fxPrices, HONEST, hybridPrices, type Lie, TETHER } from '../support/feeds/fx-market.ts'
import { choose, LIES } from '../support/feeds/liars.ts'
import { bank, both, fixings, lookAt, OPEN, type Prices, type States, tickers, USD } from '../support/feeds/market.ts'

/**
 * Minorities of the venues of a currency, lost or lying: in the currency, in Bitcoin, in both alike or one against the
 * other, and about USDT. The honest ones lie within τ, so what is agreed on is honest; what is not says so by its
 * method.
 */

const FATES: readonly ((lie: number) => Lie | null)[] = [
  () => null,
  (lie) => ({ rates: 1 + lie, coins: 1 + lie, usdt: 1 + lie }),
  (lie) => ({ rates: 1 + lie, coins: 1 - lie, usdt: 1 - lie }),
  // A liar who knows that what is implied is Bitcoin's price upside down.
  (lie) => ({ rates: 1 + lie, coins: 1 / (1 + lie), usdt: 1 }),
  (lie) => ({ rates: 1, coins: 1 + lie, usdt: 1 }),
]

/** Honest venues differ by up to one basis point in each of what they quote; `times` as much in a market that runs. */
const noise = (at: number, times: number): number => 1 + (((at % 7) - 3) / 30_000) * times

interface Attacked {
  readonly what: string
  readonly prices: Prices
}

/** All sets of up to `most` with every fate and lie; the second liar may have another fate than the first. */
function* attacks(venues: readonly string[], most: number, make: typeof fxPrices, times = 1): Generator<Attacked> {
  for (let count = 0; count <= most; count++)
    for (const faulty of choose(venues, count))
      for (const lie of count === 0 ? [0] : LIES)
        for (const fate of FATES)
          for (const other of count < 2 ? [fate] : FATES) {
            const lies = new Map(faulty.map((venue, at) => [venue, (at % 2 === 0 ? fate : other)(lie)]))
            const honest = (venue: string): Lie => {
              const own = noise(venue.length + venue.charCodeAt(0), times)
              return { rates: own, coins: own, usdt: HONEST.usdt }
            }
            const prices = make((venue) => (lies.has(venue) ? lies.get(venue)! : honest(venue)))
            yield { what: JSON.stringify([lie, [...lies]]), prices }
          }
}

/**
 * Honest quotes are within a basis point of the truth, and what stands on two of them within two: half of the least lie
 * is more.
 */
const WRONG = 0.000_25
/** Without an agreement a lone live quote stands within 1 % of the fixings, and says so. */
const GUARD = 0.01 + 1e-9

const FIXED = fixings(OPEN - 3_600_000)

describe.each(['EUR', 'GBP', 'JPY'] as const)('%s against the dollar', (currency) => {
  const venues = votersOf(legVenues(currency))

  test('is right whichever minority of its venues lies, and always answered', () => {
    const wrong: string[] = []
    let [tried, agreed] = [0, 0]
    for (const { what, prices } of drawnFrom(attacks(venues, Math.floor((venues.length - 1) / 2), fxPrices), 906)) {
      tried++
      const leg = fxLeg(lookAt(both(FIXED, tickers(prices, OPEN)), OPEN), currency, { carried: null })
      if (leg.kind !== 'leg') {
        wrong.push(`${what}: ${leg.kind}`)
        continue
      }
      if (leg.method === 1) agreed++
      const off = Math.abs(dollarsPer(currency, leg) / USD[currency] - 1)
      if (!(off <= (leg.method === 1 ? WRONG : GUARD))) wrong.push(`${what}: off by ${off} of ${leg.method}`)
    }
    if (process.env['REPORT_ATTACKS'] !== undefined)
      process.stderr.write(`${currency}: agreed ${agreed} of ${tried}, wrong ${wrong.length}\n`)
    expect(wrong.slice(0, 5)).toEqual([])
    expect(agreed / tried).toBeGreaterThan(shareAmong(0.99, tried))
  }, 120_000)
})

describe.each(['EUR', 'JPY'] as const)('%s while honest venues lie further apart than τ', (currency) => {
  const TIMES = 21
  // Twenty-one basis points either way, twice where two prices stand behind a vote, and τ beyond.
  const BEYOND = TIMES * WRONG + TAU.fx

  test('is at most τ beyond them, or says that it is less worth and keeps to the fixings', () => {
    const venues = votersOf(legVenues(currency))
    const wrong: string[] = []
    const methods = new Set<number>()
    const tries = attacks(venues, Math.floor((venues.length - 1) / 2), fxPrices, TIMES)
    for (const { what, prices } of drawnFrom(tries, 907)) {
      const leg = fxLeg(lookAt(both(FIXED, tickers(prices, OPEN)), OPEN), currency, { carried: null })
      if (leg.kind !== 'leg') throw new Error(leg.kind)
      methods.add(leg.method)
      const off = Math.abs(dollarsPer(currency, leg) / USD[currency] - 1)
      if (!(off <= (leg.method === 1 ? BEYOND : GUARD))) wrong.push(`${what}: off by ${off} of ${leg.method}`)
    }
    expect(wrong.slice(0, 5)).toEqual([])
    if (triesAll) expect(methods.size).toBe(2)
  }, 120_000)
})

describe('a central bank that lies', () => {
  const dollar = (name: string, base: 'EUR' | 'CAD' | 'GBP', quotedPerBase: boolean, bias: number): States => {
    const { fixing } = bank(base, OPEN - 3_600_000, { quotedPerBase })
    const usd = Number(fixing.rates['USD']) * (quotedPerBase ? 1 + bias : 1 / (1 + bias))
    return new Map([[`fixing/${name}`, { fixing: { ...fixing, rates: { ...fixing.rates, USD: String(usd) } } }]])
  }

  test.each([
    ['bankofcanada', 'CAD', false],
    ['bankofengland', 'GBP', true],
    ['ecb', 'EUR', true],
  ] as const)('%s moves no fixing', (name, base, quotedPerBase) => {
    for (const lie of LIES)
      for (const currency of ['EUR', 'JPY', 'CHF', 'CNY'] as const) {
        const states = both(FIXED, dollar(name, base, quotedPerBase, lie))
        const leg = fxLeg(lookAt(states, OPEN), currency, { carried: null })
        if (leg.kind !== 'leg') throw new Error(leg.kind)
        expect(leg).toMatchObject({ basis: 'fixing', method: 0.7 })
        expect(dollarsPer(currency, leg) / USD[currency]).toBeCloseTo(1, 9)
      }
  })

  test('accepts no single quote that is wrong', () => {
    for (const lie of LIES) {
      const lying = dollar('bankofcanada', 'CAD', false, lie)
      const kraken = tickers({ kraken: { 'EUR/USD': USD.EUR * (1 + lie) } }, OPEN)
      const leg = fxLeg(lookAt(both(FIXED, lying, kraken), OPEN), 'EUR', { carried: null })
      if (leg.kind !== 'leg') throw new Error(leg.kind)
      expect(Math.abs(leg.value / USD.EUR - 1)).toBeLessThanOrEqual(GUARD)
    }
  })
})

describe('a coin in euros and yen is right, or there is no price', () => {
  const COINS = { BTC: 84_000, ETH: 3_400, SOL: 140 } as const

  test.each(Object.keys(HYBRID_VENUES))(
    '%s, whichever venues lie, as many as are a minority of its votes',
    (name) => {
      const [coin, currency] = name.split('/') as [keyof typeof COINS, 'EUR' | 'JPY']
      const subject = spot.subjects.find(({ key }) => key === `${coin}-${currency}`)!
      // Of all that vote, the cross among them.
      const most = Math.floor(HYBRID_VENUES[name]!.length / 2)
      const venues = [...new Set([...HYBRID_VENUES[name]!, ...votersOf(legVenues(currency))])]
      const truth = COINS[coin] / USD[currency]
      const wrong: string[] = []
      let [tried, answered] = [0, 0]
      for (const { what, prices } of drawnFrom(attacks(venues, most, hybridPrices), 908)) {
        tried++
        const found = spot.conclude(subject, lookAt(both(FIXED, tickers(prices, OPEN)), OPEN))
        if (found.kind !== 'concluded') continue
        answered++
        const off = Math.abs(Number(found.carry['value']) / truth - 1)
        if (!(off <= WRONG)) wrong.push(`${what}: off by ${off}`)
      }
      if (process.env['REPORT_ATTACKS'] !== undefined)
        process.stderr.write(`${name}, any ${most}: answered ${answered} of ${tried}, wrong ${wrong.length}\n`)
      expect(wrong.slice(0, 5)).toEqual([])
      expect(answered / tried).toBeGreaterThan(shareAmong(0.9, tried))
    },
    120_000,
  )
})

test('the market of these tests agrees with itself', () => {
  const leg = fxLeg(lookAt(tickers(fxPrices(), OPEN), OPEN), 'EUR', { carried: null })
  if (leg.kind !== 'leg') throw new Error(leg.kind)
  expect(leg.value).toBeCloseTo(USD.EUR, 9)
  expect(leg.evidence!.ballot.usdt!.value).toBeCloseTo(TETHER, 9)
})
