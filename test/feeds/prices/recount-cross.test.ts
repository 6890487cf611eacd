import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { type AnyFeed, exampleOf } from '../../../src/feeds/feed.ts'
import { fx } from '../../../src/feeds/prices/fx.feed.ts'
import { pegs } from '../../../src/feeds/prices/pegs.feed.ts'
import { spot } from '../../../src/feeds/prices/spot.feed.ts'
import { fxPrices, hybridPrices, HONEST, type Lie } from '../../support/feeds/fx-market.ts'
import { both, CLOSED, fixings, leftBehind, lookAt, OPEN, tickers } from '../../support/feeds/market.ts'
import type { Body } from '../../support/feeds/content-of.ts'
import { changed } from '../../support/feeds/changed-body.ts'
import { checks, failing, soldBody } from '../../support/feeds/prices/sold-bodies.ts'

/** What `claros verify` finds in the votes of a body that stands on exchange rates. */

/** Two of four opinions say a little more than the others. */
const FIXED = both(
  fixings(OPEN - 12_345_678, 0.001),
  new Map([...fixings(OPEN - 9_876_543, 0.002)].filter(([id]) => /rba|bankofengland/.test(id))),
)

/** Everybody is off by a little, Gemini by much: its votes are all rejected. */
const off = (venue: string): Lie => {
  const lie = 1 + (venue === 'gemini' ? 0.02 : (((venue.length * 7) % 9) - 4) * 1e-4)
  return { rates: lie, coins: lie, usdt: HONEST.usdt }
}
const MARKET = both(FIXED, tickers(hybridPrices(off), OPEN, 12_345))

const CROSSES = [
  ...fx.subjects.map((subject) => [fx, subject.key] as const),
  ...[spot, pegs].flatMap((feed) =>
    feed.subjects.flatMap(({ key }) => (key.endsWith('-USD') ? [] : [[feed, key] as const])),
  ),
]

const sold = (feed: AnyFeed, key: string, states = MARKET, context = {}, now = OPEN): Body =>
  soldBody(feed, key, states, now, context)

const RULES = 'the votes are judged by the published rules'
const PRICE = 'the price follows from the votes'
const CONFIDENCE = 'the confidence follows from the votes'
const AGREE = 'the used votes are those that agree'
const RATE = 'the rate of USDT follows from its votes'
const follows = (pair: string) => `${pair} follows from its votes`

