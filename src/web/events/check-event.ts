import { attestation, attestationFault } from '../../dlc/wire/attestation.ts'
import { type CheckedAnnouncement, checkAnnouncement } from '../../dlc/wire/announcement.ts'
import { fromDigits } from '../../dlc/wire/digits.ts'
import { decode, Malformed } from '../../dlc/wire/tlv.ts'
import type { Check } from '../../canonical/check.ts'
import type { Verification } from '../../canonical/verify.ts'
import type { AnnouncementDocument, AttestationRead } from '../wire/events.ts'

/** Checks an event as a wallet does: from its signed bytes, and that the document beside them says the same. */

const bytesOf = (hex: string): Uint8Array | null => {
  try {
    return Uint8Array.fromHex(hex)
  } catch {
    return null
  }
}

const verdictOf = (checks: readonly Check[]): Verification => ({ ok: checks.every(({ ok }) => ok), checks })

/** What was read and checked of an announcement; `announced` is `null` where its bytes are none. */
export interface CheckedEvent {
  readonly found: Verification
  readonly announced: CheckedAnnouncement | null
}

/** @param oracleKey the key that is expected, x-only hex: the one that the oracle states, or one that was pinned */
export const checkEvent = (document: AnnouncementDocument, oracleKey: string | null): CheckedEvent => {
  const bytes = bytesOf(document.serialized)
  const read = bytes ? checkAnnouncement(bytes) : ({ ok: false, reason: 'the bytes are no hex' } as const)
  if (!read.ok)
    return {
      found: verdictOf([{ what: 'the announcement is signed and whole', ok: false, detail: read.reason }]),
      announced: null,
    }
  const { event, oracleKey: signer } = read.announcement
  const nonces = event.nonces.map((nonce) => nonce.toHex())
  const checks: Check[] = [
    { what: 'the announcement is signed and whole', ok: true, detail: read.announcement.signature.toHex() },
    { what: 'every nonce is a point of the curve, and none stands twice', ok: true, detail: String(nonces.length) },
    { what: 'the event is the one that was asked for', ok: event.eventId === document.eventid, detail: event.eventId },
    {
      what: 'the maturity is the one that was signed',
      ok: event.maturity === document.maturityTs,
      detail: String(event.maturity),
    },
    { what: 'the nonces are those that were signed', ok: nonces.join() === document.nonces.join() },
    {
      what: 'the key is the one that the document names',
      ok: signer.toHex() === document.oraclePubkey,
      detail: signer.toHex(),
    },
  ]
  if (oracleKey !== null)
    checks.push({ what: 'it is the key that the oracle states', ok: signer.toHex() === oracleKey, detail: oracleKey })
  return { found: verdictOf(checks), announced: read.announcement }
}

/** Checks an attestation against the announcement that it keeps. */
export const checkAttestation = (announced: CheckedAnnouncement, document: AttestationRead): Verification => {
  const bytes = bytesOf(document.serialized)
  try {
    if (!bytes) throw new Malformed('the bytes are no hex')
    const given = decode(attestation, bytes)
    const fault = attestationFault(announced, given)
    const { descriptor } = announced.event
    const value = descriptor.kind === 'digits' ? fromDigits(given.outcomes, descriptor) : null
    return verdictOf([
      {
        what: 'each outcome is signed with the nonce that was announced for it',
        ok: fault === null,
        detail: fault ?? `${given.signatures.length} signatures`,
      },
      {
        what: 'the outcome is the one that was signed',
        ok: given.outcomes.join() === document.outcomes.join(),
        detail: value === null ? given.outcomes.join(', ') : String(value),
      },
    ])
  } catch (problem) {
    if (!(problem instanceof Malformed)) throw problem
    return verdictOf([{ what: 'the attestation can be read', ok: false, detail: problem.message }])
  }
}

/** The number that the digits of an outcome say; `null` for words. */
export const numberOf = ({ event: { descriptor } }: CheckedAnnouncement, outcomes: readonly string[]): bigint | null =>
  descriptor.kind === 'digits' ? fromDigits(outcomes, descriptor) : null
