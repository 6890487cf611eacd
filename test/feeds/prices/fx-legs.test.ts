import { describe, expect, test } from 'bun:test'
import type { Fixing } from '../../../src/sources/market.ts'
import { fixingView, usdPerUnit } from '../../../src/feeds/prices/fixings.ts'
import { dollarsPer, fxLeg, type FxLeg, LEG_CURRENCIES, legPair } from '../../../src/feeds/prices/fx-legs.ts'
import { fx } from '../../../src/feeds/prices/fx.feed.ts'
import { FX_PAIRS } from '../../../src/feeds/prices/pairs.ts'
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
  type Prices,
  type States,
  tickers,
  USD,
} from '../market.ts'

const HOUR = 3_600_000
const FIXED = fixings(OPEN - 3 * HOUR)
const EMPTY: States = new Map()

const leg = (states: States, currency = 'EUR', now = OPEN, carried: Parameters<typeof fxLeg>[3] = null): FxLeg => {
  const found = fxLeg(boardsOf(states), currency, now, carried)
  if (found.kind !== 'leg') throw new Error(`no leg: ${found.kind}`)
  return found
}
const declined = (states: States, currency = 'EUR', now = OPEN, carried: Parameters<typeof fxLeg>[3] = null): string =>
  fxLeg(boardsOf(states), currency, now, carried).kind

const live = (prices: Readonly<Record<string, number>>, pair = 'EUR/USD'): States =>
  tickers(Object.fromEntries(Object.entries(prices).map(([venue, price]) => [venue, { [pair]: price }])), OPEN)

