import { announcement } from '../../dlc/wire/announcement.ts'
import type { Answer, Unresolved } from '../../dlc/terms/answer.ts'
import { resolve } from '../../dlc/terms/resolver.ts'
import type { ResolverConfig } from '../../dlc/terms/resolver-config.ts'
import { decode } from '../../dlc/wire/tlv.ts'
import type { Candidate } from '../../store/events/event-decision.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { Waiting } from './resolution.ts'

/** The result of an event's own resolver. */
export type ResolverFinding =
  { readonly kind: 'outcome'; readonly outcome: readonly string[]; readonly evidence: Candidate['evidence'] } | Waiting

/**
 * Turns an answer into an outcome of the event, or says why it is none. The possible outcomes are read from the
 * announcement itself, since that is what the parties of contracts hold.
 */
export const outcomeOf = (
  event: StoredEvent,
  resolver: ResolverConfig,
  answer: Answer,
  evidence: Candidate['evidence'],
): Exclude<ResolverFinding, Waiting> | { readonly kind: Unresolved['kind'] } => {
  const { descriptor } = decode(announcement, Uint8Array.fromHex(event.announcement)).event
  const read = resolve(descriptor, event.hidden.scale, resolver, answer)
  if (read.kind !== 'resolved') return { kind: read.kind }
  const number = read.value === null ? {} : { value: read.value, clamped: read.clamped }
  return { kind: 'outcome', outcome: read.outcomes, evidence: { ...(evidence as object), ...number } }
}
