import type { Clock } from '../../ports.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { SignerState, SignerStates } from '../../store/events/signer-state.ts'
import type { FindingKind } from './drill-event.ts'
import { type Sides, type DrillTally, disagreeing, tally, verdictOf } from './drill.ts'
import { BadGuard, type GuardBook } from './guard.ts'
import { GuardTaken, type GuardView, viewGuard } from './guard-view.ts'
import { BrokenJournal } from './journal-lines.ts'
import { JournalContradiction } from './journal-memory.ts'
import { type JournalView, viewJournal } from './journal-view.ts'
import type { DlcPaths } from './paths.ts'

/** The check: opens journal, guard and Redis without changing them, and compares. The service may run meanwhile. */

export interface DrillReport extends DrillTally {
  readonly journal:
    | { readonly kind: 'read'; readonly lines: number; readonly torn: number }
    | { readonly kind: 'missing' }
    /** Its chain is broken, it contradicts itself, or it belongs to another key. Nothing was compared. */
    | { readonly kind: 'unusable'; readonly detail: string }
  readonly guard:
    | { readonly kind: 'read'; readonly points: number }
    /** `in_use` and `unclean`: not compared. */
    | { readonly kind: Exclude<GuardView['kind'], 'read' | 'unusable'> }
    | { readonly kind: 'unusable'; readonly detail: string }
  /** Events that an operator must resume, according to the journal. */
  readonly waiting: readonly string[]
  /** Events that the signer last reported as impossible to sign, with the reasons. */
  readonly quarantined: SignerState['quarantined']
}

export interface CheckParts {
  readonly paths: DlcPaths
  /** x-only public key, hex. */
  readonly oracle: string
  readonly events: EventStore
  readonly states: Pick<SignerStates, 'read' | 'readEnd'>
  readonly clock: Clock
}

/** How long a healthy signer may take to write a change of Redis into the journal. */
const ON_ITS_WAY_MS = 2_000

const EMPTY_JOURNAL: Sides['journal'] = { find: () => [], ids: () => [], waiting: new Set() }
const EMPTY_GUARD: GuardBook = { find: () => null, page: () => [], count: () => 0, events: () => [] }
const NOTHING: DrillTally = { verdict: 'conflict', events: 0, counts: {}, examples: [] }

/** Findings that a running signer repairs by itself within moments. */
const LAGGING: readonly FindingKind[] = ['unlisted', 'ahead']

/** Compares again after a moment, and removes findings that were only a delay. */
const checkAgain = async ({ paths, oracle, clock }: CheckParts, sides: Sides): Promise<DrillTally> => {
  const lagging = new Map<string, FindingKind>()
  const first = await tally(sides, ({ kind, id }) => LAGGING.includes(kind) && lagging.set(id, kind))
  if (lagging.size === 0) return first
  await clock.sleep(ON_ITS_WAY_MS)
  const later = viewJournal(paths.journal, oracle)
  try {
    const left = await disagreeing({ ...sides, journal: later ?? EMPTY_JOURNAL }, [...lagging.keys()])
    const counts = { ...first.counts }
    for (const [id, kind] of lagging) if (!left.has(id)) counts[kind] = (counts[kind] ?? 1) - 1
    const examples = first.examples.filter(({ id }) => !lagging.has(id) || left.has(id))
    return { ...first, verdict: verdictOf(counts), counts, examples }
  } finally {
    later?.close()
  }
}

const compare = async (parts: CheckParts, journal: JournalView | null, guard: GuardView): Promise<DrillTally> => {
  const sides = { journal: journal ?? EMPTY_JOURNAL, events: parts.events }
  switch (guard.kind) {
    case 'read':
      return tally({ ...sides, guard: guard.book })
    case 'missing':
      return tally({ ...sides, guard: EMPTY_GUARD })
    case 'in_use':
      return checkAgain(parts, { ...sides, guard: null })
    case 'unclean': {
      const found = await tally({ ...sides, guard: null })
      return { ...found, verdict: found.verdict === 'conflict' ? 'conflict' : 'behind' }
    }
    case 'unusable':
      return { ...(await tally({ ...sides, guard: null })), verdict: 'conflict' }
  }
}

/** If a signer takes the guard while it is read, or it is damaged, the work is done again without the guard. */
const withGuard = async (
  { paths, oracle }: CheckParts,
  work: (guard: GuardView) => Promise<DrillTally>,
): Promise<DrillTally & Pick<DrillReport, 'guard'>> => {
  const report = async (guard: GuardView) => {
    const found = await work(guard)
    return { ...found, guard: guard.kind === 'read' ? { kind: guard.kind, points: guard.book.count() } : guard }
  }
  const guard = viewGuard(paths.guard, oracle)
  try {
    return await report(guard)
  } catch (problem) {
    if (problem instanceof GuardTaken) return await report({ kind: 'in_use' })
    if (problem instanceof BadGuard) return await report({ kind: 'unusable', detail: problem.message })
    throw problem
  } finally {
    if (guard.kind === 'read') guard.close()
  }
}

/** An older report of a signer is not used: the next signer finds such events again. */
const KNOWN_MS = 60_000

const quarantinedBy = async ({ states, clock }: CheckParts): Promise<SignerState['quarantined']> => {
  const state = await states.read()
  return state && clock.now() - state.at <= KNOWN_MS ? state.quarantined : { count: 0, some: [] }
}

/** Compares all and changes nothing. */
export const checkOracle = async (parts: CheckParts): Promise<DrillReport> => {
  const quarantined = await quarantinedBy(parts)
  let journal: JournalView | null
  try {
    journal = viewJournal(parts.paths.journal, parts.oracle)
  } catch (problem) {
    if (!(problem instanceof BrokenJournal || problem instanceof JournalContradiction)) throw problem
    const found = await withGuard(parts, async () => NOTHING)
    return { ...found, journal: { kind: 'unusable', detail: problem.message }, waiting: [], quarantined }
  }
  try {
    const found = await withGuard(parts, (guard) => compare(parts, journal, guard))
    const state = journal ? ({ kind: 'read', lines: journal.end.line, torn: journal.torn } as const) : null
    const waiting = [...(journal?.waiting ?? [])]
    return { ...found, journal: state ?? { kind: 'missing' }, waiting, quarantined }
  } finally {
    journal?.close()
  }
}
