import { beforeEach, expect, test } from 'bun:test'
import { eventStore } from '../../../src/store/events/events.ts'
import { names } from '../../../src/store/redis/names.ts'
import { paymentKeys } from '../../support/payment-keys.ts'
import { freshRedis } from '../../support/redis.ts'
import { NOW, dated, hold, open, spending, threshold } from '../../support/store/dlc-events.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'

const stack = await freshRedis()
const events = eventStore(stack.redis, ANY_TIME)
beforeEach(async () => {
  await open(events, threshold({ id: 'T-1' }, { direction: 'above', strike: '100' }), 'T-1')
})

let at = NOW
const append = async (price: string) => {
  at += 5_000
  await events.ticks.append('BTCUSD', { at, price, sources: ['kraken'], observed: { majorityAt: at, newestAt: at } })
}
/** A price, and the one that confirms it. */
const tick = async (price: string): Promise<readonly string[]> => {
  await append(price)
  await append(price)
  const applied = await Array.fromAsync(events.ticks.applyAll('BTCUSD', () => at))
  return applied.flatMap(({ breached }) => breached)
}
const expire = () =>
  events.decide('T-1', { trigger: 'expire', outcome: ['safe'], evidence: null, now: NOW + 10 ** 9, graceMs: 0 })
const BY = { by: 'creator' }

test('breach first: the cancellation is told the outcome before it is charged', async () => {
  expect(await tick('100')).toEqual(['T-1'])
  expect(await events.holdCancellation('T-1', 'p', NOW, 'r')).toMatchObject({
    kind: 'before',
    decision: { outcome: ['breached'], reason: 'breach', evidence: { price: '100', sources: ['kraken'] } },
  })
})

test('hold first, then breach, then the money: safe, and the tick is forgotten', async () => {
  await hold(stack.redis, 'p', 'sent')
  expect(await events.holdCancellation('T-1', 'p', NOW, 'r')).toMatchObject({ kind: 'held' })
  expect(await tick('100')).toEqual([])
  expect(await events.read('T-1')).toMatchObject({ state: 'cancelling', decision: null })
  expect(await events.cancel('T-1', 'p', NOW, BY, spending('p'))).toMatchObject({
    kind: 'decided',
    decision: { outcome: ['safe'], reason: 'cancel', evidence: BY },
  })
  expect(await stack.redis.hget(paymentKeys('p').claim, 'state')).toBe('spent')
  expect(await tick('200')).toEqual([])
  expect(await events.cancel('T-1', 'p', NOW, BY, spending('p'))).toMatchObject({ kind: 'before' })
  expect(await stack.redis.zcard(names.dlc.strikes('BTCUSD', 'above'))).toBe(0)
})

test('hold first, then breach, then no money: breached by the first tick that came meanwhile', async () => {
  await events.holdCancellation('T-1', 'p', NOW, 'r')
  await tick('99')
  await tick('100.5')
  await tick('300')
  expect(await events.releaseCancellation('T-1', 'p', NOW + 7, null)).toMatchObject({
    kind: 'decided',
    decision: {
      outcome: ['breached'],
      reason: 'breach',
      evidence: { price: '100.5', sequence: 4, first: { sequence: 3 } },
      decidedAt: NOW + 7,
    },
  })
  expect(await events.cancel('T-1', 'p', NOW, BY, null)).toMatchObject({ kind: 'before' })
  expect(await stack.redis.zcard(names.dlc.strikes('BTCUSD', 'above'))).toBe(0)
  expect(await events.unsigned(10)).toEqual(['T-1'])
})

test('a payment that is at work keeps its hold whoever else lets go; one whose hold ran out does not', async () => {
  await hold(stack.redis, 'p', 'held', NOW + 30_000)
  await events.holdCancellation('T-1', 'p', NOW, 'r')
  expect(await events.releaseCancellation('T-1', 'p', NOW + 29_999, null)).toEqual({ kind: 'claimed' })
  expect(await events.read('T-1')).toMatchObject({ state: 'cancelling' })
  expect(await stack.redis.hget(paymentKeys('p').claim, 'state')).toBe('held')
  expect(await events.releaseCancellation('T-1', 'p', NOW + 30_000, null)).toEqual({ kind: 'released' })
  expect(await stack.redis.exists(paymentKeys('p').claim)).toBe(0)
})

test('a release without a tick leaves the contract as it was', async () => {
  await events.holdCancellation('T-1', 'p', NOW, 'r')
  await tick('99')
  expect(await events.releaseCancellation('T-1', 'p', NOW, null)).toEqual({ kind: 'released' })
  expect(await events.releaseCancellation('T-1', 'p', NOW, null)).toEqual({ kind: 'not_held' })
  expect(await events.read('T-1')).toMatchObject({ state: 'announced', cancelling: null })
  expect(await tick('100')).toEqual(['T-1'])
})

test('nothing is decided while a cancellation is being paid', async () => {
  await events.holdCancellation('T-1', 'p', NOW, 'r')
  expect(await expire()).toEqual({ kind: 'not_now', state: 'cancelling' })
  await events.releaseCancellation('T-1', 'p', NOW, null)
  expect(await expire()).toMatchObject({ kind: 'decided' })
})

