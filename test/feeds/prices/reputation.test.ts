import { describe, expect, test } from 'bun:test'
import type { AnyFeed, Earlier } from '../../../src/feeds/feed.ts'
import { majorityOf } from '../../../src/feeds/math/agreement.ts'
import { pegs } from '../../../src/feeds/prices/pegs.feed.ts'
import { spot } from '../../../src/feeds/prices/spot.feed.ts'
import { PEG_VENUES, spotTethers, spotVenues } from '../../../src/feeds/prices/spot-legs.ts'
import { USDT_RATE_VENUES } from '../../../src/feeds/prices/usdt.ts'
import { both, fixings, OPEN, type Prices, tickers } from '../../support/feeds/market.ts'
import { travelled } from '../../support/feeds/content-of.ts'
import { failing } from '../../support/feeds/prices/sold-bodies.ts'
import { concludedOn } from '../../support/feeds/conclude-on.ts'

/** What a lie costs its venue, seen from the prices that are sold. */

const TETHERS = [...spotTethers('BTC'), ...spotTethers('SOL')]
const EVERYBODY = [...new Set([...spotVenues('BTC'), ...spotVenues('SOL'), ...USDT_RATE_VENUES])]
const TRUTH: Readonly<Record<string, number>> = { BTC: 84_000, ETH: 3_450, SOL: 160, XRP: 2 }

/** Everybody tells the truth about everything, times what each venue adds about each pair. */
const market = (lies: Readonly<Record<string, Readonly<Record<string, number>>>>, now: number) => {
  const prices: Prices = Object.fromEntries(
    EVERYBODY.map((venue) => {
      const coin = TETHERS.includes(venue) ? 'USDT' : 'USD'
      const coins = Object.entries(TRUTH).flatMap(([base, price]) => [
        [`${base}/${coin}`, price],
        [`${base}/EUR`, price / 1.15],
      ])
      const said = [...coins, ['USDT/USD', 1], ['USDC/USD', 1], ['EUR/USD', 1.15]] as [string, number][]
      return [venue, Object.fromEntries(said.map(([pair, price]) => [pair, price * (1 + (lies[venue]?.[pair] ?? 0))]))]
    }),
  )
  return both(fixings(OPEN - 3_600_000), tickers(prices, now))
}
type Lies = Parameters<typeof market>[0]

const conclude = (
  feed: AnyFeed,
  key: string,
  lies: Lies,
  now: number,
  more: { previous?: Earlier | null; silenced?: ReadonlyMap<string, number> } = {},
) => concludedOn(feed, key, market(lies, now), now, more)

/** A price every so many seconds for a minute, each after the one before; who loses his vote. */
const watched = (key: string, lies: Lies, everySeconds: number): readonly string[] => {
  let previous: Earlier | null = null
  const silenced = new Set<string>()
  for (let at = OPEN; at <= OPEN + 60_000; at += everySeconds * 1000) {
    const found = conclude(spot, key, lies, at, { previous })
    for (const venue of found.silence ?? []) silenced.add(venue)
    previous = { timestamp: Math.floor(at / 1000), content: {}, carry: travelled(found.carry) }
  }
  return [...silenced].toSorted()
}

describe('who lies about a dollar price loses his vote', () => {
  test.each([1, 5])('with a conclusion every %d s', (everySeconds) => {
    const lies = { gemini: { 'BTC/USD': 0.019 }, okx: { 'BTC/USDT': 0.019 }, kraken: { 'BTC/USD': -0.05 } }
    expect(watched('BTC-USD', lies, everySeconds)).toEqual(['gemini', 'kraken', 'okx'])
  })

  test('nobody else does, whatever the liars say of the peg too', () => {
    const peg = { 'USDT/USD': 0.019 }
    const lies = { gemini: { ...peg, 'BTC/USD': 0.019 }, kraken: { ...peg, 'BTC/USD': 0.019 }, bitstamp: peg }
    expect(watched('BTC-USD', lies, 5)).toEqual(['gemini', 'kraken'])
  })

  test('not by a cross, nor by a peg of four venues', () => {
    expect(watched('BTC-EUR', { gemini: { 'BTC/EUR': 0.05 } }, 5)).toEqual([])
    const found = conclude(pegs, 'USDC-USD', { gemini: { 'USDC/USD': 0.05 } }, OPEN)
    expect(found.silence ?? []).toEqual([])
    expect(found.carry['runs']).toBeUndefined()
  })

  test('a liar about one thin coin silences himself and nobody beside him', () => {
    const both = { bitfinex: { 'ETH/USD': 0.03 }, gemini: { 'ETH/USD': 0.03 } }
    expect(watched('ETH-USD', both, 5)).toEqual(['bitfinex', 'gemini'])
    // Two who agree with each other on a coin of five are not its majority.
    expect(watched('ETH-USD', { coinbase: { 'ETH/USD': -0.02 }, kraken: { 'ETH/USD': -0.02 } }, 5)).toEqual([
      'coinbase',
      'kraken',
    ])
  })
})

