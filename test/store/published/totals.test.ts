import { describe, expect, test } from 'bun:test'
import { createTally, type CountingMeter } from '../../../src/metrics/meter.ts'
import { type ProcessReport, startReporter } from '../../../src/metrics/reporter.ts'
import { totalStore } from '../../../src/store/published/totals.ts'
import { freshRedis } from '../../support/redis.ts'
import { stillClock } from '../../support/still.ts'
import { clockAt } from '../../support/store-clocks.ts'
import { deafBeats } from '../../support/heard-beats.ts'
import { names } from '../../../src/store/redis/names.ts'

const NOW = 1_795_000_000_000
const CELL = '["claros_challenges_total","value","l402"]'

const redis = await freshRedis()

const report = (changes: Partial<ProcessReport> = {}): ProcessReport => ({
  process: 'server/a/1/0',
  sequence: 1,
  added: new Map([[CELL, 2]]),
  gauges: new Map(),
  ...changes,
})

/** Where the store's clock stands. */
const totalsAt = (ms: number) => totalStore(redis.redis, clockAt(ms))

const total = async (): Promise<number> => (await redis.store.totals.all()).totals.get(CELL) ?? 0

describe('totals', () => {
  test('are the sum over processes and reports', async () => {
    await redis.store.totals.take(report())
    await redis.store.totals.take(report({ sequence: 2 }))
    await redis.store.totals.take(report({ process: 'server/b/1/0', added: new Map([[CELL, 5]]) }))
    expect(await total()).toBe(9)
  })

  test('take a report in once, however often it comes', async () => {
    for (const sequence of [1, 1, 2, 2, 1]) await redis.store.totals.take(report({ sequence }))
    expect(await total()).toBe(4)
  })

  test('stay when their process has gone; who is silent is no longer shown', async () => {
    const gauges = new Map([['["claros_process_start_time_seconds","value"]', 7]])
    await totalsAt(NOW).take(report({ gauges }))
    await totalsAt(NOW - 21_000).take(report({ process: 'worker/a/2/0' }))
    const found = await totalsAt(NOW).all()
    expect(found.processes).toEqual([{ process: 'server/a/1/0', gauges, agoMs: 0 }])
    expect(found.totals.get(CELL)).toBe(4)
  })

  test('forget processes that were not heard of for an hour, and no others', async () => {
    await totalsAt(NOW - 3_600_001).take(report({ process: 'old' }))
    await totalsAt(NOW - 3_500_000).take(report({ process: 'late' }))
    await totalsAt(NOW).take(report())
    expect((await redis.redis.hkeys(names.processes())).toSorted()).toEqual(['late', 'server/a/1/0'])
  })
})

describe('a reporter', () => {
  const self = { name: 'server/a/1/0', startedAt: 1_795_000_000, residentBytes: () => 123 }
  const open = (tally: CountingMeter, take: (report: ProcessReport) => Promise<void>) =>
    startReporter({ self, beats: deafBeats, tally, clock: stillClock(NOW), take })

  test('loses nothing and counts nothing twice when a report was taken in and its answer was lost', async () => {
    const tally = createTally()
    let loses = true
    const reporter = open(tally, async (each) => {
      await redis.store.totals.take(each)
      if (loses) throw new Error('the answer got lost')
    })
    tally.count('claros_challenges_total', { rail: 'l402' })
    await expect(reporter.flush()).rejects.toThrow('got lost')
    tally.count('claros_challenges_total', { rail: 'l402' }, 10)
    loses = false
    await reporter.flush()
    await reporter.flush()
    expect(await total()).toBe(11)
    await reporter.close()
  })

  test('keeps counting while nobody takes the report, and hands all of it over at the end', async () => {
    const tally = createTally()
    let away = true
    const reporter = open(tally, async (each) => {
      if (away) throw new Error('nobody there')
      await redis.store.totals.take(each)
    })
    for (let n = 0; n < 3; n++) {
      tally.count('claros_challenges_total', { rail: 'l402' })
      await reporter.flush().catch(() => {})
    }
    away = false
    await reporter.flush()
    tally.count('claros_challenges_total', { rail: 'l402' })
    await reporter.flush()
    expect(await total()).toBe(4)
    await reporter.close()
  })

  test('says when its process started and how much memory it holds', async () => {
    const reporter = open(createTally(), redis.store.totals.take)
    await reporter.flush()
    const [found] = (await redis.store.totals.all()).processes
    expect(Object.fromEntries(found!.gauges)).toEqual({
      '["claros_process_start_time_seconds","value"]': 1_795_000_000,
      '["claros_process_resident_memory_bytes","value"]': 123,
    })
    await reporter.close()
  })

  test('sends once for all who ask at the same time', async () => {
    let sent = 0
    const reporter = open(createTally(), async () => void sent++)
    await Promise.all([reporter.flush(), reporter.flush(), reporter.flush()])
    expect(sent).toBe(1)
    await reporter.close()
  })
})
