import { describe, expect, test } from 'bun:test'
import { freshRedis } from '../support/redis.ts'
import { boardLease } from '../../src/store/redis/names.ts'

const redis = await freshRedis()

describe('a board under a lease', () => {
  test('is written by its holder, and by nobody else', async () => {
    const { boards, leases } = redis.store
    expect(await boards.writeHeld('b', 1_000, 'nobody', 'one')).toBe(false)
    await leases.hold(boardLease('b'), 'one', 60_000)
    expect(await boards.writeHeld('b', 1_000, 'first', 'one')).toBe(true)
    expect(await boards.writeHeld('b', 9_000, 'of a sleeper', 'two')).toBe(false)
    expect(await boards.read(['b'])).toEqual([{ at: 1_000, state: 'first' }])
  })

  test('is written by a successor whose clock is behind, and every state has a time of its own', async () => {
    const { boards, leases } = redis.store
    await leases.hold(boardLease('b'), 'one', 60_000)
    await boards.writeHeld('b', 1_795_000_000_000, 'first', 'one')
    await leases.release(boardLease('b'), 'one')
    await leases.hold(boardLease('b'), 'two', 60_000)
    expect(await boards.writeHeld('b', 1_794_999_990_000, 'second', 'two')).toBe(true)
    expect(await boards.read(['b'])).toEqual([{ at: 1_795_000_000_001, state: 'second' }])
  })
})
