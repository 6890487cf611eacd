import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { USDT_RATE_VENUES } from '../../../src/feeds/prices/usdt.ts'
import { vwap } from '../../../src/feeds/prices/vwap.feed.ts'
import { seededRandom } from '../../support/still.ts'
import { both, fixings, OPEN, type States, tickers, traded } from '../../support/feeds/market.ts'
import type { Body } from '../../support/feeds/content-of.ts'
import { changed } from '../../support/feeds/changed-body.ts'
import { checks, failing, soldBody } from '../../support/feeds/prices/sold-bodies.ts'

/** What `claros verify` finds in the windows of a body: that they make what was signed. */

const USD = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'] as const
const USDT = ['okx', 'gateio'] as const

const random = seededRandom(11)
const windowAt = (venue: string, price: number, coveredMs = 600_000, pair = 'BTC/USD'): States =>
  traded(venue, pair, {
    trades: Array.from({ length: 40 }, (_, at) => ({
      id: String(at),
      price: (price + random.integer(-500, 500) / 100).toFixed(2),
      size: `0.${String(random.integer(1, 99_999_999)).padStart(8, '0')}`,
      at: OPEN - 299_000 + at * 7_500,
    })),
    coveredFrom: OPEN - coveredMs,
    isTorn: false,
    bars: [],
  })

const RATES = tickers(
  Object.fromEntries(
    USDT_RATE_VENUES.map((venue, at) => [
      venue,
      {
        'USDT/USD': 0.9994 + at / 20_000,
        ...((venue === 'kraken' || venue === 'bitstamp') && { 'EUR/USD': 1.15 }),
      },
    ]),
  ),
  OPEN,
)
const MARKET = both(
  fixings(OPEN - 3_600_000),
  ...USD.map((venue) =>
    windowAt(venue, venue === 'gemini' ? 85_600 : 84_000, venue === 'bitfinex' ? 100_000 : 600_000),
  ),
  ...USDT.map((venue) => windowAt(venue, 84_040, 600_000, 'BTC/USDT')),
)

const sold = (key: string, states: States): Body => soldBody(vwap, key, states)

const RATE = 'the rate of USDT follows from its votes'
const MEANS = 'the means follow from the sums'
const VOTES = 'the used votes are those that agree'
const SHARES = 'the shares follow from the volumes'
const RULES = 'the windows are judged by the published rules'
const PRICE = 'the price follows from the windows'
const CONFIDENCE = 'the confidence follows from the windows'

const LEG = 'EUR/USD follows from its votes'

const whole = sold('BTC-USD', both(MARKET, RATES))

test('what is sold passes, each price by as many checks as follow from it', () => {
  const named = (body: Body) => checks(body).map(({ what, ok }) => [what, ok])
  expect(named(whole)).toEqual([RULES, RATE, MEANS, VOTES, SHARES, PRICE, CONFIDENCE].map((what) => [what, true]))
  expect(named(sold('BTC-EUR', both(MARKET, RATES)))).toEqual(
    [RULES, RATE, LEG, MEANS, VOTES, SHARES, PRICE, CONFIDENCE].map((what) => [what, true]),
  )
  const five = both(
    ...USD.map((venue) => windowAt(venue, 84_000)),
    ...USDT.map((venue) => windowAt(venue, 84_040, 600_000, 'BTC/USDT')),
  )
  expect(named(sold('BTC-USD', five))).toEqual(
    [RULES, MEANS, VOTES, SHARES, PRICE, CONFIDENCE].map((what) => [what, true]),
  )
})

test('in euros it is worth what the exchange rate is worth', () => {
  const quoteless = new Map(
    [...RATES].map(([id, state]) => {
      const { 'EUR/USD': _, ...quotes } = (state as { quotes: Record<string, unknown> }).quotes
      return [id, { ...(state as object), quotes }] as const
    }),
  )
  const fixed = sold('BTC-EUR', both(MARKET, quoteless))
  expect(fixed['legs']).toMatchObject([{}, { pair: 'EUR/USD', basis: 'fixing', method: 0.7 }])
  expect(Number(fixed['confidence'])).toBeCloseTo(Number(whole['confidence']) * 0.7, 1)
  expect(failing(fixed)).toEqual([])
  expect(failing(changed(fixed, ['confidence'], whole['confidence']!))).toEqual([CONFIDENCE])
})

test('every venue that traded is named, with why it does not count', () => {
  const rows = (body: Body) =>
    (body['quotes'] as { source: string; used: boolean; share: number; reason?: string }[]).map(
      ({ source, used, share, reason }) => [source, used, share > 0, reason ?? null],
    )
  expect(rows(whole)).toEqual([
    ['bitfinex', false, false, 'low_coverage'],
    ['bitstamp', true, true, null],
    ['coinbase', true, true, null],
    ['gateio', true, true, null],
    ['gemini', false, false, 'outside_agreement'],
    ['kraken', true, true, null],
    ['okx', true, true, null],
  ])
  const without = both(...USD.map((venue) => windowAt(venue, 84_000)), windowAt('okx', 84_040, 600_000, 'BTC/USDT'))
  expect(rows(sold('BTC-USD', without))).toContainEqual(['okx', false, false, 'no_usdt_rate'])
})

