import { type CheckedAnnouncement, announce } from '../../dlc/wire/announcement.ts'
import { attest, isOutcome, outcomeHash } from '../../dlc/wire/attestation.ts'
import { type EventDescriptor, nonceCount } from '../../dlc/wire/event.ts'
import { deriveNonces } from '../../dlc/wire/nonces.ts'
import { compressed, type KeyPair, nobleSchnorr, type Schnorr } from '../../dlc/wire/schnorr.ts'
import { type Guard, type NonceUse, SecondMessage } from './guard.ts'
import { AUX, type OwnEvent, SignerRefusal, readOwnAnnouncement, sameBytes } from './own-announcement.ts'

/**
 * The only place where the DLC key is used. It takes events and outcomes as words, never a hash. It derives or reads
 * itself whatever it can, and writes down what it will sign before it signs. The same request gives the same bytes, so
 * a request may be repeated after a crash.
 */
export interface DlcSigner {
  /** x-only, hex, as in announcements. */
  readonly publicKey: string
  /** The same with its parity, 33 bytes, hex. */
  readonly compressedKey: string
  announce(terms: AnnounceTerms, salt: Uint8Array): Announced
  /** @param outcome the word, or sign and digits. Throws `SignerRefusal`, and `SecondMessage` of the guard. */
  attest(event: OwnEvent, outcome: readonly string[]): SignedOutcome
  /**
   * Many at once, with one commit of the guard: all of them are written down before the first is signed. Answers are in
   * the order of the requests. One that cannot be signed does not affect the others. Throws if the guard cannot write;
   * then nothing was signed.
   */
  attestAll(requests: readonly AttestRequest[]): readonly Attempt[]
}

export interface AttestRequest {
  readonly event: OwnEvent
  readonly outcome: readonly string[]
}

/** `problem`: `SignerRefusal`, `SecondMessage` or `NotAttested`. */
export type Attempt =
  { readonly ok: true; readonly attested: SignedOutcome } | { readonly ok: false; readonly problem: Error }

export interface AnnounceTerms {
  readonly eventId: string
  /** Unix seconds. */
  readonly maturityTs: number
  readonly descriptor: EventDescriptor
}

export interface Announced {
  /** The TLV, hex. */
  readonly announcement: string
  /** Hex, in the order of use. */
  readonly nonces: readonly string[]
}

export interface SignedOutcome {
  /** In NFC, as signed. */
  readonly outcome: readonly string[]
  /** dlcspecs form, hex. */
  readonly serialized: string
  /** With a count before the outcomes, hex. */
  readonly counted: string
  /** 64 bytes each, hex. */
  readonly signatures: readonly string[]
}

interface Salted {
  readonly salt: Uint8Array
}

/** The messages that one event will sign, with keys and nonces. */
interface Ready {
  readonly id: string
  readonly announced: CheckedAnnouncement
  readonly words: readonly string[]
  readonly nonces: readonly KeyPair[]
  readonly pairs: readonly NonceUse[]
}

const wipe = (nonces: readonly KeyPair[]): void => nonces.forEach(({ secret }) => secret.fill(0))

/** Runs the work for one event. An error is returned, since it concerns only this event. */
const tried = <T>(work: () => T): T | Error => {
  try {
    return work()
  } catch (problem) {
    return problem instanceof Error ? problem : new Error(String(problem))
  }
}

/**
 * @param key 32 bytes.
 * @param nonceRoot 32 bytes, independent of the key.
 * @param guard opened for this key; the caller closes it after the signer.
 * @param schnorr the arithmetic; noble by default.
 */
