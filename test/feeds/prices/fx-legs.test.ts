import { describe, expect, test } from 'bun:test'
import type { Fixing } from '../../../src/sources/market.ts'
import { fixingOf, fixingsOf, usdPerUnit } from '../../../src/feeds/prices/fixings.ts'
import { FX } from '../../../src/feeds/prices/price-carry.ts'
import { fxLeg, type FxLeg } from '../../../src/feeds/prices/fx-legs.ts'
import { dollarsPer, LEG_CURRENCIES, legPair, legVenues, votersOf } from '../../../src/feeds/prices/fx-venues.ts'
import { besideOf } from '../../../src/feeds/prices/hybrid-venues.ts'
import { fx } from '../../../src/feeds/prices/fx.feed.ts'
import { FX_PAIRS } from '../../../src/feeds/prices/pairs.ts'
import type { BoardQuote, TickerState } from '../../../src/feeds/boards/board-quote.ts'
import { readEarlier } from '../../../src/feeds/carry.ts'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { BTC, fxMarket, fxPrices } from '../../support/feeds/fx-market.ts'
import {
  bank,
  boardsOf,
  both,
  CLOSED,
  FIXING_NAMES,
  fixings,
  leftBehind,
  lookAt,
  OPEN,
  type States,
  tickers,
  USD,
} from '../../support/feeds/market.ts'
import { PriceAnswer } from '../../../src/feeds/prices/price-answer.ts'
import { contentOf } from '../../support/feeds/content-of.ts'

const HOUR = 3_600_000
const FIXED = fixings(OPEN - 3 * HOUR)
const EMPTY: States = new Map()

const found = (states: States, currency = 'EUR', now = OPEN, carried: Earlier | null = null) =>
  fxLeg(lookAt(states, now), currency, { carried: carried && readEarlier(FX, carried) })
const leg = (...args: Parameters<typeof found>): FxLeg => {
  const one = found(...args)
  if (one.kind !== 'leg') throw new Error(`no leg: ${one.kind}`)
  return one
}
const declined = (...args: Parameters<typeof found>): string => found(...args).kind

const live = (prices: Readonly<Record<string, number>>, pair = 'EUR/USD'): States =>
  tickers(Object.fromEntries(Object.entries(prices).map(([venue, price]) => [venue, { [pair]: price }])), OPEN)

/** The honest market with some of its quotes changed or gone, by venue and pair. */
const market = (changes: Readonly<Record<string, Readonly<Record<string, number | null>>>> = {}): States => {
  const states = fxMarket()
  for (const [venue, pairs] of Object.entries(changes)) {
    const { quotes, changedAt } = states.get(`ticker/${venue}`) as TickerState
    const changed = Object.entries(pairs).map(([pair, price]) => [
      pair,
      price === null ? null : (tickers({ x: { [pair]: price } }, OPEN).get('ticker/x') as TickerState).quotes[pair],
    ])
    const kept = Object.entries({ ...quotes, ...Object.fromEntries(changed) }).filter(([, quote]) => quote !== null)
    states.set(`ticker/${venue}`, { quotes: Object.fromEntries(kept), changedAt })
  }
  return states
}

/** All that a venue shows, gone. */
const without = (states: States, ...venues: readonly string[]): States =>
  new Map([...states].filter(([id]) => !venues.some((venue) => id === `ticker/${venue}`)))

