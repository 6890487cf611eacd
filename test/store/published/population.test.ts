import { describe, expect, test } from 'bun:test'
import { freshRedis } from '../../support/redis.ts'

const redis = await freshRedis()

const LIMIT = { most: 3, withinMs: 60_000 } as const
const NOW = 1_795_000_000_000

describe('what a client may have providers asked about', () => {
  const open = (boards: readonly string[], now = NOW, who = 'one') =>
    redis.store.population.mayOpen(who, boards, now, LIMIT)

  test('is so many boards, each counted once, and nothing of another client', async () => {
    for (const board of ['a', 'b', 'a', 'c', 'b']) expect(await open([board])).toBe(true)
    expect(await open(['d'])).toBe(false)
    expect(await open(['c'])).toBe(true)
    expect(await open(['d'], NOW, 'two')).toBe(true)
  })

  test('is all boards of a subject or none', async () => {
    expect(await open(['a', 'b'])).toBe(true)
    expect(await open(['c', 'd'])).toBe(false)
    expect(await open(['b', 'c'])).toBe(true)
  })

  test('within any time so long: what was counted before it is forgotten, what was refused never counted', async () => {
    for (const [place, board] of ['a', 'b', 'c'].entries()) await open([board], NOW + place)
    expect(await open(['d'], NOW + 59_999)).toBe(false)
    expect(await open(['d'], NOW + 60_000)).toBe(true)
    expect(await open(['e'], NOW + 60_000)).toBe(false)
    expect(await open(['e'], NOW + 60_001)).toBe(true)
  })

  test('leaves nothing behind', async () => {
    await open(['a'])
    const [key] = await redis.redis.keys('*openings*')
    expect(await redis.redis.pttl(key!)).toBeWithin(1, 60_001)
  })
})
