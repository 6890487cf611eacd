import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calendarAlarm, readOfficial } from '../../../src/actors/publisher/official-calendar.ts'
import { BUNDLED } from '../../../src/feeds/calendar/official.ts'
import { createTally } from '../../../src/metrics/meter.ts'
import { officialOf } from '../../../src/roles/provider-settings.ts'
import { keptLog } from '../../support/still.ts'
import { testFolder } from '../../support/test-folder.ts'

test('the file of the operator is read whole, or refused with every fault', () => {
  const { folder, remove } = testFolder()
  const path = join(folder, 'calendar-official.json')
  const put = (file: unknown) => writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  expect(readOfficial(path)).toMatchObject({ ok: false })
  put(BUNDLED)
  expect([readOfficial(path), officialOf(path), officialOf(undefined)]).toEqual([
    { ok: true, file: BUNDLED },
    BUNDLED,
    null,
  ])
  put({ ...BUNDLED, rows: [{ kind: 'speech' }] })
  expect(() => officialOf(path)).toThrow(/^CALENDAR_FILE: .*\/rows\/0\/kind/)
  put('not JSON')
  expect(() => officialOf(path)).toThrow('CALENDAR_FILE')
  remove()
})

test('thirty days before answers of a country lack something the operator is told, once a day', () => {
  const log = keptLog()
  const meter = createTally()
  const tell = calendarAlarm(BUNDLED, { log, meter })
  const covered = (country: string) =>
    meter.gauges().get(JSON.stringify(['claros_calendar_covered_seconds', 'value', country]))! / 86_400
  const told = (day: string) => {
    const before = log.lines.length
    tell(Date.parse(`${day}T12:00:00Z`))
    return log.lines.slice(before).map(({ fields }) => {
      const { country, days } = fields as { country: string; days: number }
      return [country, days]
    })
  }
  expect(told('2026-10-31')).toEqual([])
  expect([covered('GB'), covered('JP')]).toEqual([31, 53])
  const both = (days: number) => [
    ['GB', days],
    ['CN', days],
  ]
  expect(told('2026-11-01')).toEqual(both(60))
  expect(told('2026-11-01')).toEqual([])
  expect(told('2026-11-02')).toEqual(both(59))
  expect(covered('GB')).toBe(29)
  expect(told('2027-01-02')).toEqual([
    ['GB', -2],
    ['JP', 20],
    ['CN', -2],
  ])
})
