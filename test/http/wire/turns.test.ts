import { expect, test } from 'bun:test'
import { createTurns } from '../../../src/http/wire/turns.ts'

const LONG_MS = 60_000
const isWaiting = async (waited: Promise<boolean>): Promise<boolean> =>
  Promise.race([waited.then(() => false), Bun.sleep(5).then(() => true)])

test('the first goes at once, however often he asks; others wait until he is through', async () => {
  const turns = createTurns(LONG_MS)
  const [first, second] = [turns.of('a'), turns.of('a')]
  expect([await first.waited(), await first.waited()]).toEqual([false, false])
  const waited = second.waited()
  expect(await isWaiting(waited)).toBe(true)
  expect(await turns.of('b').waited()).toBe(false)
  first.end()
  expect(await waited).toBe(true)
  // Who has waited is nobody's first: the next one goes at once.
  expect(await turns.of('a').waited()).toBe(false)
})

test('nobody waits long for one who hangs, nor for one who never asked', async () => {
  const turns = createTurns(1)
  expect(await turns.of('a').waited()).toBe(false)
  expect(await turns.of('a').waited()).toBe(true)
  const idle = turns.of('b')
  expect(await turns.of('b').waited()).toBe(false)
  idle.end()
  expect(await turns.of('b').waited()).toBe(true)
})
