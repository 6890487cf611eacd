import { mkdirSync } from 'node:fs'
import type { Log } from '../../ports.ts'
import { type CheckParts, type DrillReport, checkOracle } from './drill-check.ts'
import { eventOf, tally } from './drill.ts'
import { type Guard, openGuard } from './guard.ts'
import { type Journal, openJournal } from './journal.ts'
import { refillGuard, restoreEvents, toJournal } from './recovery.ts'
import { recoveredDecision, signedOutcome } from './signed-outcome.ts'

/**
 * The restore (docs/restore.md): copies to journal, guard and Redis, in this order, what only the others hold. A signer
 * writes in the same order. After an interruption it can be run again. If there is a conflict it changes nothing: a
 * person must say which side is right.
 */

export interface Mended {
  /** Events whose lines were entered into the journal. */
  readonly journaled: number
  /** Nonce points that were entered into the guard. */
  readonly guarded: number
  /** Events that were missing or incomplete in Redis. */
  readonly restored: number
}

export type RestoreOutcome =
  | { readonly kind: 'restored'; readonly before: DrillReport; readonly after: DrillReport; readonly mended: Mended }
  /** Nothing to do. */
  | { readonly kind: 'in_order'; readonly before: DrillReport }
  /** Nothing was changed. */
  | { readonly kind: 'conflict'; readonly before: DrillReport }
  /** A signer is running: nothing was changed. */
  | { readonly kind: 'signer_running'; readonly before: DrillReport }

const SLICE = 200

const enterLines = async (journal: Journal, { events }: CheckParts, ids: readonly string[]): Promise<number> => {
  for (let from = 0; from < ids.length; from += SLICE) {
    const stored = await events.sealed(ids.slice(from, from + SLICE))
    journal.append(...stored.filter((event) => event !== null).flatMap(toJournal))
  }
  return ids.length
}

/** Finds outcomes that only the guard knows by trying all outcomes of an event, and writes them into the journal. */
const enterSigned = async (
  journal: Journal,
  guard: Guard,
  { events, clock }: CheckParts,
  ids: readonly string[],
): Promise<number> => {
  for (const id of ids) {
    const event = await eventOf({ journal, events }, id)
    const outcome = event && signedOutcome(event, guard)
    if (outcome) journal.append(...toJournal(event), recoveredDecision(event, outcome, clock.now()))
  }
  return ids.length
}

/** Repairs all findings. `null` if the sides contradict each other; then nothing is changed. */
const mend = async (parts: CheckParts, journal: Journal, guard: Guard): Promise<Mended | null> => {
  const lagging: string[] = []
  const signed: string[] = []
  const found = await tally({ journal, guard, events: parts.events }, ({ kind, id }) => {
    if (kind === 'unlisted' || kind === 'ahead') lagging.push(id)
    if (kind === 'signed') signed.push(id)
  })
  if (found.verdict === 'conflict') return null
  const journaled = (await enterLines(journal, parts, lagging)) + (await enterSigned(journal, guard, parts, signed))
  const points = guard.count()
  refillGuard(guard, journal)
  let restored = 0
  for await (const { kind } of restoreEvents(parts.events, journal, parts.clock.now()))
    if (kind === 'restored') restored++
  return { journaled, guarded: guard.count() - points, restored }
}

/**
 * Throws `BadGuard` if a signer takes the guard at this moment. The caller has locked the data folder, so that no
 * launcher starts one.
 */
export const restoreOracle = async (parts: CheckParts, log: Log): Promise<RestoreOutcome> => {
  const before = await checkOracle(parts)
  if (before.guard.kind === 'in_use') return { kind: 'signer_running', before }
  if (before.verdict !== 'behind') return { kind: before.verdict, before }
  const { folder, guard: guardPath, journal: journalPath } = parts.paths
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The guard first: the process that holds its lock is the only writer of the journal.
  const guard = openGuard(guardPath, parts.oracle)
  let mended: Mended | null
  try {
    const journal = openJournal(journalPath, parts.oracle, log)
    try {
      mended = await mend(parts, journal, guard)
    } finally {
      journal.close()
    }
  } finally {
    guard.close()
  }
  if (!mended) return { kind: 'conflict', before: await checkOracle(parts) }
  return { kind: 'restored', before, after: await checkOracle(parts), mended }
}