describe('what is sold passes', () => {
  test.each(CROSSES.map(([feed, key]) => [key, feed] as const))('%s', (key, feed) => {
    const body = sold(feed, key)
    expect(failing(body)).toEqual([])
    const named = checks(body).map(({ what }) => what)
    expect(named).toEqual(expect.arrayContaining([PRICE, CONFIDENCE]))
    if (/^(BTC|ETH|SOL|USDT)/.test(key)) expect(named).toContain(AGREE)
  })

  test('by as many checks as it stands on', () => {
    const named = (feed: AnyFeed, key: string) => checks(sold(feed, key)).map(({ what }) => what)
    expect(named(fx, 'EUR-USD')).toEqual([RATE, follows('BTC/USD'), follows('EUR/USD'), PRICE, CONFIDENCE])
    expect(named(fx, 'EUR-JPY')).toEqual([RATE, ...['BTC/USD', 'EUR/USD', 'USD/JPY'].map(follows), PRICE, CONFIDENCE])
    expect(named(spot, 'ETH-EUR')).toEqual([
      RATE,
      ...['ETH/USD', 'EUR/USD'].map(follows),
      RULES,
      AGREE,
      PRICE,
      CONFIDENCE,
    ])
    const legs = ['SOL/USD', 'BTC/USD', 'EUR/USD'].map(follows)
    expect(named(spot, 'SOL-EUR')).toEqual([RATE, ...legs, RULES, AGREE, PRICE, CONFIDENCE])
  })

  test('on fixings, on a lone quote, over a closed market', () => {
    const lone = both(FIXED, tickers({ kraken: fxPrices()['kraken']! }, OPEN, 12_345))
    for (const [states, key, basis, method] of [
      [FIXED, 'EUR-USD', 'fixing', 0.7],
      [lone, 'EUR-USD', 'live', 0.7],
      [lone, 'USD-CHF', 'live', 0.7],
      [lone, 'EUR-JPY', 'live', 0.7],
    ] as const) {
      const body = sold(fx, key, states)
      expect([key, failing(body), body['legs']]).toMatchObject([
        key,
        [],
        [{ basis, method }, ...(key === 'EUR-JPY' ? [{}] : [])],
      ])
    }
    const before = leftBehind(1.1444, CLOSED - 54_321_000)
    const carried = sold(fx, 'EUR-USD', new Map(), { previous: before }, CLOSED)
    expect([failing(carried), carried['legs']]).toMatchObject([
      [],
      [{ basis: 'carried', method: 0.5, value: '1.1444' }],
    ])
    const earlier = { 'price/fx/EUR-USD': before }
    const weekend = sold(spot, 'SOL-EUR', tickers(hybridPrices(off), CLOSED), { earlier }, CLOSED)
    expect(failing(weekend)).toEqual([])
  })

  test('and so does what documents show', () => {
    for (const [feed, key] of CROSSES) {
      const body = JSON.parse(
        JSON.stringify(
          exampleOf(
            feed,
            feed.subjects.find((each) => each.key === key)!,
          ),
        ),
      ) as Body
      expect([key, checks(body).length >= 3, failing(body)]).toEqual([key, true, []])
    }
  })

  test('and is small enough to be read: 4 kB of an exchange rate, 8 of a cross', () => {
    for (const [feed, key] of CROSSES) {
      const isRate = feed === fx && key.includes('USD')
      expect([key, JSON.stringify(sold(feed, key)).length < (isRate ? 4_096 : 8_192)]).toEqual([key, true])
    }
  })
})

describe('a body that was changed', () => {
  const EURO = sold(fx, 'EUR-USD')
  const YEN = sold(fx, 'EUR-JPY')
  const HYBRID = sold(spot, 'SOL-EUR')
  const FIXING = sold(fx, 'USD-CNY')
  const legAt = (body: Body, pair: string) =>
    (body['legs'] as readonly { readonly pair: string }[]).findIndex((leg) => leg.pair === pair)
  const voteAt = (quotes: unknown, source: string) =>
    (quotes as readonly { readonly source: string }[]).findIndex((quote) => quote.source === source)
  const CARRIED = sold(fx, 'EUR-USD', new Map(), { previous: leftBehind(1.1444, CLOSED - 54_321_000) }, CLOSED)
  const cross = voteAt(HYBRID['quotes'], 'crossrate')
  const { price } = (HYBRID['quotes'] as readonly { readonly price: string }[])[cross]!
  const euro = voteAt(EURO['quotes'], 'kraken')
  const coin = legAt(HYBRID, 'BTC/USD')

  test.each([
    ['the price', EURO, ['price'], '1.16000', [PRICE]],
    ['the confidence', EURO, ['confidence'], 0.5, [CONFIDENCE]],
    ['a vote', EURO, ['quotes', euro, 'price'], '1.2', [follows('EUR/USD'), PRICE]],
    ['an age', EURO, ['quotes', euro, 'age_seconds'], 899, [CONFIDENCE]],
    ['how many are asked', EURO, ['agreement', 'configured'], 21, [follows('EUR/USD')]],
    ['what a leg rests on', EURO, ['legs', 0, 'basis'], 'fixing', [follows('EUR/USD')]],
    ['how much it is worth', EURO, ['legs', 0, 'method'], 0.7, [follows('EUR/USD')]],
    ['the value of a leg', YEN, ['legs', 1, 'value'], '150', [follows('USD/JPY'), PRICE, CONFIDENCE]],
    ['the rate of USDT', YEN, ['usdt_rate', 'value'], '0.9', [RATE, PRICE]],
    [
      'the dollar price of the coin',
      HYBRID,
      ['legs', coin, 'value'],
      '1',
      [follows('BTC/USD'), follows('EUR/USD'), PRICE],
    ],
    ['our own vote', HYBRID, ['quotes', cross, 'price'], String(Number(price) * (1 + 1e-9)), [PRICE]],
    ['a fixing', FIXING, ['legs', 0, 'fixings', 0, 'price'], '7', [follows('USD/CNY'), PRICE]],
    ['the age of a fixing', FIXING, ['legs', 0, 'fixings', 0, 'age_seconds'], 432_001, [follows('USD/CNY')]],
    ['when a carried value was seen', CARRIED, ['legs', 0, 'observed_at'], CLOSED / 1000, [follows('EUR/USD')]],
    ['how old it is', CARRIED, ['legs', 0, 'age_seconds'], 432_001, [follows('EUR/USD')]],
    ['whether the market is closed', CARRIED, ['marketStatus'], 'open', [follows('EUR/USD')]],
    ['the kind of a leg', EURO, ['legs', 0, 'value'], 7, ['the votes are readable']],
  ] as const)('%s', (_what, body, path, to, expected) => {
    expect(failing(changed(body, path, to))).toEqual(expect.arrayContaining([...expected]))
  })

  test('without votes is left to its signature', () => {
    const { quotes: _, agreement: __, usdt_rate: ___, ...bare } = EURO
    const legs = (bare['legs'] as readonly Body[]).map(({ pair, basis, observed_at, age_seconds }) => ({
      pair,
      basis,
      observed_at,
      age_seconds,
    }))
    expect(checks({ ...bare, legs } as Body)).toEqual([])
  })
})

