import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { type AnyFeed, exampleOf } from '../../../src/feeds/feed.ts'
import { majorityOf } from '../../../src/feeds/math/agreement.ts'
import { pegs } from '../../../src/feeds/prices/pegs.feed.ts'
import { maySilence } from '../../../src/feeds/prices/recount.ts'
import { spotVenues } from '../../../src/feeds/prices/spot-legs.ts'
import { spot } from '../../../src/feeds/prices/spot.feed.ts'
import { USDT_RATE_VENUES } from '../../../src/feeds/prices/usdt.ts'
import { both, fixings, OPEN, tickers } from '../../support/feeds/market.ts'
import { type Body, travelled } from '../../support/feeds/content-of.ts'
import { changed } from '../../support/feeds/changed-body.ts'
import { checks, failing, soldBody } from '../../support/feeds/prices/sold-bodies.ts'

/** What `claros verify` finds in the votes of a body: that they say what was signed. */

const RATES = Object.fromEntries(USDT_RATE_VENUES.map((venue, at) => [venue, { 'USDT/USD': 0.9994 + at / 20_000 }]))
const DOLLARS: Readonly<Record<string, number>> = {
  coinbase: 84_000.01,
  kraken: 84_003.3,
  bitstamp: 83_998,
  gemini: 85_600,
  bitfinex: 84_001.5,
}
const MARKET = both(
  fixings(OPEN - 3_600_000),
  tickers(
    Object.fromEntries(
      [...new Set([...USDT_RATE_VENUES, ...spotVenues('BTC')])].map((venue, at) => [
        venue,
        {
          ...RATES[venue],
          'BTC/USD': DOLLARS[venue] ?? 84_000 + at,
          'BTC/USDT': 84_050.7 + at,
        },
      ]),
    ),
    OPEN,
    2_345,
  ),
)

const sold = (feed: AnyFeed, key: string): Body => soldBody(feed, key, MARKET)

const VOTES = 'the used votes are those that agree'
const RATE = 'the rate of USDT follows from its votes'
const RULES = 'the votes are judged by the published rules'
const PRICE = 'the price follows from the votes'
const CONFIDENCE = 'the confidence follows from the votes'

test('what is sold passes, each price by as many checks as follow from it', () => {
  const found = Object.fromEntries(
    (
      [
        [spot, 'BTC-USD'],
        [pegs, 'USDT-USD'],
      ] as const
    ).map(([feed, key]) => [key, checks(sold(feed, key))]),
  )
  for (const [key, all] of Object.entries(found))
    for (const { what, ok } of all) expect([key, what, ok]).toEqual([key, what, true])
  const named = Object.fromEntries(Object.entries(found).map(([key, all]) => [key, all.map(({ what }) => what)]))
  expect(named).toEqual({
    'BTC-USD': [RULES, RATE, VOTES, PRICE, CONFIDENCE],
    'USDT-USD': [RULES, VOTES, PRICE, CONFIDENCE],
  })
})

test('what documents show as an example passes too', () => {
  for (const feed of [spot, pegs])
    for (const subject of feed.subjects.filter(({ key }) => key.endsWith('-USD'))) {
      const body = travelled(exampleOf(feed, subject))
      expect([subject.key, checks(body).length > 0, failing(body)]).toEqual([subject.key, true, []])
    }
})

