import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import type { App } from '../../../src/http/app/app.ts'
import type { Settlement } from '../../../src/payments/settlement.ts'
import type { SignatureVerdict } from '../../../src/payments/signature-question.ts'
import type { AskOptions } from '../../../src/queues/ask.ts'
import type { SignerLane } from '../../../src/queues/lanes.ts'
import { MOST_OPEN } from '../../../src/store/events/open-offers.ts'
import { PAYER, type Payment } from '../../support/payer.ts'
import { proofBy } from '../../support/proof.ts'
import { HOME, HOST, problemOf } from '../../support/shop.ts'
import { bodyOf, type EventShop, FEE, openEventShop, serverOf } from '../../support/http/dlc/event-shop.ts'

/** An event whose payment somebody else has submitted: it is paid, and what holds back the unpaid is none of its. */

let shop: EventShop
let app: App
/** Which lane was asked for an offer. */
const asked: string[] = []
const found = new Map<string, Settlement>()
/** What the chain says of a signature that is not one of a plain key. */
let verdict: SignatureVerdict = 'invalid'

/** No event's id: deleting it is refused before the chain is asked, and lets the payment go. */
const NOBODYS = 'threshold'

beforeAll(async () => {
  shop = await openEventShop({
    signatures: async () => verdict,
    lookUp: async ({ authorization }) => found.get(authorization.nonce) ?? null,
  })
  const lane = <L extends SignerLane>(name: L, { ask }: AskOptions<L>): AskOptions<L> => ({
    ask: (question, ...rest) => {
      if (question.wish.what === 'offer') asked.push(name)
      return ask(question, ...rest)
    },
  })
  const { signing, offers } = shop.oracle
  app = serverOf(shop, { signer: { signing: lane('signing', signing), offers: lane('offers', offers) } })
})
afterAll(() => shop.stop())

const create = (paid: Payment) =>
  app(
    new Request(`http://${HOST}/dlc/oracle/enum`, {
      method: 'POST',
      body: JSON.stringify(bodyOf('enum', shop.nowTs)),
      headers: { host: HOST, 'content-type': 'application/json', ...paid.v2 },
    }),
    HOME,
  )
const submit = async ({ authorization, signature }: Payment): Promise<void> => {
  const { transaction } = await shop.money.control('/chain/submit', { authorization, signature })
  found.set(authorization.nonce, { transaction: String(transaction), payer: authorization.from })
}

test('it is made in the lane of what was paid for, however many offers of its payer are open', async () => {
  for (let place = 0; place < MOST_OPEN.payer; place++)
    await shop.store.events.openOffers.take(
      { payment: `x402:other/${place}`, payer: PAYER.address, network: null },
      shop.clock.now(),
    )
  const [unpaid, paid] = [await shop.x402(), await shop.x402()]
  const refused = await create(unpaid)
  expect([refused.status, (await problemOf(refused)).error]).toEqual([429, 'too_many_requests'])
  await submit(paid)
  const before = await shop.money.balance(PAYER.address)
  const created = await create(paid)
  expect(created.status).toBe(200)
  const { eventid } = (await created.json()) as { eventid: string }
  expect(await shop.store.events.read(eventid)).toMatchObject({ state: 'announced' })
  expect([asked, await shop.money.balance(PAYER.address)]).toEqual([['signing'], before])
  // It took no place: the payer's are what they were.
  const full = { payment: 'x402:one/more', payer: PAYER.address, network: null }
  expect(await shop.store.events.openOffers.take(full, shop.clock.now())).toEqual({ kind: 'full', of: 'payer' })
  for (let place = 0; place < MOST_OPEN.payer; place++)
    await shop.store.events.openOffers.giveBack(`x402:other/${place}`)
  // The other one waits in the lane of what may never be paid for.
  expect((await create(unpaid)).status).toBe(200)
  expect(asked).toEqual(['signing', 'offers'])
  expect((await shop.money.transfers()).map(({ value }) => value)).toEqual([FEE, FEE])
})

