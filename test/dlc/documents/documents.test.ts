import { describe, expect, test } from 'bun:test'
import { announcement, checkAnnouncement } from '../../../src/dlc/wire/announcement.ts'
import { attestation, attestationCounted, attestationFault } from '../../../src/dlc/wire/attestation.ts'
import { EXAMPLES } from '../../../src/dlc/documents/document-examples.ts'
import { ANNOUNCEMENTS, AttestationDocument, ListEntry } from '../../../src/dlc/documents/document-schemas.ts'
import { announcementDocument, attestationDocument, listEntry } from '../../../src/dlc/documents/documents.ts'
import { nonceCount } from '../../../src/dlc/wire/event.ts'
import type { EventState } from '../../../src/dlc/terms/lifecycle.ts'
import { GRACE_MS } from '../../../src/actors/courier/resolution.ts'
import { EDGE_RULE, ROUNDING, thresholdRules } from '../../../src/dlc/terms/rules.ts'
import type { ShownEvent } from '../../../src/dlc/documents/shown-event.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import { SECRETS, announced, attestedAs, misfits, vectorCalled } from '../../support/dlc/shown-events.ts'
import { descriptorOf, vectors } from '../../support/dlc/vectors.ts'
import type { ShownTerms } from '../../../src/dlc/terms/event-terms.ts'

const sha256 = (hex: string): string => new Bun.CryptoHasher('sha256').update(Uint8Array.fromHex(hex)).digest('hex')
const inState = (event: ShownEvent, state: EventState): ShownEvent => ({ ...event, state })
const TERMS = EXAMPLES.threshold.terms as Extract<ShownTerms, { kind: 'threshold' }>
const EVENTS = vectors.vectors.map((vector) => [vector.name, vector] as const)
const CASES = vectors.vectors.flatMap((vector) =>
  vector.cases.map((each) => [`${vector.name} ${each.apiOutcome.slice(0, 20)}`, vector, each] as const),
)

