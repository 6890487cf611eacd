import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { bought } from '../../client/src/bought.ts'
import { createClaros } from '../../client/src/claros.ts'
import { NotWhole } from '../../client/src/errors.ts'
import { l402 } from '../../client/src/l402.ts'
import type { Body } from '../../client/src/verify.ts'
import { x402 } from '../../client/src/x402.ts'
import { answersKey } from '../../src/actors/key-document.ts'
import { digest, digestHex } from '../../src/canonical/digest.ts'
import { type KeyDocument, KEYS_PATH, readKeyString, writeKeyString } from '../../src/canonical/key-document.ts'
import { ecdsaSigner, ed25519Signer, type Signer } from '../../src/canonical/signature.ts'
import { systemClock } from '../../src/system/clock.ts'
import { between, changed, paymentIn } from '../support/client/between.ts'
import { documentReplaced } from '../support/replaced-key.ts'
import { resigned } from '../support/resigned.ts'
import { fileShop, SPOT } from '../support/shop.ts'
import { documentAt, fourKeys } from '../support/signed-keys.ts'

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
const OLD = { l402: ecdsaSigner(seed(41)), x402: ed25519Signer(seed(42)) } as const
const THIEF = { l402: ecdsaSigner(seed(43)), x402: ed25519Signer(seed(44)) } as const
const PURPOSE = { l402: 'answers-secp256k1', x402: 'answers-ed25519' } as const
const since = Math.floor(Date.now() / 1000) - 3_600

beforeAll(async () => {
  road.meddle = watched
  const { keyDocuments } = shop.store
  await documentAt(keyDocuments, fourKeys(1).slice(2), since)
  for (const way of ['l402', 'x402'] as const)
    await documentReplaced(keyDocuments, { old: answersKey(OLD[way]), fresh: answersKey(shop.keys[way]) }, since)
})

const buyer = (way: Way, keys: readonly string[], more: { patienceMs?: number; documents?: unknown } = {}) =>
  createClaros(road.url, { pay: [WAYS[way]], keys, patienceMs: 0, ...more })
const notWhole = async (buying: Promise<unknown>): Promise<NotWhole> => {
  const problem = await buying.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(problem).toBeInstanceOf(NotWhole)
  return problem as NotWhole
}
const failedIn = ({ verification }: Pick<NotWhole, 'verification'>): readonly string[] =>
  verification.checks.filter(({ ok }) => !ok).map(({ what }) => what)

/** Said of what nobody has foreseen. */
const NOT_JUDGED = 'it can be judged'

interface Documents {
  readonly version: 1
  readonly chains: Readonly<Record<string, readonly KeyDocument[]>>
}
const documents = async (): Promise<Documents> => (await shop.request(KEYS_PATH)).json() as Promise<Documents>
const chainsWith = async (purpose: string, chain: readonly KeyDocument[]): Promise<Documents> => {
  const { version, chains } = await documents()
  return { version, chains: { ...chains, [purpose]: chain } }
}
/** What is answered where documents are asked for. */
const withDocuments = (reply: () => Response | Promise<Response>): void => {
  road.meddle = (request, forward) => {
    if (new URL(request.url).pathname !== KEYS_PATH) return forward()
    asked += 1
    return reply()
  }
}