test('whoever shows a transfer out of a block learns no receipt when our store then fails in an odd way', async () => {
  const paid = await shop.x402()
  await submit(paid)
  const send = spyOn(shop.store.claims, 'send').mockImplementation(() => Promise.reject(new TypeError('a bug')))
  const cut = await create(paid)
  send.mockRestore()
  expect([cut.status, (await problemOf(cut.clone())).error]).toEqual([503, 'payment_in_progress'])
  expect(cut.headers.get('payment-receipt')).toBeNull()
  // The operator sees all the same whose payment it was.
  expect(shop.log.lines.at(-1)).toMatchObject({
    event: 'sale.refused',
    fields: { rail: 'x402', reason: 'payment_in_progress', receipt: expect.stringMatching(/^[0-9a-f]{32}$/) },
  })
})

test('whoever shows the creator’s transfer out of a block cancels nothing; the creator does, who shows that it is his', async () => {
  const body = { ...bodyOf('threshold', shop.nowTs), strike: 71_000 }
  const created = (await (await shop.post('threshold', body, (await shop.x402()).v2)).json()) as Record<string, string>
  const path = `/dlc/oracle/threshold/${created['eventid']}`
  const cancel = (headers: Readonly<Record<string, string>>) => shop.request(path, { method: 'DELETE', headers })
  // On the chain, and never shown here: every field of it is public.
  const paid = await shop.x402()
  await submit(paid)
  for (const headers of [paid.v1, paid.v2]) {
    const stolen = await cancel(headers)
    expect([stolen.status, (await problemOf(stolen)).error]).toEqual([403, 'forbidden'])
    expect((await shop.store.events.read(created['eventid']!))?.state).toBe('announced')
  }
  const request = (await cancel(paid.v2)).headers.get('claros-request')!
  const proof = await proofBy(PAYER, { nonce: paid.authorization.nonce, request, at: shop.nowTs })
  const own = await cancel({ ...paid.v2, ...proof })
  expect([own.status, await own.json()]).toMatchObject([200, { attestation: { outcome: 'safe' } }])
})

test('the receipt of a refusal shows nobody as the payer of what was on the chain before', async () => {
  const body = { ...bodyOf('threshold', shop.nowTs), strike: 72_000 }
  const created = (await (await shop.post('threshold', body, (await shop.x402()).v2)).json()) as Record<string, string>
  const id = created['eventid']!
  const cancel = (path: string, headers: Readonly<Record<string, string>>) =>
    shop.request(`/dlc/oracle/threshold/${path}`, { method: 'DELETE', headers })
  const paid = await shop.x402()
  await submit(paid)
  // What is not there refuses before the chain is asked, and lets the payment go.
  const nobodys = id.replace(/[0-9a-f]{4}$/, (end) => (end === '0000' ? '1111' : '0000'))
  for (const headers of [paid.v1, paid.v2]) {
    const refused = await cancel(nobodys, headers)
    expect(refused.status).toBe(404)
    const receipt = refused.headers.get('payment-receipt')!
    const stolen = await cancel(id, { ...headers, 'payment-receipt': receipt })
    expect([stolen.status, (await problemOf(stolen)).error]).toEqual([403, 'forbidden'])
    expect((await shop.store.events.read(id))?.state).toBe('announced')
  }
})

test('a proof that cannot be judged now names nobody the receipt of what was on the chain before', async () => {
  const paid = await shop.x402()
  await submit(paid)
  verdict = 'unknown'
  const headers = { ...paid.v2, 'payment-proof': `${shop.nowTs}.0xabcd` }
  const unjudged = await shop.post('enum', { ...bodyOf('enum', shop.nowTs), label: 'Whose is it?' }, headers)
  verdict = 'invalid'
  expect([unjudged.status, unjudged.headers.get('payment-receipt')]).toEqual([503, null])
})

