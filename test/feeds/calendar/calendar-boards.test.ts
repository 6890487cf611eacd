import { describe, expect, test } from 'bun:test'
import { AUTHORITIES, type CalendarState, listState } from '../../../src/feeds/calendar/calendar-boards.ts'
import { kindOf } from '../../../src/feeds/calendar/titles.ts'
import type { CalendarEntry } from '../../../src/sources/calendars/announced.ts'
import { NOON, USUAL } from '../../support/feeds/calendars.ts'
import { unreadable } from '../../support/unreadable.ts'

const on = (title: string, date = '2026-12-10', hour = 13): CalendarEntry => ({
  title,
  date,
  at: Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000,
  period: null,
})

describe('the kind of a title', () => {
  test.each([
    ['blscalendar', 'Employment Situation', 'payrolls'],
    ['blscalendar', 'Employment Situation of Veterans', null],
    ['blscalendar', 'State Employment and Unemployment', null],
    ['fedcalendar', ' FOMC MEETING ', 'rate_decision'],
    ['fedcalendar', 'FOMC Press Conference', null],
    ['eurostatcalendar', 'Unemployment', 'unemployment'],
    ['eurostatcalendar', 'Unemployment by region', null],
    ['eurostatcalendar', 'Preliminary flash estimate GDP - EU and euro area', 'gdp'],
    ['eurostatcalendar', 'Flash estimate GDP and employment - EU and euro area', null],
    ['ons', 'Consumer price inflation, UK', 'cpi'],
    ['ons', 'Consumer price inflation, UK: October 2026 time series', null],
    ['statjapan', '消費者物価指数', 'cpi'],
    ['nobody', 'Consumer Price Index', null],
    ['blscalendar', 'constructor', null],
  ] as const)('%s: %s is %s', (source, title, kind) => expect(kindOf(source, on(title))).toBe(kind))

  test('of three estimates of product the first is told', () => {
    const months = ['2026-10', '2026-11', '2026-12', '2027-01'].map((month) =>
      kindOf('beacalendar', on('Gross Domestic Product', `${month}-28`)),
    )
    expect(months).toEqual(['gdp', 'revision', 'revision', 'gdp'])
  })
})

describe('what is kept of a list', () => {
  const CPI = 'Consumer Price Index'

  test('is what is known, in order, with the last day of each kind and what was not understood', () => {
    const list = [
      on(CPI, '2027-01-13'),
      on('Veterans'),
      on(CPI, '2026-12-10'),
      on(CPI, '2026-11-10'),
      on('PPI', '2026-11-01'),
    ]
    expect(listState('blscalendar', list, NOON)).toMatchObject({
      checkedAt: NOON,
      events: [{ date: '2026-12-10' }, { date: '2027-01-13' }],
      last: { cpi: '2027-01-13' },
      unmatched: 1,
    })
  })

  test('keeps what has passed where the authority tells only what is to come', () => {
    const before = listState(
      'ons',
      [on('UK trade', '2026-11-18', 7), on('UK trade', '2026-11-20', 7)],
      NOON - 6 * 3_600_000,
    )
    const now = listState('ons', [on('UK trade', '2026-11-20', 7)], NOON, before)
    expect(now.events.map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-20'])
    // What was to come and is not told any more was called off.
    const later = listState('ons', [on('UK trade', '2026-12-14', 7)], NOON, now)
    expect(later.events.map(({ date }) => date)).toEqual(['2026-11-18', '2026-12-14'])
  })

  test('reaches as far as what has passed, where the next event of a kind is not told yet', () => {
    const both = [on('Consumer price inflation, UK', '2026-11-18', 7), on('UK trade', '2026-12-14', 7)]
    const before = listState('ons', both, NOON - 6 * 3_600_000)
    expect(listState('ons', both.slice(1), NOON, before).last).toEqual({ cpi: '2026-11-18', trade: '2026-12-14' })
  })

  test('a day beyond all calendars is not how far it reaches', () => {
    const list = listState('blscalendar', [on(CPI, '2026-12-10'), on(CPI, '2099-12-10')], NOON)
    expect([list.events.length, list.last]).toEqual([1, { cpi: '2026-12-10' }])
    // More than a year ahead is known of meetings.
    expect(listState('blscalendar', [on(CPI, '2027-12-10')], NOON).last).toEqual({ cpi: '2027-12-10' })
  })

  test('what passed some days ago is left out', () => {
    const list = listState('blscalendar', [on(CPI, '2026-11-14'), on(CPI, '2026-11-15'), on(CPI)], NOON)
    expect(list.events.map(({ date }) => date)).toEqual(['2026-11-15', '2026-12-10'])
  })

  test('the second and third estimates are known, and no titles that nobody understands', () => {
    const gdp = ['2026-11-25', '2027-01-28'].map((date) => on('Gross Domestic Product', date))
    expect(listState('beacalendar', gdp, NOON)).toMatchObject({ events: [{ date: '2027-01-28' }], unmatched: 0 })
  })

  test('the calendar of a year that is over is refused, and takes nothing away', () => {
    const { board } = AUTHORITIES.find(({ calendar }) => calendar.source.name === 'blscalendar')!
    const file = (day: string) =>
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID=US-Eastern:${day}T083000\nSUMMARY:${CPI}\nEND:VEVENT\nEND:VCALENDAR`
    const [ask] = board.asks({ now: NOON, listed: null, state: { lists: {} } })
    const state = ask!.enter(file('20261210'), NOON, { lists: {} })
    expect(state.lists['all']?.events).toHaveLength(1)
    expect(unreadable(() => ask!.enter(file('20251210'), NOON, state))).toBe('nothing ahead that the calendar knows')
  })

  test('lists of a year that is over are asked for and kept no more', () => {
    const { board } = AUTHORITIES.find(({ calendar }) => calendar.source.name === 'fredcalendar')!
    const list = listState('fredcalendar', USUAL['fredcalendar']!, NOON)
    const state: CalendarState = { lists: { '10/2025': list, '10/2026': list } }
    expect(Object.keys(board.settle!(state, state, NOON).lists)).toEqual(['10/2026'])
  })
})
