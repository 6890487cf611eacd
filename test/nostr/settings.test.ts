import { expect, test } from 'bun:test'
import { readKinds, readRelays } from '../../src/nostr/settings.ts'

/** What an operator may set, and what he is told. */

test('relays: one spelling each, none is fine', () => {
  expect(readRelays(undefined, [])).toEqual({ ok: true, value: [] })
  expect(readRelays('wss://One.example, wss://one.example/ ,wss://two.example/path', [])).toEqual({
    ok: true,
    value: ['wss://one.example', 'wss://two.example/path'],
  })
  expect(readRelays('ws://127.0.0.1:7000', ['127.0.0.1:7000'])).toEqual({ ok: true, value: ['ws://127.0.0.1:7000'] })
})

test('every broken relay is named, with its rule', () => {
  const written = 'ws://plain.example,https://web.example,nonsense,wss://me:secret@three.example,wss://four.example/#a'
  const judged = readRelays(written, ['127.0.0.1:7000'])
  if (judged.ok) throw new Error('taken')
  expect(judged.problems.map((each) => each.replace(/^NOSTR_RELAYS: /, ''))).toEqual([
    expect.stringMatching(/plain\.example" must begin with wss:\/\/; without TLS/),
    expect.stringMatching(/web\.example" must begin with wss/),
    expect.stringMatching(/"nonsense" is no address/),
    expect.stringMatching(/no credentials/),
    expect.stringMatching(/no fragment/),
  ])
  const many = Array.from({ length: 17 }, (_, n) => `wss://r${n}.example`).join()
  expect(readRelays(many, [])).toMatchObject({ ok: false, problems: [expect.stringContaining('at most 16')] })
})

test('kinds that relays do not keep are refused, and one kind for both', () => {
  expect(readKinds(88, 89)).toEqual({ ok: true, value: { announcement: 88, attestation: 89 } })
  for (const kind of [0, 3, 10_000, 20_088, 30_088, 39_999]) expect(readKinds(kind, 89).ok).toBe(false)
  for (const kind of [1, 2, 4, 9_999, 40_000]) expect(readKinds(kind, 89).ok).toBe(true)
  const both = readKinds(10_088, 10_088)
  expect(both.ok ? [] : both.problems).toHaveLength(3)
})
