import { describe, expect, test } from 'bun:test'
import { concludeAhead, concludeCalendar, concludeRates } from '../../../src/feeds/calendar/conclude-calendar.ts'
import { AHEAD_SALE } from '../../../src/feeds/calendar/calendar-answer.ts'
import type { CalendarEntry } from '../../../src/sources/calendars/announced.ts'
import { announced, moved, NOON, unlicensed, USUAL, without } from '../../support/feeds/calendars.ts'
import type { States } from '../../support/feeds/market.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const aheadOf = (states: States, now = NOON) => concludeAhead(unlicensed(states, now))
const contentOf = (states: States, now = NOON) => {
  const found = aheadOf(states, now)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content
}
const shown = (states: States, now = NOON) =>
  contentOf(states, now).events.map(({ event, time, date }) => `${time ?? date} ${event}`)

const event = (title: string, at: string, date = at.slice(0, 10)): CalendarEntry => ({
  title,
  date,
  at: Date.parse(at),
  period: null,
})

describe('the calendar', () => {
  test('is what all authorities announce for thirty days, in order, each event once', () => {
    expect(shown(announced(USUAL))).toEqual([
      '2026-11-19T23:30:00Z JP consumer prices',
      '2026-11-20T01:00:00Z PBoC rate decision',
      '2026-11-25T19:00:00Z Fed minutes of the rate decision',
      '2026-11-28T13:30:00Z US personal income and PCE prices',
      '2026-12-01T10:00:00Z EU consumer prices, flash',
      '2026-12-03T10:00:00Z EU unemployment',
      '2026-12-04T13:30:00Z US payrolls and unemployment',
      '2026-12-09T01:30:00Z CN consumer prices',
      '2026-12-09T19:00:00Z Fed rate decision',
      '2026-12-10T13:30:00Z US consumer prices',
      '2026-12-11T13:30:00Z US producer prices',
      '2026-12-12T07:00:00Z GB trade balance',
      '2026-12-16T07:00:00Z GB consumer prices',
      '2026-12-17T10:00:00Z EU consumer prices',
      '2026-12-17T12:00:00Z BoE rate decision',
      '2026-12-17T13:15:00Z ECB rate decision',
      '2026-12-17T23:30:00Z JP consumer prices',
      '2026-12-18 BoJ rate decision',
    ])
    expect(contentOf(announced(USUAL))).toMatchObject({
      scope: '30D',
      event_count: 18,
      high_impact_count: 15,
      today_count: 2,
      next_time: '2026-11-19T23:30:00Z',
      values: 'not licensed',
      coverage: {
        US: { covered: true, sources: ['beacalendar', 'blscalendar', 'fedcalendar', 'fredcalendar'] },
        EU: { covered: true, sources: ['ecbcalendar', 'eurostatcalendar'] },
        GB: { covered: true, until: '2026-12-31', sources: ['official', 'ons'] },
        JP: { covered: true, sources: ['official', 'statjapan'] },
        CN: { covered: true, until: '2026-12-31', sources: ['official'] },
      },
      unmatched: 2,
      missing: [],
      confidence: 1,
      degraded: false,
      observed_at: NOON / 1_000 - 60,
    })
  })

  test('names each event by our tables, and no value that is not licensed', () => {
    expect(contentOf(announced(USUAL)).events.find(({ event: name }) => name === 'US consumer prices')).toEqual({
      event: 'US consumer prices',
      kind: 'cpi',
      country: 'US',
      currency: 'USD',
      impact: 'high',
      date: '2026-12-10',
      time: '2026-12-10T13:30:00Z',
      period: null,
      estimated: false,
      measure: null,
      forecast: null,
      prior: null,
      actual: null,
      unit: null,
      source: 'blscalendar',
      source_url: 'https://www.bls.gov/schedule/news_release/',
    })
  })

  test('is signed with how many events there are, and when the next one is', () => {
    const content = contentOf(announced(USUAL))
    const { canonical, tokens } = AHEAD_SALE
    expect(canonical.write(tokens(content), { timestamp: 1_795_003_200, nonce: 482_910 })).toMatch(
      /^v1\|CALENDAR\|30D\|18\|15\|2026-11-19T23:30:00Z\|SHA256:[0-9a-f]{64}\|1795003200\|482910$/,
    )
  })

  test.each(['blscalendar', 'beacalendar', 'fedcalendar', 'fredcalendar'])(
    'covers the United States while %s answers nothing, with the same events',
    (silent) => {
      const content = contentOf(announced(without(silent)))
      expect(content.coverage.US.covered).toBe(true)
      expect(content).toMatchObject({ missing: [silent], confidence: 1, degraded: true })
      const high = ({ events }: typeof content) =>
        events.filter(({ impact, kind }) => impact === 'high' && kind !== 'rate_minutes').map(({ time }) => time)
      expect(high(content)).toEqual(high(contentOf(announced(USUAL))))
    },
  )

  test('is not sold where what must be known of the United States is not', () => {
    const declined = { kind: 'input_missing', input: 'the calendar of US, 30 days ahead' } as const
    for (const silent of [
      ['blscalendar', 'fredcalendar'],
      ['beacalendar', 'fredcalendar'],
      ['fedcalendar', 'beacalendar', 'blscalendar', 'fredcalendar'],
      Object.keys(USUAL),
    ])
      expect([silent, aheadOf(announced(without(...silent)))]).toEqual([silent, declined])
    expect(concludeRates(unlicensed(new Map(), NOON))).toEqual(declined)
  })

  test('a list that was not read for three days tells nothing more', () => {
    expect(aheadOf(announced(USUAL, NOON - 72 * HOUR)).kind).toBe('concluded')
    expect(aheadOf(announced(USUAL, NOON - 72 * HOUR - 1)).kind).toBe('input_missing')
  })

  test('a country that is not covered lowers the confidence by its weight, and the answer says so', () => {
    const content = contentOf(announced(without('eurostatcalendar')))
    expect(content.coverage.EU).toMatchObject({ covered: false, until: null, sources: ['ecbcalendar'] })
    expect(content).toMatchObject({ confidence: 0.7, degraded: true })
  })

  test('a country stands only on the file up to where the file goes', () => {
    const later = Date.UTC(2027, 0, 2, 12)
    const lists = moved(USUAL, 45)
    expect(contentOf(announced(lists, later), later)).toMatchObject({
      coverage: { GB: { covered: false, until: null }, CN: { covered: false, until: null, sources: [] } },
      confidence: 0.7,
    })
    expect(shown(announced(lists, later), later).filter((each) => /BoE|PBoC|CN /.test(each))).toEqual([])
  })
})

