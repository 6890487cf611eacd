import type { Clock, Log, Random } from '../../ports.ts'
import type { ClaimStore } from '../../store/claims/claims.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { Attesting } from './attesting.ts'
import type { Journal } from './journal.ts'
import type { Quarantine } from './quarantine.ts'
import type { DlcSigner } from './signer.ts'
import type { Witness } from './witness.ts'

/** The dependencies of every step of the one active signer. */
export interface Oracle {
  readonly signer: DlcSigner
  readonly journal: Journal
  /** `null` if the settings name none. */
  readonly witness: Pick<Witness, 'advance' | 'isAway' | 'name'> | null
  readonly quarantine: Quarantine
  /** Attests a decided event, in one batch with others that are asked for at the same time. */
  readonly attest: Attesting['attest']
  readonly events: EventStore
  readonly claims: Pick<ClaimStore, 'receipt'>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Gives an event its own schedule, from its maturity (Unix milliseconds) on. */
  schedule(id: string, maturityAt: number): Promise<void>
  /** Removes that schedule. */
  unschedule(id: string): Promise<void>
}