describe('votes on a rate that did not agree', () => {
  const lone = sold(fx, 'EUR-USD', both(FIXED, tickers({ kraken: hybridPrices(off)['kraken']! }, OPEN, 12_345)))
  const agreed = sold(fx, 'EUR-USD')

  test('are counted again: a lone quote is none beside a majority', () => {
    const rows = agreed['quotes'] as readonly Record<string, Json>[]
    const quotes = rows.map(({ reason: _, ...row }) =>
      row['source'] === 'kraken' ? { ...row, used: true } : { ...row, used: false, reason: 'no_agreement' },
    )
    const { width: _, ...agreement } = lone['agreement'] as Record<string, Json>
    const legs = (agreed['legs'] as readonly Record<string, Json>[]).map((leg) =>
      leg['pair'] === 'EUR/USD' ? (lone['legs'] as readonly Json[])[0]! : leg,
    )
    const forged = { ...agreed, ...lone, agreement, quotes, legs, usdt_rate: agreed['usdt_rate']! }
    expect(failing(lone)).toEqual([])
    expect(failing(forged)).toContain(follows('EUR/USD'))
  })
})

describe('the rules of a rate', () => {
  const body = sold(fx, 'EUR-USD')
  const changedTo = (agreement: object) =>
    failing({ ...body, agreement: { ...(body['agreement'] as object), ...agreement } })

  test('are not its own', () => {
    expect(changedTo({})).toEqual([])
    for (const other of [{ configured: 5 }, { tau: 0.001_9 }, { tau: 0.006_1 }, { expires_seconds: 901 }])
      expect(changedTo(other)).toContain(follows('EUR/USD'))
  })

  test('let nobody pass over the market for its fixings while it is open', () => {
    const [leg] = sold(fx, 'EUR-USD', FIXED)['legs'] as readonly { readonly [name: string]: Json }[]
    const { agreement: _, quotes: __, usdt_rate: ___, ...bare } = body
    const worth = sold(fx, 'EUR-USD', FIXED)
    const forged = { ...bare, legs: [leg!], price: worth['price']!, confidence: worth['confidence']! }
    expect(failing(forged)).toEqual([follows('EUR/USD'), PRICE, CONFIDENCE])
  })
})

