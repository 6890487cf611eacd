import { describe, expect, test } from 'bun:test'
import { addDays } from '../../../src/sources/zoned.ts'
import { CLOSES_BOARDS, recentCloses } from '../../../src/feeds/equity/closes-boards.ts'
import { ContagionAnswer } from '../../../src/feeds/equity/contagion-answer.ts'
import { closeOf } from '../../../src/feeds/equity/early-closes.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { daysOf, quiet, tellers, tradingDates, withSymbol } from '../../support/feeds/equity-markets.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'

const ITEM = registry.item('index/contagion/MARKET')!
const DAY = 86_400_000

/** Bitcoin goes up and down twice as far as the S&P 500, on the same days: beta 2, correlation 1. */
const SHARES = Array.from({ length: 61 }, (_, place) => 6_000 * 1.01 ** (place % 3))
const COINS = SHARES.map((close) => 90_000 * (close / 6_000) ** 2)
const DATES = tradingDates(61)

const closes = (prices: readonly number[] = COINS, dates = DATES) => ({
  prices: Object.fromEntries(dates.map((date, place) => [date, String(prices[place])])),
  missed: {},
})

type Venue = 'coinbase' | 'bitstamp' | 'bitfinex'
const EVERYBODY: Readonly<Partial<Record<Venue, object>>> = {
  coinbase: closes(),
  bitstamp: closes(),
  bitfinex: closes(),
}

const conclude = (venues = EVERYBODY, shares: readonly number[] = SHARES, now = OPEN) => {
  const table = withSymbol(quiet(), 'SPX', { level: null, days: daysOf(shares, 1.02) })
  const states = tellers({ cboe: table, yahoo: table })
  for (const [venue, state] of Object.entries(venues)) states.set(`closes/${venue}`, state)
  return ITEM.feed.conclude(ITEM.subject, lookAt(states, now))
}
const published = (...args: Parameters<typeof conclude>) => contentOf(ContagionAnswer, conclude(...args))

describe('contagion', () => {
  test('is made of numbers that can be worked out', () => {
    const { components, session, returns, fisher_se, degraded, value } = published()
    expect(components.corr.value).toBe(1)
    expect(components.beta.value).toBe(2)
    expect(components.eqv.value).toBe(19.8)
    // No fixings are told here.
    expect(components.dxy).toMatchObject({ value: null, weight: 0 })
    expect([session, returns, fisher_se, degraded]).toEqual(['SP500', 30, 0.1925, true])
    // (0.3 · 100 + 0.25 · 27.857 + 0.25 · 66.667)/0.8
    expect(value).toBe(67.04)
  })

  test('of bitcoin that goes the other way is a negative beta, which scores nothing', () => {
    const other = closes(SHARES.map((close) => 90_000 / (close / 6_000)))
    const { components } = published({ coinbase: other, bitstamp: other })
    expect([components.corr.value, components.beta.value]).toEqual([-1, -1])
  })

  test('believes no venue alone: the median of those that lie together counts', () => {
    const liar = closes(COINS.map((price, place) => (place % 2 === 0 ? price * 1.03 : price)))
    expect(published({ ...EVERYBODY, bitfinex: liar }).components.beta.value).toBe(2)
    expect(conclude({ coinbase: closes() })).toMatchObject({ kind: 'input_missing' })
    // Of two that contradict each other nobody knows which is right: half of the closes are left, every other day.
    expect(conclude({ coinbase: closes(), bitstamp: liar })).toMatchObject({ kind: 'concluded' })
    const everyDay = closes(COINS.map((price) => price * 1.02))
    expect(conclude({ coinbase: closes(), bitstamp: everyDay })).toMatchObject({ kind: 'input_missing' })
  })

  test('needs 25 common returns: a holiday of one market is no close of both', () => {
    const few = (count: number) => {
      const some = closes(COINS.slice(-count), DATES.slice(-count))
      return { coinbase: some, bitstamp: some }
    }
    expect(published(few(26)).returns).toBe(25)
    expect(conclude(few(25))).toMatchObject({ kind: 'input_missing', input: expect.stringContaining('corr') })
    const holes = closes(
      COINS.filter((_, place) => place % 10 !== 0),
      DATES.filter((_, place) => place % 10 !== 0),
    )
    expect(published({ coinbase: holes, bitstamp: holes }).components.beta.value).toBe(2)
  })
})

