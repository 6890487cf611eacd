import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { AgreedKeys } from '../../src/canonical/key-agreement.ts'
import { keyDocuments } from '../../client/src/key-documents.ts'
import type { Body } from '../../client/src/verify.ts'
import { answersKey } from '../../src/actors/key-document.ts'
import { handingOver, promising } from '../../src/actors/key-succession.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { documentAt } from '../support/signed-keys.ts'

/** When key documents are read, and which are kept. */

const NOW = 1_794_996_000
const keyOf = (byte: number) => answersKey(ed25519Signer(new Uint8Array(32).fill(byte)))
const [FIRST, SECOND] = [keyOf(1), keyOf(2)]
const [BEGIN] = await documentAt({ of: async () => null, keep: async (document) => document }, [FIRST], NOW)
const PROMISED = [BEGIN!, ...promising([BEGIN!], FIRST, SECOND.publicKey)]
const ROTATED = [...PROMISED, ...handingOver(PROMISED, { old: FIRST, fresh: SECOND, from: NOW + 60, until: NOW + 90 })]
const bodyOf = (chain: readonly object[]): Body =>
  JSON.parse(JSON.stringify({ version: 1, chains: { 'answers-ed25519': chain } }))
const answerOf = (key: typeof FIRST): Body => ({ signingScheme: 'ed25519', pubkey: key.publicKey })

let served: Body | null = null
let asked = 0
const reader = (known: Body | null = null, patienceMs = 0) =>
  keyDocuments(
    {
      origin: 'https://oracle.example',
      patienceMs,
      send: async () => {
        asked += 1
        return served ? Response.json(served) : new Response('', { status: 503 })
      },
    },
    known,
  )
const at = (seconds: number): void => void setSystemTime((NOW + seconds) * 1000)
afterEach(() => {
  setSystemTime()
  asked = 0
})

const chainIn = (found: AgreedKeys | 'unread'): unknown =>
  found === 'unread' ? found : [found.checks.every(({ ok }) => ok), found.body['chains']]
const led = (chain: readonly object[]): unknown => [true, bodyOf(chain)['chains']]

test('what held is kept for a minute, and read again for a key that it does not name', async () => {
  const read = reader()
  served = bodyOf(PROMISED)
  for (const second of [0, 59, 60]) {
    at(second)
    expect(chainIn(await read(answerOf(FIRST)))).toEqual(led(PROMISED))
  }
  expect(asked).toBe(2)
  served = bodyOf(ROTATED)
  expect(chainIn(await read(answerOf(SECOND)))).toEqual(led(ROTATED))
  expect(chainIn(await read(answerOf(SECOND)))).toEqual(led(ROTATED))
  expect(asked).toBe(3)
})

test('what does not hold, or does not name the key, is as if it were not there', async () => {
  const read = reader()
  at(0)
  for (const chain of [[{ ...BEGIN!, signatures: [] }], PROMISED, []]) {
    served = bodyOf(chain)
    expect(await read(answerOf(SECOND))).toBe('unread')
  }
  served = bodyOf(ROTATED)
  expect(chainIn(await read(answerOf(SECOND)))).toEqual(led(ROTATED))
  // What held is as good as before.
  at(61)
  for (const later of [null, bodyOf([]), bodyOf([{ ...BEGIN!, signatures: [] }]), bodyOf(PROMISED)]) {
    served = later
    expect(chainIn(await read(answerOf(FIRST)))).toEqual(led(ROTATED))
  }
})

test('a cache that has what was before is waited for', async () => {
  const read = reader(null, 3_000)
  served = bodyOf(PROMISED)
  setTimeout(() => {
    served = bodyOf(ROTATED)
  }, 700)
  expect(chainIn(await read(answerOf(SECOND)))).toEqual(led(ROTATED))
})

test('two that ask at once ask once', async () => {
  const read = reader()
  served = bodyOf(ROTATED)
  await Promise.all([read(answerOf(FIRST)), read(answerOf(SECOND))])
  expect(asked).toBe(1)
})

test('a fetch that heeds no signal ends all the same', async () => {
  const never = keyDocuments(
    { origin: 'https://oracle.example', patienceMs: 0, send: () => new Promise<Response>(() => {}) },
    null,
  )
  expect(await never(answerOf(FIRST))).toBe('unread')
})

test('what was kept from before: with nothing to read it leads as far as it goes, and an older state takes nothing back', async () => {
  served = null
  expect(await reader()(answerOf(FIRST))).toBe('unread')
  expect(await reader(bodyOf(PROMISED))(answerOf(SECOND))).toBe('unread')
  const read = reader(bodyOf(ROTATED))
  expect(chainIn(await read(answerOf(FIRST)))).toEqual(led(ROTATED))
  served = bodyOf(PROMISED)
  expect(chainIn(await read(answerOf(FIRST)))).toEqual(led(ROTATED))
})

test('what was kept from before and does not hold, or says nothing of this key, is no pin', async () => {
  served = bodyOf(ROTATED)
  for (const known of [{ error: 'unavailable' }, bodyOf([]), bodyOf([{ ...BEGIN!, signatures: [] }])])
    expect(await reader(known)(answerOf(FIRST))).toMatchObject({ checks: [{ ok: false }] })
})

test('another chain than the one that was seen is told, whatever the others of the service say', async () => {
  const read = reader()
  at(0)
  served = { chains: { ...(bodyOf(PROMISED)['chains'] as Body), webhook: [{ canonical: 'x' }] } }
  expect(chainIn(await read(answerOf(FIRST)))).toEqual(led(PROMISED))
  const fork = [...PROMISED, ...handingOver(PROMISED, { old: FIRST, fresh: SECOND, from: NOW + 70, until: NOW + 95 })]
  served = bodyOf(ROTATED)
  expect(chainIn(await read(answerOf(SECOND)))).toEqual(led(ROTATED))
  const longer = [...fork, ...promising(fork, SECOND, FIRST.publicKey)]
  for (const chain of [fork, longer, fork]) {
    at(200)
    served = bodyOf(chain)
    expect(chainIn(await read(answerOf(SECOND)))).toEqual([false, expect.anything()])
  }
  served = bodyOf(ROTATED)
  expect(chainIn(await read(answerOf(SECOND)))).toEqual(led(ROTATED))
})
