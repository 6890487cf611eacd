import { describe, expect, test } from 'bun:test'
import { freshRedis } from '../support/redis.ts'

const redis = await freshRedis()

describe('a board under a lease', () => {
  test('is written by its holder, and by nobody else', async () => {
    const { boards, leases } = redis.store
    expect(await boards.writeHeld('b', 1_000, 'nobody', 'l', 'one')).toBe(false)
    await leases.hold('l', 'one', 60_000)
    expect(await boards.writeHeld('b', 1_000, 'first', 'l', 'one')).toBe(true)
    expect(await boards.writeHeld('b', 9_000, 'of a sleeper', 'l', 'two')).toBe(false)
    expect(await boards.read(['b'])).toEqual([{ at: 1_000, state: 'first' }])
  })

  test('is written by a successor whose clock is behind, and every state has a time of its own', async () => {
    const { boards, leases } = redis.store
    await leases.hold('l', 'one', 60_000)
    await boards.writeHeld('b', 1_795_000_000_000, 'first', 'l', 'one')
    await leases.release('l', 'one')
    await leases.hold('l', 'two', 60_000)
    expect(await boards.writeHeld('b', 1_794_999_990_000, 'second', 'l', 'two')).toBe(true)
    expect(await boards.read(['b'])).toEqual([{ at: 1_795_000_000_001, state: 'second' }])
  })
})
