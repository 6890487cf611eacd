import { expect, test } from 'bun:test'
import { createLoopLag, startLoopLag } from '../../src/metrics/loop-lag.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { systemSteady } from '../../src/system/steady.ts'
import { until } from '../support/until.ts'

test('a timer that comes in time is not late, and one that comes early neither', () => {
  const lag = createLoopLag(0, 100)
  expect([100, 199, 300].map(lag.tick)).toEqual([0, 0, 1])
})

test('a stall is told for twenty seconds, then the longest one after it', () => {
  const lag = createLoopLag(0, 100)
  const told = (from: number, to: number): readonly number[] => {
    const found: number[] = []
    for (let now = from; now <= to; now += 100) found.push(lag.tick(now))
    return [...new Set(found)]
  }
  expect(told(100, 1_000)).toEqual([0])
  // Half a second late, and twenty times a little.
  expect(told(1_600, 10_000)).toEqual([500])
  expect(told(10_300, 21_500)).toEqual([500])
  expect(told(21_600, 30_200)).toEqual([200])
  expect(told(30_300, 40_000)).toEqual([0])
})

test('a process that was busy says for how long', async () => {
  const tally = createTally()
  const end = startLoopLag({ steady: systemSteady, meter: tally })
  const told = (): number => tally.gauges().get('["claros_event_loop_lag_seconds","value"]') ?? -1
  await until('the first report', async () => told() >= 0)
  const began = performance.now()
  while (performance.now() - began < 400);
  // The timer was due within a tenth of a second of the start.
  await until('the stall', async () => told() >= 0.25)
  end()
})
