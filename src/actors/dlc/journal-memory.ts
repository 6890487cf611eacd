import { type JournalEntry, type JournalHead, type JournalHold, claimsOf } from './journal-lines.ts'

/** What the journal's lines have said so far, so that none of them is contradicted. */

/** Two lines say two things of one event. The service must stop: somebody is about to sign twice, or did. */
export class JournalContradiction extends Error {
  override readonly name = 'JournalContradiction'
  constructor(
    readonly id: string,
    readonly about: string,
  ) {
    super(`${id}: the journal already holds another ${about}. Stop everything and find out who is right.`)
  }
}

/** What is remembered of an event: where its lines lie, and what they said. */
export interface JournaledEvent {
  readonly spans: { readonly at: number; readonly length: number }[]
  readonly types: Set<JournalEntry['type']>
  readonly claims: Map<string, string>
}

const knownOf = (known: Map<string, JournaledEvent>, id: string): JournaledEvent => {
  const found = known.get(id) ?? { spans: [], types: new Set(), claims: new Map<string, string>() }
  known.set(id, found)
  return found
}

/** Throws when the entry contradicts; says whether it says anything new. */
export const isNews = (known: Map<string, JournaledEvent>, entry: JournalEntry): boolean => {
  const event = known.get(entry.id)
  for (const [about, said] of Object.entries(claimsOf(entry))) {
    const before = event?.claims.get(about)
    if (before !== undefined && before !== said) throw new JournalContradiction(entry.id, about)
  }
  return entry.type === 'noted' || entry.type === 'resumed' || !event?.types.has(entry.type)
}

/** A line of an older release says what two say now. */
const saidBy = (type: JournalEntry['type']): readonly JournalEntry['type'][] =>
  type === 'created' ? ['created', 'offered', 'activated'] : [type]

export const remember = (known: Map<string, JournaledEvent>, entry: JournalEntry, at: number, length: number): void => {
  const event = knownOf(known, entry.id)
  event.spans.push({ at, length })
  for (const type of saidBy(entry.type)) event.types.add(type)
  for (const [about, said] of Object.entries(claimsOf(entry))) event.claims.set(about, said)
}

/** Events whose signature may still be to come: every one that was offered and not attested. */
export const openIn = (known: ReadonlyMap<string, JournaledEvent>): readonly string[] =>
  [...known].flatMap(([id, { types }]) => (types.has('offered') && !types.has('attested') ? [id] : []))

/** Takes one line into what is known, and into which events wait for an operator. */
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
