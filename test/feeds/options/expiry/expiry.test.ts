import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../../src/canonical/jcs.ts'
import type { Conclusion } from '../../../../src/feeds/feed.ts'
import type { ExpiryAnswer } from '../../../../src/feeds/options/expiry/expiry-answer.ts'
import { registry } from '../../../../src/feeds/registry.ts'
import { lookAt, type States } from '../../../support/feeds/market.ts'
import { optionState, type Sketch } from '../../../support/feeds/options.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')
const ITEM = registry.item('econ/expiry/BTC')!

const at = (date: string): number => Date.parse(`${date}T08:00:00Z`)

/** What Deribit lists on such a day: three dailies, Fridays of four weeks, and ends of months and quarters. */
const LISTED = [
  '2026-11-19',
  '2026-11-20',
  '2026-11-21',
  '2026-11-27',
  '2026-12-04',
  '2026-12-11',
  '2026-12-25',
  '2027-01-29',
  '2027-03-26',
  '2027-06-25',
  '2027-09-24',
]

/** A call of 30 coins and a put of 12 at each expiry; the forward is 90 000. */
const CHAIN = LISTED.flatMap((date): readonly Sketch[] => {
  const common = { expiry: at(date), strike: 90_000, iv: 40, forward: 90_000 }
  return [
    { ...common, kind: 'call', coins: 30 },
    { ...common, kind: 'put', coins: 12 },
  ]
})
const board = (sketches = CHAIN, readAt = NOW - 5_000) => optionState('BTC', sketches, readAt)

const concluded = (states: States, now = NOW): ExpiryAnswer => {
  const found = ITEM.feed.conclude(ITEM.subject, lookAt(states, now))
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return (found as Conclusion<ExpiryAnswer>).content
}
const listed = (now = NOW, sketches = CHAIN): ExpiryAnswer =>
  concluded(new Map([['options/deribit', board(sketches, now - 5_000)]]), now)

const checks = (content: ExpiryAnswer, change: object = {}): readonly boolean[] => {
  const { canonical, tokens } = ITEM.feed.sale
  const written = canonical.write(tokens(content), { timestamp: NOW / 1_000, nonce: 482_910 })
  const body = JSON.parse(JSON.stringify({ ...content, ...change })) as Readonly<Record<string, Json>>
  return canonical.recompute!(canonical.read(written).values, body).map(({ ok }) => ok)
}