/** The same content, signed by another. */
const stolenBy = (signer: Signer, answer: object): Body => {
  const body = JSON.parse(JSON.stringify(answer)) as Body
  return resigned(body, signer, String(body['canonical']))
}
/** A document that goes on from the one before it, signed by these. */
const goingOn = (before: KeyDocument, fields: Partial<KeyDocument>, by: readonly Signer[]): KeyDocument => {
  const whole = {
    ...readKeyString(before.canonical),
    sequence: before.sequence + 1,
    previous: digestHex(before.canonical),
    ...fields,
  }
  const canonical = writeKeyString(whole)
  const signatures = by.map(({ publicKey, sign }) => ({ publicKey, signature: sign(digest(canonical)) }))
  return { ...whole, canonical, signatures }
}
/** How whoever has stolen the old key lets the chain go on from its first document. */
const fork = async (way: Way): Promise<Documents> => {
  const first = (await documents()).chains[PURPOSE[way]]![0]!
  const thief = THIEF[way].publicKey
  const promise = goingOn(first, { next: digestHex(thief) }, [OLD[way]])
  const begin = goingOn(promise, { publicKey: thief, next: null, validFrom: since + 60 }, [OLD[way], THIEF[way]])
  return chainsWith(PURPOSE[way], [first, promise, begin])
}

