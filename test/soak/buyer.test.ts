import { afterAll, beforeEach, expect, test } from 'bun:test'
import { isBareOf, openBuyers } from '../../soak/load/buyer.ts'
import { createTally } from '../../soak/load/tally.ts'
import { systemRandom } from '../../src/system/random.ts'
import { between, changed, paymentIn } from '../support/client/between.ts'
import { fileShop, SPOT } from '../support/shop.ts'

/** Buyers of a soak run at the real app, with somebody between who does what a broken service might do. */

const shop = await fileShop()
const middle = between(shop)
afterAll(() => middle.stop())

/** What the next buyers pay with: 0 for dollars, 1 for Lightning. */
let rail: 0 | 1 = 1

/** Everybody shows the payment again. */
const random = {
  ...systemRandom,
  integer: (min: number, max: number) => (max === 20 ? 1 : max === 1 ? rail : systemRandom.integer(min, max)),
}

const open = async () => {
  const tally = createTally(() => 0)
  const buyers = await openBuyers({ baseUrl: middle.url, sandboxUrl: shop.money.url, tally, random, seconds: () => 0 })
  return { tally, buyers }
}

beforeEach(async () => {
  rail = 1
  middle.meddle = (_request, forward) => forward()
  await shop.publish('btc/usd')
})

const goods = ({ soldOver }: ReturnType<typeof createTally>) => soldOver('l402') + soldOver('x402')

test('what they have is what was sold, over both rails, and a payment that is shown again brings the same', async () => {
  const { tally, buyers } = await open()
  const before = await shop.sales()
  for (const each of [0, 1, 0, 1, 1] as const) {
    rail = each
    await buyers.buy('item', SPOT)
  }
  expect([tally.soldOver('x402'), tally.soldOver('l402'), (await shop.sales()) - before]).toEqual([2, 3, 5])
  expect(tally.reads).toHaveLength(5)
  // No proxy stands in front of this shop, so that nobody is known by an address, and dollars are shown with a proof.
  expect(Object.fromEntries(tally.repeated)).toEqual({ 'the same answer': 3, 'refused with 402': 2 })
  expect([tally.faults, [...tally.refused]]).toEqual([[], []])
})

test('a second answer for one payment is a fault', async () => {
  const { tally, buyers } = await open()
  const seen = new Set<string>()
  middle.meddle = async (request, forward) => {
    const payment = paymentIn(request)
    const answer = await forward()
    if (payment === null || !seen.has(payment)) return (seen.add(payment ?? ''), answer)
    return changed(answer, { body: (text) => `${text} ` })
  }
  await buyers.buy('item', SPOT)
  expect(tally.faults).toEqual([`0 s: a payment was served twice at ${SPOT}`])
})

test('an answer that does not verify is a fault, and none of the goods', async () => {
  const { tally, buyers } = await open()
  middle.meddle = async (_request, forward) => {
    const answer = await forward()
    return answer.status === 200
      ? changed(answer, { body: (text) => text.replace('"price":"9', '"price":"8') })
      : answer
  }
  await buyers.buy('item', SPOT)
  expect([tally.faultCount(), goods(tally)]).toEqual([1, 0])
  expect(tally.faults[0]).toContain('the answer does not verify')
})

test('a status 500 is a fault; a refusal is counted by its code', async () => {
  const { tally, buyers } = await open()
  middle.meddle = () => new Response('', { status: 500 })
  await buyers.buy('item', SPOT)
  expect(tally.faults).toEqual([`0 s: status 500 at ${SPOT}`])
  middle.meddle = () => Response.json({ error: 'data_unavailable' }, { status: 503 })
  await buyers.buy('item', SPOT)
  expect(tally.refused.get('data_unavailable')).toBe(1)
  expect(tally.noticed.map(({ what }) => what)).toEqual(['status 500', 'http_500', 'status 503', 'data_unavailable'])
})

test('a purchase that was cut off is gone on with by the same payment', async () => {
  const { tally, buyers } = await open()
  const before = await shop.sales()
  middle.meddle = async (request, forward) => {
    const answer = await forward()
    return paymentIn(request) === null ? answer : new Response('', { status: 404 })
  }
  expect(await buyers.buy('item', SPOT)).toBeNull()
  expect([goods(tally), (await shop.sales()) - before]).toEqual([0, 1])
  expect(await buyers.resume()).toEqual(['item over l402: the service answered http_404 to the payment'])
  middle.meddle = (_request, forward) => forward()
  expect(await buyers.resume()).toEqual([])
  expect([goods(tally), (await shop.sales()) - before, tally.faults]).toEqual([1, 1, []])
})

test('of an event, a payment that is shown again may bring the same event without its secrets, and nothing else', () => {
  const event = { eventid: 'a', serialized: '00', canonical: 'v1|A', manageToken: 'm', webhookSecret: 'w' }
  const { manageToken, webhookSecret, ...bare } = event
  const is = (again: object, first: object = event) => isBareOf(JSON.stringify(again), JSON.stringify(first))
  expect(is({ ...bare, canonical: 'v1|B' })).toBe(true)
  expect(is({ ...bare, manageToken })).toBe(false)
  expect(is({ ...bare, webhookSecret })).toBe(false)
  expect(is({ ...bare, serialized: '01' })).toBe(false)
  expect(is({ ...bare, eventid: 'b' })).toBe(false)
  // An answer that is no event has no such part.
  expect(is({ canonical: 'v1|B' }, { canonical: 'v1|A' })).toBe(false)
})
