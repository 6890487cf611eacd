import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Snapshot } from '../../../src/canonical/snapshot.ts'
import type { NewPoint } from '../../../src/store/published/series.ts'
import { names } from '../../../src/store/redis/names.ts'
import { partOf } from '../../support/part-of.ts'
import { startTestRedis, type TestRedis } from '../../support/redis.ts'

const STEP = 900
/** The start of a step, long past. */
const START = 1_780_000_200 - (1_780_000_200 % STEP)

let stack: TestRedis
beforeAll(async () => {
  stack = await startTestRedis()
})
afterAll(() => stack.stop())

let actors = 0
const newActor = (): string => `a/${actors++}`

const publish = (actor: string, timestamp: number, value: string | null, more: Partial<NewPoint> = {}) =>
  stack.store.snapshots.publish({
    snapshot: partOf<Snapshot>({ actor, timestamp }),
    editions: { l402: [], x402: [] },
    nonces: [],
    preview: { body: {}, staleSeconds: 1 },
    point: value === null ? null : { value, stepSeconds: STEP, most: 4, ...more },
    keepSeconds: 10,
    forgetSeconds: null,
  })
const series = (actor: string) => stack.store.snapshots.series(actor)

describe('the series of an actor', () => {
  test('has the first value of each step, and the last ones alone', async () => {
    const actor = newActor()
    for (const at of [0, 5, STEP - 1, STEP, STEP + 1, 3 * STEP + 450, 4 * STEP, 5 * STEP])
      expect(await publish(actor, START + at, String(at))).toBe(true)
    expect(await series(actor)).toEqual(
      [STEP, 3 * STEP + 450, 4 * STEP, 5 * STEP].map((at) => ({ t: START + at, value: String(at) })),
    )
  })

  test('ends some time after its last point', async () => {
    const actor = newActor()
    await publish(actor, START, '1')
    expect(await stack.redis.ttl(names.series(actor))).toBeWithin(4 * STEP + 86_300, 4 * STEP + 86_401)
  })

  test('takes nothing of a publication that came too late', async () => {
    const actor = newActor()
    await publish(actor, START + STEP, '2')
    expect(await publish(actor, START, '1')).toBe(false)
    expect(await publish(actor, START + STEP, '3')).toBe(false)
    expect(await series(actor)).toEqual([{ t: START + STEP, value: '2' }])
  })

  test('is empty for what has no main value', async () => {
    const actor = newActor()
    await publish(actor, START, null)
    expect(await series(actor)).toEqual([])
    expect(await stack.redis.exists(names.series(actor))).toBe(0)
  })

  test('keeps words as they are', async () => {
    const actor = newActor()
    const word = 'MILD "BULLISH" [1,2'
    await publish(actor, START, word)
    await publish(actor, START + 1, 'LATER')
    expect(await series(actor)).toEqual([{ t: START, value: word }])
  })

  test('keeps no publication out, whatever another release has left in its place', async () => {
    const actor = newActor()
    await stack.redis.set(names.series(actor), 'a text')
    expect(await publish(actor, START, '1')).toBe(true)
    expect(await series(actor)).toEqual([{ t: START, value: '1' }])
    await stack.redis.rpush(names.series(actor), 'not a point')
    expect(await publish(actor, START + 1, '2')).toBe(true)
    // What cannot be read is left out, and the rest is shown.
    expect(await series(actor)).toEqual([
      { t: START, value: '1' },
      { t: START + 1, value: '2' },
    ])
  })
})

describe('points of the past', () => {
  const KEPT = { stepSeconds: STEP, most: 6 }
  const point = (steps: number) => ({ t: START + steps * STEP, value: String(steps) })
  const add = (actor: string, ...steps: number[]) => stack.store.snapshots.addEarlier(actor, steps.map(point), KEPT)

  test('stand before those that were published, the newest as far as there is room', async () => {
    const actor = newActor()
    await publish(actor, START + 450, 'own')
    expect(await add(actor, -3, -2, -1, 0, 1)).toBe(3)
    const own = { t: START + 450, value: 'own' }
    expect(await series(actor)).toEqual([point(-3), point(-2), point(-1), own])
    expect(await add(actor, -3, -2, -1)).toBe(0)
    expect(await add(actor, -9, -8, -7, -6)).toBe(2)
    expect(await series(actor)).toEqual([point(-7), point(-6), point(-3), point(-2), point(-1), own])
    expect(await add(actor, -20)).toBe(0)
  })

  test('are there before the first that is published, which follows them, and end as it would', async () => {
    const actor = newActor()
    expect(await add(actor, -2, -1)).toBe(2)
    expect(await stack.redis.ttl(names.series(actor))).toBeWithin(6 * STEP + 86_300, 6 * STEP + 86_401)
    await publish(actor, START, 'own')
    expect((await series(actor)).map(({ value }) => value)).toEqual(['-2', '-1', 'own'])
  })

  test('take the place of what is no series', async () => {
    const actor = newActor()
    await stack.redis.set(names.series(actor), 'text')
    expect(await add(actor, -1)).toBe(1)
    expect(await series(actor)).toEqual([point(-1)])
  })

  test('of nothing are none', async () => {
    const actor = newActor()
    expect(await add(actor)).toBe(0)
    expect(await stack.redis.exists(names.series(actor))).toBe(0)
  })
})