describe.each(BOTH)('over %s', (way) => {
  const old = OLD[way].publicKey
  const fresh = shop.keys[way].publicKey
  const stranger = THIEF[way].publicKey

  test('an answer of the key that followed is whole, documents are read once a minute, and the new key is named', async () => {
    const claros = buyer(way, [OLD.l402.publicKey, OLD.x402.publicKey])
    const { answer, verification, receipt } = await claros.buy(SPOT)
    expect(answer.pubkey).toBe(fresh)
    expect(verification).toMatchObject({ ok: true, successor: fresh })
    expect(verification.checks).toContainEqual({ what: 'its chain holds the expected key', ok: true, detail: old })
    await Promise.all([claros.buy(SPOT), claros.buy(SPOT)])
    expect((await claros.resume(receipt!)).answer).toEqual(answer)
    expect((await claros.resume(receipt!.id!)).answer).toEqual(answer)
    expect(asked).toBe(1)
  })

  test('at once, twice: documents are read once', async () => {
    const claros = buyer(way, [old])
    await Promise.all([claros.buy(SPOT), claros.buy(SPOT)])
    expect(asked).toBe(1)
  })

  test('nothing more is asked for where the key itself is pinned, or none is', async () => {
    for (const keys of [[fresh], [old, fresh], []])
      expect((await buyer(way, keys).buy(SPOT)).verification).toEqual({ ok: true, checks: expect.any(Array) })
    expect(asked).toBe(0)
  })

  test('an answer whose chain does not hold the pinned key is not whole', async () => {
    const problem = await notWhole(buyer(way, [stranger]).buy(SPOT))
    expect(failedIn(problem)).toEqual(['its chain holds the expected key'])
    expect(problem.verification.unread).toBeUndefined()
  })

  test('documents that cannot be read are asked for again', async () => {
    let lost = 0
    road.meddle = (request, forward) =>
      new URL(request.url).pathname === KEYS_PATH && lost++ < 2 ? new Response('{}', { status: 503 }) : forward()
    expect((await buyer(way, [old], { patienceMs: 5_000 }).buy(SPOT)).verification.ok).toBe(true)
    expect(lost).toBe(3)
  })

  test('without documents to read that is said, and its payment goes on once they can be', async () => {
    for (const reply of [
      () => new Response('{}', { status: 503 }),
      () => new Response('not JSON'),
      () => new Response(JSON.stringify({ chains: {}, more: 'x'.repeat(1_000_000) })),
      () => Promise.reject(new Error('gone')),
    ]) {
      withDocuments(reply)
      const problem = await notWhole(buyer(way, [old]).buy(SPOT))
      expect([failedIn(problem), problem.verification.unread]).toEqual([
        ['key documents that lead to its key can be read'],
        true,
      ])
    }
    const claros = buyer(way, [old])
    const problem = await notWhole(claros.buy(SPOT))
    const sold = await shop.sales()
    road.meddle = watched
    expect((await claros.resume(problem.receipt!)).body).toBe(problem.body)
    expect(await shop.sales()).toBe(sold)
    // Long after, by what was kept.
    expect((await claros.verify(JSON.parse(problem.body), await documents())).ok).toBe(true)
  })

  test('nobody asks for documents of an answer that is not whole itself', async () => {
    const changes: readonly ((text: string) => string)[] = [
      (text) => text.replace('97012.34', '97012.35'),
      (text) => text.replace(/"pubkey":"[^"]*"/, '"pubkey":{"toString":0}'),
      (text) => text.replace(/"canonical":"[^"]*"/, '"canonical":{"toString":0}'),
      (text) => text.replace(/"timestamp":\d+/, '"timestamp":{"valueOf":0,"toString":0}'),
    ]
    for (const change of changes) {
      road.meddle = async (request, forward) =>
        paymentIn(request) === null ? watched(request, forward, null) : changed(await forward(), { body: change })
      const { receipt, verification } = await notWhole(buyer(way, [old]).buy(SPOT))
      expect([receipt?.payment.rail, verification.unread]).toEqual([way, undefined])
      expect(failedIn({ verification })).not.toContain(NOT_JUDGED)
    }
    expect(asked).toBe(0)
  })

  test('documents of a strange form are no reason to lose the answer', async () => {
    const first = (await documents()).chains[PURPOSE[way]]![0]!
    const strange = { toString: 0 }
    for (const chain of [
      [{ ...first, signatures: [{ publicKey: old, signature: strange }] }],
      [{ ...first, canonical: strange }],
      Array.from({ length: 400_000 }, () => 0),
      null,
      strange,
    ]) {
      const { version, chains } = await documents()
      withDocuments(() => Response.json({ version, chains: { ...chains, [PURPOSE[way]]: chain } }))
      const problem = await notWhole(buyer(way, [old]).buy(SPOT))
      expect(problem.receipt?.payment.rail).toBe(way)
      expect(failedIn(problem)).not.toContain(NOT_JUDGED)
      expect(problem.message.length).toBeLessThan(1_000)
    }
  })

  test('a heir that was not promised, though the old key signs for it, is none', async () => {
    const chain = (await documents()).chains[PURPOSE[way]]!
    const [first, promise] = chain
    const heir = goingOn(promise!, { publicKey: stranger, next: null, validFrom: since + 60 }, [OLD[way], THIEF[way]])
    const forged = await chainsWith(PURPOSE[way], [first!, promise!, heir])
    const { answer } = await buyer(way, []).buy(SPOT)
    const stolen = JSON.stringify(stolenBy(THIEF[way], answer))
    road.meddle = async (request, forward) => {
      if (new URL(request.url).pathname === KEYS_PATH) return Response.json(forged)
      return paymentIn(request) === null ? forward() : changed(await forward(), { body: () => stolen })
    }
    expect(failedIn(await notWhole(buyer(way, [old]).buy(SPOT)))).toEqual([
      'key documents that lead to its key can be read',
    ])
    const judged = await buyer(way, [old]).verify(JSON.parse(stolen), forged)
    expect(failedIn({ verification: judged })).toContain(`key document ${PURPOSE[way]} 3 follows the one before`)
  })

  test('whoever has stolen the old key deceives who knows no more than that, and nobody else', async () => {
    const forked = await fork(way)
    const { answer } = await buyer(way, []).buy(SPOT)
    const stolen = JSON.stringify(stolenBy(THIEF[way], answer))
    const honest = await documents()
    const seen = buyer(way, [old])
    expect((await seen.buy(SPOT)).verification.ok).toBe(true)
    road.meddle = async (request, forward) => {
      if (new URL(request.url).pathname === KEYS_PATH) return Response.json(forked)
      return paymentIn(request) === null ? forward() : changed(await forward(), { body: () => stolen })
    }
    // The price that is stated: and the buyer is told that the key was replaced.
    expect((await buyer(way, [old]).buy(SPOT)).verification).toMatchObject({ ok: true, successor: stranger })
    for (const [claros, failed] of [
      [seen, `${PURPOSE[way]} has one chain`],
      [buyer(way, [old], { documents: honest }), `${PURPOSE[way]} has one chain`],
      [buyer(way, [old, fresh]), 'its chain holds the expected key'],
      [buyer(way, [fresh]), 'its chain holds the expected key'],
    ] as const)
      expect(failedIn(await notWhole(claros.buy(SPOT)))).toContain(failed)
  })

  test('documents that were kept are held against each answer, also of a key that is known', async () => {
    const kept = await documents()
    const { answer } = await buyer(way, []).buy(SPOT)
    expect((await buyer(way, [old], { documents: kept }).verify(answer)).ok).toBe(true)
    const ended = 'the key was valid at the time of the answer'
    for (const [signer, keys, failed] of [
      [OLD[way], [old], [ended]],
      [THIEF[way], [], ['key documents that lead to its key can be read']],
    ] as const) {
      const stolen = JSON.stringify(stolenBy(signer, answer))
      road.meddle = async (request, forward) =>
        paymentIn(request) === null ? watched(request, forward, null) : changed(await forward(), { body: () => stolen })
      expect(failedIn(await notWhole(buyer(way, keys, { documents: kept }).buy(SPOT)))).toEqual([...failed])
      expect((await buyer(way, keys).buy(SPOT)).verification.ok).toBe(true)
    }
  })

  test('a broken chain of the other rail spoils nothing', async () => {
    const other = way === 'l402' ? 'answers-ed25519' : 'answers-secp256k1'
    const chain = (await documents()).chains[other]!
    const spoilt = await chainsWith(other, chain.slice(1))
    withDocuments(() => Response.json(spoilt))
    expect((await buyer(way, [old]).buy(SPOT)).verification.ok).toBe(true)
  })

  test('without the network, documents that were kept lead as far, and end what has ended', async () => {
    const { answer } = await buyer(way, []).buy(SPOT)
    const kept = await documents()
    const claros = buyer(way, [old])
    expect((await claros.verify(answer)).ok).toBe(false)
    expect(await claros.verify(answer, kept)).toMatchObject({ ok: true, successor: fresh })
    expect((await claros.verify({ ...answer, price: '1.00' }, kept)).ok).toBe(false)
    expect((await buyer(way, [stranger]).verify(answer, kept)).ok).toBe(false)
    expect((await buyer(way, []).verify(answer, kept)).ok).toBe(true)
    const otherRail = OLD[way === 'l402' ? 'x402' : 'l402'].publicKey
    expect((await buyer(way, [otherRail]).verify(answer, kept)).ok).toBe(false)
    for (const none of ['documents', null, 7]) expect(claros.verify(answer, none)).rejects.toThrow(TypeError)
    // By the old key, which has ended: whoever has the documents knows it.
    const stolen = stolenBy(OLD[way], answer)
    expect((await claros.verify(stolen)).ok).toBe(true)
    expect(failedIn({ verification: await claros.verify(stolen, kept) })).toEqual([
      'the key was valid at the time of the answer',
    ])
    expect(failedIn({ verification: await buyer(way, []).verify(stolenBy(THIEF[way], answer), kept) })).toEqual([
      'the key is one of the service',
      'the key was valid at the time of the answer',
    ])
    expect(asked).toBe(0)
  })
})

test('whatever fails while it is judged, what was paid for comes out with its receipt', async () => {
  const { body, receipt } = await buyer('x402', []).buy(SPOT)
  const keys = { keys: [THIEF.x402.publicKey], known: null, documents: () => Promise.reject(new Error('not foreseen')) }
  const problem = await notWhole(bought({ text: body, headers: new Headers() }, receipt, keys, null))
  expect([failedIn(problem), problem.body, problem.receipt]).toEqual([[NOT_JUDGED], body, receipt])
})

test('documents that are none are refused before anything is bought', () => {
  for (const none of ['text', 7, null, []])
    expect(() => buyer('x402', [OLD.x402.publicKey], { documents: none })).toThrow(TypeError)
})