describe('the S&P 500', () => {
  const heard = (now: number, venues = EVERYBODY) => published(venues, SHARES, now).components
  const ratios = (now: number, whole: number) => {
    const [told, other] = [heard(now), heard(whole)]
    return (['corr', 'eqv', 'beta'] as const).map((key) => told[key].confidence / other[key].confidence)
  }

  test('stands in for Tokyo and the euro area until 13:30 UTC, and counts 0.7', () => {
    const opens = Date.UTC(2026, 10, 19, 13, 30)
    for (const ratio of ratios(opens - 1_000, opens)) expect(ratio).toBeCloseTo(0.7, 1)
    expect(heard(opens).eqv.confidence).toBe(1)
  })

  test('counts 0.7 of what it did once nobody has announced half days any more', () => {
    // So many weeks later, from a Wednesday to a Wednesday.
    const DAYS = 112 * 7
    const later = (text: string): string =>
      text
        .replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) => addDays(date, DAYS))
        .replaceAll(/"at":(\d{13})/g, (_, at) => `"at":${Number(at) + DAYS * DAY}`)
    const table = withSymbol(quiet(), 'SPX', { level: null, days: daysOf(SHARES, 1.02) })
    const states = tellers({ cboe: table, yahoo: table })
    for (const [venue, state] of Object.entries(EVERYBODY)) states.set(`closes/${venue}`, state)
    const moved = new Map([...states].map(([id, state]) => [id, JSON.parse(later(JSON.stringify(state))) as unknown]))
    const found = ITEM.feed.conclude(ITEM.subject, lookAt(moved, OPEN + DAYS * DAY))
    expect(new Date(OPEN + DAYS * DAY).toISOString()).toBe('2029-01-10T17:00:00.000Z')
    const { components } = contentOf(ContagionAnswer, found)
    expect([components.eqv.confidence, heard(OPEN).eqv.confidence]).toEqual([0.7, 1])
    expect(components.corr).toMatchObject({ value: 1, confidence: 0.7 })
  })

  test('that one teller tells alone is no worse for standing in', () => {
    const opens = Date.UTC(2026, 10, 19, 13, 30)
    const alone = (now: number) => {
      const table = withSymbol(quiet(), 'SPX', { level: null, days: daysOf(SHARES, 1.02) })
      const states = tellers({ cboe: table })
      for (const [venue, state] of Object.entries(EVERYBODY)) states.set(`closes/${venue}`, state)
      return contentOf(ContagionAnswer, ITEM.feed.conclude(ITEM.subject, lookAt(states, now))).components.eqv
    }
    expect([alone(opens - 1_000).confidence, alone(opens).confidence]).toEqual([0.7, 0.7])
  })
})

describe('closes of bitcoin', () => {
  const board = CLOSES_BOARDS.find(({ id }) => id === 'closes/coinbase')!
  const asked = (state: object, now = OPEN) => board.asks({ now, state: { ...board.empty, ...state }, listed: null })

  test('are those of every weekday of sixty days that is over, by the clock of New York', () => {
    const dates = recentCloses(OPEN)
    expect([dates[0], dates.length]).toEqual(['2026-11-17', 42])
    const at = closeOf('2026-11-18')
    expect(recentCloses(at + 60_000)[0]).toBe('2026-11-17')
    expect(recentCloses(at + 120_000)[0]).toBe('2026-11-18')
    // Before 1 November New York was an hour nearer to UTC.
    expect([closeOf('2026-10-30'), closeOf('2026-11-02')].map((ms) => new Date(ms).getUTCHours())).toEqual([20, 21])
  })

  test('are asked ten at a time, the newest first, until all are there', () => {
    expect(asked({})).toHaveLength(10)
    expect(asked({})[0]!.query.path).toContain('start=2026-11-17T21:00:00.000Z')
    const there = Object.fromEntries(recentCloses(OPEN).map((date) => [date, '1']))
    expect(asked({ prices: there })).toEqual([])
    expect(asked({ prices: there }, OPEN + DAY)).toHaveLength(1)
    const [bitfinex] = CLOSES_BOARDS.filter(({ id }) => id === 'closes/bitfinex')
    expect(bitfinex!.asks({ now: OPEN, state: bitfinex!.empty, listed: null })).toHaveLength(1)
  })

  test('are the opening prices of their minute; a minute without trades is asked three times', () => {
    const [ask] = asked({})
    const at = closeOf('2026-11-17')
    const row = (start: number) => [start / 1_000, 96_000, 98_000, 97_000, 97_500, 3]
    const found = ask!.enter(JSON.stringify([row(at)]), OPEN, board.empty)
    expect(found.prices).toEqual({ '2026-11-17': '97000' })
    const missed = ask!.enter('[]', OPEN, board.empty)
    expect([missed.prices, missed.missed]).toEqual([{}, { '2026-11-17': 1 }])
    expect(asked({ missed: { '2026-11-17': 3 } })[0]!.query.path).toContain('start=2026-11-16')
  })

  test('are dropped after sixty days', () => {
    const old = { prices: { '2026-09-18': '1', '2026-09-19': '2' }, missed: { '2026-09-18': 1 } }
    expect(board.settle!(old, old, OPEN)).toEqual({ prices: { '2026-09-19': '2' }, missed: {} })
  })
})
