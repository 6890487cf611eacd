import type { SignerState } from '../../store/events/signer-state.ts'
import type { Oracle } from './oracle.ts'

/** At most this many events of each list are named. */
const SHOWN = 20

/**
 * The state that the signer reports once a second.
 *
 * @param problem why its witness does not answer; `null` if it does
 */
export const oracleState = (
  { signer, journal, quarantine, clock }: Pick<Oracle, 'signer' | 'journal' | 'quarantine' | 'clock'>,
  problem: string | null,
): SignerState => {
  const quarantined = quarantine.list()
  return {
    key: signer.compressedKey,
    at: clock.now(),
    problem,
    ...(problem !== null && { cause: 'witness' as const }),
    waiting: { count: journal.waiting.size, some: journal.waiting.values().take(SHOWN).toArray() },
    quarantined: { count: quarantined.length, some: quarantined.slice(0, SHOWN).map(({ id, why }) => ({ id, why })) },
  }
}
