import { type JournalEntry, type JournalHead, type JournalHold, claimsOf } from './journal-lines.ts'

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

/** What is kept in memory of an event: the positions of its lines, and their facts. */
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

/** Whether the entry states anything new. Throws if it contradicts an earlier line. */
export const isNews = (known: Map<string, JournaledEvent>, entry: JournalEntry): boolean => {
  const event = known.get(entry.id)
  for (const [about, said] of Object.entries(claimsOf(entry))) {
    const before = event?.claims.get(about)
    if (before !== undefined && before !== said) throw new JournalContradiction(entry.id, about)
  }
  return entry.type === 'noted' || entry.type === 'resumed' || !event?.types.has(entry.type)
}

/** One line of an older release states what two lines state now. */
const saidBy = (type: JournalEntry['type']): readonly JournalEntry['type'][] =>
  type === 'created' ? ['created', 'offered', 'activated'] : [type]

export const remember = (known: Map<string, JournaledEvent>, entry: JournalEntry, at: number, length: number): void => {
  const event = knownOf(known, entry.id)
  event.spans.push({ at, length })
  for (const type of saidBy(entry.type)) event.types.add(type)
  for (const [about, said] of Object.entries(claimsOf(entry))) event.claims.set(about, said)
}

/** Events that may still be signed: all that were offered and not attested. */
export const openIn = (known: ReadonlyMap<string, JournaledEvent>): readonly string[] =>
  [...known].flatMap(([id, { types }]) => (types.has('offered') && !types.has('attested') ? [id] : []))

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