test('the receipt of a refusal opens nothing that the payer then buys with a proof', async () => {
  const paid = await shop.x402()
  await submit(paid)
  // A stranger found the transfer in a block. The hold that he makes is let go, and its receipt is his.
  const refused = await shop.request(`/dlc/oracle/threshold/${NOBODYS}`, { method: 'DELETE', headers: paid.v2 })
  expect(refused.status).toBe(404)
  const receipt = { 'payment-receipt': refused.headers.get('payment-receipt')! }

  const order = { ...bodyOf('enum', shop.nowTs), label: 'Who buys with a proof alone?' }
  const request = (await shop.post('enum', order)).headers.get('claros-request')!
  const proof = await proofBy(PAYER, { nonce: paid.authorization.nonce, request, at: shop.nowTs })
  const bought = await shop.post('enum', order, { ...paid.v2, ...proof })
  const event = (await bought.clone().json()) as Record<string, unknown>
  expect([bought.status, event['manageToken']]).toEqual([200, expect.any(String)])

  const told = await shop.request(`/receipts/${receipt['payment-receipt']}`)
  expect([told.status, await told.json()]).toEqual([
    200,
    {
      state: 'spent',
      charged: true,
      rail: 'x402',
      settlement: { transaction: expect.any(String), payer: PAYER.address.toLowerCase() },
      spentAt: shop.nowTs,
    },
  ])
  for (const headers of [paid.v1, paid.v2]) {
    const stolen = await shop.post('enum', order, { ...headers, ...receipt })
    expect([stolen.status, (await problemOf(stolen)).error]).toEqual([409, 'payment_already_used'])
    expect(stolen.headers.get('payment-receipt')).toBeNull()
  }
  const again = await shop.post('enum', order, { ...paid.v2, ...proof })
  expect([again.status, await again.json()]).toEqual([200, event])
})

test('nor does it open what anybody buys with that transfer, without a proof', async () => {
  const paid = await shop.x402()
  await submit(paid)
  const refused = await shop.request(`/dlc/oracle/threshold/${NOBODYS}`, { method: 'DELETE', headers: paid.v2 })
  const receipt = refused.headers.get('payment-receipt')!
  const order = { ...bodyOf('enum', shop.nowTs), label: 'Who buys with a transfer that is public?' }
  const bare = await shop.post('enum', order, paid.v2)
  const shown = (await bare.json()) as Record<string, unknown>
  expect([bare.status, shown['manageToken']]).toEqual([200, undefined])

  const told = (await (await shop.request(`/receipts/${receipt}`)).json()) as Record<string, unknown>
  expect(told).toMatchObject({ state: 'spent', charged: true })
  expect(told['answer']).toBeUndefined()
  const again = await shop.post('enum', order, { ...paid.v2, 'payment-receipt': receipt })
  expect(JSON.stringify(await again.json())).not.toContain('manageToken')

  // Its payer shows that it is his, and gets the rest.
  const request = again.headers.get('claros-request')!
  const proof = await proofBy(PAYER, { nonce: paid.authorization.nonce, request, at: shop.nowTs })
  const own = await shop.post('enum', order, { ...paid.v2, ...proof })
  expect([own.status, await own.json()]).toMatchObject([
    200,
    { eventid: shown['eventid'], manageToken: expect.any(String) },
  ])
})

test('a proof that only the chain could judge buys nothing while it is away, and all of it afterwards', async () => {
  const paid = await shop.x402()
  await submit(paid)
  const order = { ...bodyOf('enum', shop.nowTs), label: 'Who has a contract for a wallet?' }
  const proof = { 'payment-proof': `${shop.nowTs}.0x${'7a'.repeat(80)}` }
  verdict = 'unknown'
  const away = await shop.post('enum', order, { ...paid.v2, ...proof })
  expect([away.status, (await problemOf(away)).error]).toEqual([503, 'unavailable'])
  verdict = 'valid'
  const bought = await shop.post('enum', order, { ...paid.v2, ...proof })
  verdict = 'invalid'
  expect([bought.status, await bought.json()]).toMatchObject([200, { manageToken: expect.any(String) }])
})
