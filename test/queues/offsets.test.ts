import { expect, test } from 'bun:test'
import { registry } from '../../src/feeds/registry.ts'
import { offsetOf } from '../../src/queues/scheduler.ts'

const ACTORS = registry.items.map(({ actor }) => actor)

test('actors are spread over their period, each always at the same place and none at its very beginning', () => {
  for (const everyMs of [100, 5_000, 60_000]) {
    const offsets = ACTORS.map((actor) => offsetOf(actor, everyMs))
    expect(offsets).toEqual(ACTORS.map((actor) => offsetOf(actor, everyMs)))
    expect(Math.min(...offsets)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...offsets)).toBeLessThan(everyMs)
    expect(Math.max(...offsets) - Math.min(...offsets)).toBeGreaterThan(everyMs * 0.7)
  }
})

test('what runs each second does so in the middle of it: 0.3 s early or half a second late it is still of that second', () => {
  const offsets = ACTORS.map((actor) => offsetOf(actor, 1_000))
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(300)
  expect(Math.max(...offsets)).toBeLessThan(500)
  expect(new Set(offsets).size).toBeGreaterThan(20)
})
