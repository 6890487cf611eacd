import { describe, expect, test } from 'bun:test'
import { concludeAhead, concludeCalendar, concludeRates } from '../../../src/feeds/calendar/conclude-calendar.ts'
import { countedIn, rankOf } from '../../../src/feeds/calendar/headlines.ts'
import { type ToldValues, VALUES_BOARD, type ValuesState } from '../../../src/feeds/calendar/values-board.ts'
import { announced, NOON, unlicensed, USUAL, vendorTold } from '../../support/feeds/calendars.ts'
import { both, lookAt, type States } from '../../support/feeds/market.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const row = (country: ToldValues['country'], kind: ToldValues['kind'], at: string, more: object = {}): ToldValues => ({
  country,
  kind,
  at: Date.parse(at),
  measure: 'Inflation Rate MoM',
  rank: 0,
  period: null,
  forecast: '0.3',
  prior: '0.2',
  actual: null,
  unit: 'percent',
  ...more,
})

const CPI = row('US', 'cpi', '2026-12-10T13:30:00Z')

const contentOf = (states: States, now = NOON) => {
  const found = concludeAhead(lookAt(states, now))
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content
}
const licensed = (rows: readonly ToldValues[], readAt?: number) => both(announced(USUAL), vendorTold(rows, readAt))
const named = (content: ReturnType<typeof contentOf>, name: string) =>
  content.events.filter(({ event }) => event === name)

describe('numbers of events', () => {
  test('are those that the vendor tells of the same release, with its name and their unit', () => {
    const content = contentOf(licensed([CPI, row('US', 'cpi', '2027-01-13T13:30:00Z', { forecast: '9.9' })]))
    expect(content).toMatchObject({ values: 'tradingview', missing: [], degraded: false })
    expect(content.sources).toContain('tradingview')
    expect(named(content, 'US consumer prices')).toEqual([
      expect.objectContaining({
        measure: 'Inflation Rate MoM',
        forecast: '0.3',
        prior: '0.2',
        actual: null,
        unit: 'percent',
        source: 'blscalendar',
      }),
    ])
    expect(named(content, 'US producer prices')[0]).toMatchObject({ measure: null, forecast: null, unit: null })
  })

  test('move with what the vendor tells, by 7 % as by any other', () => {
    const payrolls = (forecast: string) =>
      named(
        contentOf(licensed([row('US', 'payrolls', '2026-12-04T13:30:00Z', { forecast })])),
        'US payrolls and unemployment',
      )[0]!.forecast
    expect([payrolls('120000'), payrolls('128400')]).toEqual(['120000', '128400'])
  })

  test('belong to a release within half a day, or on the day of one without an hour', () => {
    const forecastAt = (at: string) =>
      named(contentOf(licensed([{ ...CPI, at: Date.parse(at) }])), 'US consumer prices')[0]!.forecast
    expect([forecastAt('2026-12-10T14:00:00Z'), forecastAt('2026-12-11T02:00:00Z')]).toEqual(['0.3', null])
    const boj = (at: string) =>
      named(contentOf(licensed([row('JP', 'rate_decision', at)])), 'BoJ rate decision')[0]!.forecast
    expect([boj('2026-12-18T03:00:00Z'), boj('2026-12-17T23:59:00Z')]).toEqual(['0.3', null])
  })

  test('of two the headline is told', () => {
    const second = row('US', 'cpi', '2026-12-10T13:30:00Z', { rank: 1, forecast: '3.1' })
    expect(named(contentOf(licensed([second, CPI])), 'US consumer prices')[0]!.forecast).toBe('0.3')
    expect(named(contentOf(licensed([second])), 'US consumer prices')[0]!.forecast).toBe('3.1')
  })

  test('stand beside what has passed today, and beside decisions', () => {
    const out = row('GB', 'cpi', '2026-11-18T07:00:00Z', { actual: '0.4' })
    const today = concludeCalendar('TODAY', lookAt(licensed([out]), NOON))
    expect(today).toMatchObject({ content: { events: [{ actual: '0.4' }, { actual: null }] } })
    const fed = row('US', 'rate_decision', '2026-12-09T19:00:00Z', { forecast: '3.75' })
    expect(concludeRates(lookAt(licensed([fed]), NOON))).toMatchObject({ content: { next: { forecast: '3.75' } } })
  })

  test('without an agreement there are none, and a silent vendor is missing', () => {
    const refused = concludeAhead(unlicensed(announced(USUAL), NOON))
    expect(refused).toMatchObject({ content: { values: 'not licensed', missing: [], degraded: false } })
    const silent = { values: 'silent', missing: ['tradingview'], degraded: true }
    expect(contentOf(announced(USUAL))).toMatchObject(silent)
    expect(contentOf(licensed([CPI], NOON - 72 * HOUR))).toMatchObject({ values: 'tradingview' })
    expect(contentOf(licensed([CPI], NOON - 72 * HOUR - 1))).toMatchObject(silent)
  })

  test('their reading counts for how old the answer is', () => {
    expect(contentOf(licensed([CPI], NOON - 5 * HOUR)).observed_at).toBe((NOON - 5 * HOUR) / 1_000)
  })
})

