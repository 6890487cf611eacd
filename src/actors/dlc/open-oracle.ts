import { mkdirSync } from 'node:fs'
import { type Schnorr, xOnly } from '../../dlc/wire/schnorr.ts'
import type { Clock, Log } from '../../ports.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { SignerStates } from '../../store/events/signer-state.ts'
import { refuseOlderFolder, whyHold } from './admission.ts'
import type { DlcKeys } from './dlc-keys.ts'
import { type Guard, openGuard } from './guard.ts'
import { readHeartbeat } from './heartbeat.ts'
import { holdOpen } from './hold-open.ts'
import { type Journal, openJournal } from './journal.ts'
import type { ChainEnd } from './journal-lines.ts'
import { oracleFiles } from './paths.ts'
import { type Quarantine, createQuarantine } from './quarantine.ts'
import { refillGuard, restoreEvents } from './recovery.ts'
import { createSigner, type DlcSigner } from './signer.ts'
import type { Witness } from './witness.ts'

/** The signer's own files, and the state in which it may begin to sign. */

export interface OracleFiles {
  readonly signer: DlcSigner
  readonly journal: Journal
  readonly quarantine: Quarantine
  close(): void
}

export interface OracleParts {
  readonly clock: Clock
  readonly log: Log
  readonly schnorr: Schnorr
  /** `null` where none is wanted. */
  readonly witness: Witness | null
  readonly states: Pick<SignerStates, 'readEnd'>
  readonly events: EventStore
}

/** Throws `RolledBack`, and `WitnessAway` while the witness cannot be asked. */
const admit = async (
  folder: string,
  guard: Guard,
  journal: Journal,
  witnessed: ChainEnd | null,
  { clock, log, witness, states, events }: OracleParts,
): Promise<void> => {
  const beat = readHeartbeat(oracleFiles(folder))
  const [stored, some] = await Promise.all([states.readEnd(), events.activated(0, 1)])
  refuseOlderFolder({
    journal,
    guarded: guard.isNew ? [] : guard.events(),
    witnessed,
    stored,
    beat,
    hasEvents: some.length > 0,
  })
  const why = whyHold({ witnessed, beat }, clock.now())
  if (why !== null) await holdOpen(journal, events, { at: clock.now(), why })
  if (journal.waiting.size > 0)
    log.error('oracle.waits', {
      events: journal.waiting.size,
      message: why ?? 'held at an earlier start',
      advice: 'Read docs/restore.md, then run: npx claros dlc resume',
    })
  await witness?.advance(journal.end())
}

/** What contradicts the journal is put into quarantine: the others go on. */
const bringBack = async (journal: Journal, quarantine: Quarantine, { clock, log, events }: OracleParts) => {
  let restored = 0
  for await (const { id, kind } of restoreEvents(events, journal, clock.now())) {
    if (kind === 'conflict') quarantine.put(id, new Error(`${id}: Redis and the journal disagree.`))
    if (kind === 'restored') restored++
  }
  if (restored > 0) log.warn('oracle.redis_was_behind', { restored })
}

/**
 * Locks the guard, reads the journal through, sees that the folder is the newest there is, enters into the guard what it
 * lacks, and gives Redis back what it does not know any more. Throws `BadGuard` while another signer has the file,
 * `BrokenJournal`, `RolledBack`, and `WitnessAway`.
 */
export const openOracleFiles = async (
  folder: string,
  { key, nonceRoot }: DlcKeys,
  parts: OracleParts,
): Promise<OracleFiles> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const publicKey = xOnly(key).toHex()
  const paths = oracleFiles(folder)
  const guard = openGuard(paths.guard, publicKey)
  try {
    // Whoever else could move it on has no guard now. While it is away the journal is not worth the reading.
    const witnessed = parts.witness && (await parts.witness.read())
    const journal = openJournal(paths.journal, publicKey, parts.log)
    try {
      await admit(folder, guard, journal, witnessed, parts)
      const entered = refillGuard(guard, journal, new Set(guard.events()))
      if (entered > 0) parts.log.warn('oracle.guard_refilled', { events: entered })
      const quarantine = createQuarantine(parts)
      await bringBack(journal, quarantine, parts)
      return {
        signer: createSigner({ key, nonceRoot, guard, schnorr: parts.schnorr }),
        journal,
        quarantine,
        close: () => {
          journal.close()
          guard.close()
        },
      }
    } catch (problem) {
      journal.close()
      throw problem
    }
  } catch (problem) {
    guard.close()
    throw problem
  }
}
