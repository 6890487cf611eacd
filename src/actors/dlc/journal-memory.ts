import { type JournalEntry, type JournalHead, type JournalHold, claimsOf, lineHash } from './journal-lines.ts'

/** The facts that the journal's lines state, so that no new line contradicts them. */

/** Two lines about one event contradict each other. The signer must stop: a second signature may be near, or made. */
export class JournalContradiction extends Error {
  override readonly name = 'JournalContradiction'
  constructor(
    readonly id: string,
    readonly about: string,
  ) {
    super(`${id}: the journal already holds another ${about}. Stop everything and find out who is right.`)
  }
}

/** What is kept in memory of an event, for ever: as little as tells its lines and whether a new one contradicts them. */
export interface JournaledEvent {
  /** Where a line begins in the file, and its length, for each of its lines. */
  readonly spans: number[]
  /** A bit for each type of line that there is. */
  types: number
  /** What its lines claim, each as `;about=` and the beginning of a hash. */
  claims: string
}

const BITS: Readonly<Record<JournalEntry['type'], number>> = {
  offered: 1,
  activated: 2,
  created: 4,
  decided: 8,
  attested: 16,
  noted: 32,
  resumed: 64,
}

/** Whether there is a line of this type about it. */
export const hasLine = (event: JournaledEvent | undefined, type: JournalEntry['type']): boolean =>
  ((event?.types ?? 0) & BITS[type]) !== 0

/** 128 bits. */
const HASH_DIGITS = 32

const hashOf = (said: string): string => lineHash(said).slice(0, HASH_DIGITS)

/** The hash of what was said about something; `null` where nothing was. */
const saidAbout = ({ claims }: JournaledEvent, about: string): string | null => {
  const label = `;${about}=`
  const at = claims.indexOf(label)
  return at < 0 ? null : claims.slice(at + label.length, at + label.length + HASH_DIGITS)
}

const knownOf = (known: Map<string, JournaledEvent>, id: string): JournaledEvent => {
  const found = known.get(id) ?? { spans: [], types: 0, claims: '' }
  known.set(id, found)
  return found
}

/** Whether the entry states anything new. Throws if it contradicts an earlier line. */
export const isNews = (known: Map<string, JournaledEvent>, entry: JournalEntry): boolean => {
  const event = known.get(entry.id)
  for (const [about, said] of Object.entries(claimsOf(entry))) {
    const before = event ? saidAbout(event, about) : null
    if (before !== null && before !== hashOf(said)) throw new JournalContradiction(entry.id, about)
  }
  return entry.type === 'noted' || entry.type === 'resumed' || !hasLine(event, entry.type)
}

/** One line of an older release states what two lines state now. */
const saidBy = (type: JournalEntry['type']): readonly JournalEntry['type'][] =>
  type === 'created' ? ['created', 'offered', 'activated'] : [type]

export const remember = (known: Map<string, JournaledEvent>, entry: JournalEntry, at: number, length: number): void => {
  const event = knownOf(known, entry.id)
  event.spans.push(at, length)
  for (const type of saidBy(entry.type)) event.types |= BITS[type]
  for (const [about, said] of Object.entries(claimsOf(entry)))
    if (saidAbout(event, about) === null) event.claims += `;${about}=${hashOf(said)}`
}

/** Events that may still be signed: all that were offered and not attested. */
export const openIn = (known: ReadonlyMap<string, JournaledEvent>): readonly string[] =>
  [...known].flatMap(([id, event]) => (hasLine(event, 'offered') && !hasLine(event, 'attested') ? [id] : []))

/** Enters one line into memory, and updates the events that wait for an operator. */
export const takeLine = (
  known: Map<string, JournaledEvent>,
  waiting: Set<string>,
  line: JournalEntry | JournalHead | JournalHold,
  at: number,
  length: number,
): void => {
  if (line.type === 'journal') return
  if (line.type === 'held') return openIn(known).forEach((id) => waiting.add(id))
  remember(known, line, at, length)
  if (line.type === 'resumed' || line.type === 'attested') waiting.delete(line.id)
}
