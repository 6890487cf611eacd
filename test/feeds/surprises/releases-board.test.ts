import { describe, expect, test } from 'bun:test'
import { lastTold, RELEASES_BOARD, type ReleasesState } from '../../../src/feeds/surprises/releases-board.ts'
import { DAY, MONDAY, NOON } from '../../support/feeds/releases.ts'

const HOUR = 3_600_000
const WEEK = 7 * DAY

const asks = (state: ReleasesState, now = NOON) => RELEASES_BOARD.asks({ now, state, listed: null })
const from = (state: ReleasesState, now = NOON): readonly string[] =>
  asks(state, now).map(({ query }) => /from=([\d-]+)T00:00:00\.000Z/.exec(query.path)![1]!)

const row = (change: object = {}) => ({
  title: 'Inflation Rate MoM',
  country: 'US',
  period: 'Oct',
  actual: 0.3,
  actualRaw: 0.3,
  forecast: 0.2,
  forecastRaw: 0.2,
  unit: '%',
  date: '2026-11-17T13:30:00.000Z',
  ...change,
})
const body = (...rows: readonly object[]): string => JSON.stringify({ status: 'ok', result: rows })

/** What the board holds after its newest week was answered so. */
const entered = (text: string, state: ReleasesState = RELEASES_BOARD.empty, at = NOON): ReleasesState =>
  asks({ ...state, weeks: {} }, at)[0]!.enter(text, at, state)
const kept = (...rows: readonly object[]) => entered(body(...rows)).releases

/** Every week read at this moment. */
const allRead = (readAt: number): ReleasesState => ({
  weeks: Object.fromEntries(Array.from({ length: 19 }, (_, back) => [MONDAY - back * WEEK, { readAt, overdue: 0 }])),
  releases: [],
})

describe('what the vendor is asked', () => {
  test('is six weeks at a time, the newest first', () => {
    expect(from(RELEASES_BOARD.empty)).toEqual([
      '2026-11-16',
      '2026-11-09',
      '2026-11-02',
      '2026-10-26',
      '2026-10-19',
      '2026-10-12',
    ])
  })

  test('a week follows each of them in the same poll, until the oldest was asked', () => {
    const following = (state: ReleasesState): readonly string[] =>
      asks(state).flatMap((first) => {
        const paths: string[] = []
        for (let ask = first.next?.(state) ?? null; ask !== null; ask = ask.next?.(state) ?? null)
          paths.push(/from=([\d-]+)/.exec(ask.query.path)![1]!)
        return paths
      })
    expect(following(RELEASES_BOARD.empty).toSorted().toReversed()).toEqual(
      Array.from({ length: 12 }, (_, at) => new Date(MONDAY - (6 + at) * WEEK).toISOString().slice(0, 10)),
    )
    expect(following(allRead(NOON - HOUR))).toEqual([])
  })

  test('is this week once an hour, and the week before until a day after its end', () => {
    const isAsked = (readAt: number, now: number) => from(allRead(readAt), now)
    expect(isAsked(NOON - 50 * 60_000, NOON)).toEqual([])
    expect(isAsked(NOON - HOUR, NOON)).toEqual(['2026-11-16'])
    // Read on Monday at noon: that of last week may still lack values.
    expect(isAsked(MONDAY + 12 * HOUR, MONDAY + 14 * HOUR)).toEqual(['2026-11-16', '2026-11-09'])
    expect(isAsked(MONDAY + 25 * HOUR, MONDAY + 27 * HOUR)).toEqual(['2026-11-16'])
  })

  test('reaches back 120 days and no further', () => {
    const all = allRead(NOON)
    const without = (week: number): ReleasesState => ({
      ...all,
      weeks: Object.fromEntries(Object.entries(all.weeks).filter(([each]) => Number(each) !== week)),
    })
    // 120 days before noon of 18 November is 21 July.
    expect(from(without(Date.UTC(2026, 6, 20)))).toEqual(['2026-07-20'])
    expect(from(without(Date.UTC(2026, 6, 13)))).toEqual([])
  })
})

