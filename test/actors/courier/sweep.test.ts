import { beforeEach, expect, test } from 'bun:test'
import { ASKS_AT_ONCE } from '../../../src/actors/courier/resolve.ts'
import { type Resolution, waiting } from '../../../src/actors/courier/resolution.ts'
import { createSweep } from '../../../src/actors/courier/sweep.ts'
import { names } from '../../../src/store/redis/names.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import { freshRedis } from '../../support/redis.ts'

const NOW = 1_800_000_000_000
const goOn = () => false

const stack = await freshRedis()
let clock: ReturnType<typeof stillClock>
let log: ReturnType<typeof keptLog>
beforeEach(() => {
  clock = stillClock(NOW)
  log = keptLog()
})

const due = (id: string, at: number) => stack.redis.zadd(names.dlc.due(), at / 1000, id)
const sweeping = (settle: (id: string) => Promise<Resolution>) => {
  const seen: string[] = []
  const sweep = createSweep({ store: stack.store, clock, log }, (id) => {
    seen.push(id)
    return settle(id)
  })
  return { seen, sweep }
}

test('everything that is mature is settled, longest overdue first, over all pages', async () => {
  for (let n = 0; n < 1_203; n++) await due(`E-${n}`, NOW - n * 1_000)
  await due('E-LATER', NOW + 1_000)
  const { seen, sweep } = sweeping(async () => ({ kind: 'gone' }))
  await sweep(goOn)
  expect(seen).toHaveLength(1_203)
  expect(new Set(seen).size).toBe(1_203)
  expect(seen[0]).toBe('E-1202')
  expect(seen).not.toContain('E-LATER')
})

test('what cannot change before its time is left alone until then', async () => {
  await due('E-1', NOW)
  await due('E-2', NOW)
  const { seen, sweep } = sweeping(async (id) =>
    waiting('asked', id === 'E-1' ? clock.now() + 15_000 : clock.now() + 5_000),
  )
  await sweep(goOn)
  clock.move(5_000)
  await sweep(goOn)
  clock.move(9_999)
  await sweep(goOn)
  expect(seen).toEqual(['E-1', 'E-2', 'E-2', 'E-2'])
  clock.move(1)
  await sweep(goOn)
  expect(seen.filter((id) => id === 'E-1')).toHaveLength(2)
})

test('one event that fails stops no other, and is tried again', async () => {
  await due('E-1', NOW - 1_000)
  await due('E-2', NOW)
  const { seen, sweep } = sweeping(async (id) => {
    if (id === 'E-1') throw new Error('a fault')
    return { kind: 'gone' }
  })
  await sweep(goOn)
  await sweep(goOn)
  expect(seen.toSorted()).toEqual(['E-1', 'E-1', 'E-2', 'E-2'])
  expect(log.lines.map(({ level, event }) => `${level} ${event}`)).toEqual([
    'error event.crashed',
    'error event.crashed',
  ])
})

test('as many hanging addresses as may be asked leave places for the others', async () => {
  for (let n = 0; n < ASKS_AT_ONCE; n++) await due(`HANGS-${n}`, NOW - 1_000)
  for (let n = 0; n < 100; n++) await due(`E-${n}`, NOW)
  const hanging = Promise.withResolvers<Resolution>()
  const { seen, sweep } = sweeping(async (id) => {
    if (id.startsWith('HANGS')) return hanging.promise
    if (seen.length === ASKS_AT_ONCE + 100) hanging.resolve({ kind: 'gone' })
    return { kind: 'gone' }
  })
  await sweep(goOn)
  expect(seen).toHaveLength(ASKS_AT_ONCE + 100)
})

test('a courier that closes begins no other', async () => {
  for (let n = 0; n < 200; n++) await due(`E-${n}`, NOW)
  const { seen, sweep } = sweeping(async () => ({ kind: 'gone' }))
  await sweep(() => seen.length >= 60)
  expect(seen.length).toBeLessThan(200)
})
