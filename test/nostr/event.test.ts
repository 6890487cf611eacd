import { expect, test } from 'bun:test'
import { nostrEventHash, nostrKey } from '../../src/nostr/event.ts'
import { eventFault } from '../support/nostr-relay.ts'

/** Ids and signatures of NIP-01, against events that another program made and published. */

const ONE = new Uint8Array(32)
ONE[31] = 1

/** Made with `nak event`, secret 1, as its README shows it. */
const PUBLIC = {
  id: '53443506e7d09e55b922a2369b80f926007a8a8a8ea5f09df1db59fe1993335e',
  pubkey: '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  created_at: 1_698_632_644,
  kind: 1,
  tags: [],
  content: 'hello from the nostr army knife',
  sig: '4bdb609c975b2b61338c2ff4c7ce91d4afe74bea4ed1601a62e1fd125bd4c0ae6e0166cca96e5cfb7e0f50583eb6a0dd0b66072566299b6007742db56278010c',
}

test('a public event has the id that we compute, and ours of the same words verifies', () => {
  expect(nostrEventHash(PUBLIC).toHex()).toBe(PUBLIC.id)
  expect(eventFault(PUBLIC)).toBeNull()
  const { kind, created_at: createdAt, tags, content } = PUBLIC
  const ours = nostrKey(ONE).sign({ kind, createdAt, tags, content })
  expect({ ...ours, sig: PUBLIC.sig }).toEqual(PUBLIC)
  expect(eventFault(ours)).toBeNull()
})

test('tags count, whatever stands in them, and the same words are signed the same', () => {
  const draft = { kind: 88, createdAt: 1, tags: [['title', 'a "quoted" \\ Größe  ✓']], content: 'x' }
  const key = nostrKey(ONE)
  expect(key.sign(draft)).toEqual(key.sign(draft))
  expect(key.sign({ ...draft, tags: [] }).id).not.toBe(key.sign(draft).id)
  expect(eventFault(key.sign(draft))).toBeNull()
  expect(eventFault({ ...key.sign(draft), content: 'y' })).toContain('hash')
})