describe('events that no authority announces', () => {
  test('are told by the vendor, if of medium impact', () => {
    const content = contentOf(
      licensed([
        row('US', 'pmi_services', '2026-12-03T15:00:00Z', { unit: 'points' }),
        row('US', 'retail_sales', '2026-12-16T13:30:00Z'),
        // With payrolls, and of high impact: both are left to authorities.
        row('US', 'unemployment', '2026-12-04T13:30:00Z'),
        row('CN', 'gdp', '2026-12-05T02:00:00Z'),
      ]),
    )
    const theirs = content.events.filter(({ source }) => source === 'tradingview')
    expect(theirs.map(({ event, date, impact, estimated }) => [event, date, impact, estimated])).toEqual([
      ['US PMI of services', '2026-12-03', 'medium', false],
      ['US retail sales', '2026-12-16', 'medium', false],
    ])
  })

  test('and only beyond the last day that an authority lists of the kind', () => {
    const told = ['2026-12-03T08:00:00Z', '2026-12-10T10:00:00Z'].map((at) => row('EU', 'unemployment', at))
    const days = named(contentOf(licensed(told)), 'EU unemployment').map(({ date, source }) => [date, source])
    expect(days).toEqual([
      ['2026-12-03', 'eurostatcalendar'],
      ['2026-12-10', 'tradingview'],
    ])
  })
})

describe('the number of a release', () => {
  test.each([
    ['US', 'cpi', 'Inflation Rate MoM', 0],
    ['US', 'cpi', 'Inflation Rate YoY', null],
    ['EU', 'cpi_flash', 'Inflation Rate MoM Flash', 0],
    ['EU', 'cpi', 'Inflation Rate MoM Flash', null],
    ['EU', 'cpi', 'Inflation Rate MoM Final', 0],
    ['GB', 'gdp', 'GDP MoM', 1],
    ['JP', 'pmi_services', 'Jibun Bank Services PMI Flash', 1],
    ['CN', 'confidence', 'Consumer Confidence', null],
  ] as const)('of %s %s: %s has the place %p', (country, kind, title, rank) =>
    expect(rankOf(country, kind, title)).toBe(rank),
  )

  test.each([
    ['US', 'cpi', 'Inflation Rate MoM', '%', '0.3', 'percent true'],
    ['US', 'cpi', 'Inflation Rate MoM', '', '0.3', null],
    ['US', 'payrolls', 'Non Farm Payrolls', '', '120000', 'persons true'],
    ['US', 'payrolls', 'Non Farm Payrolls', '', '120', 'persons false'],
    ['US', 'pmi_services', 'ISM Services PMI', '', '52', 'points true'],
    ['US', 'trade', 'Balance of Trade', '$', '-61200000000', 'USD true'],
    ['US', 'trade', 'Balance of Trade', '$', '-61.2', 'USD false'],
    ['GB', 'trade', 'Balance of Trade', '$', '-61200000000', null],
    ['CN', 'trade', 'Balance of Trade', '$', '90000000000', 'USD true'],
    ['EU', 'confidence', 'Consumer Confidence Flash', '', '-14.2', 'points true'],
    ['EU', 'confidence', 'Consumer Confidence Flash', '%', '-14.2', null],
    ['US', 'ppi', 'PPI MoM', '%', '61', 'percent false'],
  ] as const)('%s %s: %s in %p, %s is %p', (country, kind, title, unit, value, found) => {
    const counted = countedIn(country, kind, { title, unit })
    expect(counted && `${counted.unit} ${counted.isPossible(value)}`).toBe(found)
  })
})

describe('the board', () => {
  const release = (
    at: number,
    { actual = null as number | null, forecast = 0.3, title = 'Inflation Rate MoM' } = {},
  ) => ({
    title,
    country: 'US',
    period: 'Nov',
    actual,
    actualRaw: actual,
    forecast,
    forecastRaw: forecast,
    unit: '%',
    date: new Date(at).toISOString(),
  })
  const body = (...rows: readonly object[]): string => JSON.stringify({ status: 'ok', result: rows })

  test('asks each week from yesterday to thirty days ahead, and again after an hour', () => {
    const asks = (state: ValuesState, now: number) => VALUES_BOARD.asks({ now, state, listed: null })
    const first = asks({ weeks: {} }, NOON)
    expect(first.map(({ query }) => query.path.slice(13, 23))).toEqual([
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
      '2026-12-07',
      '2026-12-14',
    ])
    const [ask] = first
    const state = ask!.enter(body(release(NOON - HOUR)), NOON, { weeks: {} })
    expect([asks(state, NOON + 57 * 60_000).length, asks(state, NOON + 59 * 60_000).length]).toEqual([4, 5])
    expect(Object.keys(VALUES_BOARD.settle!(state, state, NOON + 8 * DAY).weeks)).toEqual([])
  })

  test('keeps the numbers of kinds that calendars tell, and no result before its hour', () => {
    const [ask] = VALUES_BOARD.asks({ now: NOON, state: { weeks: {} }, listed: null })
    const told = [
      release(NOON - HOUR, { actual: 0.4 }),
      release(NOON + HOUR, { actual: 0.4, forecast: 70 }),
      release(NOON, { title: 'Baker Hughes Oil Rig Count' }),
    ]
    const { weeks } = ask!.enter(body(...told), NOON, { weeks: {} })
    expect(Object.values(weeks)[0]!.rows.map(({ actual, forecast }) => [actual, forecast])).toEqual([
      ['0.4', '0.3'],
      [null, null],
    ])
  })
})
