import type { Log } from '../../ports.ts'
import type { CheckParts } from './drill-check.ts'
import { openGuard } from './guard.ts'
import { readHeartbeat } from './heartbeat.ts'
import type { ChainEnd } from './journal-lines.ts'
import { holdOpen } from './hold-open.ts'
import { openJournal } from './journal.ts'
import type { Witness } from './witness.ts'

/**
 * An operator says that the newer journal, which witness, Redis or heartbeat know of, is lost for good. Then this
 * journal replaces it, and every open event in it waits.
 */

export interface AnewParts extends Pick<CheckParts, 'paths' | 'oracle' | 'clock' | 'states' | 'events'> {
  /** `null` if the settings name none. */
  readonly witness: Pick<Witness, 'read'> | null
}

const WHY = 'an operator has put this journal in the place of a lost one'

/**
 * Returns how many ends of lost journals it replaces. If it is 0, no newer journal is known and nothing was changed.
 * Throws `BadGuard` while a signer is running, `BrokenJournal`, `WitnessAway`, and `RolledBack` for a witness of
 * another oracle.
 */
export const takeAnew = async (parts: AnewParts, log: Log): Promise<number> => {
  const { paths, oracle, clock, states, events, witness } = parts
  const guard = openGuard(paths.guard, oracle)
  try {
    const seen = [await witness?.read(), await states.readEnd(), readHeartbeat(paths)?.end]
    const journal = openJournal(paths.journal, oracle, log)
    try {
      const instead = seen
        .filter((end): end is ChainEnd => end !== null && end !== undefined)
        .filter((end) => journal.hashAt(end.line) !== end.hash && !journal.replaces(end))
      if (instead.length > 0) await holdOpen(journal, events, { at: clock.now(), why: WHY, instead })
      return instead.length
    } finally {
      journal.close()
    }
  } finally {
    guard.close()
  }
}
