import type { EventStore } from '../../store/events/events.ts'
import { CONFLICTS, type Finding, type FindingKind, MENDABLE, compareEvent } from './drill-event.ts'
import type { GuardBook } from './guard.ts'
import type { Journal } from './journal.ts'
import { fromJournal } from './recovery.ts'
import { signedOutcome } from './signed-outcome.ts'

/**
 * The restore drill: do the journal, Redis and the guard agree? The design is in `docs/restore.md`. It compares event
 * by event, in slices, so that memory holds only the journal's index, ids and a few examples.
 */

/** The sources that are compared. */
export interface Sides {
  readonly journal: Pick<Journal, 'find' | 'ids' | 'waiting'>
  readonly events: Pick<EventStore, 'readMany' | 'activated'>
  /** `null` if it cannot be read. */
  readonly guard: GuardBook | null
}

/** `behind`: one has less than another, and a restore repairs it. `conflict`: two of them cannot both be right. */
export type DrillVerdict = 'in_order' | 'behind' | 'conflict'

export interface DrillTally {
  readonly verdict: DrillVerdict
  /** How many events were compared. */
  readonly events: number
  /** Number of events by finding; an event may count twice. Kinds without a finding are left out. */
  readonly counts: Readonly<Partial<Record<FindingKind, number>>>
  /** The first few of each kind. */
  readonly examples: readonly Finding[]
}

/** Events that are read from Redis in one turn. */
const SLICE = 200
/** Points of the guard that are read in one turn. */
const PAGE = 1_000
const EXAMPLES = 5

function* slices<T>(items: Iterable<T>): Generator<readonly T[]> {
  let slice: T[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < SLICE) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

type Seen = (id: string, isDecided: boolean) => void

async function* compareIds(
  { journal, events, guard }: Sides,
  ids: readonly string[],
  seen: Seen,
): AsyncGenerator<Finding> {
  const stored = await events.readMany(ids)
  for (const [i, id] of ids.entries()) {
    const { findings, isDecided } = compareEvent(id, journal.find(id), stored[i] ?? null, guard)
    seen(id, isDecided)
    // The decision of an event that waits is not written into the journal before the operator resumes it.
    yield* findings.filter(({ kind }) => kind !== 'ahead' || !journal.waiting.has(id))
  }
}

/** The event from the journal, or else from Redis. */
export const eventOf = async ({ journal, events }: Pick<Sides, 'journal' | 'events'>, id: string) =>
  fromJournal(journal.find(id)) ?? (await events.readMany([id]))[0] ?? null

/** Events in the guard that neither the journal nor Redis knows as decided, each once. */
async function* undecided(sides: Sides, guard: GuardBook, decided: ReadonlySet<string>): AsyncGenerator<Finding> {
  const told = new Set<string>()
  for (let page = guard.page(null, PAGE); page.length > 0; page = guard.page(page.at(-1)?.point ?? null, PAGE))
    for (const { event: id, point } of page) {
      if (decided.has(id) || told.has(id)) continue
      told.add(id)
      const event = await eventOf(sides, id)
      const outcome = event && event.activatedAt > 0 ? signedOutcome(event, guard) : null
      yield outcome
        ? { kind: 'signed', id, detail: outcome.join(',') }
        : { kind: 'undecided', id, detail: `nonce ${point.toHex().slice(0, 16)}…` }
    }
}

/** All findings. Throws `GuardTaken` if a signer starts meanwhile. */
async function* compareAll(sides: Sides, compared: () => void): AsyncGenerator<Finding> {
  const { journal, events, guard } = sides
  const [known, decided] = [new Set<string>(), new Set<string>()]
  const note: Seen = (id, isDecided) => {
    compared()
    known.add(id)
    if (isDecided) decided.add(id)
  }
  for (const ids of slices(journal.ids())) yield* compareIds(sides, ids, note)
  for (let offset = 0; ; offset += SLICE) {
    const ids = await events.activated(offset, SLICE)
    const unknown = ids.filter((id) => !known.has(id))
    yield* compareIds(sides, unknown, note)
    if (ids.length < SLICE) break
  }
  if (guard) yield* undecided(sides, guard, decided)
}

export const verdictOf = (counts: DrillTally['counts']): DrillVerdict => {
  if (CONFLICTS.some((kind) => counts[kind])) return 'conflict'
  return MENDABLE.some((kind) => counts[kind]) ? 'behind' : 'in_order'
}

/**
 * Compares everything and counts.
 *
 * @param mine called with every finding, by which the restore repairs it
 */
export const tally = async (sides: Sides, mine: (finding: Finding) => void = () => {}): Promise<DrillTally> => {
  const counts: Partial<Record<FindingKind, number>> = {}
  const examples: Finding[] = []
  let events = 0
  for await (const finding of compareAll(sides, () => events++)) {
    const count = (counts[finding.kind] ?? 0) + 1
    counts[finding.kind] = count
    if (count <= EXAMPLES) examples.push(finding)
    mine(finding)
  }
  return { verdict: verdictOf(counts), events, counts, examples }
}

/** The ids of those events, among these, that have findings. */
export const disagreeing = async (sides: Sides, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const left = new Set<string>()
  for (const slice of slices(ids)) for await (const { id } of compareIds(sides, slice, () => {})) left.add(id)
  return left
}
