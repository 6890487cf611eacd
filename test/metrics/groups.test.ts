import { expect, test } from 'bun:test'
import { groupMeter } from '../../src/metrics/groups.ts'
import { createTally, readMetricCell } from '../../src/metrics/meter.ts'

/** Runs of groups, as an alarm compares them. */

test('runs are counted by period in seconds, and what has not happened yet is there as 0', () => {
  const tally = createTally()
  const count = groupMeter(tally)
  count(3_600_000, 'failed')
  count(500, 'done')
  count(500, 'done')
  const cells = [...tally.take()].map(([cell, value]) => [...readMetricCell(cell).labels, value])
  expect(cells.toSorted()).toEqual([
    ['0.5', 'done', 2],
    ['0.5', 'failed', 0],
    ['3600', 'done', 0],
    ['3600', 'failed', 1],
  ])
})
