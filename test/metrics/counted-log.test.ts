import { expect, test } from 'bun:test'
import { countedLog } from '../../src/metrics/counted-log.ts'
import { ERROR_KINDS } from '../../src/metrics/error-kinds.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { totalFamilies } from '../../src/metrics/shown.ts'
import { exposition } from '../../src/metrics/text.ts'
import { readPrometheus } from '../support/prometheus.ts'
import { keptLog } from '../support/still.ts'

const read = (tally: ReturnType<typeof createTally>) => readPrometheus(exposition(totalFamilies(tally.take())))

test('every level is there from the start, and every warning and error is counted by its kind', () => {
  const [tally, lines] = [createTally(), keptLog()]
  const log = countedLog(lines, tally, 'worker/courier')
  const levels = (found: ReturnType<typeof read>) => found.by('claros_log_lines_total', 'level')
  expect(levels(read(tally))).toEqual({ info: 0, warn: 0, error: 0 })
  log.info('courier.ready')
  log.error('courier.sweep_failed', { message: 'a message with "quotes" from outside' })
  log.error('courier.sweep_failed', { message: 'another' })
  log.warn('webhook.given_up', { webhook: 'evt_1' })
  const found = read(tally)
  expect(levels(found)).toEqual({ info: 1, warn: 1, error: 2 })
  const counted = [...found.series].filter(([name, value]) => name.startsWith('claros_problems_total') && value > 0)
  expect(counted).toHaveLength(2)
  const of = (level: string, kind: string) =>
    found.of('claros_problems_total', { program: 'worker/courier', level, kind })
  expect([of('error', 'courier.sweep_failed'), of('warn', 'webhook.given_up')]).toEqual([2, 1])
  expect(lines.lines.map(({ event }) => event)).toEqual([
    'courier.ready',
    'courier.sweep_failed',
    'courier.sweep_failed',
    'webhook.given_up',
  ])
})

test('every kind of error is there from the start of each program, at 0', () => {
  const tally = createTally()
  for (const program of ['server', 'worker/courier']) countedLog(keptLog(), tally, program)
  const found = read(tally)
  for (const program of ['server', 'worker/courier'])
    for (const kind of ERROR_KINDS) expect(found.of('claros_problems_total', { program, level: 'error', kind })).toBe(0)
})
