import type { Clock, Log, Random } from '../../ports.ts'
import type { ClaimStore } from '../../store/claims.ts'
import type { EventStore } from '../../store/events.ts'
import type { Journal } from './journal.ts'
import type { DlcSigner } from './signer.ts'

/** What every step of the one active signer works with. */
export interface Oracle {
  readonly signer: DlcSigner
  readonly journal: Journal
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