describe('an agreement', () => {
  test.each([
    ['EUR', ['kraken', 'bitstamp', 'binance', 'coinbase', 'bitfinex', 'gemini']],
    ['GBP', ['kraken', 'bitstamp', 'coinbase', 'gemini']],
    ['JPY', ['kraken', 'bitflyer', 'bitbank', 'coincheck']],
    ['CHF', ['kraken']],
    ['CAD', ['kraken']],
    ['CNY', []],
  ])('on %s is asked of everybody who quotes it, or Bitcoin in it', (currency, venues) => {
    expect(votersOf(legVenues(currency))).toEqual(venues)
    if (venues.length < 2) return
    const one = leg(market(), currency)
    expect(one).toMatchObject({ basis: 'live', method: 1, sources: venues.toSorted(), at: OPEN - 1_000 })
    expect(dollarsPer(currency, one)).toBeCloseTo(USD[currency as keyof typeof USD], 9)
    expect(one.confidence).toBeGreaterThan(0.98)
  })

  test('has one vote of each venue, its own quote before what its Bitcoin implies', () => {
    const { evidence } = leg(market({ kraken: { 'BTC/EUR': BTC / 1.3 } }))
    expect(evidence!.ballot.votes.find(({ source }) => source === 'kraken')).toMatchObject({
      origin: 'live',
      book: null,
    })
    const silent = leg(market({ kraken: { 'EUR/USD': null } })).evidence!.ballot
    expect(silent.votes.find(({ source }) => source === 'kraken')).toMatchObject({ origin: 'implied', book: 'BTC/EUR' })
  })

  test('wins over the fixings, however far off, when it holds a live quote', () => {
    expect(leg(both(fixings(OPEN - HOUR, -0.05), market()))).toMatchObject({ basis: 'live', method: 1 })
  })

  test('of implied votes and Binance alone lies within 1 % of the fixings, or is none', () => {
    const implied = market({ kraken: { 'EUR/USD': null }, bitstamp: { 'EUR/USD': null } })
    expect(leg(both(fixings(OPEN - HOUR, 0.009), implied))).toMatchObject({ basis: 'live', method: 1 })
    expect(leg(both(fixings(OPEN - HOUR, 0.011), implied))).toMatchObject({ basis: 'fixing', method: 0.7 })
    expect(declined(implied)).toBe('quorum_missed')
  })

  test('counts Binance at what USDT is worth, and not at all when nobody knows', () => {
    const { evidence, sources } = leg(market())
    const ballot = evidence!.ballot
    const vote = ballot.votes.find(({ source }) => source === 'binance')!
    expect(vote).toMatchObject({ currency: 'USDT', origin: 'implied' })
    expect(vote.price).toBeCloseTo(vote.quoted * ballot.usdt!.value, 12)
    expect(sources).toContain('binance')
    const lost = Object.fromEntries(
      ['coinbase', 'kraken', 'bitstamp', 'gemini'].map((name) => [name, { 'USDT/USD': null }]),
    )
    const blind = leg(market(lost))
    expect(blind.sources).not.toContain('binance')
    expect(blind.evidence!.ballot.unheard).toMatchObject([{ source: 'binance' }])
  })

  test('is not made of Bitcoin while nobody knows what that is worth: the live quotes stand, for less', () => {
    const torn = fxPrices()
    const apart = Object.keys(torn).map((venue, at) => [
      venue,
      { 'BTC/USD': BTC * (1 + at / 50), 'BTC/USDT': BTC * (1 + at / 50) },
    ])
    const states = both(FIXED, market(Object.fromEntries(apart)))
    expect(leg(states)).toMatchObject({ basis: 'live', method: 0.7, sources: ['bitstamp', 'kraken'] })
    expect(leg(states, 'JPY')).toMatchObject({ basis: 'live', method: 0.7, sources: ['kraken'] })
  })

  const running = (states: States, pair: string, venues: readonly string[]): States => {
    const moved = new Map(states)
    for (const venue of venues) {
      const state = states.get(`ticker/${venue}`) as TickerState
      const quote = state.quotes[pair] as BoardQuote
      const last = Number(quote.last)
      const said = [0.99, 1].map((share, at) => ({ price: last * share, at: quote.receivedAt - (1 - at) * 5_000 }))
      moved.set(`ticker/${venue}`, { ...state, quotes: { ...state.quotes, [pair]: { ...quote, said } } })
    }
    return moved
  }

  test('may lie further apart while its venues run, and no minority of them makes it so', () => {
    const tau = (states: States) => leg(states, 'JPY').evidence!.ballot.tau
    expect(tau(market())).toBe(0.002)
    expect(tau(running(market(), 'BTC/JPY', ['bitflyer', 'bitbank', 'coincheck']))).toBe(0.006)
    expect(tau(running(market(), 'BTC/JPY', ['bitflyer']))).toBe(0.002)
  })

  test('keeps to the τ of calm markets while Binance has no vote', () => {
    const lost = Object.fromEntries(
      ['coinbase', 'kraken', 'bitstamp', 'gemini'].map((name) => [name, { 'USDT/USD': null }]),
    )
    const venues = ['coinbase', 'bitfinex', 'gemini']
    expect(leg(running(market(), 'BTC/EUR', venues)).evidence!.ballot.tau).toBeGreaterThan(0.002)
    expect(leg(running(market(lost), 'BTC/EUR', venues)).evidence!.ballot.tau).toBe(0.002)
  })
})