describe('live quotes', () => {
  test('two that agree are the price, at full method, with or without fixings', () => {
    for (const states of [EMPTY, FIXED]) {
      const found = leg(both(states, live({ kraken: 1.151, bitstamp: 1.153 })))
      expect(found.value).toBeCloseTo(1.152, 9)
      expect(found).toMatchObject({ basis: 'live', method: 1, sources: ['bitstamp', 'kraken'], at: OPEN - 1_000 })
    }
  })

  test('two further than 30 basis points apart are no price: the fixings speak, or nobody', () => {
    const torn = live({ kraken: 1.15, bitstamp: 1.1536 })
    expect(leg(both(FIXED, torn))).toMatchObject({ basis: 'fixing', method: 0.7 })
    expect(declined(torn)).toBe('quorum_missed')
    expect(leg(live({ kraken: 1.15, bitstamp: 1.1534 })).basis).toBe('live')
  })

  test('one within 2 % of the fixings is published with method 0.7', () => {
    const found = leg(both(FIXED, live({ kraken: 1.17 })))
    expect(found).toMatchObject({ basis: 'live', method: 0.7, sources: ['kraken'] })
    expect(found.value).toBeCloseTo(1.17, 9)
  })

  test('one without three opinions behind it is not published', () => {
    expect(declined(live({ kraken: 1.15 }))).toBe('quorum_missed')
    const two = new Map([...FIXED].filter(([id]) => /ecb|bankofcanada|cnb/.test(id)))
    expect(declined(both(two, live({ kraken: 1.15 })))).toBe('quorum_missed')
  })

  test('one more than 2 % off the fixings is rejected, and so are two', () => {
    expect(leg(both(FIXED, live({ kraken: 1.1731 }))).basis).toBe('fixing')
    expect(leg(both(FIXED, live({ kraken: 1.15, bitstamp: 1.2 })))).toMatchObject({ sources: ['kraken'], method: 0.7 })
    const both2 = leg(both(FIXED, live({ kraken: 1.2, bitstamp: 1.2 })))
    expect(both2.basis).toBe('fixing')
    expect(both2.value).toBeCloseTo(USD.EUR, 9)
  })

  test('outside the rails of a currency are unit mistakes', () => {
    expect(declined(live({ kraken: 115, bitstamp: 115 }))).toBe('quorum_missed')
    expect(declined(live({ kraken: 0.79, bitstamp: 0.79 }))).toBe('quorum_missed')
    expect(leg(live({ kraken: 0.81, bitstamp: 0.81 })).value).toBeCloseTo(0.81, 9)
  })

  test('with spreads above 30 basis points are refused', () => {
    const states = live({ kraken: 1.15, bitstamp: 1.15 })
    const wide = {
      bid: '1.148',
      ask: '1.152',
      last: '1.15',
      bookAt: null,
      lastAt: null,
      receivedAt: OPEN,
    }
    const kraken = { quotes: { 'EUR/USD': wide }, changedAt: OPEN }
    expect(leg(both(FIXED, states, new Map([['ticker/kraken', kraken]]))).sources).toEqual(['bitstamp'])
  })

  test('are read in the direction in which the market quotes them', () => {
    const yen = leg(both(FIXED, live({ kraken: 155.5 }, 'USD/JPY')), 'JPY')
    expect(yen).toMatchObject({ pair: 'USD/JPY', basis: 'live', method: 0.7 })
    expect(dollarsPer('JPY', yen)).toBeCloseTo(1 / 155.5, 12)
    expect(dollarsPer('EUR', leg(live({ kraken: 1.15, bitstamp: 1.15 })))).toBeCloseTo(1.15, 9)
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
    expect(fixingView(boardsOf(copies), 'EUR', OPEN)).toMatchObject({
      opinions: 1,
      sources: ['cnb', 'ecb', 'norgesbank'],
    })
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

  test('outside the rails are refused', () => {
    expect(declined(fixings(OPEN - HOUR, 1), 'GBP')).toBe('quorum_missed')
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

  test('at a cold start on a weekend is answered by the fixings', () => {
    expect(leg(fixings(CLOSED - 20 * HOUR), 'EUR', CLOSED)).toMatchObject({
      basis: 'fixing',
      market: { status: 'closed' },
    })
    expect(declined(EMPTY, 'EUR', CLOSED)).toBe('quorum_missed')
  })

  test('ignores what an older release carried in another shape', () => {
    for (const carry of [{}, { value: '1.1', observedAt: observed, sources: [] }, { value: 1.1, sources: [] }])
      expect(declined(EMPTY, 'EUR', CLOSED, { timestamp: 1, content: {}, carry })).toBe('quorum_missed')
  })

  test('never carries while the market is open', () => {
    expect(declined(EMPTY, 'EUR', OPEN, leftBehind(1.1444, OPEN - HOUR))).toBe('quorum_missed')
  })
})

describe('the foreign exchange feed', () => {
  const quotes: Prices = {
    kraken: { 'EUR/USD': 1.15, 'GBP/USD': 1.32, 'USD/JPY': 155, 'USD/CHF': 0.8, 'USD/CAD': 1 / 0.71 },
    bitstamp: { 'EUR/USD': 1.15, 'GBP/USD': 1.32 },
  }
  const open = both(FIXED, tickers(quotes, OPEN))
  const conclude = (key: string, look: ReturnType<typeof lookAt>) => {
    const found = fx.conclude(
      fx.subjects.find((each) => each.key === key)!,
      look,
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
      const { content, carry } = conclude(pair.key, lookAt(open, OPEN))
      expect(Number(carry['value'])).toBeCloseTo(dollars(pair.base) / dollars(pair.quote), 6)
      expect(content).toMatchObject({
        currency: pair.quote,
        decimals: pair.quote === 'JPY' ? 3 : 5,
        marketStatus: 'open',
      })
      const legs = (content as unknown as { legs: { pair: string }[] }).legs
      expect(legs.length).toBe(pair.base === 'USD' || pair.quote === 'USD' ? 1 : 2)
    },
  )

  test('names what entered the number: both legs of a cross, and no fixing that only guarded', () => {
    expect(conclude('EUR-GBP', lookAt(open, OPEN)).content).toMatchObject({ sources: ['bitstamp', 'kraken'] })
    expect(conclude('EUR-CNY', lookAt(open, OPEN)).content).toMatchObject({
      sources: ['bankofcanada', 'bankofengland', 'bitstamp', 'cnb', 'ecb', 'kraken', 'norgesbank', 'rba'],
      legs: [{ basis: 'live' }, { pair: 'USD/CNY', basis: 'fixing', ageSeconds: 3 * 3_600 }],
      observedAt: (OPEN - 3 * HOUR) / 1000,
    })
  })

  test('declines a cross when one of its legs is missing', () => {
    const subject = fx.subjects.find((each) => each.key === 'EUR-JPY')!
    expect(fx.conclude(subject, lookAt(tickers(quotes, OPEN), OPEN))).toEqual({
      kind: 'quorum_missed',
      have: 0,
      need: 3,
    })
  })

  test('sells the last value of a leg over a weekend, saying so, and keeps its age growing', () => {
    const before = leftBehind(1.1444, CLOSED - 15 * HOUR)
    const first = conclude('EUR-USD', lookAt(EMPTY, CLOSED, { previous: before }))
    expect(first.content).toMatchObject({
      price: '1.14440',
      marketStatus: 'closed',
      marketStatusSince: Date.parse('2026-11-20T22:00:00Z') / 1000,
      observedAt: (CLOSED - 15 * HOUR) / 1000,
      legs: [{ pair: 'EUR/USD', basis: 'carried', ageSeconds: 15 * 3_600 }],
    })
    const later = CLOSED + 10 * HOUR
    const again = conclude('EUR-USD', lookAt(EMPTY, later, { previous: { ...before, carry: first.carry } }))
    expect(again.content).toMatchObject({ price: '1.14440', legs: [{ ageSeconds: 25 * 3_600 }] })
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
      observedAt: (CLOSED - 16 * HOUR) / 1000,
      marketStatus: 'closed',
    })
  })

  test('is as confident as the weaker of its legs', () => {
    const confidence = (key: string) => Number(conclude(key, lookAt(open, OPEN)).carry['confidence'])
    expect(confidence('EUR-USD')).toBeGreaterThan(0.95)
    expect(confidence('USD-JPY')).toBeLessThan(0.71)
    expect(confidence('EUR-JPY')).toBe(confidence('USD-JPY'))
  })
})
