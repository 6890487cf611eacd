import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClaros } from '../../client/src/claros.ts'
import { NotWhole } from '../../client/src/errors.ts'
import { l402 } from '../../client/src/l402.ts'
import { x402 } from '../../client/src/x402.ts'
import { answersKey } from '../../src/actors/key-document.ts'
import { KEYS_PATH } from '../../src/canonical/key-document.ts'
import { ecdsaSigner, ed25519Signer } from '../../src/canonical/signature.ts'
import { systemClock } from '../../src/system/clock.ts'
import { between } from '../support/client/between.ts'
import { documentReplaced } from '../support/replaced-key.ts'
import { fileShop, SPOT } from '../support/shop.ts'

/** A buyer has pinned keys that the service replaced since. */

const shop = await fileShop({ clock: systemClock })
await shop.publish('btc/usd')
const road = between(shop)
/** How often the documents of keys were asked for. */
let asked = 0
const watched: typeof road.meddle = (request, forward) => {
  if (new URL(request.url).pathname === KEYS_PATH) asked += 1
  return forward()
}
afterEach(() => {
  road.meddle = watched
  asked = 0
})
afterAll(() => road.stop())

const account = privateKeyToAccount(generatePrivateKey())
await shop.money.fund(account.address)
const WAYS = {
  l402: l402({ payInvoice: (invoice) => shop.money.pay(invoice), maxSats: 10 }),
  x402: x402({ account, maxUsd: '0.01' }),
} as const
type Way = keyof typeof WAYS
const BOTH: readonly [Way][] = [['l402'], ['x402']]

const seed = (byte: number) => new Uint8Array(32).fill(byte)
const OLD = { l402: answersKey(ecdsaSigner(seed(41))), x402: answersKey(ed25519Signer(seed(42))) } as const
const STRANGER = { l402: ecdsaSigner(seed(43)).publicKey, x402: ed25519Signer(seed(44)).publicKey } as const
const since = Math.floor(Date.now() / 1000) - 3_600

beforeAll(async () => {
  road.meddle = watched
  for (const way of ['l402', 'x402'] as const)
    await documentReplaced(shop.store.keyDocuments, { old: OLD[way], fresh: answersKey(shop.keys[way]) }, since)
})

const buyer = (way: Way, keys: readonly string[]) => createClaros(road.url, { pay: [WAYS[way]], keys, patienceMs: 0 })
const failedIn = async (buying: Promise<unknown>): Promise<readonly string[]> => {
  const problem = await buying.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(problem).toBeInstanceOf(NotWhole)
  return (problem as NotWhole).verification.checks.filter(({ ok }) => !ok).map(({ what }) => what)
}
const documents = async (): Promise<unknown> => (await shop.request(KEYS_PATH)).json()

describe.each(BOTH)('over %s', (way) => {
  test('an answer of the key that followed is whole, and its documents are asked for once a minute', async () => {
    const claros = buyer(way, [OLD.l402.publicKey, OLD.x402.publicKey])
    const { answer, verification, receipt } = await claros.buy(SPOT)
    expect(answer.pubkey).toBe(shop.keys[way].publicKey)
    expect(verification.checks).toContainEqual({
      what: 'its chain holds the expected key',
      ok: true,
      detail: OLD[way].publicKey,
    })
    await claros.buy(SPOT)
    expect((await claros.resume(receipt!)).answer).toEqual(answer)
    expect((await claros.resume(receipt!.id!)).answer).toEqual(answer)
    expect(asked).toBe(1)
  })

  test('nothing more is asked for where the key itself is pinned, or none is', async () => {
    for (const keys of [[OLD[way].publicKey, shop.keys[way].publicKey], []])
      expect((await buyer(way, keys).buy(SPOT)).verification.ok).toBe(true)
    expect(asked).toBe(0)
  })

  test('an answer whose chain does not hold the pinned key is not whole', async () => {
    expect(await failedIn(buyer(way, [STRANGER[way]]).buy(SPOT))).toEqual(['its chain holds the expected key'])
  })

  test('without documents to read it is not whole, and its payment goes on once they can be', async () => {
    for (const reply of [
      () => new Response('{}', { status: 503 }),
      () => new Response('not JSON'),
      () => new Response(JSON.stringify({ chains: {}, more: 'x'.repeat(1_000_000) })),
      () => Promise.reject(new Error('gone')),
    ]) {
      road.meddle = (request, forward) => (request.url.endsWith(KEYS_PATH) ? reply() : forward())
      expect(await failedIn(buyer(way, [OLD[way].publicKey]).buy(SPOT))).toEqual([
        'signed by the expected key',
        'the key documents of the service can be read',
      ])
    }
    const claros = buyer(way, [OLD[way].publicKey])
    const problem = (await claros.buy(SPOT).catch((reason: unknown) => reason)) as NotWhole
    const sold = await shop.sales()
    road.meddle = watched
    expect((await claros.resume(problem.receipt!)).body).toBe(problem.body)
    expect(await shop.sales()).toBe(sold)
  })

  test('a chain that goes on otherwise than was promised leads nowhere', async () => {
    const told = JSON.stringify(await documents())
    const forged = told.replaceAll(OLD[way].publicKey, STRANGER[way])
    road.meddle = (request, forward) => (request.url.endsWith(KEYS_PATH) ? new Response(forged) : forward())
    expect(await failedIn(buyer(way, [STRANGER[way]]).buy(SPOT))).toContain('the key is one of the service')
  })

  test('without the network, documents that were kept lead as far', async () => {
    const { answer } = await buyer(way, []).buy(SPOT)
    const claros = buyer(way, [OLD[way].publicKey])
    expect((await claros.verify(answer)).ok).toBe(false)
    expect((await claros.verify(answer, await documents())).ok).toBe(true)
    expect((await claros.verify({ ...answer, price: '1.00' }, await documents())).ok).toBe(false)
    expect((await buyer(way, [STRANGER[way]]).verify(answer, await documents())).ok).toBe(false)
    expect((await claros.verify(answer, 'documents')).ok).toBe(false)
    expect(asked).toBe(0)
  })
})
