import { expect, test } from 'bun:test'
import { reputationStore } from '../../../src/store/published/reputation.ts'
import { freshRedis } from '../../support/redis.ts'

const stack = await freshRedis()

const NOW = 1_795_000_000_000

test('who is silenced is so for all, until his time is over', async () => {
  const one = reputationStore(stack.redis)
  const another = reputationStore(stack.redis)
  expect(await one.silence(['kraken', 'gemini'], NOW + 300_000, NOW)).toEqual(['kraken', 'gemini'])
  expect([...(await another.silenced(NOW + 299_999))].toSorted()).toEqual([
    ['gemini', NOW + 300_000],
    ['kraken', NOW + 300_000],
  ])
  expect((await another.silenced(NOW + 300_000)).size).toBe(0)
})

test('a time is never cut short, and only those who had a vote are told', async () => {
  const store = reputationStore(stack.redis)
  await store.silence(['kraken'], NOW + 300_000, NOW)
  expect(await store.silence(['kraken', 'okx'], NOW + 299_000, NOW - 1_000)).toEqual(['okx'])
  expect((await store.silenced(NOW)).get('kraken')).toBe(NOW + 300_000)
  expect(await store.silence(['kraken'], NOW + 700_000, NOW + 400_000)).toEqual(['kraken'])
  expect(await store.silence([], NOW, NOW)).toEqual([])
})
