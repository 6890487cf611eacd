import { afterEach, describe, expect, test } from 'bun:test'
import { spendFor, takeOver } from '../../../src/store/claims/claim-for-event.ts'
import { dated, hold, NOW, open, spending, threshold } from '../../support/store/dlc-events.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { freshRedis } from '../../support/redis.ts'

/**
 * A claim and its event change in two steps. Here a process ends between them, or stands still there while others go on:
 * nothing is public unpaid, nothing is paid for in vain, and the next one finishes what was begun.
 */

const stack = await freshRedis()
const { redis } = stack
const { events, claims } = stack.store

const ABOVE = { direction: 'above', strike: '70000' } as const
const BY = { kind: 'cancellation', at: NOW }
const LATER = NOW + 60_000
const claimOf = (payment: string) => redis.hmget(paymentKeys(payment).claim, 'state', 'holder')

let restore: () => void = () => {}
afterEach(() => restore())

/** Before the script of this number runs, counted from now, something else happens; or the process ends, by throwing. */
const before = (number: number, act: () => Promise<unknown>): void => {
  const send = redis.evalsha.bind(redis) as (...all: unknown[]) => Promise<unknown>
  let count = 0
  restore = () => void Reflect.deleteProperty(redis, 'evalsha')
  Object.defineProperty(redis, 'evalsha', {
    configurable: true,
    value: async (...all: unknown[]) => {
      if (++count === number) {
        restore()
        await act()
      }
      return send(...all)
    },
  })
}
const ends = () => Promise.reject(new Error('the process ends'))

/** The same payment again, from another server, once the hold of the first has lapsed. */
const holdAgain = async (payment: string, holder = 'another') => {
  const sale = { payment, amount: '7000000', item: 'dlc/enum', event: '', receipt: '' }
  const on = { payment, request: 'r', now: LATER, holder, holdMs: 30_000, keepSeconds: 1_000, network: '', sale }
  return (await claims.hold(on)).kind
}

describe('an activation', () => {
  test('that ends after the payment was spent is finished by whoever finds it, and by nobody taken back', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(redis, 'p', 'sent')
    before(2, ends)
    await expect(events.activate('E-1', NOW, spending('p'))).rejects.toThrow('the process ends')
    expect((await claimOf('p'))[0]).toBe('spent')
    expect((await events.read('E-1'))?.state).toBe('offered')
    for (const holder of [null, 'me']) expect(await events.withdraw('E-1', LATER, holder)).toEqual({ kind: 'claimed' })
    expect(await events.activate('E-1', LATER, null)).toMatchObject({ kind: 'activated' })
  })

  test('that the sweeper finishes is that of its buyer all the same', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(redis, 'p')
    before(2, () => events.activate('E-1', NOW + 1, null))
    const found = await events.activate('E-1', NOW + 2, spending('p'))
    const { watchedFrom } = (await events.read('E-1'))!
    expect(found).toEqual({ kind: 'activated', watchedFrom })
    expect(await events.due(Number.MAX_SAFE_INTEGER, 0, 9)).toEqual(['E-1'])
  })

  test('spends nothing that another holds by now', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(redis, 'p', 'held', NOW)
    expect(await holdAgain('p')).toBe('held')
    expect(await events.activate('E-1', NOW, spending('p'))).toEqual({ kind: 'unclaimed' })
    expect(await claimOf('p')).toEqual(['held', 'another'])
    expect((await events.read('E-1'))?.state).toBe('offered')
  })

  test('of an event that is taken back meanwhile spends nothing', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(redis, 'p', 'held', NOW)
    before(1, () => events.withdraw('E-1', NOW, null))
    expect(await events.activate('E-1', NOW, spending('p'))).toEqual({ kind: 'unclaimed' })
    expect(await redis.exists(paymentKeys('p').claim)).toBe(0)
  })
})

describe('a withdrawal', () => {
  test('that ends after its first step begins anew when the claim has lapsed', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(redis, 'p', 'sent')
    before(2, ends)
    await expect(events.withdraw('E-1', NOW, 'me')).rejects.toThrow('the process ends')
    // It knew that no money has moved, so nothing is to be settled any more.
    expect((await claimOf('p'))[0]).toBe('held')
    expect(await redis.exists(paymentKeys('p').deliverable)).toBe(0)
    expect(await events.withdraw('E-1', NOW, null)).toEqual({ kind: 'claimed' })
    expect(await events.withdraw('E-1', LATER, null)).toEqual({ kind: 'withdrawn' })
    expect(await redis.exists(paymentKeys('p').claim)).toBe(0)
  })

  test('that ends after its second step leaves a claim that lapses, and the payment buys anew', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    before(3, ends)
    await expect(events.withdraw('E-1', NOW, null)).rejects.toThrow('the process ends')
    expect(await claims.look({ payment: 'p', request: 'r', now: NOW })).toEqual({ kind: 'busy' })
    expect(await claims.look({ payment: 'p', request: 'another', now: NOW })).toEqual({ kind: 'busy' })
    expect(await redis.ttl(paymentKeys('p').claim)).toBeWithin(1, 3_601)
    expect(await holdAgain('p')).toBe('held')
    expect(await events.offer(dated({ id: 'E-2', payment: 'p' }), LATER)).toEqual({ kind: 'offered' })
  })

  test('that goes on when the payment has long asked for the event again leaves it alone', async () => {
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    await hold(redis, 'p', 'held', NOW)
    before(2, async () => {
      expect(await holdAgain('p')).toBe('held')
      expect(await events.offer(dated({ id: 'E-2', payment: 'p' }), LATER)).toEqual({ kind: 'known', id: 'E-1' })
      expect(await events.askAgain('E-1')).toBe(true)
    })
    expect(await events.withdraw('E-1', NOW, null)).toEqual({ kind: 'claimed' })
    expect(await claimOf('p')).toEqual(['held', 'another'])
    expect(await events.activate('E-1', LATER, { ...spending('p'), holder: 'another' })).toMatchObject({
      kind: 'activated',
    })
  })
})

