import { describe, expect, test } from 'bun:test'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { metals } from '../../../src/feeds/prices/metals.feed.ts'
import { both, CLOSED, fixings, gold, leftBehind, OPEN, type States, tickers } from '../../support/feeds/market.ts'
import type { Body } from '../../support/feeds/content-of.ts'
import { changed } from '../../support/feeds/changed-body.ts'
import { checks, failing, soldBody } from '../../support/feeds/prices/sold-bodies.ts'

/** What `claros verify` finds in the votes of gold: those of its tokens, and the three numbers above them. */

const DOLLARS = { 'USDT/USD': 0.9994 }
const MARKET = both(
  fixings(OPEN - 3_600_000),
  tickers(
    {
      coinbase: { 'PAXG/USD': 4_101.3, ...DOLLARS },
      kraken: { 'PAXG/USD': 4_102.55, 'XAUT/USD': 4_110.1, 'EUR/USD': 1.15, ...DOLLARS },
      gemini: { 'PAXG/USD': 4_300, ...DOLLARS },
      binance: { 'PAXG/USDT': 4_105.7 },
      okx: { 'PAXG/USDT': 4_104.1, 'XAUT/USDT': 4_112.9, 'USDT/USD': 0.9997 },
      bitfinex: { 'XAUT/USD': 4_109.4, ...DOLLARS },
      bybit: { 'XAUT/USDT': 4_111.2 },
      bitstamp: { 'EUR/USD': 1.15, ...DOLLARS },
    },
    OPEN,
    2_345,
  ),
  gold(4_103.4, OPEN - 61_234),
)

/** Nobody trades the euro: the fixings say what it is worth, and are worth less than a market. */
const FIXED = new Map(
  [...MARKET].map(([id, state]) => {
    const { 'EUR/USD': _, ...quotes } = (state as { quotes?: Record<string, unknown> }).quotes ?? {}
    return [id, id.startsWith('ticker/') ? { ...(state as object), quotes } : state] as const
  }),
)

const sold = (key: string, states: States, now = OPEN, context = {}): Body =>
  soldBody(metals, key, states, now, context)

const RATE = 'the rate of USDT follows from its votes'
const PAXG = 'the value of PAXG follows from its votes'
const XAUT = 'the value of XAUT follows from its votes'
const NUMBERS = 'the numbers of the tokens are their values'
const VOTES = 'the used votes are those that agree'
const RULES = 'the numbers are judged by the published rules'
const PRICE = 'the price follows from the votes'
const CONFIDENCE = 'the confidence follows from the votes'
const LEG = 'EUR/USD follows from its votes'

const whole = sold('XAU-USD', MARKET)

test('what is sold passes, each price by as many checks as follow from it', () => {
  const named = (body: Body) => checks(body).map(({ what, ok }) => [what, ok])
  const all = [RULES, RATE, PAXG, XAUT, NUMBERS, VOTES, PRICE, CONFIDENCE]
  expect(named(whole)).toEqual(all.map((what) => [what, true]))
  const euros = [RULES, RATE, LEG, PAXG, XAUT, NUMBERS, VOTES, PRICE, CONFIDENCE]
  expect(named(sold('XAU-EUR', MARKET))).toEqual(euros.map((what) => [what, true]))
})

test('two tokens without bullion are counted at what they are worth', () => {
  for (const states of [both(MARKET, gold(4_103, OPEN - 901_000)), both(MARKET, gold(4_400, OPEN))]) {
    const body = sold('XAU-USD', states)
    expect(body['legs']).toMatchObject([{ basis: 'tokens' }])
    expect([checks(body).length, failing(body)]).toEqual([8, []])
  }
})

test('in euros it is worth what its numbers and the exchange rate are worth', () => {
  const fixed = sold('XAU-EUR', FIXED)
  expect(fixed['legs']).toMatchObject([{}, { pair: 'EUR/USD', basis: 'fixing', method: 0.7 }])
  expect(Number(fixed['confidence'])).toBeCloseTo(Number(whole['confidence']) * 0.7, 1)
  expect(failing(fixed)).toEqual([])
  expect(failing(changed(fixed, ['confidence'], whole['confidence']!))).toEqual([CONFIDENCE])
  const tokens = sold('XAU-EUR', both(FIXED, gold(4_103, OPEN - 901_000)))
  expect([tokens['legs'], failing(tokens)]).toMatchObject([[{ basis: 'tokens' }, { method: 0.7 }], []])
})

