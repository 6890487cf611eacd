import { announcement } from '../../dlc/wire/announcement.ts'
import { isOutcome, outcomeHash } from '../../dlc/wire/attestation.ts'
import type { EventDescriptor } from '../../dlc/wire/event.ts'
import type { Reason } from '../../dlc/terms/lifecycle.ts'
import { BREACHED } from '../../dlc/terms/threshold.ts'
import { Malformed, decode } from '../../dlc/wire/tlv.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { GuardBook } from './guard.ts'
import type { JournalEntry } from './journal-lines.ts'

/**
 * Finds the outcome that was signed if only the guard knows it. The guard keeps hashes, and an event has few strings to
 * try.
 */

/** The strings that may be signed with one nonce. */
const candidates = (descriptor: EventDescriptor, place: number): readonly string[] => {
  if (descriptor.kind === 'enum') return descriptor.outcomes.map((outcome) => outcome.normalize('NFC'))
  if (descriptor.isSigned && place === 0) return ['+', '-']
  return Array.from({ length: descriptor.base }, (_, digit) => String(digit))
}

const readNonces = (bytes: string) => {
  try {
    return decode(announcement, Uint8Array.fromHex(bytes)).event
  } catch (problem) {
    if (problem instanceof Malformed || problem instanceof SyntaxError) return null
    throw problem
  }
}

/** `null` if the guard does not hold a message for each nonce of this event, or if no outcome gives these messages. */
export const signedOutcome = (
  { id, announcement: bytes }: Pick<StoredEvent, 'id' | 'announcement'>,
  guard: Pick<GuardBook, 'find'>,
): readonly string[] | null => {
  const announced = readNonces(bytes)
  if (!announced) return null
  const { nonces, descriptor } = announced
  const words = nonces.flatMap((point, place) => {
    const entered = guard.find(point)
    if (entered?.event !== id) return []
    const message = entered.message.toHex()
    return candidates(descriptor, place).find((word) => outcomeHash(word).toHex() === message) ?? []
  })
  return isOutcome(descriptor, words) ? words : null
}

const reasonOf = ({ kind, hidden }: StoredEvent, [word]: readonly string[]): Reason => {
  if (kind === 'threshold') return word === BREACHED ? 'breach' : 'expiry'
  return hidden.resolver ? 'resolver' : 'manual'
}

/** The decision whose line was lost. Its evidence is lost too. */
export const recoveredDecision = (event: StoredEvent, outcome: readonly string[], at: number): JournalEntry => ({
  type: 'decided',
  id: event.id,
  at,
  outcome,
  reason: reasonOf(event, outcome),
  evidence: { kind: 'recovered', from: 'guard' },
})
