import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openAsker } from '../../src/queues/ask.ts'
import { consume } from '../../src/queues/consume.ts'
import { LANES, settlerLane, SIGNER_LANES } from '../../src/queues/lanes.ts'
import { redisAddress } from '../../src/store/redis.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'

/** What strangers ask for nothing must not stand before what was paid for. */

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
})
afterAll(() => redis.stop())

describe('the lanes of the settler', () => {
  test('a settlement does not wait for look-ups and simulations, however many', async () => {
    const address = { connection: redisAddress(redis.url), prefix: '{lanes}' }
    const ignore = () => {}
    const lanes = ['settlements', 'inquiries'] as const
    const stuck = Promise.withResolvers<null>()
    const handle = ({ wish }: { readonly wish: Readonly<Record<string, string | number>> }) =>
      wish['what'] === 'settle' ? Promise.resolve('settled') : stuck.promise
    const workers = lanes.map((lane) => consume(address, lane, handle, ignore))
    const askers = {
      settlements: await openAsker(address, ignore, 'settlements'),
      inquiries: await openAsker(address, ignore, 'inquiries'),
    }
    const ask = (what: string, share: string, limitMs: number) => {
      const wish = { what }
      return askers[settlerLane(wish)].ask({ actor: 'p', wish }, share, limitMs)
    }
    // More than a lane of either kind runs at once.
    const flood = Array.from({ length: LANES.settlements.concurrency + 100 }, (_, index) =>
      ask(index % 2 ? 'look_up' : 'simulate', String(index), 5_000),
    )
    await Bun.sleep(500)
    expect(await ask('settle', 'settle/p', 60_000)).toEqual({ kind: 'done', result: 'settled' })
    stuck.resolve(null)
    await Promise.all(flood)
    await Promise.all([
      ...Object.values(askers).map((each) => each.close()),
      ...workers.map((each) => each.close(2_000)),
    ])
  }, 120_000)
})

describe('the lanes of the signer', () => {
  test('what is paid for does not wait for strangers’ offers, however many', async () => {
    const address = { connection: redisAddress(redis.url), prefix: '{signer}' }
    const ignore = () => {}
    const stuck = Promise.withResolvers<null>()
    let running = 0
    const handle = ({ wish }: { readonly wish: Readonly<Record<string, string | number>> }) => {
      if (wish['what'] !== 'offer') return Promise.resolve('attested')
      running++
      return stuck.promise
    }
    const workers = SIGNER_LANES.map((lane) => consume(address, lane, handle, ignore))
    const offers = await openAsker(address, ignore, 'offers')
    const signing = await openAsker(address, ignore, 'signing')
    const flood = Array.from({ length: LANES.signing.concurrency + 50 }, (_, index) =>
      offers.ask({ actor: '', wish: { what: 'offer' } }, String(index), 10_000),
    )
    while (running < LANES.offers.concurrency) await Bun.sleep(5)
    expect(await signing.ask({ actor: 'E', wish: { what: 'attest' } }, 'attest/E', 60_000)).toEqual({
      kind: 'done',
      result: 'attested',
    })
    // Few enough at once that the process which signs has time for more.
    expect(running).toBe(LANES.offers.concurrency)
    expect(LANES.offers.concurrency).toBeLessThanOrEqual(4)
    stuck.resolve(null)
    await Promise.all(flood)
    await Promise.all([offers.close(), signing.close(), ...workers.map((each) => each.close(2_000))])
  }, 120_000)
})
