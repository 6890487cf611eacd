import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { GRACE_SECONDS } from '../../../src/dlc/terms/threshold.ts'
import { ADMIN_SECRET, problemOf } from '../../support/shop.ts'
import { bodyOf, type EventShop, openEventShop } from '../../support/http/dlc/event-shop.ts'

/** An administrator, and an event that settles by itself. */

let shop: EventShop
beforeAll(async () => void (shop = await openEventShop()))
afterAll(() => shop.stop())
beforeEach(() => shop.oracle.beat())

/** With a resolver: the price of BTC/USD. */
const create = async (): Promise<string> => {
  const body = { ...bodyOf('numeric', Math.floor(shop.clock.now() / 1000)) }
  const response = await shop.post('numeric', body, (await shop.x402()).v2)
  return ((await response.json()) as { eventid: string }).eventid
}
const attest = (id: string, body: object) =>
  shop.request(`/dlc/oracle/numeric/${id}/attest`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-oracle-secret': ADMIN_SECRET },
  })
const read = async (path: string) => (await (await shop.request(path)).json()) as Record<string, unknown>
const reads = (id: string) =>
  Promise.all(['', '/attestation', '/evidence'].map((tail) => read(`/dlc/oracle/numeric/${id}${tail}`)))
const notes = async (id: string) =>
  (await shop.oracle.open()).journal.find(id).flatMap((line) => (line.type === 'noted' ? [line.note] : []))

test('before its maturity it is refused, decides nothing and is noted nowhere', async () => {
  const id = await create()
  for (const body of [{ value: '5' }, { value: '5', override: false }]) {
    const response = await attest(id, body)
    const { error, message } = await problemOf(response)
    expect([response.status, error]).toEqual([409, 'resolver_pending'])
    expect(message).toContain('override')
  }
  expect(await shop.store.events.read(id)).toMatchObject({ state: 'announced', decision: null })
  expect(await notes(id)).toEqual([])
})

test.each([['yes'], [1], [null], ['true']])('an override is true or false, not %j', async (override) => {
  const id = await create()
  const response = await attest(id, { value: '5', override })
  expect([response.status, (await problemOf(response)).details]).toMatchObject([
    400,
    [{ path: 'body.override', rule: 'wrong_type' }],
  ])
  expect((await shop.store.events.read(id))?.decision).toBeNull()
})

test('it is overridden in so many words, which stand in the journal and with the event for ever', async () => {
  const id = await create()
  const response = await attest(id, { value: '84231.5', override: true })
  const at = shop.clock.now()
  const evidence = { kind: 'manual', at, early: true, override: true }
  expect([response.status, await response.json()]).toMatchObject([200, { reason: 'manual', override: true, evidence }])
  expect(await notes(id)).toMatchObject([{ what: 'manual attestation', ...evidence }])
  const [announcement, attestation, document] = await reads(id)
  expect([announcement!['override'], attestation!['override']]).toEqual([true, true])
  expect(document!['evidence']).toEqual(evidence)

  // Once it is decided there is nothing left to override.
  expect((await attest(id, { value: '84231.5' })).status).toBe(200)
  const other = await attest(id, { value: '9', override: true })
  expect([other.status, (await problemOf(other)).error]).toEqual([409, 'conflict'])
})

test('past its maturity by more than the grace it is anybody’s with the secret, and no override', async () => {
  const id = await create()
  const { maturityTs } = (await shop.store.events.read(id))!
  shop.clock.move((maturityTs + GRACE_SECONDS) * 1000 - shop.clock.now())
  await shop.oracle.beat()
  expect((await attest(id, { value: '7' })).status).toBe(409)
  shop.clock.move(1)
  const response = await attest(id, { value: '7', override: true })
  expect(await response.json()).toMatchObject({ outcome: '0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1', reason: 'manual' })
  for (const document of await reads(id)) expect(document).not.toHaveProperty('override')
  const { journal } = await shop.oracle.open()
  expect(journal.find(id).find(({ type }) => type === 'decided')).toMatchObject({
    evidence: { kind: 'manual', early: false },
  })
})
