import { expect, test } from 'bun:test'
import { EXAMPLES } from '../../src/dlc/documents/document-examples.ts'
import { announcementDraft, attestationDraft } from '../../src/nostr/posts.ts'
import { publishWords, readVerdict } from '../../src/nostr/relay-words.ts'

/** NIP-88: what is said of an event, from the event alone. */

const KINDS = { announcement: 88, attestation: 89 }
const RELAYS = ['wss://one.example', 'wss://two.example']
const hexOf = (content: string): string => Uint8Array.fromBase64(content).toHex()

test('an announcement: its TLV, the relays, and the assets of a number', () => {
  const { numeric, enum: word, threshold } = EXAMPLES
  const draft = announcementDraft(numeric, KINDS, RELAYS)
  expect(draft).toEqual({
    kind: 88,
    createdAt: numeric.offeredAt / 1000,
    tags: [
      ['relays', ...RELAYS],
      ['title', 'BTC/USD at the start of 2027'],
      ['description', 'DLC oracle event BTCUSD-2027-01-01'],
      ['n', 'BTC'],
      ['n', 'USD'],
    ],
    content: expect.any(String),
  })
  expect(hexOf(draft.content)).toBe(numeric.announcement)
  expect(announcementDraft(word, KINDS, RELAYS).tags.map(([name]) => name)).toEqual(['relays', 'title', 'description'])
  expect(announcementDraft(threshold, KINDS, RELAYS).tags[1]).toEqual(['title', 'BTCUSD above 120000'])
  const odd = { ...word, terms: { ...word.terms, label: 'a\u0000b\u001b\n\u007fc' } }
  expect(announcementDraft(odd, KINDS, []).tags[1]).toEqual(['title', 'a b c'])
})

test('an attestation: the TLV of the standard, and the Nostr id of its announcement', () => {
  const decision = { decidedAt: 1_796_000_005_999 }
  const draft = attestationDraft({ ...EXAMPLES.numeric, decision }, { ...KINDS, attestation: 1_089 }, 'ab'.repeat(32))
  expect(draft).toEqual({
    kind: 1_089,
    createdAt: 1_796_000_005,
    tags: [['e', 'ab'.repeat(32)]],
    content: expect.any(String),
  })
  expect(hexOf(draft!.content)).toBe(EXAMPLES.numeric.attestation!.serialized)
  expect(attestationDraft({ attestation: null, decision }, KINDS, 'x')).toBeNull()
  expect(attestationDraft({ ...EXAMPLES.numeric, decision: null }, KINDS, 'x')).toBeNull()
})

test('the words of relays: a verdict is read, everything else is passed over', () => {
  expect(publishWords('{"id":"a"}')).toBe('["EVENT",{"id":"a"}]')
  expect(readVerdict('["OK","a",true,""]')).toEqual({ id: 'a', accepted: true, reason: '' })
  expect(readVerdict('["OK","a",false,"blocked: no"]')).toEqual({ id: 'a', accepted: false, reason: 'blocked: no' })
  expect(readVerdict('["OK","a",false,"duplicate: have it"]')).toMatchObject({ accepted: true })
  expect(readVerdict(`["OK","a",false,"${'x'.repeat(5_000)}"]`)?.reason).toHaveLength(200)
  for (const frame of [
    '',
    'nonsense',
    '{}',
    '[]',
    '["OK"]',
    '["OK",1,true]',
    '["OK","a","true"]',
    '["NOTICE","a",true]',
    'null',
  ])
    expect(readVerdict(frame)).toBeNull()
})
