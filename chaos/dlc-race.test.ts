import { afterAll, beforeAll, expect, test } from 'bun:test'
import { testFolder } from '../test/support/actors/dlc/oracle-parts.ts'
import { race } from '../test/support/actors/dlc/race.ts'
import { type TestRedis, startTestRedis } from '../test/support/redis.ts'

/** Two signatures of one event reveal the oracle's key. Six processes try to get them. */

const EVENTS = 300
const RACERS = 6

let stack: TestRedis
const { folder, remove } = testFolder()
beforeAll(async () => void (stack = await startTestRedis()))
afterAll(async () => {
  await stack.stop()
  remove()
})

test(`${RACERS} processes with opposite outcomes over ${EVENTS} events: no event has two signatures`, async () => {
  const outcomes = await race(stack, folder, RACERS, EVENTS)
  // Both outcomes won some events, so it was a race.
  expect(new Set(outcomes)).toEqual(new Set(['yes', 'no']))
})
