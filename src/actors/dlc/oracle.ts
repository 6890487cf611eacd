import type { Clock, Log, Random } from '../../ports.ts'
import type { ClaimStore } from '../../store/claims/claims.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { Attesting } from './attesting.ts'
import type { Journal } from './journal.ts'
import type { Quarantine } from './quarantine.ts'
import type { DlcSigner } from './signer.ts'
import type { Witness } from './witness.ts'

/** What every step of the one active signer works with. */
export interface Oracle {
  readonly signer: DlcSigner
  readonly journal: Journal
  /** `null` where none is wanted. */
  readonly witness: Pick<Witness, 'advance' | 'isAway' | 'name'> | null
  readonly quarantine: Quarantine
  /** Signs what was decided of an event, together with whatever else is asked for at the time. */
  readonly attest: Attesting['attest']
  readonly events: EventStore
  readonly claims: Pick<ClaimStore, 'receipt'>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Gives an event a schedule of its own from its maturity (Unix milliseconds) on. */
  schedule(id: string, maturityAt: number): Promise<void>
  /** Takes it away again. */
  unschedule(id: string): Promise<void>
}
