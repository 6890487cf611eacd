import { expect, test } from 'bun:test'
import { leaseStore } from '../../../src/store/redis/leases.ts'
import { names } from '../../../src/store/redis/names.ts'
import { freshRedis } from '../../support/redis.ts'

/** One holder at a time, and one even while Redis is full. */

const stack = await freshRedis()
const leases = leaseStore(stack.redis)
/** Longer than a test on a busy machine. */
const LONG_MS = 3_600_000

test('a lease has one holder: it may renew it, nobody else may take or release it', async () => {
  expect(await leases.hold('ledger', 'one', LONG_MS)).toBe(true)
  expect(await leases.hold('ledger', 'two', LONG_MS)).toBe(false)
  expect(await leases.hold('ledger', 'one', LONG_MS)).toBe(true)
  await leases.release('ledger', 'two')
  expect(await leases.hold('ledger', 'two', LONG_MS)).toBe(false)
  await leases.release('ledger', 'one')
  expect(await leases.hold('ledger', 'two', LONG_MS)).toBe(true)
})

test('a lease ends with its time, and each renewal begins that anew', async () => {
  await leases.hold('ledger', 'one', LONG_MS)
  await leases.hold('ledger', 'one', 2 * LONG_MS)
  expect(await stack.redis.pttl(names.lease('ledger'))).toBeWithin(LONG_MS, 2 * LONG_MS + 1)
})

test('leases of different names have nothing to do with each other', async () => {
  expect(await leases.hold('ledger', 'one', LONG_MS)).toBe(true)
  expect(await leases.hold('liq/okx', 'two', LONG_MS)).toBe(true)
})

test('in a Redis without memory a lease is taken, renewed and kept from others', async () => {
  await stack.redis.config('SET', 'maxmemory', '1')
  try {
    await expect(stack.redis.set('anything', 'else')).rejects.toThrow('OOM')
    expect(await leases.hold('ledger', 'one', LONG_MS)).toBe(true)
    expect(await leases.hold('ledger', 'one', LONG_MS)).toBe(true)
    expect(await leases.hold('ledger', 'two', LONG_MS)).toBe(false)
  } finally {
    await stack.redis.config('SET', 'maxmemory', '0')
  }
})
