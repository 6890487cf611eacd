import { type Announcement, announcement } from '../../dlc/wire/announcement.ts'
import { isOutcome } from '../../dlc/wire/attestation.ts'
import { Malformed, decode } from '../../dlc/wire/tlv.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string')

/**
 * The announcement of an event, if its decision is one of its outcomes. `null` if it is not, or if either cannot be
 * read: such a decision can never be signed, so it must not enter the journal.
 */
export const announcedOutcome = ({
  announcement: bytes,
  decision,
}: Pick<StoredEvent, 'announcement' | 'decision'>): Announcement['event'] | null => {
  if (!isWords(decision?.outcome)) return null
  try {
    const { event } = decode(announcement, Uint8Array.fromHex(bytes))
    const words = decision.outcome.map((word) => word.normalize('NFC'))
    return isOutcome(event.descriptor, words) ? event : null
  } catch (problem) {
    if (problem instanceof Malformed || problem instanceof SyntaxError) return null
    throw problem
  }
}