test('every number is named, with those who made it', () => {
  const of = (at: string) => (whole['tokens'] as Record<string, { quotes: { source: string; used: boolean }[] }>)[at]!
  expect(whole['quotes']).toMatchObject([
    { source: 'PAXG', currency: 'USD', age_seconds: 2.3 },
    { source: 'XAUT', used: true },
    { source: 'goldapi', price: '4103.4', age_seconds: 61.2, used: true },
  ])
  expect(of('PAXG').quotes.flatMap(({ source, used }) => (used ? [] : [source]))).toEqual(['gemini'])
  expect(of('XAUT').quotes.map(({ source }) => source)).toEqual(['bitfinex', 'bybit', 'kraken', 'okx'])
  expect(whole['usdt_rate']).toMatchObject({ agreement: { configured: 7 } })
  const outside = sold('XAU-USD', both(MARKET, gold(4_400, OPEN)))
  expect(outside['quotes']).toMatchObject([{}, {}, { source: 'goldapi', used: false, reason: 'outside_agreement' }])
})

test('a carried price shows no votes', () => {
  const carried = sold('XAU-USD', MARKET, CLOSED, { previous: leftBehind(4_100, CLOSED - 15 * 3_600_000) })
  expect(checks(carried)).toEqual([])
})

test('a body stays below 4 kB in dollars', () => {
  // Canonical string, two signatures, keys, hashes and receipt come on top of it.
  expect(JSON.stringify(whole).length + 1_000).toBeLessThan(4_096)
})

test('what documents show as an example passes too', () => {
  for (const subject of metals.subjects) {
    const body = JSON.parse(JSON.stringify(exampleOf(metals, subject))) as Body
    expect([subject.key, checks(body).length > 4, failing(body)]).toEqual([subject.key, true, []])
  }
})

describe('a body that was changed', () => {
  test.each([
    ['the price', ['price'], '3500.00', [PRICE]],
    ['the confidence', ['confidence'], 0.11, [CONFIDENCE]],
    ['what the exchange rate is', ['legs', 1, 'value'], '1.2', [LEG, PRICE]],
    ['how much that is worth', ['legs', 1, 'method'], 1.1, [LEG, PRICE]],
  ] as const)('%s in euros', (_what, path, to, expected) => {
    expect(failing(changed(sold('XAU-EUR', MARKET), path, to))).toEqual(expect.arrayContaining([...expected]))
  })

  test.each([
    ['the price', ['price'], '4103.41', [PRICE]],
    ['the confidence', ['confidence'], 0.5, [CONFIDENCE]],
    ['the value of a token', ['tokens', 'PAXG', 'value'], '4104', [PAXG, NUMBERS]],
    ['a vote about it', ['tokens', 'PAXG', 'quotes', 1, 'price'], '4090', [PAXG]],
    ['its age', ['tokens', 'PAXG', 'quotes', 1, 'age_seconds'], 60, [NUMBERS]],
    ['who was left out of it', ['tokens', 'PAXG', 'quotes', 2, 'used'], true, [PAXG]],
    ['the number of a token', ['quotes', 1, 'price'], '4104', [NUMBERS]],
    ['the price of bullion', ['quotes', 2, 'price'], '4200', [VOTES]],
    ['who says it', ['quotes', 2, 'source'], 'zapi', [NUMBERS, CONFIDENCE]],
    ['the rate', ['usdt_rate', 'value'], '0.9', [RATE, PAXG, XAUT]],
    ['how far they lie apart', ['agreement', 'width'], 0.000_1, [VOTES]],
    ['the kind of a vote', ['quotes', 0, 'price'], 7, ['the votes are readable']],
  ] as const)('%s', (_what, path, to, expected) => {
    expect(failing(changed(whole, path, to))).toEqual(expect.arrayContaining([...expected]))
  })
})

test('is judged by no rules of its own, nor are its tokens', () => {
  for (const [path, to, wrong] of [
    [['agreement', 'configured'], 2, RULES],
    [['agreement', 'tau'], 0.009, RULES],
    [['tokens', 'PAXG', 'agreement', 'configured'], 4, PAXG],
    [['tokens', 'XAUT', 'agreement', 'configured'], 5, XAUT],
    [['tokens', 'XAUT', 'agreement', 'tau'], 0.02, XAUT],
  ] as const)
    expect(failing(changed(whole, path, to))).toContain(wrong)
})