describe('dates that move', () => {
  test('all by a day: every announced event moves by a day', () => {
    const own = (states: States, now: number) =>
      contentOf(states, now).events.flatMap(({ time, event: name, source }) =>
        source in USUAL && time !== null ? [[name, Date.parse(time) - now] as const] : [],
      )
    const found = own(announced(USUAL), NOON)
    expect(found).toHaveLength(14)
    expect(own(announced(moved(USUAL, 1), NOON + DAY), NOON + DAY)).toEqual(found)
  })

  test('of one authority: the first one is believed, and no event is there twice', () => {
    const cpi = (bls: string, fred: string) => {
      const lists = {
        ...USUAL,
        blscalendar: [
          ...USUAL['blscalendar']!.filter(({ title }) => !title.startsWith('Cons')),
          event('Consumer Price Index', bls),
        ],
        fredcalendar: [
          ...USUAL['fredcalendar']!.filter(({ title }) => !title.startsWith('Cons')),
          event('Consumer Price Index', fred),
        ],
      }
      return shown(announced(lists)).filter((each) => each.endsWith('US consumer prices'))
    }
    const only = ['2026-12-10T13:30:00Z US consumer prices']
    expect(cpi('2026-12-10T13:30:00Z', '2026-12-10T13:31:00Z')).toEqual(only)
    expect(cpi('2026-12-10T13:30:00Z', '2026-12-09T13:30:00Z')).toEqual(only)
    expect(cpi('2026-12-10T13:30:00Z', '2026-12-16T13:30:00Z')).toEqual([
      ...only,
      '2026-12-16T13:30:00Z US consumer prices',
    ])
  })
})

describe('the calendar of today', () => {
  test('tells what has passed too, and nothing of other days', () => {
    const today = (now: number) => {
      const found = concludeCalendar('TODAY', unlicensed(announced(USUAL), now))
      if (found.kind !== 'concluded') throw new Error(found.kind)
      return [found.content.events.map(({ time }) => time), found.content.next_time, found.content.today_count]
    }
    const both = ['2026-11-18T07:00:00Z', '2026-11-18T10:00:00Z']
    expect(today(NOON)).toEqual([both, null, 2])
    expect(today(NOON - 4 * HOUR)).toEqual([both, '2026-11-18T10:00:00Z', 2])
    expect(today(NOON + 12 * HOUR - 1)).toEqual([both, null, 2])
    expect(today(NOON + 12 * HOUR)).toEqual([['2026-11-19T23:30:00Z'], '2026-11-19T23:30:00Z', 1])
  })
})

describe('the calendar of one country', () => {
  const of = (country: 'US' | 'GB' | 'CN' | 'JP', states: States, now = NOON) =>
    concludeCalendar(country, unlicensed(states, now))

  test('tells of this country alone, and stands on it alone', () => {
    const found = of('JP', announced({ statjapan: USUAL['statjapan']! }))
    expect(found).toMatchObject({
      kind: 'concluded',
      content: { scope: 'JP', event_count: 3, confidence: 1, degraded: true, coverage: { US: { covered: false } } },
    })
    expect(of('GB', announced({ statjapan: USUAL['statjapan']! }))).toMatchObject({ kind: 'input_missing' })
  })

  test('is worth the share of thirty days that is known', () => {
    const late = Date.UTC(2026, 11, 16, 12)
    expect(of('CN', announced(moved(USUAL, 28), late), late)).toMatchObject({
      content: { confidence: 0.5, degraded: true, coverage: { CN: { covered: false, until: '2026-12-31' } } },
    })
  })
})

describe('the next decisions', () => {
  test('are eight of the Fed and eight of the others; next is that of the Fed', () => {
    const found = concludeRates(unlicensed(announced(USUAL), NOON))
    if (found.kind !== 'concluded') throw new Error(found.kind)
    const { meetings, next, next_time } = found.content
    expect([next.bank, next_time]).toEqual(['Fed', '2026-12-09T19:00:00Z'])
    expect(meetings.filter(({ bank }) => bank === 'Fed')).toHaveLength(8)
    expect(meetings.filter(({ bank }) => bank !== 'Fed').map(({ bank, date }) => `${bank} ${date}`)).toEqual([
      'PBoC 2026-11-20',
      'BoE 2026-12-17',
      'ECB 2026-12-17',
      'BoJ 2026-12-18',
      'PBoC 2026-12-21',
      'BoJ 2027-01-22',
      'ECB 2027-02-04',
      'ECB 2027-03-18',
    ])
  })
})
