import { expect, test } from 'bun:test'
import { LINES_PER_WINDOW, overdueAlarm } from '../../../src/actors/courier/overdue.ts'
import { keptLog, stillClock } from '../../support/still.ts'

const NOW = 1_800_000_000_000

test('a thousand overdue events are told of in a few lines, and counted', () => {
  const clock = stillClock(NOW)
  const log = keptLog()
  const alarm = overdueAlarm({ clock, log })
  const all = () => {
    for (let n = 0; n < 1_000; n++)
      alarm({ eventid: `E-${n}`, maturityTs: NOW / 1000 - 60, problem: 'timeout', made: 2 })
  }
  all()
  expect(log.lines).toHaveLength(LINES_PER_WINDOW)
  clock.move(599_999)
  all()
  expect(log.lines).toHaveLength(LINES_PER_WINDOW)
  clock.move(1)
  all()
  expect(log.lines).toHaveLength(2 * LINES_PER_WINDOW)
  const unsaid = log.lines.map(({ fields }) => (fields as { unsaidBefore?: number }).unsaidBefore)
  expect(unsaid.filter((each) => each !== undefined)).toEqual([2 * (1_000 - LINES_PER_WINDOW)])
  expect(new Set(log.lines.map(({ level, event }) => `${level} ${event}`))).toEqual(new Set(['warn event.overdue']))
})