describe('a cross beside direct prices', () => {
  const beside = (base: string, quote: string, states: States) => {
    const one = fxLeg(lookAt(states, OPEN), quote, { carried: null, beside: besideOf(base, quote) })
    if (one.kind !== 'leg') throw new Error(one.kind)
    return one
  }

  test.each([
    ['BTC', 'EUR', ['binance', 'bitstamp', 'kraken']],
    ['ETH', 'EUR', ['binance', 'bitstamp', 'kraken']],
    ['SOL', 'EUR', ['binance', 'bitfinex', 'bitstamp', 'gemini', 'kraken']],
    ['ETH', 'JPY', ['coincheck', 'kraken']],
    ['SOL', 'JPY', ['bitflyer', 'coincheck', 'kraken']],
  ])('%s/%s takes its rate without what that coin and those venues imply', (base, quote, venues) => {
    const { evidence, sources, method } = beside(base, quote, market())
    expect({ sources, method, configured: evidence!.ballot.configured }).toEqual({
      sources: venues,
      method: 1,
      configured: venues.length,
    })
  })

  test('BTC/JPY has Kraken left, which votes on the price itself: its rate is the fixing', () => {
    expect(beside('BTC', 'JPY', both(FIXED, market()))).toMatchObject({ basis: 'fixing', method: 0.7 })
    expect(leg(both(FIXED, market()), 'JPY').basis).toBe('live')
  })

  test('its own venues confirm what another says, and make no rate against it', () => {
    const lying = { kraken: { 'EUR/USD': 1.15 * 1.03 }, bitstamp: { 'EUR/USD': 1.15 * 1.03 } }
    expect(beside('BTC', 'EUR', both(FIXED, market(lying)))).toMatchObject({ basis: 'fixing' })
    const little = { kraken: { 'EUR/USD': 1.15 * 1.001 }, bitstamp: { 'EUR/USD': 1.15 * 1.001 } }
    expect(beside('BTC', 'EUR', market(little)).value).toBeCloseTo(1.15, 9)
    expect(beside('BTC', 'EUR', without(market(little), 'binance')).value).toBeCloseTo(1.15 * 1.001, 9)
  })
})

describe('live quotes without an agreement', () => {
  test('one within 1 % of the fixings is published with method 0.7', () => {
    const one = leg(both(FIXED, live({ kraken: 1.161 })))
    expect(one).toMatchObject({ basis: 'live', method: 0.7, sources: ['kraken'] })
    expect(one.value).toBeCloseTo(1.161, 9)
    expect(one.confidence).toBeGreaterThan(0.69)
    expect(leg(both(FIXED, live({ kraken: 1.1616 })))).toMatchObject({ basis: 'fixing', method: 0.7 })
  })

  test('one without three opinions behind it is not published', () => {
    expect(declined(live({ kraken: 1.15 }))).toBe('quorum_missed')
    const two = new Map([...FIXED].filter(([id]) => /ecb|bankofcanada|cnb/.test(id)))
    expect(declined(both(two, live({ kraken: 1.15 })))).toBe('quorum_missed')
  })

  test('two of six venues that agree are not a majority', () => {
    expect(declined(live({ kraken: 1.15, bitstamp: 1.15 }))).toBe('quorum_missed')
  })

  test('outside the rails of a currency are unit mistakes', () => {
    const { votes } = leg(market({ kraken: { 'EUR/USD': 115, 'BTC/EUR': null } })).evidence!.ballot
    expect(votes.map(({ source }) => source)).not.toContain('kraken')
    expect(declined(fixings(OPEN - HOUR, 1), 'GBP')).toBe('quorum_missed')
  })

  test('with spreads above 30 basis points are refused', () => {
    const wide = { bid: '1.148', ask: '1.152', last: '1.15', bookAt: null, lastAt: null, receivedAt: OPEN }
    const kraken = { quotes: { 'EUR/USD': wide }, changedAt: OPEN }
    const states = both(FIXED, live({ kraken: 1.15, bitstamp: 1.15 }), new Map([['ticker/kraken', kraken]]))
    expect(leg(states).sources).toEqual(['bitstamp'])
  })

  test('are read in the direction in which the market quotes them', () => {
    const yen = leg(both(FIXED, live({ kraken: 155.5 }, 'USD/JPY')), 'JPY')
    expect(yen).toMatchObject({ pair: 'USD/JPY', basis: 'live', method: 0.7 })
    expect(dollarsPer('JPY', yen)).toBeCloseTo(1 / 155.5, 12)
  })
})