describe('without a vote', () => {
  const UNTIL = OPEN + 300_000
  const silencing = (...venues: readonly string[]) => new Map(venues.map((venue, at) => [venue, UNTIL - at]))
  const quotesOf = (content: object) =>
    (content as { quotes: { source: string; used: boolean; reason?: string }[] }).quotes
  const reasons = (content: object) =>
    Object.fromEntries(quotesOf(content).flatMap(({ source, reason }) => (reason ? [[source, reason]] : [])))

  test('the body says so, on every pair and in the rate of USDT, and counts of the same number of venues', () => {
    for (const key of ['BTC-USD', 'SOL-USD', 'BTC-EUR']) {
      const { content } = conclude(spot, key, {}, OPEN, { silenced: silencing('kraken') })
      expect(reasons(content)).toEqual({ kraken: 'reputation' })
      expect(content['sources']).not.toContain('kraken')
      const usual = conclude(spot, key, {}, OPEN).content as { agreement: { configured: number } }
      expect((content as typeof usual).agreement.configured).toBe(usual.agreement.configured)
    }
    const { usdt_rate: rate } = conclude(spot, 'BTC-USD', {}, OPEN, { silenced: silencing('kraken') }).content as {
      usdt_rate: object
    }
    expect(reasons(rate)).toEqual({ kraken: 'reputation' })
    expect(reasons(conclude(pegs, 'USDT-USD', {}, OPEN, { silenced: silencing('kraken') }).content)).toEqual({
      kraken: 'reputation',
    })
  })

  test('never so many that fewer than one more than a majority are left', () => {
    const silenced = silencing(...spotVenues('BTC'))
    const left = (key: string) =>
      quotesOf(conclude(spot, key, {}, OPEN, { silenced }).content).filter(({ used }) => used).length
    for (const coin of ['BTC', 'ETH', 'SOL'])
      expect([coin, left(`${coin}-USD`)]).toEqual([coin, majorityOf(spotVenues(coin).length) + 1])
    // Of four venues three are a majority: nobody can be spared.
    const few = PEG_VENUES['USDC']!.length
    const unheard = Object.values(reasons(conclude(pegs, 'USDC-USD', {}, OPEN, { silenced }).content))
    expect(unheard).toEqual(Array<string>(few - majorityOf(few) - 1).fill('reputation'))
  })

  test('what is sold can be counted again', () => {
    const lies = { kraken: { 'BTC/USD': 0.02 }, gemini: { 'BTC/USD': 0.02 } }
    const { content } = conclude(spot, 'BTC-USD', lies, OPEN, { silenced: silencing('kraken') })
    expect(reasons(content)).toEqual({ kraken: 'reputation', gemini: 'outside_agreement' })
    expect(failing(travelled(content))).toEqual([])
  })

  test('a publisher who bars too many is caught, however well the others agree', () => {
    const honest = conclude(spot, 'BTC-USD', {}, OPEN).content
    const failingWithout = (barred: number) => {
      const body = JSON.parse(JSON.stringify(honest)) as { quotes: { used: boolean; reason?: string }[] }
      for (const quote of body.quotes.slice(0, barred)) Object.assign(quote, { used: false, reason: 'reputation' })
      return failing(travelled(body))
    }
    const { length } = spotVenues('BTC')
    const may = length - majorityOf(length) - 1
    expect(failingWithout(0)).toEqual([])
    expect(failingWithout(may)).toEqual(['the confidence follows from the votes'])
    expect(failingWithout(may + 1)).toEqual(['the used votes are those that agree'])
  })
})