describe('an announcement', () => {
  test.each(EVENTS)('of %s says what its bytes say', (_name, vector) => {
    const document = announcementDocument(announced(vector))
    const descriptor = descriptorOf(vector)
    expect(misfits(ANNOUNCEMENTS[document.type], document)).toEqual([])
    expect(document).toMatchObject({
      status: 'pending',
      eventid: vector.eventId,
      type: vector.kind === 'enum' ? 'enum' : 'numeric',
      label: 'a label',
      maturityTs: vector.maturity,
      oraclePubkey: vector.oraclePublicKey,
      announcementSignature: vector.announcementSignature,
      serialized: vector.announcement,
      nonces: vector.nonces,
      nonceSalt: '0f'.repeat(32),
      announcementId: sha256(vector.announcement),
      priceUsd: 7,
      resolverConfig: null,
      cancellable: false,
      createdAt: '2026-09-21T14:13:20.123Z',
    })
    if (descriptor.kind === 'enum') {
      const { outcomes } = decode(announcement, Uint8Array.fromHex(document.serialized)).event.descriptor as {
        readonly outcomes: readonly string[]
      }
      expect(document).toMatchObject({ outcomes })
      expect(document.rpoints).toEqual(outcomes.map(() => vector.nonces[0]!))
      expect(document.nonces).toHaveLength(1)
    } else {
      const { kind: _kind, ...shape } = descriptor
      expect(document).toMatchObject({ ...shape, scaleFactor: 1, rounding: ROUNDING })
      expect(document.rpoints).toEqual(vector.nonces)
      expect(document.rpoints).toHaveLength(nonceCount(descriptor))
    }
  })

  test('has a compatibility line for every wallet, and advice where it is of use', () => {
    const [good, bad] = ['enum-yes-no', 'numeric-signed-base10-4-precision-minus-2'].map((name) =>
      announcementDocument(announced(vectorCalled(name))),
    )
    expect(good!.compatibility.map(({ wallet, usable }) => [wallet, usable])).toEqual([
      ['ddk', true],
      ['node-dlc 1.x', true],
      ['node-dlc 0.x', true],
      ['bitcoin-s', true],
      ['rust-dlc', false],
    ])
    expect(good!.advice).toEqual([])
    expect(bad!.compatibility.every(({ usable }) => !usable)).toBe(true)
    expect(bad!.advice).toContain('use unsigned numbers: no wallet settles signed ones')
  })

  test('tells the edge rule where prices fall into buckets, and nowhere else', () => {
    const vector = vectorCalled('enum-yes-no')
    const config = { kind: 'price_buckets', source: 'BTCUSD', boundaries: [100], settledBy: 'BTCUSD' }
    const terms = { kind: 'enum', label: 'x', resolverConfig: config, rail: 'l402' } as const
    const document = announcementDocument(announced(vector, terms))
    expect(misfits(ANNOUNCEMENTS.enum, document)).toEqual([])
    expect(document).toMatchObject({ resolverConfig: config, edgeRule: EDGE_RULE })
    expect(announcementDocument(announced(vector))).not.toHaveProperty('edgeRule')
    const hook = { ...terms, resolverConfig: { kind: 'webhook', url: 'https://who.example/won' } }
    expect(announcementDocument(announced(vector, hook))).not.toHaveProperty('edgeRule')
  })

  test.each([
    ['above', 'at or above 120000'],
    ['below', 'at or below 120000'],
  ] as const)('of a contract that waits for a price %s its strike says so', (direction, words) => {
    const event = inState({ ...EXAMPLES.threshold, terms: { ...TERMS, direction } }, 'announced')
    const document = announcementDocument(event)
    expect(misfits(ANNOUNCEMENTS.threshold, document)).toEqual([])
    expect(document).toMatchObject({
      status: 'registered',
      type: 'threshold',
      pair: 'BTCUSD',
      strike: 120_000,
      direction,
      expiry: event.maturityTs,
      maturityTs: event.maturityTs,
      outcomes: ['breached', 'safe'],
      cancellable: true,
      cancelUntil: event.maturityTs,
      settles: {
        breached: expect.stringContaining(words),
        safe: expect.stringContaining(new Date(event.maturityTs * 1000).toISOString()),
        confirmations: 2,
        cadenceSeconds: 5,
        graceSeconds: GRACE_MS / 1000,
      },
    })
    expect(document.rpoints).toEqual([document.nonces[0]!, document.nonces[0]!])
    expect(document).not.toHaveProperty('label')
  })

  test('of a contract writes its strike out, as its event id does', () => {
    expect(thresholdRules('DOGEUSD', 1e-7, 'below', null).breached).toContain('at or below 0.0000001 ')
    expect(thresholdRules('BTCJPY', 1e21, 'above', null).breached).toContain('at or above 1000000000000000000000 ')
  })

  test.each([
    ['of before that was a term may be cancelled until its expiry', {}, true, EXAMPLES.threshold.maturityTs],
    ['says until when it may be cancelled', { cancellable: true, cancelUntil: 1_800_000_000 }, true, 1_800_000_000],
    ['says that it may not be cancelled', { cancellable: false, cancelUntil: null }, false, null],
  ] as const)('of a contract %s', (_, given, cancellable, cancelUntil) => {
    const { cancellable: _is, cancelUntil: _until, ...terms } = TERMS
    const event = { ...inState(EXAMPLES.threshold, 'announced'), terms: { ...terms, ...given } }
    const document = announcementDocument(event)
    expect(misfits(ANNOUNCEMENTS.threshold, document)).toEqual([])
    expect(document).toMatchObject({ cancellable, cancelUntil })
    expect(listEntry({ ...EXAMPLES.threshold, ...event })).toMatchObject({ cancellable })
  })

  test('speaks the same in every inner state, and of the end only at the end', () => {
    const event = inState(EXAMPLES.threshold, 'announced')
    const document = announcementDocument(event)
    for (const state of ['offered', 'cancelling', 'decided'] as const)
      expect([state, announcementDocument(inState(event, state))]).toEqual([state, document])
    expect(announcementDocument(inState(event, 'attested'))).toEqual({
      ...document,
      status: 'attested',
      cancellable: false,
    })
    expect(announcementDocument(inState(EXAMPLES.enum, 'attested')).status).toBe('settled')
  })
})

