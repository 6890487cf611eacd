import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestRedis, startTestRedis } from '../../support/redis.ts'
import { testFolder } from '../../support/actors/dlc/oracle-parts.ts'
import { race } from '../../support/actors/dlc/race.ts'

/** The race of `chaos/dlc-race` in small. */

let stack: TestRedis
const { folder, remove } = testFolder()
beforeAll(async () => void (stack = await startTestRedis()))
afterAll(async () => {
  await stack.stop()
  remove()
})

test('three processes with opposite outcomes over twenty events: no event has two signatures', async () => {
  expect(await race(stack, folder, 3, 20)).toHaveLength(20)
}, 120_000)