describe('fixings', () => {
  test('this test knows every bank that is read', () => {
    expect(FIXING_NAMES.map((name) => `fixing/${name}`).toSorted()).toEqual([...FIXED.keys()].toSorted())
  })

  test.each(LEG_CURRENCIES.map((currency) => [currency]))('price %s when there is no live quote', (currency) => {
    const found = leg(FIXED, currency)
    expect(found).toMatchObject({ basis: 'fixing', method: 0.7, pair: legPair(currency), at: OPEN - 3 * HOUR })
    expect(dollarsPer(currency, found)).toBeCloseTo(USD[currency as keyof typeof USD], 12)
    expect(found.sources).toEqual(['bankofcanada', 'bankofengland', 'cnb', 'ecb', 'norgesbank', 'rba'])
  })

  test('that copy the ECB count once: three tables of one opinion are no quorum', () => {
    const copies = new Map([...FIXED].filter(([id]) => /ecb|norgesbank|cnb/.test(id)))
    const tables = fixingsOf(boardsOf(copies), 'EUR', OPEN)
    expect(tables.map(({ source }) => source)).toEqual(['cnb', 'ecb', 'norgesbank'])
    expect(fixingOf(tables)).toBeNull()
    expect(declined(copies)).toBe('quorum_missed')
    const two = new Map([...FIXED].filter(([id]) => !/rba|bankofengland/.test(id)))
    expect(declined(two)).toBe('quorum_missed')
    const three = new Map([...FIXED].filter(([id]) => !/rba/.test(id)))
    expect(leg(three).basis).toBe('fixing')
  })

  test('that copy the ECB cannot outvote the others', () => {
    // Three tables say 3 % more, three independent ones do not: by opinions that is one against three.
    const wrong = new Map([...fixings(OPEN - HOUR, 0.03)].filter(([id]) => /ecb|norgesbank|cnb/.test(id)))
    expect(leg(both(FIXED, wrong)).value).toBeCloseTo(USD.EUR, 9)
  })

  test('live for 120 hours, and not before they are set', () => {
    expect(leg(fixings(OPEN - 120 * HOUR)).basis).toBe('fixing')
    expect(declined(fixings(OPEN - 120 * HOUR - 1))).toBe('quorum_missed')
    expect(declined(fixings(OPEN + 1))).toBe('quorum_missed')
  })

  test('are read in units, per base and per currency, and never cross two tables', () => {
    const table = (fields: Partial<Fixing>): Fixing => ({
      base: 'NOK',
      date: '2026-11-18',
      at: OPEN,
      rates: { USD: '10.0', JPY: '6.5', EUR: '11.5' },
      quotedPerBase: false,
      units: { JPY: 100 },
      ...fields,
    })
    expect(usdPerUnit(table({}), 'EUR')).toBeCloseTo(1.15, 12)
    expect(usdPerUnit(table({}), 'JPY')).toBeCloseTo(0.0065, 12)
    expect(usdPerUnit(table({}), 'NOK')).toBeCloseTo(0.1, 12)
    expect(usdPerUnit(table({}), 'CHF')).toBeNull()
    expect(usdPerUnit(table({ rates: { EUR: '11.5' } }), 'EUR')).toBeNull()
    expect(usdPerUnit(table({ rates: { USD: '0', EUR: '11.5' } }), 'EUR')).toBeNull()
    expect(usdPerUnit(bank('EUR', OPEN, { quotedPerBase: true }).fixing, 'GBP')).toBeCloseTo(USD.GBP, 12)
  })
})