export const createSigner = (parts: {
  readonly key: Uint8Array
  readonly nonceRoot: Uint8Array
  readonly guard: Pick<Guard, 'commitAll'>
  readonly schnorr?: Schnorr
}): DlcSigner => {
  const { guard, schnorr = nobleSchnorr } = parts
  if (sameBytes(parts.key, parts.nonceRoot)) throw new RangeError('the nonce root must be independent of the key')
  const [key, nonceRoot] = [schnorr.pair(parts.key), parts.nonceRoot.slice()]
  const publicKey = key.point.toHex()

  const noncesOf = ({ eventId, salt, descriptor }: Pick<AnnounceTerms, 'eventId' | 'descriptor'> & Salted) =>
    deriveNonces(nonceRoot, eventId, salt, nonceCount(descriptor), schnorr)

  /** Throws `SignerRefusal`. The caller must wipe the nonces of the result. */
  const prepare = ({ event, outcome }: AttestRequest): Ready => {
    const announced = readOwnAnnouncement(event, key, schnorr)
    const { descriptor, nonces: points } = announced.event
    const words = outcome.map((word) => word.normalize('NFC'))
    if (!isOutcome(descriptor, words)) throw new SignerRefusal(event.id, 'no_outcome_of_this_event')
    const nonces = noncesOf({ eventId: event.id, salt: Uint8Array.fromHex(event.salt), descriptor })
    if (!nonces.every(({ point }, i) => sameBytes(point, points[i] ?? new Uint8Array()))) {
      wipe(nonces)
      throw new SignerRefusal(event.id, 'other_nonces')
    }
    const pairs = nonces.map(({ point }, i) => ({ point, message: outcomeHash(words[i] ?? '') }))
    return { id: event.id, announced, words, nonces, pairs }
  }

  /** Those that the guard has written down. From here on no other outcome of these events can be signed. */
  const guarded = (ready: readonly Ready[], refused: Map<string, SecondMessage>): readonly Ready[] => {
    for (let left = ready; ; left = left.filter(({ id }) => !refused.has(id)))
      try {
        if (left.length > 0) guard.commitAll(left.map(({ id, pairs }) => ({ event: id, pairs })))
        return left
      } catch (problem) {
        if (!(problem instanceof SecondMessage)) throw problem
        refused.set(problem.eventId, problem)
      }
  }

  const sign = ({ announced, nonces, words }: Ready): SignedOutcome => {
    const made = attest(announced, key, nonces, words, schnorr)
    return {
      outcome: made.outcomes,
      serialized: made.serialized.toHex(),
      counted: made.counted.toHex(),
      signatures: made.signatures.map((signature) => signature.toHex()),
    }
  }

  const attestAll = (requests: readonly AttestRequest[]): readonly Attempt[] => {
    const prepared = requests.map((request) => tried(() => prepare(request)))
    const ready = prepared.filter((each): each is Ready => !(each instanceof Error))
    try {
      const refused = new Map<string, SecondMessage>()
      const committed = new Set(guarded(ready, refused))
      return prepared.map((each): Attempt => {
        if (each instanceof Error) return { ok: false, problem: each }
        const made = committed.has(each) ? tried(() => sign(each)) : refused.get(each.id)!
        return made instanceof Error ? { ok: false, problem: made } : { ok: true, attested: made }
      })
    } finally {
      ready.forEach(({ nonces }) => wipe(nonces))
    }
  }

  return {
    publicKey,
    compressedKey: compressed(parts.key).toHex(),
    announce: ({ eventId, maturityTs, descriptor }, salt) => {
      const nonces = noncesOf({ eventId, salt, descriptor })
      const points = nonces.map(({ point }) => point)
      wipe(nonces)
      const event = { nonces: points, maturity: maturityTs, descriptor, eventId }
      const bytes = announce(event, key, AUX, schnorr)
      return { announcement: bytes.toHex(), nonces: points.map((point) => point.toHex()) }
    },
    attestAll,
    attest: (event, outcome) => {
      const [attempt] = attestAll([{ event, outcome }])
      if (attempt?.ok) return attempt.attested
      throw attempt?.problem ?? new Error('nothing was asked')
    },
  }
}
