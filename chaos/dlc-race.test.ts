import { afterAll, expect, test } from 'bun:test'
import { testFolder } from '../test/support/test-folder.ts'
import { race } from '../test/support/actors/dlc/race.ts'
import { fileRedis } from '../test/support/redis.ts'

/** Two signatures of one event are the oracle's key: six processes try to get them. */

const EVENTS = 300
const RACERS = 6

const stack = await fileRedis()
const { folder, remove } = testFolder()
afterAll(remove)

test(`${RACERS} processes with opposite outcomes over ${EVENTS} events: no event has two signatures`, async () => {
  const outcomes = await race(stack, folder, RACERS, EVENTS)
  // Both sides won some: it was a race.
  expect(new Set(outcomes)).toEqual(new Set(['yes', 'no']))
})
