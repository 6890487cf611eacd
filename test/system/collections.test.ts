import { expect, test } from 'bun:test'
import { heapStats } from 'bun:jsc'
import { join } from 'node:path'
import { startCollections } from '../../src/system/collections.ts'
import { systemRandom } from '../../src/system/random.ts'
import { until } from '../support/until.ts'

/** A clock whose sleeps end when they are told to. */
const woken = () => {
  const asked: number[] = []
  const sleeping: (() => void)[] = []
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((wake) => {
      asked.push(ms)
      sleeping.push(wake)
      signal?.addEventListener('abort', () => wake())
    })
  return { asked, clock: { now: () => 0, sleep }, wake: () => sleeping.shift()?.() }
}

test('the heap is collected every one to two minutes, not at one time in all processes, until that is ended', async () => {
  const { asked, clock, wake } = woken()
  let collected = 0
  const end = startCollections({ clock, random: systemRandom }, () => collected++)
  for (let times = 1; times < 20; times++) {
    expect(collected).toBe(times - 1)
    wake()
    await until('it sleeps again', () => asked.length > times)
  }
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(60_000)
  expect(Math.max(...asked)).toBeLessThanOrEqual(120_000)
  expect(new Set(asked).size).toBeGreaterThan(10)
  end()
  await Bun.sleep(1)
  expect([collected, asked.length]).toEqual([19, 20])
})

test('what is old and dead is gone then', async () => {
  const { asked, clock, wake } = woken()
  let kept: readonly object[] = Array.from({ length: 200_000 }, (_, n) => ({ n, text: `${n}` }))
  // It has outlived a collection.
  Bun.gc(true)
  const before = heapStats().objectCount
  expect(kept).toHaveLength(200_000)
  kept = []
  const end = startCollections({ clock, random: systemRandom })
  wake()
  await until('it sleeps again', () => asked.length > 1)
  expect(heapStats().objectCount).toBeLessThan(before - 200_000)
  end()
})

test.each(['server.ts', 'worker.ts'])('%s has its heap collected for as long as it runs', async (program) => {
  const text = await Bun.file(join(import.meta.dir, '../../src', program)).text()
  const [, end] = /const (\w+) = startCollections\(/.exec(text) ?? []
  expect(text.split(`${end}()`)).toHaveLength(2)
})
