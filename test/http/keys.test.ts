import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { answersKey, documentKey } from '../../src/actors/key-document.ts'
import { handingOver, promising } from '../../src/actors/key-succession.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { readKeyChains } from '../../src/canonical/key-signature.ts'
import { type KeyDocument, KEYS_PATH } from '../../src/canonical/key-document.ts'
import { withKeys } from '../../src/canonical/key-validity.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS, verifyCommand } from '../../src/cli/verify.ts'
import { PAYER, payment } from '../support/payer.ts'
import { fileShop, payL402, PUBLIC_URL, SPOT } from '../support/shop.ts'
import { documentAt, fourKeys } from '../support/signed-keys.ts'
import { testFolder } from '../support/test-folder.ts'

/** The published keys, and answers held against them. */

type Body = Readonly<Record<string, Json>>

const shop = await fileShop()
const { folder, remove } = testFolder()
afterAll(remove)
const read = async (): Promise<Body> => (await shop.request(KEYS_PATH)).json() as Promise<Body>

const bought: Body[] = []

test('before a worker has recorded a key there are none: 503, and a moment later they are looked for again', async () => {
  const response = await shop.request(KEYS_PATH)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ error: 'data_unavailable' })
})

describe('the published keys', () => {
  beforeAll(async () => {
    const since = Math.floor(shop.clock.now() / 1000)
    for (const signer of Object.values(shop.keys))
      await documentKey({ ...shop.store, time: async () => since * 1000 }, answersKey(signer))
    await documentAt(shop.store.keyDocuments, fourKeys(1).slice(2), since)
    shop.clock.move(1_000)
    await shop.money.fund(PAYER.address)
    await shop.publish('btc/usd')
    const { authorization } = await payL402(shop)
    const headers = [{ authorization }, (await payment(shop.clock.now())).v1]
    for (const each of headers) bought.push((await (await shop.request(SPOT, { headers: each })).json()) as Body)
  })

  test('are a chain of one for each purpose, every document signed by its key', async () => {
    const body = await read()
    const { checks, chains } = readKeyChains(body)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(chains.map(({ purpose, documents }) => [purpose, documents.length])).toEqual([
      ['answers-ed25519', 1],
      ['answers-secp256k1', 1],
      ['webhook', 1],
      ['dlc', 1],
    ])
    expect(chains.slice(0, 2).map(({ documents }) => documents[0]!.publicKey)).toEqual([
      shop.keys.x402.publicKey,
      shop.keys.l402.publicKey,
    ])
    const endpoint = shop.endpoints.find(({ path }) => path === KEYS_PATH)!
    expect([endpoint.access.kind, ...Value.Errors(endpoint.answer, body)]).toEqual(['free'])
    expect([...Value.Errors(endpoint.answer, endpoint.example)]).toEqual([])
  })

  test('are not sent twice to who keeps them, and are kept for a minute', async () => {
    const first = await shop.request(KEYS_PATH)
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    const again = await shop.request(KEYS_PATH, { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('are named by every document of discovery', async () => {
    const address = PUBLIC_URL + KEYS_PATH
    const json = async (path: string) => (await (await shop.request(path)).json()) as Record<string, unknown>
    expect((await json('/'))['keys']).toBe(address)
    for (const path of ['/.well-known/agent-card.json', '/.well-known/agent.json'])
      expect((await json(path))['keysUrl']).toBe(address)
    expect((await json('/openapi.json'))['info']).toMatchObject({ 'x-keys': address })
    expect(await (await shop.request('/llms.txt')).text()).toContain(`${address} (keep`)
  })

  test('hold the key of an answer of either rail, valid at its time, and none of another service', async () => {
    const keys = await read()
    for (const body of bought) {
      const judged = (by: Body) => withKeys(verifyAnswer(body, { layouts: LAYOUTS }), body, readKeyChains(by), LAYOUTS)
      expect(judged(keys).checks.filter(({ ok }) => !ok)).toEqual([])
      const { chains } = keys as { chains: Record<string, Json> }
      const others = { ...chains, 'answers-ed25519': [], 'answers-secp256k1': [] } as Body
      expect(judged({ ...keys, chains: others }).ok).toBe(false)
    }
    expect(bought.map(({ signingScheme }) => signingScheme)).toEqual(['secp256k1_ecdsa', 'ed25519'])
  })
})

describe('claros verify --keys', () => {
  const fileOf = (name: string, body: Json | string): string => {
    const path = join(folder, name)
    writeFileSync(path, typeof body === 'string' ? body : JSON.stringify(body))
    return path
  }
  const verify = async (args: readonly string[]) => {
    const said: string[] = []
    const [out, err] = [process.stdout.write, process.stderr.write]
    process.stdout.write = process.stderr.write = (text: string | Uint8Array) => said.push(String(text)) > 0
    try {
      return { status: await verifyCommand(args), text: said.join('') }
    } finally {
      ;[process.stdout.write, process.stderr.write] = [out, err]
    }
  }

  test('reads them from a file or from the service, and says what it found', async () => {
    const answer = fileOf('answer.json', bought[0]!)
    const keys = fileOf('keys.json', await read())
    for (const from of [keys, shop.url + KEYS_PATH]) {
      const { status, text } = await verify([answer, '--keys', from])
      expect(text).toContain('ok   key document answers-secp256k1 1 is signed by its key')
      expect(text).toContain('ok   the key was valid at the time of the answer')
      expect([status, text.endsWith('The answer is whole and signed.\n')]).toEqual([0, true])
    }
    expect((await verify([answer])).text).not.toContain('key document')
  })

  test('refuses a key that began later, and a document that was changed', async () => {
    const answer = fileOf('answer.json', bought[1]!)
    const text = JSON.stringify(await read())
    const at = Number(bought[1]!['timestamp'])
    const forged = fileOf('forged.json', text.replaceAll(String(at - 1), String(at - 100)))
    const found = await verify([answer, '--keys', forged])
    expect(found.status).toBe(1)
    expect(found.text).toContain('FAIL key document answers-ed25519 1 is signed by its key')
    const documents = await documentAt(
      { of: async () => null, keep: async (document) => document },
      Object.values(shop.keys).map(answersKey),
      at + 60,
    )
    const later = { chains: Object.fromEntries(documents.map((each) => [each.purpose, [each]])) }
    const { status, text: said } = await verify([answer, '--keys', fileOf('later.json', JSON.stringify(later))])
    expect([status, said.match(/^FAIL .*/gm)]).toEqual([1, [`FAIL the key was valid at the time of the answer  ${at}`]])
  })

  /** The chain of the service after a rotation, and another that goes on from the same promise. */
  const rotated = async () => {
    const body = JSON.parse(JSON.stringify(await read())) as { readonly chains: Record<string, readonly KeyDocument[]> }
    const first = body.chains['answers-ed25519']!
    const old = answersKey(shop.keys.x402)
    const fresh = answersKey(ed25519Signer(new Uint8Array(32).fill(33)))
    const from = Number(bought[1]!['timestamp'])
    const promised = [...first, ...promising(first, old, fresh.publicKey)]
    const chainUntil = (until: number) => [
      ...promised,
      ...handingOver(promised, { old, fresh, from: from + 60, until }),
    ]
    const fileWith = (name: string, chain: readonly KeyDocument[]) =>
      fileOf(name, JSON.stringify({ ...body, chains: { ...body.chains, 'answers-ed25519': chain } }))
    return {
      old: old.publicKey,
      fresh: fresh.publicKey,
      first: fileWith('first.json', first),
      whole: fileWith('whole.json', chainUntil(from + 120)),
      fork: fileWith('fork.json', chainUntil(from + 1_000)),
    }
  }

  test('says that a pinned key was replaced, since whoever has stolen it could have made the chain', async () => {
    const answer = fileOf('answer.json', bought[1]!)
    const { old, fresh, first, whole } = await rotated()
    const warned = await verify([answer, '--keys', whole, '--key', old])
    expect([warned.status, warned.text.match(/^warn .*/gm)]).toEqual([0, [expect.stringContaining(`pin ${fresh}`)]])
    const inJson = await verify([answer, '--keys', whole, '--key', old, '--json'])
    expect(JSON.parse(inJson.text)).toMatchObject({ ok: true, warnings: [expect.stringContaining('was replaced')] })
    for (const args of [
      ['--keys', whole, '--key', fresh],
      ['--keys', first, '--key', old],
      ['--keys', whole],
      ['--key', old],
    ])
      expect((await verify([answer, ...args])).text).not.toContain('warn')
    // No warning in place of a failed check.
    const stranger = await verify([answer, '--keys', whole, '--key', 'ab'.repeat(32)])
    expect([stranger.status, stranger.text.includes('warn')]).toEqual([1, false])
  })

  test('holds several documents against each other, and refuses two stories', async () => {
    const answer = fileOf('answer.json', bought[1]!)
    const { first, whole, fork } = await rotated()
    expect((await verify([answer, '--keys', first, '--keys', whole])).status).toBe(0)
    expect((await verify([answer, '--keys', fork])).status).toBe(0)
    const { status, text } = await verify([answer, '--keys', whole, '--keys', fork])
    expect([status, text.match(/^FAIL .*/gm)]).toEqual([1, ['FAIL answers-ed25519 has one chain']])
  })

  test('without documents to read, or for evidence, is a wrong call and no verdict', async () => {
    const answer = fileOf('answer.json', bought[0]!)
    for (const from of [
      join(folder, 'none.json'),
      fileOf('text.json', 'none'),
      `${shop.url}/nothing`,
      'http://[::1]:1/',
    ])
      expect(await verify([answer, '--keys', from])).toMatchObject({
        status: 2,
        text: `claros: no key documents can be read from ${from}.\n`,
      })
    const evidence = fileOf('evidence.json', { format: 'claros-evidence-v1' })
    expect((await verify([evidence, '--keys', answer])).status).toBe(2)
  })
})
