import { expect, test } from 'bun:test'
import { type AttestedAs, createAttesting } from '../../../src/actors/dlc/attesting.ts'
import { until } from '../../support/until.ts'

/** What is asked for at once is done at once. */

const batches = () => {
  const seen: (readonly string[])[] = []
  let fails = false
  let running = 0
  let gate: Promise<void> | null = null
  const attesting = createAttesting(async (ids) => {
    expect(++running).toBe(1)
    seen.push(ids)
    await gate
    running--
    if (fails) throw new Error('no disk')
    return new Map(ids.filter((id) => id !== 'gone').map((id): [string, AttestedAs] => [id, 'attested']))
  })
  return {
    ...attesting,
    seen,
    fail: (now: boolean) => void (fails = now),
    hold: (on: Promise<void>) => void (gate = on),
  }
}

test('one alone, those of one moment together, and what comes meanwhile as the next', async () => {
  const { attest, seen, hold } = batches()
  const release = Promise.withResolvers<void>()
  hold(release.promise)
  const first = [attest('A'), attest('B'), attest('A'), attest('gone')]
  await until('the first batch is at work', () => seen.length > 0)
  const second = [attest('C'), attest('A')]
  // A batch begins with a turn of the loop: none does while the first is at work.
  for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
  expect(seen).toHaveLength(1)
  release.resolve()
  expect(await Promise.all([...first, ...second])).toEqual([
    'attested',
    'attested',
    'attested',
    'missing',
    'attested',
    'attested',
  ])
  expect(seen).toEqual([
    ['A', 'B', 'gone'],
    ['C', 'A'],
  ])
  await attest('D')
  expect(seen).toHaveLength(3)
})

test('a thousand are some batches, so that the lease is renewed in between; each is done once', async () => {
  const { attest, seen } = batches()
  const ids = Array.from({ length: 1_000 }, (_, i) => `E-${i}`)
  await Promise.all(ids.map(attest))
  expect(seen.flat()).toEqual(ids)
  expect(Math.max(...seen.map(({ length }) => length))).toBe(200)
})

test('a batch that fails fails for all that are in it, and the next is tried', async () => {
  const { attest, fail } = batches()
  fail(true)
  const failed = await Promise.allSettled([attest('A'), attest('B')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fail(false)
  expect(await attest('A')).toBe('attested')
})
