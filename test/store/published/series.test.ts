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
