import { mkdirSync } from 'node:fs'
import type { Clock, Log } from '../../ports.ts'
import type { EventStore } from '../../store/events.ts'
import { OracleConflict } from './attest-event.ts'
import type { DlcKeys } from './dlc-keys.ts'
import { openGuard } from './guard.ts'
import { type Journal, openJournal } from './journal.ts'
import { oracleFiles } from './paths.ts'
import { refillGuard, restoreEvents } from './recovery.ts'
import { createSigner, type DlcSigner } from './signer.ts'
import { type Schnorr, xOnly } from '../../dlc/schnorr.ts'

/** The signer's own files, and the state in which it may begin to sign. */

export interface OracleFiles {
  readonly signer: DlcSigner
  readonly journal: Journal
  close(): void
}

/**
 * Locks the guard, reads the journal through, refills a guard that was lost, and gives Redis back what it does not know
 * any more. Throws `BadGuard` while another signer has the file, `BrokenJournal`, and `OracleConflict` when Redis says
 * something else than the journal.
 */
export const openOracleFiles = async (
  folder: string,
  { key, nonceRoot }: DlcKeys,
  events: EventStore,
  { clock, log, schnorr }: { readonly clock: Clock; readonly log: Log; readonly schnorr: Schnorr },
): Promise<OracleFiles> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const publicKey = xOnly(key).toHex()
  const paths = oracleFiles(folder)
  const guard = openGuard(paths.guard, publicKey)
  try {
    const journal = openJournal(paths.journal, publicKey, log)
    try {
      if (guard.isNew) {
        const entered = refillGuard(guard, journal)
        if (entered > 0) log.warn('oracle.guard_refilled', { events: entered })
      }
      let restored = 0
      for await (const { id, kind } of restoreEvents(events, journal, clock.now())) {
        if (kind === 'conflict') throw new OracleConflict(`${id}: Redis and the journal disagree.`)
        if (kind === 'restored') restored++
      }
      if (restored > 0) log.warn('oracle.redis_was_behind', { restored })
      return {
        signer: createSigner({ key, nonceRoot, guard, schnorr }),
        journal,
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