describe('a body that was changed', () => {
  const body = sold(spot, 'BTC-USD')
  const quotes = body['quotes'] as readonly { readonly source: string }[]
  const at = (source: string) => quotes.findIndex((quote) => quote.source === source)

  test.each([
    ['the price', ['price'], '84000.00', [PRICE]],
    ['the confidence', ['confidence'], 0.99, [CONFIDENCE]],
    ['a quote out of the agreement', ['quotes', at('kraken'), 'price'], '86000', [VOTES]],
    ['an age', ['quotes', at('coinbase'), 'age_seconds'], 59, [CONFIDENCE]],
    ['who was left out', ['quotes', at('gemini'), 'used'], true, [VOTES]],
    ['how many are asked', ['agreement', 'configured'], 21, [VOTES]],
    ['fewer than there are', ['agreement', 'configured'], 3, [VOTES]],
    ['how far they may lie apart', ['agreement', 'tau'], 0.05, [VOTES]],
    ['how far they do', ['agreement', 'width'], 0.000_1, [VOTES]],
    ['the rate', ['usdt_rate', 'value'], '0.9', [RATE, VOTES]],
    ['a vote for the rate', ['usdt_rate', 'quotes', 0, 'price'], '0.9', [RATE]],
    ['the kind of a vote', ['quotes', 0, 'price'], 7, ['the votes are readable']],
  ] as const)('%s', (_what, path, to, expected) => {
    const found = failing(changed(body, path, to))
    expect(found).toEqual(expect.arrayContaining([...expected]))
  })

  test('a quote inside it, which may be one of the closest majority', () => {
    const found = failing(changed(body, ['quotes', at('gateio'), 'price'], '84030'))
    expect([[PRICE, CONFIDENCE], [VOTES]]).toContainEqual([...found])
  })

  test.each([
    ['for want of a rate that it needs not', 'no_usdt_rate', 'coinbase'],
    ['for want of a rate that is there', 'no_usdt_rate', 'okx'],
    ['since others did not agree', 'no_agreement', 'coinbase'],
    ['without a reason', undefined, 'coinbase'],
  ] as const)('leaves no vote out %s', (_what, reason, source) => {
    const { reason: _, ...row } = (body['quotes'] as readonly Record<string, Json>[])[at(source)]!
    const to = { ...row, used: false, ...(reason && { reason }) }
    expect(failing(changed(body, ['quotes', at(source)], to))).toEqual([VOTES])
  })

  test('is not judged by rules of its own: one vote is no majority of itself', () => {
    const quotes = [{ source: 'coinbase', price: '50000', currency: 'USD', age_seconds: 1, used: true }]
    const agreement = { configured: 1, tau: 0.005, width: 0, expires_seconds: 60 }
    const forged = { ...body, agreement, quotes, price: '50000.00', confidence: 0.99 }
    expect(failing(forged)).toContain(RULES)
    const gold = { ...forged, tokens: {}, quotes: [{ ...quotes[0]!, source: 'goldapi' }] }
    expect(failing(gold)).toContain(RULES)
  })

  test.each([
    ['venues', ['agreement', 'configured'], (configured: number) => configured + 1],
    ['less than the tau of a calm market', ['agreement', 'tau'], 0.004_9],
    ['more than the tau of a fast one', ['agreement', 'tau'], 0.015_1],
    ['another age', ['agreement', 'expires_seconds'], 61],
    ['a vote that has expired', ['quotes', at('coinbase'), 'age_seconds'], 60.1],
    ['a venue that nobody asked', ['quotes', at('coinbase'), 'source'], 'nobody'],
    ['dollars that are said to be USDT', ['quotes', at('coinbase'), 'currency'], 'USDT'],
  ] as const)('is not judged by %s', (_what, path, to) => {
    expect(failing(changed(body, path, to))).toContain(RULES)
  })

  test.each([
    ['venues', ['usdt_rate', 'agreement', 'configured'], (configured: number) => configured + 1],
    ['a wider tau', ['usdt_rate', 'agreement', 'tau'], 0.006_1],
    ['another age', ['usdt_rate', 'agreement', 'expires_seconds'], 300],
  ] as const)('has no rate of USDT by %s', (_what, path, to) => {
    expect(failing(changed(body, path, to))).toContain(RATE)
  })

  test('without votes is left to its signature', () => {
    const { quotes: _, agreement: __, usdt_rate: ___, ...bare } = body
    expect(checks(bare)).toEqual([])
  })
})

test('nobody may be silenced where no more than a majority would be left', () => {
  const silenced = [{ reason: 'reputation' }, { reason: 'outside_agreement' }, {}]
  for (const configured of [5, 6, 7, 8, 9]) {
    const most = majorityOf(configured)
    expect([configured, maySilence(silenced, { left: most + 1, configured })]).toEqual([configured, true])
    expect([configured, maySilence(silenced, { left: most, configured })]).toEqual([configured, false])
    expect([configured, maySilence(silenced.slice(1), { left: 0, configured })]).toEqual([configured, true])
  }
})
