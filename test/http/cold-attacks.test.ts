import { expect, spyOn, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { coldPlaces } from '../support/cold-places.ts'
import { payment } from '../support/payer.ts'
import { problemOf } from '../support/shop.ts'

const { places, cold, now } = await coldPlaces()
const BARREN = '/oracle/test/heat/2000'
const VERIFY = 'POST /facilitator/verify'
const SETTLE = 'POST /facilitator/settle'
const calls = (verb: string) => places.shop.money.calledOf(verb)

test('an authorization that expires while a place starts is not settled', async () => {
  const { v2 } = await payment(now(), { validBefore: String(Math.floor(now() / 1000) + 10) })
  const slow = spyOn(places.world.net, 'ask').mockImplementation(async () => {
    places.shop.clock.move(9_000)
    return { ok: true, body: '21.5', receivedAt: now(), tookMs: 9_000 }
  })
  const before = calls(SETTLE)
  const response = await places.get(cold(), v2)
  slow.mockRestore()
  expect([response.status, (await problemOf(response)).details[0]?.rule]).toEqual([
    402,
    'invalid_exact_evm_payload_authorization_valid_before',
  ])
  expect(calls(SETTLE)).toBe(before)
})

test('a store that fails while a place is woken leaves the payment as good as it was', async () => {
  const path = cold()
  const { v2 } = await payment(now())
  const { snapshots } = places.shop.store
  const { version } = snapshots
  let failed = false
  const failing = spyOn(snapshots, 'version').mockImplementation((actor) => {
    if (failed || places.asked.length === 0) return version(actor)
    failed = true
    return Promise.reject(new Error('the connection is closed'))
  })
  expect([(await places.get(path, v2)).status, failed]).toEqual([503, true])
  failing.mockRestore()
  expect((await places.get(path, v2)).status).toBe(200)
})

test('where there is known to be no data nobody is asked about a payer, and nothing is offered', async () => {
  expect((await places.get(BARREN)).status).toBe(400)
  const before = calls(VERIFY)
  expect((await places.get(BARREN, (await payment(now())).v2)).status).toBe(400)
  const stranger = privateKeyToAccount(generatePrivateKey())
  expect((await places.get(BARREN, (await payment(now(), { from: stranger.address }, stranger)).v2)).status).toBe(400)
  expect(calls(VERIFY)).toBe(before)
})

test('who can pay is not counted for a provider that is away', async () => {
  const { attempts } = places.shop.paywall
  const giveBack = spyOn(attempts, 'giveBack')
  places.away = true
  expect((await places.get(cold(), (await payment(now())).v2)).status).toBe(503)
  expect(giveBack).toHaveBeenCalledTimes(1)
  giveBack.mockRestore()
})

test('who lost his hold is not told that nothing was charged', async () => {
  const path = cold()
  const { v2 } = await payment(now())
  const limited = '192.0.2.200'
  const stands = Promise.withResolvers<void>()
  const looked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const goOn = [stands, Promise.withResolvers<void>()]
  let at = 0
  places.shop.money.overrides.set(VERIFY, async (request) => {
    const mine = at++
    const response = await places.shop.money.handle(request)
    looked[mine]!.resolve()
    await goOn[mine]!.promise
    return response
  })
  const first = places.get(path, v2, limited)
  await looked[0]!.promise
  places.shop.clock.move(31_000)
  for (let n = 0; n < 10; n++) await places.get(cold(), {}, limited)
  const second = places.get(path, v2)
  await looked[1]!.promise
  goOn[0]!.resolve()
  const { error, message } = await problemOf(await first)
  goOn[1]!.resolve()
  expect((await second).status).toBe(200)
  expect([error, message.includes('Nothing was charged')]).toEqual(['payment_in_progress', false])
})