test('what documents show as an example passes too', () => {
  for (const subject of vwap.subjects) {
    const body = JSON.parse(JSON.stringify(exampleOf(vwap, subject))) as Body
    expect([subject.key, checks(body).length > 3, failing(body)]).toEqual([subject.key, true, []])
  }
})

test('a body stays below 4 kB, whatever three of the venues print', () => {
  const long = (venue: string, pair: string): States =>
    traded(venue, pair, {
      trades: Array.from({ length: 40 }, (_, at) => ({
        id: String(at),
        price: `84000.${'1'.repeat(20)}`,
        size: `1${'0'.repeat(10)}.${'1'.repeat(9)}`,
        at: OPEN - 299_000 + at * 7_500,
      })),
      coveredFrom: OPEN - 600_000,
      isTorn: false,
      bars: [],
    })
  const body = sold('BTC-USD', both(MARKET, RATES, long('coinbase', 'BTC/USD'), long('okx', 'BTC/USDT')))
  // Canonical string, two signatures, keys, hashes and receipt come on top of it.
  expect(JSON.stringify(body).length + 1_000).toBeLessThan(4_096)
})

describe('a body that was changed', () => {
  const quotes = whole['quotes'] as readonly { readonly source: string }[]
  const at = (source: string) => quotes.findIndex((quote) => quote.source === source)

  test.each([
    ['the price', ['price'], '84000.00', [PRICE]],
    ['the confidence', ['confidence'], 0.99, [CONFIDENCE]],
    ['a turnover', ['quotes', at('kraken'), 'turnover'], '1000000', [MEANS]],
    ['a volume', ['quotes', at('kraken'), 'volume'], '100', [MEANS]],
    ['a mean', ['quotes', at('kraken'), 'price'], '84001', [MEANS]],
    ['a share', ['quotes', at('kraken'), 'share'], 0.4, [SHARES]],
    ['an age', ['quotes', at('kraken'), 'age_seconds'], 59, [CONFIDENCE]],
    ['a coverage', ['quotes', at('kraken'), 'coverage'], 0.799, [MEANS]],
    ['what was not covered', ['quotes', at('bitfinex'), 'coverage'], 0.8, [MEANS]],
    ['who was left out', ['quotes', at('gemini'), 'used'], true, [VOTES]],
    ['a currency', ['quotes', at('okx'), 'currency'], 'USD', [VOTES]],
    ['how many are asked', ['agreement', 'configured'], 21, [VOTES]],
    ['how far they may lie apart', ['agreement', 'tau'], 0.05, [VOTES]],
    ['how far they do', ['agreement', 'width'], 0.000_1, [VOTES]],
    ['the rate', ['usdt_rate', 'value'], '0.9', [RATE, VOTES]],
    ['a vote for the rate', ['usdt_rate', 'quotes', 0, 'price'], '0.9', [RATE]],
    ['the kind of a sum', ['quotes', 0, 'volume'], 7, ['the windows are readable']],
  ] as const)('%s', (_what, path, to, expected) => {
    const found = failing(changed(whole, path, to))
    expect(found).toEqual(expect.arrayContaining([...expected]))
  })

  test.each([
    ['the price', ['price'], '73042.00', [PRICE]],
    ['the confidence', ['confidence'], 0.11, [CONFIDENCE]],
    ['what the exchange rate is', ['legs', 1, 'value'], '1.2', [LEG, PRICE]],
    ['how much that is worth', ['legs', 1, 'method'], 1.1, [LEG, PRICE]],
    ['who says so', ['legs', 1, 'quotes', 0, 'price'], '1.2', [LEG, PRICE]],
    ['the kind of a leg', ['legs', 0, 'pair'], 7, ['the legs are readable', PRICE]],
  ] as const)('%s in euros', (_what, path, to, expected) => {
    const euros = sold('BTC-EUR', both(MARKET, RATES))
    expect(failing(changed(euros, path, to))).toEqual(expect.arrayContaining([...expected]))
  })

  test('without windows is left to its signature', () => {
    const { quotes: _, agreement: __, usdt_rate: ___, ...bare } = whole
    expect(checks(bare)).toEqual([])
    expect(failing({ ...bare, quotes: [] })).toEqual(['the windows are readable'])
  })
})

test('is judged by no rules of its own, and leaves no window out without a reason that holds', () => {
  for (const [path, to] of [
    [['agreement', 'configured'], 8],
    [['agreement', 'tau'], 0.006],
    [['agreement', 'expires_seconds'], 61],
    [['quotes', 0, 'source'], 'nobody'],
  ] as const)
    expect(failing(changed(whole, path, to))).toContain(RULES)
  const rows = whole['quotes'] as readonly { readonly [name: string]: Json }[]
  for (const [at, { reason: _, ...row }] of rows.entries())
    if (row['currency'] === 'USD')
      for (const reason of ['no_usdt_rate', undefined])
        expect(
          failing(
            changed(whole, ['quotes', at], { ...row, used: false, share: 0, ...(reason !== undefined && { reason }) }),
          ),
        ).toContain(VOTES)
})
