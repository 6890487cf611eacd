import { describe, expect, test } from 'bun:test'
import { eventStore } from '../../../src/store/events/events.ts'
import { names } from '../../../src/store/redis/names.ts'
import { MOST_OPEN } from '../../../src/store/events/open-offers.ts'
import { freshRedis } from '../../support/redis.ts'
import { dated, hold, NOW, spending } from '../../support/store/dlc-events.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'

const stack = await freshRedis()
const events = eventStore(stack.redis, ANY_TIME)

let payments = 0
const take = (payer: string, network: string | null, now = NOW, payment = `x402:${payments++}`) =>
  events.openOffers.take({ payment, payer, network }, now)
const taken = { kind: 'taken' } as const
const full = (of: 'payer' | 'network' | 'all') => ({ kind: 'full', of }) as const
const places = () => stack.redis.hlen(names.dlc.openOffers())

describe('places for open offers', () => {
  test('are few for one payer, however the address is spelled', async () => {
    for (let n = 0; n < MOST_OPEN.payer; n++) expect(await take('0xAA', `net-${n}`)).toEqual(taken)
    expect(await take('0xaa', 'another')).toEqual(full('payer'))
    expect(await take('0xbb', 'another')).toEqual(taken)
  })

  test('are few for one network, and clients without one are not counted together', async () => {
    for (let n = 0; n < MOST_OPEN.network; n++) expect(await take(`0x${n}`, '4:cb0071')).toEqual(taken)
    expect(await take('0xf', '4:cb0071')).toEqual(full('network'))
    for (let n = 0; n < 2 * MOST_OPEN.network; n++) expect(await take(`0xe${n}`, null)).toEqual(taken)
    expect(await take('0xf', '4:cb0072')).toEqual(taken)
  })

  test('are bounded for all together', async () => {
    for (let n = 0; n < MOST_OPEN.all; n++) expect(await take(`0x${n}`, `net-${n}`)).toEqual(taken)
    expect(await take('0xf', 'another')).toEqual(full('all'))
    expect(await places()).toBe(MOST_OPEN.all)
  })

  test('of servers that died lapse, and nothing is left of them', async () => {
    for (let n = 0; n < MOST_OPEN.payer; n++) await take('0xa', null)
    expect(await take('0xa', null, NOW + 14_999)).toEqual(full('payer'))
    expect(await take('0xa', null, NOW + 15_000)).toEqual(taken)
    expect(await places()).toBe(1)
  })

  test('are one for one payment, however often it is shown', async () => {
    for (let n = 0; n < 10; n++) expect(await take('0xa', null, NOW + n, 'p')).toEqual(taken)
    expect(await places()).toBe(1)
    // Taken anew it lasts as long as a new one.
    for (let n = 1; n < MOST_OPEN.payer; n++) await take('0xa', null, NOW + 9)
    expect(await take('0xa', null, NOW + 15_008)).toEqual(full('payer'))
  })

  test('last as long as the offer that was made, and end with it', async () => {
    const ids = ['E-1', 'E-2', 'E-3']
    for (const id of ids) {
      await take('0xa', '4:cb0071', NOW, `x402:${id}`)
      await events.offer(dated({ id, payment: `x402:${id}` }), NOW + 2_000)
    }
    const hour = NOW + 3_600_000
    expect(await take('0xa', null, hour)).toEqual(full('payer'))
    // Shown again, an offer of its own is no news.
    expect(await take('0xa', null, hour, 'x402:E-1')).toEqual(taken)
    expect(await take('0xa', null, hour + 60_000)).toEqual(full('payer'))

    await hold(stack.redis, 'x402:E-1', 'sent')
    expect(await events.activate('E-1', NOW, spending('x402:E-1'))).toMatchObject({ kind: 'activated' })
    expect(await places()).toBe(2)
    await hold(stack.redis, 'x402:E-2', 'sent')
    expect(await events.withdraw('E-2', NOW, 'other')).toEqual({ kind: 'claimed' })
    expect(await places()).toBe(2)
    expect(await events.withdraw('E-2', NOW, 'me')).toEqual({ kind: 'withdrawn' })
    expect(await places()).toBe(1)
    // Paid for while nobody looked.
    await events.activate('E-3', NOW, null)
    expect(await places()).toBe(0)
  })

  test('are given back when nothing was offered, and never taken by what needs none', async () => {
    await take('0xa', null, NOW, 'p')
    await events.openOffers.giveBack('p')
    await events.offer(dated({ id: 'E-1', payment: 'l402:paid' }), NOW)
    expect(await places()).toBe(0)
  })

  test('of an event that Redis had forgotten to be public are free again', async () => {
    await take('0xa', null, NOW, 'p')
    await events.offer(dated({ id: 'E-1', payment: 'p' }), NOW)
    const offered = (await events.read('E-1'))!
    await events.restore({ ...offered, state: 'announced', order: 1, activatedAt: NOW, watchedFrom: NOW })
    expect(await places()).toBe(0)
  })
})