test('one payment cancels: another is told to wait, and moves nothing', async () => {
  await events.holdCancellation('T-1', 'p', NOW + 5, 'r')
  expect(await events.holdCancellation('T-1', 'p', NOW + 9, 'r')).toMatchObject({ kind: 'held' })
  expect(await events.holdCancellation('T-1', 'q', NOW, 'r')).toEqual({ kind: 'busy' })
  expect(await events.releaseCancellation('T-1', 'q', NOW, null)).toEqual({ kind: 'not_held' })
  expect(await events.cancel('T-1', 'q', NOW, BY, null)).toEqual({ kind: 'not_held' })
  expect(await events.lapsedCancellations(NOW + 8, 10)).toEqual([])
  expect(await events.lapsedCancellations(NOW + 9, 10)).toEqual([{ id: 'T-1', payment: 'p', request: 'r' }])
})

test('a cancellation without its claim decides nothing', async () => {
  await events.holdCancellation('T-1', 'p', NOW, 'r')
  expect(await events.cancel('T-1', 'p', NOW, BY, spending('p'))).toEqual({ kind: 'unclaimed' })
  expect(await events.read('T-1')).toMatchObject({ state: 'cancelling' })
})

test('a hold waits for ticks that were recorded before it', async () => {
  await append('100')
  await append('100')
  expect(await events.holdCancellation('T-1', 'p', NOW, 'r')).toEqual({ kind: 'behind' })
  await Array.fromAsync(events.ticks.applyAll('BTCUSD', () => at))
  expect(await events.holdCancellation('T-1', 'p', NOW, 'r')).toMatchObject({ kind: 'before' })
})

test('only open thresholds can be cancelled', async () => {
  await open(events, dated({ id: 'E-1' }), 'E-1')
  await events.offer(threshold({ id: 'T-2' }, { direction: 'below', strike: '1' }), NOW)
  expect(await events.holdCancellation('E-1', 'p', NOW, 'r')).toEqual({ kind: 'not_now', state: 'announced' })
  expect(await events.holdCancellation('T-2', 'p', NOW, 'r')).toEqual({ kind: 'not_now', state: 'offered' })
  expect(await events.holdCancellation('T-9', 'p', NOW, 'r')).toEqual({ kind: 'missing' })
})

test('a tick that waits is the outcome for who looks before any money moves, and the claim is left alone', async () => {
  await hold(stack.redis, 'p', 'held')
  await events.holdCancellation('T-1', 'p', NOW, 'r')
  expect(await events.takeQueued('T-1', 'p', NOW, null)).toEqual({ kind: 'clear' })
  await tick('100')
  expect(await events.takeQueued('T-1', 'q', NOW, null)).toEqual({ kind: 'not_held' })
  expect(await events.takeQueued('T-1', 'p', NOW + 3, null)).toMatchObject({
    kind: 'decided',
    decision: { outcome: ['breached'], reason: 'breach', decidedAt: NOW + 3 },
  })
  expect(await stack.redis.hget(paymentKeys('p').claim, 'state')).toBe('held')
  expect(await events.read('T-1')).toMatchObject({ state: 'decided', cancelling: null })
  expect(await events.cancel('T-1', 'p', NOW, BY, spending('p'))).toMatchObject({ kind: 'before' })
  expect(await events.releaseCancellation('T-1', 'p', NOW, null)).toEqual({ kind: 'not_held' })
  expect(await events.lapsedCancellations(NOW + 10 ** 9, 10)).toEqual([])
  expect(await stack.redis.zcard(names.dlc.strikes('BTCUSD', 'above'))).toBe(0)
  expect(await events.takeQueued('T-9', 'p', NOW, null)).toEqual({ kind: 'missing' })
})

test('a first price stands against the contracts that it is a first price of, until a price comes back', async () => {
  await open(events, threshold({ id: 'T-2' }, { direction: 'above', strike: '101' }), 'T-2')
  await open(events, threshold({ id: 'T-3', maturityTs: at / 1000 }, { direction: 'above', strike: '1' }), 'T-3')
  await append('100')
  await Array.fromAsync(events.ticks.applyAll('BTCUSD', () => at))
  await open(events, threshold({ id: 'T-4' }, { direction: 'above', strike: '1' }), 'T-4', at + 1)
  const pending = () => Promise.all(['T-1', 'T-2', 'T-3', 'T-4', 'T-9'].map((id) => events.isPending(id)))
  expect(await pending()).toEqual([true, false, false, false, false])
  await append('99')
  await Array.fromAsync(events.ticks.applyAll('BTCUSD', () => at))
  expect(await pending()).toEqual([false, false, false, true, false])
})

test('breach against cancellation, a hundred times at once: one outcome each', async () => {
  const ids = Array.from({ length: 100 }, (_, i) => `R-${i}`)
  await Promise.all(ids.map((id) => open(events, threshold({ id }, { direction: 'below', strike: '50' }), id)))
  await append('60')
  await Array.fromAsync(events.ticks.applyAll('BTCUSD', () => at))
  const cancelling = ids.map(async (id) => {
    const held = await events.holdCancellation(id, id, NOW, 'r')
    if (held.kind !== 'held') return held.kind
    // Half of them look before they are paid for, and the others are paid for by whoever does not.
    const looked = ids.indexOf(id) % 2 ? await events.takeQueued(id, id, NOW, null) : { kind: 'clear' }
    return looked.kind === 'clear' ? (await events.cancel(id, id, NOW, BY, null)).kind : 'before'
  })
  await append('50')
  await append('50')
  const [outcomes] = await Promise.all([
    Promise.all(cancelling),
    Array.fromAsync(events.ticks.applyAll('BTCUSD', () => at)),
  ])
  for (const [i, id] of ids.entries()) {
    const outcome = (await events.read(id))?.decision?.outcome[0]
    const expected = { decided: 'safe', before: 'breached', behind: 'breached' }[outcomes[i] as string]
    expect(outcome).toBe(expected!)
  }
})
