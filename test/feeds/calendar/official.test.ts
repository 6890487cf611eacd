import { describe, expect, test } from 'bun:test'
import { concludeAhead } from '../../../src/feeds/calendar/conclude-calendar.ts'
import { BUNDLED, checkedOfficial, officialEvents, type OfficialFile } from '../../../src/feeds/calendar/official.ts'
import { zonedTime } from '../../../src/sources/zoned.ts'
import { announced, NOON, unlicensed, USUAL } from '../../support/feeds/calendars.ts'

const TODAY = '2026-11-18'

describe('our file of dates', () => {
  test('has the form, and every row says where and when it was read', () => {
    expect(checkedOfficial(BUNDLED)).toMatchObject({ ok: true })
    for (const row of [...BUNDLED.rows, ...BUNDLED.rules])
      expect([row.source_url.startsWith('https://'), row.read_at]).toEqual([true, '2026-11'])
  })

  test('has no row beyond the day up to which it covers a country', () => {
    for (const { country, time_utc, date } of BUNDLED.rows)
      expect((time_utc ?? date ?? '9').slice(0, 10) <= BUNDLED.covers_until[country]).toBe(true)
  })

  test.each([
    ['US', 14, 0, 'America/New_York'],
    ['EU', 14, 15, 'Europe/Berlin'],
    ['GB', 12, 0, 'Europe/London'],
  ] as const)('decisions of %s come at one local time, whatever the clocks do', (country, hour, minute, zone) => {
    const times = officialEvents(BUNDLED, country, 'rate_decision', TODAY)
    expect(times.length).toBeGreaterThan(0)
    for (const { at, date } of times) expect([date, at]).toEqual([date, zonedTime(date, hour, minute, zone)])
  })
})

describe('a rule', () => {
  const days = (today: string, file = BUNDLED) =>
    officialEvents(file, 'CN', 'rate_decision', today).map(({ date, estimated }) => [date, estimated])

  test('gives days that are only likely: the twentieth, or the Monday after it', () => {
    expect(days(TODAY)).toEqual([
      ['2026-10-20', true],
      ['2026-11-20', true],
      ['2026-12-21', true],
    ])
  })

  test('ends where the file ends', () => {
    expect(days('2027-01-01')).toEqual([])
    const longer = { ...BUNDLED, covers_until: { ...BUNDLED.covers_until, CN: '2027-03-31' } }
    expect(days('2027-01-01', longer).slice(1)).toEqual([
      ['2027-01-20', true],
      ['2027-02-22', true],
      ['2027-03-22', true],
    ])
  })
})

describe('a file of the operator', () => {
  const row = BUNDLED.rows[0]!

  test('takes the place of ours', () => {
    const own: OfficialFile = {
      ...BUNDLED,
      covers_until: { ...BUNDLED.covers_until, GB: '2027-06-30' },
      rows: BUNDLED.rows.map((each) => (each.country === 'GB' ? { ...each, time_utc: '2026-12-16T12:00:00Z' } : each)),
    }
    const found = concludeAhead(unlicensed(announced(USUAL, NOON - 60_000, own), NOON))
    if (found.kind !== 'concluded') throw new Error(found.kind)
    expect(found.content.events.find(({ event }) => event === 'BoE rate decision')?.time).toBe('2026-12-16T12:00:00Z')
    expect(found.content.coverage.GB.until).toBe('2027-01-09')
  })

  test.each<[string, object, string]>([
    ['a row with both', { rows: [{ ...row, date: '2026-12-09' }] }, '/rows/0: needs time_utc or date'],
    ['a row with neither', { rows: [{ ...row, time_utc: undefined }] }, '/rows/0: needs time_utc or date'],
    ['a day that is none', { rows: [{ ...row, time_utc: '2026-13-09T19:00:00Z' }] }, '/rows/0: no such time'],
    [
      'a day in February that is none',
      { rows: [{ ...row, time_utc: '2027-02-30T19:00:00Z' }] },
      '/rows/0: no such time',
    ],
    [
      'an end on no day',
      { covers_until: { ...BUNDLED.covers_until, GB: '2026-12-32' } },
      '/covers_until/GB: no such day',
    ],
    ['a zone that is none', { rules: [{ ...BUNDLED.rules[0], zone: 'Asia/Peking' }] }, '/rules/0: no such zone'],
    ['an impact of its own', { rows: [{ ...row, impact: 'medium' }] }, 'rate_decision has the impact high'],
    ['an unknown kind', { rows: [{ ...row, kind: 'speech' }] }, '/rows/0/kind'],
    ['a row without its page', { rows: [{ ...row, source_url: undefined }] }, '/rows/0/source_url'],
    ['no end', { covers_until: { US: '2027-12-31' } }, '/covers_until/EU'],
  ])('with %s is refused, and the fault is named', (_what, more, why) => {
    const found = checkedOfficial(JSON.parse(JSON.stringify({ ...BUNDLED, ...more })))
    expect(found.ok ? [] : found.faults.join('\n')).toContain(why)
  })
})