describe('the hours of the market', () => {
  const HOURS = 'the market was open or closed as the body says'
  const at = (now: number): Body => ({
    ...sold(fx, 'EUR-USD', FIXED, { previous: leftBehind(1.15, CLOSED - 54_000_000, ['kraken']) }, now),
    timestamp: now / 1000,
  })

  test('are those of its time: nothing is carried over an open market', () => {
    const carried = at(CLOSED)
    expect(carried).toMatchObject({ legs: [{ basis: 'carried' }], marketStatus: 'closed' })
    expect(failing(carried)).toEqual([])
    expect(failing({ ...carried, timestamp: OPEN / 1000 })).toEqual([HOURS])
    const { marketStatus: _, marketStatusSince: since, ...silent } = carried
    expect(failing(silent)).toContain(HOURS)
    expect(failing({ ...at(OPEN), marketStatus: 'closed' })).toContain(HOURS)
    expect(failing({ ...carried, marketStatusSince: Number(since) + 1 })).toContain(HOURS)
  })
})

test('neither the rate of USDT nor a coin is counted by rules of its own', () => {
  const body = sold(fx, 'EUR-USD')
  const usdt = body['usdt_rate'] as { readonly agreement: { readonly configured: number } }
  const wider = { ...usdt, agreement: { ...usdt.agreement, tau: 0.006_1 } }
  expect(failing({ ...body, usdt_rate: wider })).toContain(RATE)
  const legs = (body['legs'] as readonly { readonly [name: string]: Json }[]).map((leg) =>
    leg['pair'] === 'BTC/USD' ? { ...leg, agreement: { ...(leg['agreement'] as object), tau: 0.015_1 } } : leg,
  )
  expect(failing({ ...body, legs: legs })).toContain(follows('BTC/USD'))
})

test('a rate leaves no vote out for want of a rate of USDT that is there, or that it needs not', () => {
  const body = sold(fx, 'EUR-USD')
  const rows = body['quotes'] as readonly { readonly [name: string]: Json }[]
  for (const { source } of rows.filter(({ used }) => used === true)) {
    const quotes = rows.map((row) => (row['source'] === source ? { ...row, used: false, reason: 'no_usdt_rate' } : row))
    expect([source, failing({ ...body, quotes })]).toEqual([source, expect.arrayContaining([follows('EUR/USD')])])
  }
  // By one that the median does not miss.
  const [first, ...others] = rows.filter(({ used }) => used !== true)
  expect(others).toEqual([])
  const quotes = rows.map((row) => (row === first ? { ...row, reason: 'no_usdt_rate' } : row))
  expect(failing({ ...body, quotes })).toContain(follows('EUR/USD'))
})

test('a silenced venue that was not heard is no vote that did not agree', () => {
  const apart = (venue: string): Lie => {
    const at = ['kraken', 'bitstamp', 'binance', 'coinbase', 'bitfinex', 'gemini'].indexOf(venue)
    const lie = 1 + (at < 0 ? 0 : at * 0.004)
    return { rates: lie, coins: 1, usdt: HONEST.usdt }
  }
  const states = both(FIXED, tickers(hybridPrices(apart), OPEN, 12_345))
  const context = lookAt(states, OPEN)
  const found = fx.conclude(
    fx.subjects.find(({ key }) => key === 'EUR-USD')!,
    {
      ...context,
      boards: { ...context.boards, silenced: new Map([['gemini', OPEN + 1_000]]) },
    },
  )
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  const body = JSON.parse(JSON.stringify(found.content)) as Body
  expect(failing(body)).toEqual([])
  const rows = body['quotes'] as readonly { readonly [name: string]: Json }[]
  expect(rows.find(({ source }) => source === 'gemini')).toMatchObject({ used: false, reason: 'reputation' })
  expect(rows.some(({ reason }) => reason === 'no_agreement')).toBe(true)
})
