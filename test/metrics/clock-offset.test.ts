import { expect, test } from 'bun:test'
import { type ClockOffsetParts, measureClockOffset, watchClockOffset } from '../../src/metrics/clock-offset.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemSteady } from '../../src/system/steady.ts'
import { freshRedis } from '../support/redis.ts'
import { stillClock } from '../support/still.ts'
import { until } from '../support/until.ts'

const NOW = 1_800_000_000_000
const stack = await freshRedis()

const offsetIn = (tally: ReturnType<typeof createTally>): number | undefined =>
  tally.gauges().get('["claros_clock_offset_seconds","value"]')

/** A store whose answer takes so long, halfway of which it reads its clock. */
const store = (aheadMs: number, tookMs: number) => {
  let steady = 0
  const clock = stillClock(NOW)
  const tally = createTally()
  const parts: ClockOffsetParts = {
    clock,
    steady: { ms: () => steady },
    meter: tally,
    storeTime: async () => {
      const told = clock.now() + tookMs / 2 - aheadMs
      steady += tookMs
      clock.move(tookMs)
      return told
    },
  }
  return { parts, tally }
}

test.each([0, 1_500, -90_000])(
  'a clock %p ms ahead of the store is that, however long the answer took',
  async (ahead) => {
    for (const took of [0, 40, 500]) {
      const { parts, tally } = store(ahead, took)
      await measureClockOffset(parts)
      expect(offsetIn(tally)).toBe(ahead / 1_000)
    }
  },
)

test('an answer that was slow, or did not come, leaves the last offset', async () => {
  const { parts, tally } = store(1_500, 0)
  await measureClockOffset(parts)
  await measureClockOffset({ ...parts, storeTime: () => Promise.reject(new Error('away')) })
  const slow = store(9_000, 600)
  await measureClockOffset({ ...slow.parts, meter: tally })
  expect(offsetIn(tally)).toBe(1.5)
})

test('the clock of this machine and that of Redis on it are the same', async () => {
  const tally = createTally()
  const end = watchClockOffset({
    clock: systemClock,
    steady: systemSteady,
    meter: tally,
    storeTime: stack.store.time,
  })
  const offset = await until('an offset', async () => {
    const found = offsetIn(tally)
    return found !== undefined && { found }
  })
  end()
  expect(Math.abs(offset.found)).toBeLessThan(1)
})
