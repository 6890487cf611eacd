import { afterAll, expect, test } from 'bun:test'
import { fileRedis } from '../../support/redis.ts'
import { testFolder } from '../../support/test-folder.ts'
import { race } from '../../support/actors/dlc/race.ts'

/** The race of `chaos/dlc-race` in small. */

const stack = await fileRedis()
const { folder, remove } = testFolder()
afterAll(remove)

test('three processes with opposite outcomes over twenty events: no event has two signatures', async () => {
  expect(await race(stack, folder, 3, 20)).toHaveLength(20)
}, 120_000)
