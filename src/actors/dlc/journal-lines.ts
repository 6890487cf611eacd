import { createHash } from 'node:crypto'
import type { Reason } from '../../dlc/terms/lifecycle.ts'
import type { EvidenceSeal } from '../../dlc/documents/shown-event.ts'
import type { Decision, EventRecord } from '../../store/events/event-record.ts'

/** The lines of the journal: JSON, one after the other, each with the hash of the one before it. */

export const lineHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What an activation adds to an offer: Redis needs both to have an event back. */
export interface Activation {
  readonly order: number
  readonly watchedFrom: number
}

/** Both in one, as releases wrote it that told the journal of an event only when it was paid for. */
export type CreatedEvent = EventRecord & Activation & { readonly activatedAt: number }

/** `at` in Unix milliseconds throughout. */
export type JournalEntry =
  /** Announced for a payment that has not come yet: written before money moves. */
  | { readonly type: 'offered'; readonly id: string; readonly at: number; readonly event: EventRecord }
  /** Its payment came. */
  | ({ readonly type: 'activated'; readonly id: string; readonly at: number } & Activation)
  | { readonly type: 'created'; readonly id: string; readonly at: number; readonly event: CreatedEvent }
  | {
      readonly type: 'decided'
      readonly id: string
      readonly at: number
      readonly outcome: readonly string[]
      readonly reason: Reason
      readonly evidence: Decision['evidence']
      /** Not there in lines of releases that wrote nothing down. */
      readonly seal?: EvidenceSeal
    }
  | {
      readonly type: 'attested'
      readonly id: string
      readonly at: number
      readonly outcome: readonly string[]
      readonly serialized: string
      readonly counted: string
    }
  /** What an administrator did; no state follows from it. */
  | { readonly type: 'noted'; readonly id: string; readonly at: number; readonly note: Decision['evidence'] }
  /** It waited, and an operator has said that it may be signed. */
  | { readonly type: 'resumed'; readonly id: string; readonly at: number }

/** The file as a whole: which oracle it belongs to. Its first line. */
export interface JournalHead {
  readonly type: 'journal'
  readonly oracle: string
}

/** From here on nothing is signed for any event that is open at this line, until it is resumed. */
export interface JournalHold {
  readonly type: 'held'
  readonly at: number
  /** For the operator. */
  readonly why: string
  /**
   * Ends of journals that are lost, and that somebody has seen. An operator has said that this journal stands in their
   * place: of them alone, so that no older copy says so of a newer end.
   */
  readonly instead?: readonly ChainEnd[]
}

export type JournalLine = (JournalEntry | JournalHead | JournalHold) & {
  /** From 1. */
  readonly line: number
  /** SHA-256 of the line before, without its line feed; 64 zeros in the first. */
  readonly before: string
}

export const isEntry = <Line extends JournalLine>(line: Line): line is Line & JournalEntry =>
  line.type !== 'journal' && line.type !== 'held'

const NOTHING_BEFORE = '0'.repeat(64)

/** The chain: where it stands after the last line. */
export interface ChainEnd {
  readonly line: number
  readonly hash: string
}

export const START: ChainEnd = { line: 0, hash: NOTHING_BEFORE }

/** The text of the next line, without line feed, and where the chain stands after it. */
export const writeLine = (
  end: ChainEnd,
  entry: JournalEntry | JournalHead | JournalHold,
): { readonly text: string; readonly end: ChainEnd } => {
  const line = end.line + 1
  // A line that was read from a file has places of its own; the new one has others.
  const { line: _line, before: _before, ...said } = entry as Partial<JournalLine>
  const text = JSON.stringify({ line, before: end.hash, ...said })
  return { text, end: { line, hash: lineHash(text) } }
}

/** The chain does not hold: a line was changed, lost, added or damaged. The message says which and what to do. */
export class BrokenJournal extends Error {
  override readonly name = 'BrokenJournal'
}

const parse = (text: string): JournalLine | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'line' in value ? (value as JournalLine) : null
  } catch {
    return null
  }
}

/** The next line, checked against the chain. Throws `BrokenJournal`. */
export const readJournalLine = (
  path: string,
  end: ChainEnd,
  text: string,
): { readonly entry: JournalLine; readonly end: ChainEnd } => {
  const line = end.line + 1
  const entry = parse(text)
  if (!entry) throw new BrokenJournal(`${path}: line ${line} cannot be read. Restore the file; do not edit it.`)
  if (entry.line !== line || entry.before !== end.hash)
    throw new BrokenJournal(
      `${path}: line ${line} does not follow from the line before it. Something was changed or lost; restore the file.`,
    )
  return { entry, end: { line, hash: lineHash(text) } }
}

/**
 * What two lines about one event must agree on. An event has one announcement, one
 * outcome, one attestation.
 */
export const claimsOf = (entry: JournalEntry): Readonly<Record<string, string>> => {
  switch (entry.type) {
    case 'offered':
    case 'created':
      return { announcement: lineHash(entry.event.announcement), salt: entry.event.salt }
    case 'decided':
      return { outcome: JSON.stringify(entry.outcome), ...(entry.seal && { evidence: entry.seal.hash }) }
    case 'attested':
      return {
        outcome: JSON.stringify(entry.outcome),
        serialized: lineHash(entry.serialized),
        counted: lineHash(entry.counted),
      }
    case 'activated':
    case 'noted':
    case 'resumed':
      return {}
  }
}