describe('an attestation', () => {
  test.each(CASES)('of %s is the one that was signed', (_name, vector, outcome) => {
    const event = attestedAs(vector, outcome)
    const document = attestationDocument(event)!
    expect(misfits(AttestationDocument, document)).toEqual([])
    expect(document).toMatchObject({
      status: 'settled',
      eventid: vector.eventId,
      outcome: outcome.apiOutcome.normalize('NFC'),
      outcomes: outcome.outcomes.map((word) => word.normalize('NFC')),
      signatures: outcome.signatures,
      oraclePubkey: vector.oraclePublicKey,
      serialized: outcome.attestation,
      serializedCounted: outcome.attestationWithOutcomeCount,
      attestedAt: '2027-01-01T00:00:00.456Z',
      reason: 'manual',
      evidence: { by: 'administrator' },
      maturityTs: vector.maturity,
      announcementId: sha256(vector.announcement),
    })
    expect<unknown>(document.signature).toBe(outcome.signatures.length === 1 ? outcome.signatures[0] : undefined)
    const announcedBytes = decode(announcement, Uint8Array.fromHex(vector.announcement))
    const plain = decode(attestation, Uint8Array.fromHex(document.serialized))
    expect(attestationFault(announcedBytes, plain)).toBeNull()
    expect(decode(attestationCounted, Uint8Array.fromHex(document.serializedCounted))).toEqual(plain)
    expect(plain.signatures.map((each) => each.toHex())).toEqual([...document.signatures])
  })

  test('is not there before the last signature is published, whatever lies in the store', () => {
    for (const event of Object.values(EXAMPLES))
      for (const state of ['offered', 'announced', 'cancelling', 'decided'] as const)
        expect([state, attestationDocument(inState(event, state))]).toEqual([state, null])
    expect(attestationDocument({ ...EXAMPLES.enum, attestation: null })).toBeNull()
  })

  test('of a contract names what was watched and has its signature under both names', () => {
    const document = attestationDocument(EXAMPLES.threshold)!
    expect(misfits(AttestationDocument, document)).toEqual([])
    expect(document).toMatchObject({ status: 'attested', pair: 'BTCUSD', strike: 120_000, direction: 'above' })
    expect(document.signatures).toEqual([document.signature!])
  })
})

describe('a line of a list', () => {
  test.each([
    ['threshold', { pair: 'BTCUSD', strike: 120_000, direction: 'above', expiry: 1_826_536_000, cancellable: true }],
    ['enum', { pair: null, label: 'Will it rain on 1 January 2027?', cancellable: false }],
    ['numeric', { pair: 'BTCUSD', label: 'BTC/USD at the start of 2027', cancellable: false }],
  ] as const)('of a %s event has what one chooses by', (kind, fields) => {
    const line = listEntry(inState(EXAMPLES[kind], 'announced'))
    const { announcementId, createdAt } = announcementDocument(EXAMPLES[kind])
    expect(misfits(ListEntry, line)).toEqual([])
    expect(line).toMatchObject({ ...fields, type: kind, settled: false, announcementId, createdAt })
    expect(line.status).toBe(kind === 'threshold' ? 'registered' : 'pending')
    expect(listEntry(inState(EXAMPLES[kind], 'decided'))).toEqual(line)
    expect(listEntry(EXAMPLES[kind])).toMatchObject({
      settled: true,
      cancellable: false,
      status: kind === 'threshold' ? 'attested' : 'settled',
    })
  })
})

test('no document holds what only the oracle may know', () => {
  for (const example of Object.values(EXAMPLES)) {
    const event = Object.assign({}, example, SECRETS)
    const told = JSON.stringify([announcementDocument(event), attestationDocument(event), listEntry(event)])
    expect(told).not.toMatch(/secret|hidden|payer|manageToken|webhookUrl|payment|cancelling/i)
  }
})

test('the signatures in the published examples verify', () => {
  for (const event of Object.values(EXAMPLES)) {
    const checked = checkAnnouncement(Uint8Array.fromHex(event.announcement))
    if (!checked.ok) throw new Error(checked.reason)
    expect(checked.announcement.event.eventId).toBe(event.id)
    const { serialized } = attestationDocument(event)!
    expect(attestationFault(checked.announcement, decode(attestation, Uint8Array.fromHex(serialized)))).toBeNull()
  }
  const signed = [EXAMPLES.enum, EXAMPLES.numeric].map((event) => event.announcement)
  for (const hex of signed) expect(vectors.vectors.map((vector) => vector.announcement)).toContain(hex)
})
