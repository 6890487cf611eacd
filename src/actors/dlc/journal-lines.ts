import { createHash } from 'node:crypto'
import type { Reason } from '../../dlc/terms/lifecycle.ts'
import type { EvidenceSeal } from '../../dlc/documents/shown-event.ts'
import type { Decision, EventRecord } from '../../store/events/event-record.ts'

/** The lines of the journal: JSON, one after the other, each with the hash of the one before it. */

export const lineHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What an activation adds to an offer. To restore an event, Redis needs both. */
export interface Activation {
  readonly order: number
  readonly watchedFrom: number
}

/** Both in one line, as older releases wrote it, which entered an event only when it was paid. */
export type CreatedEvent = EventRecord & Activation & { readonly activatedAt: number }

/** `at` in Unix milliseconds throughout. */
export type JournalEntry =
  /** Announced for a payment that has not arrived yet. Written before money moves. */
  | { readonly type: 'offered'; readonly id: string; readonly at: number; readonly event: EventRecord }
  /** Its payment has arrived. */
  | ({ readonly type: 'activated'; readonly id: string; readonly at: number } & Activation)
  | { readonly type: 'created'; readonly id: string; readonly at: number; readonly event: CreatedEvent }
  | {
      readonly type: 'decided'
      readonly id: string
      readonly at: number
      readonly outcome: readonly string[]
      readonly reason: Reason
      readonly evidence: Decision['evidence']
      /** Absent in lines of releases that recorded no evidence. */
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
  /** An action of an administrator. It changes no state. */
  | { readonly type: 'noted'; readonly id: string; readonly at: number; readonly note: Decision['evidence'] }
  /** It waited, and an operator has allowed it to be signed. */
  | { readonly type: 'resumed'; readonly id: string; readonly at: number }

/** The first line of the file: the oracle to which it belongs. */
export interface JournalHead {
  readonly type: 'journal'
  readonly oracle: string
}

/** From this line on, no event that is open at this line is signed until it is resumed. */
export interface JournalHold {
  readonly type: 'held'
  readonly at: number
  /** For the operator. */
  readonly why: string
  /**
   * Known ends of lost journals. An operator has said that this journal replaces them, and only them: so an older copy
   * of this journal cannot replace a newer end.
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

/** The end of the chain: number and hash of the last line. */
export interface ChainEnd {
  readonly line: number
  readonly hash: string
}

export const START: ChainEnd = { line: 0, hash: NOTHING_BEFORE }

/** The text of the next line, without line feed, and the end of the chain after it. */
export const writeLine = (
  end: ChainEnd,
  entry: JournalEntry | JournalHead | JournalHold,
): { readonly text: string; readonly end: ChainEnd } => {
  const line = end.line + 1
  // An entry that was read from a file has the numbers of its old line; the new line gets new ones.
  const { line: _line, before: _before, ...said } = entry as Partial<JournalLine>
  const text = JSON.stringify({ line, before: end.hash, ...said })
  return { text, end: { line, hash: lineHash(text) } }
}

/** The chain is broken: a line was changed, lost, added or damaged. The message says which and what to do. */
export class BrokenJournal extends Error {
  override readonly name = 'BrokenJournal'
}

/** A line says its version from the second on, as `v`. */
const VERSION_OF_LINES = 1

/** Every kind of line that this release can read. */
const TYPES: Readonly<Record<JournalLine['type'], true>> = {
  journal: true,
  held: true,
  offered: true,
  activated: true,
  created: true,
  decided: true,
  attested: true,
  noted: true,
  resumed: true,
}

/** A line of another form may say that an outcome was decided: what this release would read past. */
const isNewer = ({ v = VERSION_OF_LINES, type }: { readonly v?: unknown; readonly type: string }): boolean =>
  v !== VERSION_OF_LINES || !Object.hasOwn(TYPES, type)

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
  if (isNewer(entry))
    throw new BrokenJournal(
      `${path}: line ${line} was written by a newer release. Start that release again; do not edit the file.`,
    )
  return { entry, end: { line, hash: lineHash(text) } }
}

/**
 * What all lines about one event must agree on: an event has one announcement, one outcome, one attestation.
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
