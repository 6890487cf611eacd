import { sha256 } from '@noble/hashes/sha2.js'
import { announcement } from '../wire/announcement.ts'
import { attestation, outcomeText } from '../wire/attestation.ts'
import { isOverride } from './by-hand.ts'
import { lastCancelled } from '../terms/cancelling.ts'
import { adviceFor, compatibilityOf } from './compatibility.ts'
import type { EventDescriptor } from '../wire/event.ts'
import type { ShownTerms } from '../terms/event-terms.ts'
import { EDGE_RULE, ROUNDING, thresholdRules } from '../terms/rules.ts'
import type { AnnouncedEvent, Plain, ShownEvent } from './shown-event.ts'
import { decode } from '../wire/tlv.ts'

/**
 * Events as JSON (interface 7.6). Whatever the signed bytes contain is read from them, so that a document cannot
 * contradict its own `serialized`. Secrets of the oracle are not read here.
 */

/** The flat fee of a creation. */
const PRICE_USD = 7

const iso = (ms: number): string => new Date(ms).toISOString()

const isAttested = ({ state }: AnnouncedEvent): boolean => state === 'attested'

/** What bodies and list filters call an event before and after its attestation. */
export const PUBLIC_STATES = {
  threshold: { open: 'registered', done: 'attested' },
  enum: { open: 'pending', done: 'settled' },
  numeric: { open: 'pending', done: 'settled' },
} as const

/** The public status. An offered event already has the status that it will have once it is paid. */
const statusOf = (event: AnnouncedEvent) => PUBLIC_STATES[event.kind][isAttested(event) ? 'done' : 'open']

/** Whether its creator may cancel it: if the terms allow it, and only before it is attested. */
const isCancellable = (event: AnnouncedEvent): boolean => {
  const { terms, maturityTs } = event
  return terms.kind === 'threshold' && lastCancelled(terms, maturityTs) !== null && !isAttested(event)
}

/** Oracle explorers know an announcement by the SHA-256 of its TLV, header included. */
const announcementId = ({ announcement: hex }: AnnouncedEvent): string => sha256(Uint8Array.fromHex(hex)).toHex()

/** One point per outcome (interface 7.2). The TLV has the one nonce that signs any of them. */
const pointsFor = (descriptor: EventDescriptor, nonces: readonly string[]): readonly string[] =>
  descriptor.kind === 'enum' ? descriptor.outcomes.flatMap(() => nonces) : nonces

const shapeOf = (descriptor: EventDescriptor) => {
  if (descriptor.kind === 'enum') return { outcomes: descriptor.outcomes }
  const { base, nbDigits, isSigned, unit, precision } = descriptor
  return { base, nbDigits, isSigned, unit, precision }
}

const configOf = (config: Readonly<Record<string, unknown>> | null) => ({ resolverConfig: config as Plain })

/** The fields of one kind only. */
const termsOf = (terms: ShownTerms, expiry: number) => {
  switch (terms.kind) {
    case 'threshold': {
      const { pair, strike, direction } = terms
      const cancelUntil = lastCancelled(terms, expiry)
      return {
        pair,
        strike,
        direction,
        expiry,
        cancelUntil,
        settles: thresholdRules(pair, strike, direction, cancelUntil),
      }
    }
    case 'enum': {
      const { label, resolverConfig } = terms
      const edges = resolverConfig?.['kind'] === 'price_buckets' ? { edgeRule: EDGE_RULE } : {}
      return { label, ...configOf(resolverConfig), ...edges }
    }
    case 'numeric': {
      const { label, scaleFactor, resolverConfig } = terms
      return { label, scaleFactor, rounding: ROUNDING, ...configOf(resolverConfig) }
    }
  }
}

/** Fields that a decided event has, and that are absent before. */
const endOf = (event: AnnouncedEvent) => {
  const { decision } = event
  if (!isAttested(event) || !decision) return {}
  return {
    ...(decision.seal && { evidenceHash: decision.seal.hash }),
    ...(isOverride(decision.evidence) && { override: true as const }),
  }
}

/** The announcement of an event of any kind. Throws `Malformed` on bytes that are none. */
export const announcementDocument = (event: AnnouncedEvent) => {
  const read = decode(announcement, Uint8Array.fromHex(event.announcement))
  const { descriptor, eventId } = read.event
  const nonces = read.event.nonces.map((point) => point.toHex())
  return {
    status: statusOf(event),
    eventid: event.id,
    type: event.kind,
    ...termsOf(event.terms, event.maturityTs),
    maturityTs: event.maturityTs,
    oraclePubkey: read.oracleKey.toHex(),
    rpoints: pointsFor(descriptor, nonces),
    announcementSignature: read.signature.toHex(),
    serialized: event.announcement,
    rail: event.terms.rail,
    priceUsd: event.terms.rail === 'none' ? 0 : PRICE_USD,
    ...shapeOf(descriptor),
    nonces,
    nonceSalt: event.salt,
    announcementId: announcementId(event),
    cancellable: isCancellable(event),
    createdAt: iso(event.offeredAt),
    ...endOf(event),
    compatibility: compatibilityOf(descriptor, eventId).map((row) => ({ ...row })),
    advice: adviceFor(descriptor, eventId),
  } as const
}

/**
 * The attestation, or `null` while there is none. A decided event that is not signed yet does not reveal its outcome.
 */
export const attestationDocument = (event: ShownEvent) => {
  const { attestation: bytes, decision, terms } = event
  if (!isAttested(event) || !bytes || !decision) return null
  const { oracleKey, outcomes, signatures: points } = decode(attestation, Uint8Array.fromHex(bytes.serialized))
  const signatures = points.map((signature) => signature.toHex())
  return {
    status: statusOf(event),
    eventid: event.id,
    type: event.kind,
    ...(terms.kind === 'threshold' && { pair: terms.pair, strike: terms.strike, direction: terms.direction }),
    outcome: outcomeText(outcomes),
    outcomes,
    signatures,
    // Older clients of threshold contracts read the one signature under its singular name.
    ...(signatures.length === 1 && { signature: signatures.join('') }),
    oraclePubkey: oracleKey.toHex(),
    serialized: bytes.serialized,
    serializedCounted: bytes.counted,
    attestedAt: iso(bytes.attestedAt),
    reason: decision.reason,
    evidence: decision.evidence,
    ...endOf(event),
    maturityTs: event.maturityTs,
    announcementId: announcementId(event),
  } as const
}

/** One entry of a list. */
export const listEntry = (event: ShownEvent) => {
  const { terms, pair, maturityTs } = event
  return {
    eventid: event.id,
    type: event.kind,
    pair,
    status: statusOf(event),
    settled: isAttested(event),
    ...(terms.kind === 'threshold'
      ? { strike: terms.strike, direction: terms.direction, expiry: maturityTs }
      : { label: terms.label }),
    maturityTs,
    cancellable: isCancellable(event),
    createdAt: iso(event.offeredAt),
    announcementId: announcementId(event),
  } as const
}