describe('a closed market', () => {
  const observed = CLOSED - 15 * HOUR
  const carried = leftBehind(1.1444, observed)

  test("carries the leg's own last value, with its age and its sources, at method 0.5", () => {
    const quotes = tickers({ kraken: { 'EUR/USD': 1.2 }, bitstamp: { 'EUR/USD': 1.2 } }, CLOSED)
    expect(leg(both(quotes, fixings(CLOSED - 20 * HOUR)), 'EUR', CLOSED, carried)).toMatchObject({
      value: 1.1444,
      basis: 'carried',
      method: 0.5,
      at: observed,
      sources: ['bitstamp', 'kraken'],
      market: { status: 'closed' },
    })
  })

  test('carries for 120 hours of age and no longer', () => {
    expect(leg(EMPTY, 'EUR', CLOSED, leftBehind(1.1444, CLOSED - 120 * HOUR)).basis).toBe('carried')
    expect(declined(EMPTY, 'EUR', CLOSED, leftBehind(1.1444, CLOSED - 120 * HOUR - 1))).toBe('quorum_missed')
  })

  test('is carried only if it was observed before the close', () => {
    const close = Date.parse('2026-11-20T22:00:00Z')
    expect(leg(EMPTY, 'EUR', CLOSED, leftBehind(1.1444, close - 1)).basis).toBe('carried')
    expect(declined(EMPTY, 'EUR', CLOSED, leftBehind(1.1444, close))).toBe('quorum_missed')
    expect(leg(fixings(CLOSED - 20 * HOUR), 'EUR', CLOSED, leftBehind(1.1444, close)).basis).toBe('fixing')
  })

  test('carries no fixing: a later one may have come', () => {
    const fixing = { ...carried, carry: { ...carried.carry, basis: 'fixing' } }
    expect(leg(fixings(CLOSED - 20 * HOUR), 'EUR', CLOSED, fixing)).toMatchObject({ basis: 'fixing', method: 0.7 })
  })

  test('at a cold start on a weekend is answered by the fixings, whoever trades', () => {
    const states = both(fixings(CLOSED - 20 * HOUR, 0.005), fxMarket(undefined, CLOSED))
    expect(leg(states, 'EUR', CLOSED)).toMatchObject({ basis: 'fixing', market: { status: 'closed' } })
    expect(leg(states, 'EUR', CLOSED).value).toBeCloseTo(USD.EUR * 1.005, 9)
    expect(declined(EMPTY, 'EUR', CLOSED)).toBe('quorum_missed')
  })

  test('ignores what an older release carried in another shape', () => {
    for (const carry of [
      {},
      { value: '1.1', observedAt: observed, sources: [] },
      { value: 1.1, sources: [] },
      { value: 1.1, observedAt: observed, sources: [], confidence: 1 },
      { value: 1.1, observedAt: observed, sources: [], confidence: 1, basis: 'lucky' },
      { value: 1.1, observedAt: observed, sources: [], basis: 'live' },
    ])
      expect(declined(EMPTY, 'EUR', CLOSED, { timestamp: 1, content: {}, carry })).toBe('quorum_missed')
  })

  test('never carries while the market is open', () => {
    expect(declined(EMPTY, 'EUR', OPEN, leftBehind(1.1444, OPEN - HOUR))).toBe('quorum_missed')
  })
})

