import { describe, expect, test } from 'bun:test'
import { openAsker } from '../../src/queues/ask.ts'
import { consume, type Handler } from '../../src/queues/consume.ts'
import { LANES, SIGNER_LANES, type SettlerLane, type SignerLane } from '../../src/queues/lanes.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { fileRedis } from '../support/redis.ts'
import { CREATOR, ENUM_TERMS, TRANSFER } from '../support/questions.ts'
import { until } from '../support/until.ts'

/** What strangers ask for nothing must not stand before what was paid for. */

const redis = await fileRedis()

describe('the lanes of the settler', () => {
  test('a settlement does not wait for look-ups and simulations, however many', async () => {
    const address = { connection: redisAddress(redis.url), prefix: 'lanes' }
    const ignore = () => {}
    const lanes = ['settlements', 'inquiries'] as const
    const stuck = Promise.withResolvers<{ readonly kind: 'unreachable' }>()
    const settled = { kind: 'unknown', transaction: '0x1' } as const
    let running = 0
    const handle: Handler<SettlerLane> = async ({ wish }) => {
      if (wish.what === 'settle') return settled
      running++
      return stuck.promise
    }
    const workers = lanes.map((lane) => consume(address, lane, handle, ignore))
    const askers = {
      settlements: await openAsker(address, ignore, 'settlements'),
      inquiries: await openAsker(address, ignore, 'inquiries'),
    }
    // More than a lane of either kind runs at once.
    const flood = Array.from({ length: LANES.settlements.concurrency + 100 }, (_, index) => {
      const what = index % 2 ? 'look_up' : 'simulate'
      return askers.inquiries.ask({ actor: 'p', wish: { what, transfer: TRANSFER } }, String(index), 5_000)
    })
    await until('the lane is full', () => running >= LANES.inquiries.concurrency)
    const settlement = { actor: 'p', wish: { what: 'settle' } } as const
    expect(await askers.settlements.ask(settlement, 'settle/p', 60_000)).toEqual({ kind: 'done', result: settled })
    stuck.resolve({ kind: 'unreachable' })
    await Promise.all(flood)
    await Promise.all([
      ...Object.values(askers).map((each) => each.close()),
      ...workers.map((each) => each.close(2_000)),
    ])
  }, 120_000)
})

describe('the lanes of the signer', () => {
  test('paid work does not wait for offers of unpaid requests, however many', async () => {
    const address = { connection: redisAddress(redis.url), prefix: 'signer' }
    const ignore = () => {}
    const stuck = Promise.withResolvers<string>()
    let running = 0
    const handle: Handler<SignerLane> = async ({ wish }) => {
      if (wish.what !== 'offer') return 'attested'
      running++
      return stuck.promise
    }
    const workers = SIGNER_LANES.map((lane) => consume(address, lane, handle, ignore))
    const offers = await openAsker(address, ignore, 'offers')
    const signing = await openAsker(address, ignore, 'signing')
    const offer = { what: 'offer', payment: 'p', terms: ENUM_TERMS, creator: CREATOR } as const
    const flood = Array.from({ length: LANES.signing.concurrency + 50 }, (_, index) =>
      offers.ask({ actor: '', wish: offer }, String(index), 10_000),
    )
    while (running < LANES.offers.concurrency) await Bun.sleep(5)
    expect(await signing.ask({ actor: 'E', wish: { what: 'attest' } }, 'attest/E', 60_000)).toEqual({
      kind: 'done',
      result: 'attested',
    })
    // Few enough at once that the process which signs has time for more.
    expect(running).toBe(LANES.offers.concurrency)
    expect(LANES.offers.concurrency).toBeLessThanOrEqual(4)
    stuck.resolve('E')
    await Promise.all(flood)
    await Promise.all([offers.close(), signing.close(), ...workers.map((each) => each.close(2_000))])
  }, 120_000)
})