test('a withdrawal that goes on when a server has given the payment its event again leaves it alone', async () => {
  await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
  await hold(redis, 'p', 'held', NOW)
  before(2, async () => {
    expect(await holdAgain('p')).toBe('held')
    expect(await events.askAgain('E-1')).toBe(true)
  })
  expect(await events.withdraw('E-1', NOW, null)).toEqual({ kind: 'claimed' })
  expect(await events.activate('E-1', LATER, { ...spending('p'), holder: 'another' })).toMatchObject({
    kind: 'activated',
  })
  expect(await events.askAgain('E-1')).toBe(true)
  expect(await events.askAgain('E-9')).toBe(false)
})

test('a claim is taken over for as long as the store’s own time says, however slow the clock of who takes it', async () => {
  const taken = await takeOver(redis, 'p', null, 1)
  expect(taken).not.toBeNull()
  expect(Number(await redis.hget(paymentKeys('p').claim, 'until'))).toBeGreaterThan(Date.now() + 25_000)
})

describe('a cancellation', () => {
  const cancelling = async (state: 'held' | 'sent' = 'held', until = NOW + 30_000) => {
    await open(events, threshold({ id: 'T-1', payment: 'made' }, ABOVE), 'T-1')
    await hold(redis, 'p', state, until)
    expect(await events.holdCancellation('T-1', 'p', NOW, 'r')).toMatchObject({ kind: 'held' })
  }

  test('that ends after the payment was spent is decided by whoever finds it, and released by nobody', async () => {
    await cancelling('sent')
    before(2, ends)
    await expect(events.cancel('T-1', 'p', NOW, BY, spending('p'))).rejects.toThrow('the process ends')
    expect((await claimOf('p'))[0]).toBe('spent')
    expect(await events.releaseCancellation('T-1', 'p', LATER, null)).toEqual({ kind: 'claimed' })
    expect(await events.cancel('T-1', 'p', LATER, BY, null)).toMatchObject({ kind: 'decided' })
  })

  test('that the sweeper decides is that of its buyer all the same', async () => {
    await cancelling()
    before(2, () => events.cancel('T-1', 'p', NOW + 1, BY, null))
    expect(await events.cancel('T-1', 'p', NOW, BY, spending('p'))).toMatchObject({ kind: 'decided' })
  })

  test('that is released meanwhile spends nothing', async () => {
    await cancelling('held', NOW)
    before(1, () => events.releaseCancellation('T-1', 'p', NOW, null))
    expect(await events.cancel('T-1', 'p', NOW, BY, spending('p'))).toEqual({ kind: 'unclaimed' })
    expect((await events.read('T-1'))?.state).toBe('announced')
  })

  test('whose payment was spent for something else goes back to what it was, and a breach that waits decides it', async () => {
    await cancelling()
    expect(await spendFor(redis, spending('p'), 'E-7', NOW)).toBe('now')
    expect(await events.releaseCancellation('T-1', 'p', LATER, null)).toEqual({ kind: 'claimed' })
    expect(await events.releaseCancellation('T-1', 'p', LATER, 'elsewhere')).toEqual({ kind: 'released' })
    expect((await claimOf('p'))[0]).toBe('spent')
  })

  test('decides nothing by a hold that lapsed before its payment began again', async () => {
    await cancelling('held', NOW)
    const again = await events.holdCancellation('T-1', 'p', LATER, 'r')
    if (again.kind !== 'held') throw new Error(again.kind)
    expect(again.turn).toBe(2)
    expect(await events.takeQueued('T-1', 'p', LATER, again.turn - 1)).toEqual({ kind: 'not_held' })
    expect(await events.takeQueued('T-1', 'p', LATER, again.turn)).toEqual({ kind: 'clear' })
  })

  test('is let go together with its claim', async () => {
    await cancelling('sent')
    expect(await events.releaseCancellation('T-1', 'p', NOW, { holder: 'another' })).toEqual({ kind: 'claimed' })
    expect(await events.releaseCancellation('T-1', 'p', NOW, { holder: 'me' })).toEqual({ kind: 'released' })
    expect(await redis.exists(paymentKeys('p').claim)).toBe(0)
  })

  test('is not released by who goes on when its payment has begun it again', async () => {
    await cancelling('held', NOW)
    before(2, async () => {
      expect(await holdAgain('p')).toBe('held')
      expect(await events.holdCancellation('T-1', 'p', LATER, 'r')).toMatchObject({ kind: 'held' })
    })
    expect(await events.releaseCancellation('T-1', 'p', NOW, null)).toEqual({ kind: 'claimed' })
    expect(await events.cancel('T-1', 'p', LATER, BY, { ...spending('p'), holder: 'another' })).toMatchObject({
      kind: 'decided',
    })
  })
})

test('a claim that is sent or spent, or sold in one step, is taken over by nobody else', async () => {
  await hold(redis, 'p', 'sent', NOW - 1)
  for (const holder of [null, 'another']) expect(await takeOver(redis, 'p', holder, LATER)).toBeNull()
  expect(await spendFor(redis, spending('p'), 'E-1', NOW)).toBe('now')
  expect(await spendFor(redis, spending('p'), 'E-1', NOW)).toBe('spent')
  for (const holder of [null, 'me']) expect(await takeOver(redis, 'p', holder, LATER)).toBeNull()
  await redis.set(paymentKeys('q').claim, 'sold')
  expect(await takeOver(redis, 'q', 'me', LATER)).toBeNull()
})
