import { afterEach, expect, setSystemTime, test } from 'bun:test'
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
const reader = (known: Body | null = null) =>
  keyDocuments(
    {
      origin: 'https://oracle.example',
      patienceMs: 0,
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

test('what held is kept for a minute, and read again for a key that it does not name', async () => {
  const read = reader()
  served = bodyOf(PROMISED)
  for (const second of [0, 59, 60]) {
    at(second)
    expect(await read(answerOf(FIRST))).toMatchObject({ body: served })
  }
  expect(asked).toBe(2)
  served = bodyOf(ROTATED)
  expect(await read(answerOf(SECOND))).toMatchObject({ body: served })
  expect(await read(answerOf(SECOND))).toMatchObject({ body: served })
  expect(asked).toBe(3)
})

test('what does not hold is read again the next time, and what held is as good as before', async () => {
  const read = reader()
  at(0)
  served = bodyOf([{ ...BEGIN!, signatures: [] }])
  await read(answerOf(FIRST))
  served = bodyOf(ROTATED)
  expect(await read(answerOf(FIRST))).toEqual({ checks: [], body: served })
  at(61)
  const last = served
  served = null
  expect(await read(answerOf(FIRST))).toEqual({ checks: [], body: last })
  expect(asked).toBe(3)
})

test('with nothing to read there is nothing, and an older state takes nothing back', async () => {
  served = null
  expect(await reader()(answerOf(FIRST))).toBe('unread')
  const read = reader(bodyOf(ROTATED))
  expect(await read(answerOf(FIRST))).toEqual({ checks: [], body: bodyOf(ROTATED) })
  served = bodyOf(PROMISED)
  expect(await read(answerOf(FIRST))).toMatchObject({ checks: [{ ok: true }], body: bodyOf(ROTATED) })
})