describe('the foreign exchange feed', () => {
  const open = both(FIXED, fxMarket())
  const conclude = (key: string, context: ReturnType<typeof lookAt>) => {
    const found = fx.conclude(
      fx.subjects.find((each) => each.key === key)!,
      context,
    )
    if (found.kind !== 'concluded') throw new Error(`${key}: ${found.kind}`)
    return found
  }

  test('has twenty pairs', () => {
    expect(FX_PAIRS.length).toBe(20)
    expect(FX_PAIRS.map(({ key }) => key)).not.toContain('CHF-CNY')
  })

  test.each(FX_PAIRS.map((pair) => [pair.name, pair] as const))(
    'prices %s by the dollar values of both',
    (_name, pair) => {
      const dollars = (currency: string): number => (currency === 'USD' ? 1 : USD[currency as keyof typeof USD])
      const found = conclude(pair.key, lookAt(open, OPEN))
      const { content, carry } = found
      expect(Number(carry['value'])).toBeCloseTo(dollars(pair.base) / dollars(pair.quote), 6)
      expect(content).toMatchObject({
        currency: pair.quote,
        decimals: pair.quote === 'JPY' ? 3 : 5,
        marketStatus: 'open',
      })
      const { legs } = contentOf(PriceAnswer, found)
      expect(legs.filter((each) => each.pair !== 'BTC/USD').length).toBe(
        pair.base === 'USD' || pair.quote === 'USD' ? 1 : 2,
      )
    },
  )

  test('names what entered the number: both legs of a cross, and no fixing that only guarded', () => {
    expect(conclude('EUR-GBP', lookAt(open, OPEN)).content).toMatchObject({
      sources: ['binance', 'bitfinex', 'bitstamp', 'coinbase', 'gemini', 'kraken'],
    })
    expect(conclude('GBP-CNY', lookAt(open, OPEN)).content).toMatchObject({
      sources: [
        'bankofcanada',
        'bankofengland',
        'bitstamp',
        'cnb',
        'coinbase',
        'ecb',
        'gemini',
        'kraken',
        'norgesbank',
        'rba',
      ],
      legs: [{ basis: 'live' }, { pair: 'USD/CNY', basis: 'fixing', age_seconds: 3 * 3_600 }, { pair: 'BTC/USD' }],
      observed_at: (OPEN - 3 * HOUR) / 1000,
    })
  })

  test('declines a cross when one of its legs is missing', () => {
    const subject = fx.subjects.find((each) => each.key === 'EUR-CNY')!
    expect(fx.conclude(subject, lookAt(fxMarket(), OPEN))).toEqual({ kind: 'quorum_missed', have: 0, need: 2 })
  })

  test('reads the boards of all who vote, and of those by whose word they are counted', () => {
    const idsOf = (key: string) => fx.boards(fx.subjects.find((each) => each.key === key)!).map(({ id }) => id)
    expect(idsOf('EUR-USD')).toEqual(expect.arrayContaining(['ticker/binanceus', 'ticker/gateio', 'fixing/ecb']))
    expect(idsOf('USD-CHF').filter((id) => id.startsWith('ticker'))).toEqual(['ticker/kraken'])
    expect(new Set(idsOf('EUR-JPY')).size).toBe(idsOf('EUR-JPY').length)
  })

  test('sells the last value of a leg over a weekend, saying so, and keeps its age growing', () => {
    const before = leftBehind(1.1444, CLOSED - 15 * HOUR)
    const first = conclude('EUR-USD', lookAt(EMPTY, CLOSED, { previous: before }))
    expect(first.content).toMatchObject({
      price: '1.14440',
      marketStatus: 'closed',
      marketStatusSince: Date.parse('2026-11-20T22:00:00Z') / 1000,
      observed_at: (CLOSED - 15 * HOUR) / 1000,
      legs: [{ pair: 'EUR/USD', basis: 'carried', age_seconds: 15 * 3_600 }],
    })
    const later = CLOSED + 10 * HOUR
    const again = conclude('EUR-USD', lookAt(EMPTY, later, { previous: { ...before, carry: first.carry } }))
    expect(again.content).toMatchObject({ price: '1.14440', legs: [{ age_seconds: 25 * 3_600 }] })
  })

  test('crosses carried legs over a weekend, each found at the actor of its own pair', () => {
    const earlier = {
      'price/fx/EUR-USD': leftBehind(1.15, CLOSED - 15 * HOUR),
      'price/fx/USD-JPY': leftBehind(150, CLOSED - 16 * HOUR, ['kraken']),
    }
    expect(fx.after(fx.subjects.find((each) => each.key === 'EUR-JPY')!)).toEqual(Object.keys(earlier))
    expect(conclude('EUR-JPY', lookAt(EMPTY, CLOSED, { earlier })).content).toMatchObject({
      price: '172.500',
      sources: ['bitstamp', 'kraken'],
      observed_at: (CLOSED - 16 * HOUR) / 1000,
      marketStatus: 'closed',
    })
  })

  test('is as confident as the weaker of its legs', () => {
    const confidence = (key: string) => Number(conclude(key, lookAt(open, OPEN)).carry['confidence'])
    expect(confidence('EUR-USD')).toBeGreaterThan(0.95)
    expect(confidence('USD-CHF')).toBeLessThan(0.71)
    expect(confidence('EUR-CHF')).toBe(confidence('USD-CHF'))
  })
})
