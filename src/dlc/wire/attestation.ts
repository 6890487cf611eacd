import type { Announcement, CheckedAnnouncement } from './announcement.ts'
import { fromDigits } from './digits.ts'
import { type EventDescriptor, xPoint } from './event.ts'
import { body, counted, text, textBytes, times, tlv } from './record.ts'
import { type KeyPair, nobleSchnorr, type Schnorr, taggedHash } from './schnorr.ts'
import { type Coder, concat, decode, raw } from './tlv.ts'

/** dlcspecs `Oracle.md`, "Oracle Attestations": one signature per outcome string. */
export interface Attestation {
  readonly eventId: string
  /** 32 bytes, x-only. */
  readonly oracleKey: Uint8Array
  /** 64 bytes each; the first 32 of each are the announced nonce. */
  readonly signatures: readonly Uint8Array[]
  readonly outcomes: readonly string[]
}

const ORACLE_ATTESTATION = 55400

type Head = Omit<Attestation, 'outcomes'>
const head = body<Head>({ eventId: text, oracleKey: xPoint, signatures: counted(raw(64)) })

/**
 * The two live dialects differ only in what stands before the outcomes. Bytes alone do not always tell them apart: a
 * count and short digits can read as texts. A reader must know which one it holds, or try both against the
 * announcement.
 */
const dialect = (outcomes: (count: number) => Coder<readonly string[]>): Coder<Attestation> =>
  tlv(ORACLE_ATTESTATION, {
    write: (value: Attestation) => concat([head.write(value), outcomes(value.signatures.length).write(value.outcomes)]),
    read(from) {
      const read = head.read(from)
      return { ...read, outcomes: outcomes(read.signatures.length).read(from) }
    },
  })

/** `serialized`: as dlcspecs writes it, no count before the outcomes (bitcoin-s, node-dlc 0.x read this one). */
export const attestation = dialect((count) => times(count, text))

/**
 * `serializedCounted`: a u16 count before the outcomes (rust-dlc since 0.7.1, DDK, kormir, Lava; node-dlc 1.x reads
 * both).
 */
export const attestationCounted = dialect(() => counted(text))

const attestationHash = taggedHash('DLC/oracle/attestation/v0')

/** The 32 bytes that are signed for one outcome. Neither event nor position is in them: the nonce alone binds. */
export const outcomeHash = (outcome: string): Uint8Array => attestationHash(textBytes(outcome))

/** Whether these strings are one possible outcome of the event, in NFC and in full. */
export const isOutcome = (descriptor: EventDescriptor, outcomes: readonly string[]): boolean => {
  if (descriptor.kind === 'digits') return fromDigits(outcomes, descriptor) !== null
  const [outcome, ...more] = outcomes
  return outcome !== undefined && more.length === 0 && descriptor.outcomes.some((o) => o.normalize('NFC') === outcome)
}

/** The `outcome` of the API: the word, or the digits joined by commas, sign first. */
export const outcomeText = (outcomes: readonly string[]): string => outcomes.join(',')

/** Why an attestation does not fit its announcement `announced`; `null` if it fits. */
export const attestationFault = (
  announced: Announcement,
  given: Attestation,
  schnorr: Schnorr = nobleSchnorr,
): string | null => {
  const { event, oracleKey } = announced
  if (given.eventId !== event.eventId.normalize('NFC')) return 'it speaks of another event'
  if (given.oracleKey.toHex() !== oracleKey.toHex()) return 'it speaks for another oracle'
  if (!isOutcome(event.descriptor, given.outcomes)) return 'no outcome of this event'
  if (given.signatures.length !== event.nonces.length) return `${given.signatures.length} signatures`
  const fits = given.outcomes.every((outcome, i) => {
    const signature = given.signatures[i] ?? new Uint8Array()
    return (
      signature.subarray(0, 32).toHex() === event.nonces[i]?.toHex() &&
      schnorr.verify(signature, outcomeHash(outcome), oracleKey)
    )
  })
  return fits ? null : 'a signature is not by the announced nonce, or does not verify'
}

/** With its bytes, as they were read back and verified. */
export interface Attested extends Attestation {
  /** As dlcspecs writes it. */
  readonly serialized: Uint8Array
  /** With a count before the outcomes. */
  readonly counted: Uint8Array
}

/** Attesting failed. No signature has left `attest`. */
export class NotAttested extends Error {
  override readonly name = 'NotAttested'
}

/**
 * Signs the outcome of an announced event. The caller has decided it, durably and finally: see the warning at
 * `signUnverified`. The same outcome again gives the same bytes, so a crash after signing is repaired by signing again.
 *
 * @param nonces in the order of the announced points.
 * @param outcomes one word, or sign and digits. Texts are taken to NFC before they are compared and signed.
 * Throws `NotAttested` on an announcement that is not ours, on strings that it does not name, on other nonces, and when
 * a signature that was made does not verify.
 */
export const attest = (
  announced: CheckedAnnouncement,
  key: KeyPair,
  nonces: readonly KeyPair[],
  outcomes: readonly string[],
  schnorr: Schnorr = nobleSchnorr,
): Attested => {
  const { event } = announced
  const refuse = (reason: string): never => {
    throw new NotAttested(`attestation of ${event.eventId}: ${reason}`)
  }
  const words = outcomes.map((outcome) => outcome.normalize('NFC'))
  if (announced.oracleKey.toHex() !== key.point.toHex()) refuse('announced by another key')
  if (!isOutcome(event.descriptor, words)) refuse('no outcome of this event')
  if (nonces.length !== event.nonces.length) refuse(`${nonces.length} nonces`)
  if (nonces.some(({ point }, i) => point.toHex() !== event.nonces[i]?.toHex()))
    refuse('a nonce is not the announced one')
  const signatures = nonces.map((nonce, i) => schnorr.signUnverified(outcomeHash(words[i] ?? ''), key, nonce))
  const made = { eventId: event.eventId, oracleKey: key.point, signatures, outcomes: words }
  const [serialized, counted] = [attestation.write(made), attestationCounted.write(made)]
  // The bytes are read back as a client would read them, and each signature is verified once, before anybody gets them.
  const reason = attestationFault(announced, decode(attestation, serialized), schnorr)
  if (reason) refuse(reason)
  if (attestation.write(decode(attestationCounted, counted)).toHex() !== serialized.toHex())
    refuse('the two dialects disagree')
  return { ...made, serialized, counted }
}