describe('the calendar of expiries', () => {
  test('names the next eight listed Fridays by date, and leaves out the dailies', () => {
    const { next, upcoming } = listed()
    expect([next, ...upcoming].map(({ date, type }) => [date, type])).toEqual([
      ['2026-11-20', 'weekly'],
      ['2026-11-27', 'monthly'],
      ['2026-12-04', 'weekly'],
      ['2026-12-11', 'weekly'],
      ['2026-12-25', 'quarterly'],
      ['2027-01-29', 'monthly'],
      ['2027-03-26', 'quarterly'],
      ['2027-06-25', 'quarterly'],
    ])
  })

  test('has the open interest of each', () => {
    const content = listed()
    expect(content.next).toEqual({
      date: '2026-11-20',
      time: at('2026-11-20') / 1_000,
      type: 'weekly',
      // 44 hours.
      days_away: 1.83,
      hours_away: 44,
      open_interest_coins: 42,
      open_interest_usd: 42 * 90_000,
      put_call_ratio: 0.4,
    })
    expect(content).toMatchObject({ currency: 'BTC', source: 'listed', sources: ['deribit'], within_24h: false })
    expect(checks(content)).toEqual([true, true, true, true])
  })

  test('is one string that names the next', () => {
    const { canonical, tokens } = ITEM.feed.sale
    const written = canonical.write(tokens(listed()), { timestamp: NOW / 1_000, nonce: 482_910 })
    expect(written).toMatch(
      /^v1\|EXPIRY\|BTC\|2026-11-20\|weekly\|44\.0\|deribit\|SHA256:[0-9a-f]{64}\|1795003200\|482910$/,
    )
  })

  test('puts without a call have no ratio', () => {
    const puts = CHAIN.filter(({ kind }) => kind === 'put')
    expect(listed(NOW, puts).next).toMatchObject({ open_interest_coins: 12, put_call_ratio: null })
  })

  test('an expiry is near from 24 hours on, and gone at eight exactly', () => {
    const eight = at('2026-11-20')
    const shown = (now: number) => {
      const { next, within_24h } = listed(now)
      return [next.date, within_24h, next.hours_away]
    }
    expect(shown(eight - 86_401_000)).toEqual(['2026-11-20', false, 24])
    expect(shown(eight - 86_400_000)).toEqual(['2026-11-20', true, 24])
    expect(shown(eight - 1_000)).toEqual(['2026-11-20', true, 0])
    expect(shown(eight)).toEqual(['2026-11-27', false, 168])
  })

  test('another venue stands in, and the rule where there is none', () => {
    const okx = concluded(new Map([['options/okx', board()]]))
    expect(okx).toMatchObject({ source: 'listed', sources: ['okx'], missing: ['bybit', 'deribit'], degraded: true })
    const rule = concluded(new Map())
    expect(rule).toMatchObject({
      source: 'rule',
      sources: ['rule'],
      exchange_count: 0,
      missing: ['bybit', 'deribit', 'okx'],
      confidence: 0.7,
      degraded: true,
      observed_at: NOW / 1_000,
    })
    expect(rule.next).toMatchObject({ date: '2026-11-20', open_interest_coins: null, put_call_ratio: null })
    expect(rule.upcoming.map(({ date }) => date)).toEqual([
      '2026-11-27',
      '2026-12-04',
      '2026-12-11',
      '2026-12-18',
      '2026-12-25',
      '2027-01-01',
      '2027-01-08',
    ])
    expect(checks(rule)).toEqual([true, true, true, true])
    for (const change of [
      { confidence: 0.8 },
      { degraded: false },
      { exchange_count: 1 },
      { missing: ['okx'] },
      { sources: ['deribit'] },
      { observed_at: NOW / 1_000 - 1 },
    ])
      expect(checks(rule, change)).toEqual([true, true, true, false])
  })

  test('a chain older than half an hour is no list any more', () => {
    expect(concluded(new Map([['options/deribit', board(CHAIN, NOW - 1_800_000)]])).source).toBe('rule')
    expect(concluded(new Map([['options/deribit', board(CHAIN, NOW - 1_799_000)]])).source).toBe('listed')
  })

  test('a Friday with the forward of another coin is told, and its open interest is not', () => {
    const odd = CHAIN.map((sketch) => (sketch.expiry === at('2026-11-20') ? { ...sketch, forward: 3_400 } : sketch))
    const content = listed(NOW, odd)
    expect(content.next).toMatchObject({ date: '2026-11-20', open_interest_coins: null, open_interest_usd: null })
    expect(content.upcoming[0]).toMatchObject({ date: '2026-11-27', open_interest_coins: 42 })
    expect(content).toMatchObject({ confidence: 0.7, degraded: true })
  })

  test('a chain of dailies alone is no calendar', () => {
    const dailies = CHAIN.filter(({ expiry }) => new Date(expiry).getUTCDay() !== 5)
    expect(listed(NOW, dailies).source).toBe('rule')
  })
})

describe('what does not add up', () => {
  const content = listed()
  const [second, third] = content.upcoming
  test.each([
    ['a type', { next: { ...content.next, type: 'monthly' } }, [false, true, false, true]],
    ['a date', { next: { ...content.next, date: '2026-11-19' } }, [false, true, false, true]],
    ['hours', { next: { ...content.next, hours_away: 43.9 } }, [false, true, false, true]],
    ['nearness', { within_24h: true }, [false, true, true, true]],
    ['an order', { upcoming: [third, second] }, [true, false, true, true]],
    ['a rule that left one out', { source: 'rule' }, [true, false, true, false]],
    ['a list', { upcoming: 'none' }, [false]],
    ['a second past eight', { upcoming: [{ ...second, time: second!.time + 1 }] }, [false, true, true, true]],
    ['another venue', { sources: ['kraken'] }, [true, true, true, false]],
    ['a stand-in without its price', { sources: ['okx'] }, [true, true, true, false]],
    [
      'a stand-in as good as the first',
      { sources: ['okx'], missing: ['bybit', 'deribit'], degraded: true },
      [true, true, true, false],
    ],
    [
      'a stand-in as it is',
      { sources: ['okx'], missing: ['bybit', 'deribit'], degraded: true, confidence: 0.7 },
      [true, true, true, true],
    ],
    ['no confidence at all', { confidence: 0, degraded: true }, [true, true, true, false]],
    ['two venues', { exchange_count: 2 }, [true, true, true, false]],
    ['too much confidence', { observed_at: content.observed_at - 1_000 }, [true, true, true, false]],
    ['too little for a whole chain', { confidence: 0.7 }, [true, true, true, false]],
    ['a chain of tomorrow', { observed_at: content.fetched_at + 86_400 }, [true, true, true, false]],
    ['a venue that is there and missing', { missing: ['deribit'] }, [true, true, true, false]],
    [
      'a Thursday',
      { upcoming: [{ ...second, time: second!.time - 86_400, date: '2026-11-26' }] },
      [false, true, true, true],
    ],
  ])('%s', (_what, change, found) => {
    expect(checks(content, change)).toEqual(found)
  })
})