describe('what is kept', () => {
  test('is a release of a measure, with its value and its estimate', () => {
    expect(kept(row())).toEqual([
      {
        country: 'US',
        measure: 'cpi_mom',
        at: Date.parse('2026-11-17T13:30:00Z'),
        period: 'Oct',
        actual: '0.3',
        estimate: '0.2',
        prior: null,
        seen: NOON,
      },
    ])
  })

  test.each([
    ['a title of no measure', { title: 'Inflation Rate YoY' }],
    ['a second estimate of product', { title: 'GDP Growth Rate QoQ 2nd Est' }],
    ['the title of another country', { country: 'JP' }],
    ['no value', { actual: null, actualRaw: null }],
    ['no estimate', { forecast: null, forecastRaw: null }],
    ['two spellings that differ', { actual: 0.4 }],
    ['another unit', { unit: 'USD' }],
    ['a value before its time', { date: '2026-11-18T12:00:00.001Z' }],
    ['a value that cannot be', { actual: 300, actualRaw: 300 }],
    ['an estimate that cannot be', { forecast: -80, forecastRaw: -80 }],
    ['a member of the object of all titles', { title: 'constructor' }],
  ])('and not one with %s', (_what, change) => expect(kept(row(change))).toEqual([]))

  test('a vendor that prints fractions for per cent of an index of managers is not believed', () => {
    const pmi = (value: number) =>
      row({ title: 'ISM Services PMI', unit: '', actual: value, actualRaw: value, forecast: 51, forecastRaw: 51 })
    expect([kept(pmi(52)).length, kept(pmi(0.52)).length, kept(pmi(5200)).length]).toEqual([1, 0, 0])
  })

  test('is what was told first: neither a revision nor a later estimate enters', () => {
    const first = entered(body(row()))
    const later = entered(
      body(row({ actual: 0.5, actualRaw: 0.5, forecast: 0.5, forecastRaw: 0.5 })),
      first,
      NOON + HOUR,
    )
    expect(later.releases).toEqual(first.releases)
    expect(lastTold(later, NOON + HOUR)).toEqual({ readAt: NOON + HOUR, overdue: 0 })
  })

  test('is one release, also where the vendor moves it by some hours or to another day', () => {
    const first = entered(body(row()))
    const again = (change: object) => entered(body(row({ actual: 0.5, actualRaw: 0.5, ...change })), first, NOON + DAY)
    for (const date of ['2026-11-17T13:31:00.000Z', '2026-11-18T01:30:00.000Z', '2026-11-16T13:30:00.000Z'])
      expect([date, again({ date }).releases]).toEqual([date, first.releases])
    expect(again({ date: '2026-11-18T01:30:00.001Z', period: 'Nov' }).releases).toHaveLength(2)
    const unnamed = entered(body(row({ period: null })))
    const sameDay = row({ period: null, date: '2026-11-18T01:30:00.000Z' })
    expect(entered(body(sameDay), unnamed, NOON + DAY).releases).toEqual(unnamed.releases)
    const nextDay = row({ period: null, date: '2026-11-18T01:30:00.001Z' })
    expect(entered(body(nextDay), unnamed, NOON + DAY).releases).toHaveLength(2)
    expect(again({ country: 'GB' }).releases).toHaveLength(2)
  })

  test('payrolls are persons: hundreds of them are thousands of thousands', () => {
    const payrolls = (value: number) =>
      kept(row({ title: 'Non Farm Payrolls', unit: '', actual: value, actualRaw: value, forecast: 0, forecastRaw: 0 }))
    expect([177, -999, 0, 1_000, -50_000].map((value) => payrolls(value).length)).toEqual([0, 0, 1, 1, 1])
  })

  test('goes after 120 days', () => {
    const [one] = kept(row())
    const old = { ...one!, at: NOON - 120 * DAY - 1 }
    const state = { ...allRead(NOON), releases: [old, { ...old, at: old.at + 1 }] }
    expect(RELEASES_BOARD.settle!(state, state, NOON).releases.map(({ at }) => at)).toEqual([old.at + 1])
  })

  test('a value that is due for six hours is counted, one that is not is not', () => {
    const none = { actual: null, actualRaw: null }
    const overdue = (...rows: readonly object[]) => entered(body(...rows)).weeks[MONDAY]?.overdue
    expect(overdue(row({ ...none, date: '2026-11-18T06:00:00.000Z' }))).toBe(0)
    expect(overdue(row({ ...none, date: '2026-11-18T05:59:59.999Z' }))).toBe(1)
    expect(overdue(row({ ...none, title: 'Fed Speech' }), row({ ...none, forecast: null, forecastRaw: null }))).toBe(0)
  })
})

test('on Monday the week before speaks until this one was read', () => {
  const state = entered(body(row()))
  const monday = MONDAY + WEEK + 60_000
  expect(lastTold(state, monday)).toEqual(lastTold(state, NOON))
  expect(lastTold(state, monday + WEEK)).toBeNull()
})
