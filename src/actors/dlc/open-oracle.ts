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

/** Opens the signer's files, and makes sure that it may begin to sign. */

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
  /** `null` if the settings name none. */
  readonly witness: Witness | null
  readonly states: Pick<SignerStates, 'readEnd'>
  readonly events: EventStore
}

/** Throws `RolledBack`, and `WitnessAway` while the witness does not answer. */
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

/** Restores events to Redis. Those that contradict the journal go into quarantine, and the others go on. */
const bringBack = async (journal: Journal, quarantine: Quarantine, { clock, log, events }: OracleParts) => {
  let restored = 0
  for await (const { id, kind } of restoreEvents(events, journal, clock.now())) {
    if (kind === 'conflict') quarantine.put(id, new Error(`${id}: Redis and the journal disagree.`))
    if (kind === 'restored') restored++
  }
  if (restored > 0) log.warn('oracle.redis_was_behind', { restored })
}

/**
 * Locks the guard, reads the whole journal, checks that the folder is the newest copy, enters missing decisions into
 * the guard, and restores lost events to Redis. Throws `BadGuard` while another signer has the file, `BrokenJournal`,
 * `RolledBack` and `WitnessAway`.
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
    // No other process can change the witness now, since this one holds the guard. If it is away, reading can wait.
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
