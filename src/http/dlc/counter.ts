import type { Circumstances } from '../../dlc/checks.ts'
import type { DeliveryStore } from '../../store/deliveries.ts'
import type { EventStore } from '../../store/events.ts'
import type { SignerStates } from '../../store/signer-state.ts'
import { problem, type Problem } from '../problem.ts'
import type { Till } from '../till.ts'
import type { ManageTokens } from './manage-token.ts'
import type { OracleAsks } from './oracle-asks.ts'

/** What selling events needs beside the till. */
export interface DlcCounter {
  readonly till: Till
  readonly events: EventStore
  readonly signers: Pick<SignerStates, 'read'>
  readonly deliveries: Pick<DeliveryStore, 'of'>
  readonly oracle: OracleAsks
  readonly tokens: ManageTokens
  /** The courier's, `whpk_…`; `null` where none was ever at work. */
  webhookKey(): Promise<string | null>
  readonly publicUrl: string
  /** What the rules must know of this service; the time is each request's own. */
  readonly around: Omit<Circumstances, 'nowTs'>
  /** Why an address may not be called, for people; `null` when it may. Resolves its name. */
  forbidden(url: string): Promise<string | null>
}

/** A signer says every second that it is there. */
const SIGNER_KNOWN_MS = 15_000

/** Whether somebody is there to announce and to sign: asked before any invoice is made. */
export const signerAway = async ({ signers, till }: Pick<DlcCounter, 'signers' | 'till'>): Promise<Problem | null> => {
  const state = await signers.read()
  return state && state.problem === null && Math.abs(till.clock.now() - state.at) <= SIGNER_KNOWN_MS
    ? null
    : problem('data_unavailable', 'The signer of the DLC oracle is away. Nothing was charged.', { retryAfter: 10 })
}
