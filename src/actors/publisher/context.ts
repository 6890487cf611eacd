import type { AnyBoard } from '../../feeds/board.ts'
import type { Registry } from '../../feeds/registry.ts'
import type { Clock, Log, Net } from '../../ports.ts'
import type { Store } from '../../store/store.ts'
import type { ComputeRequest } from './compute-answer.ts'
import type { Publisher } from './publisher.ts'
import type { EventAnswerRequest } from './sign-event-answer.ts'

/** Everything an actor needs of the world. */
export interface ActorContext {
  readonly registry: Registry
  readonly store: Store
  readonly net: Net
  readonly publisher: Publisher
  readonly clock: Clock
  readonly log: Log
  /** Replaces published quorums; only for replaying recordings. */
  readonly quorum: number | null
  /** Whether the operator lets this board's source be asked. */
  mayAsk(board: Pick<AnyBoard, 'source'>): boolean
  /** This process's name among others. */
  readonly holder: string
  /** Gives an actor that was started on demand its repeatable job. */
  schedule(actor: string, everyMs: number): Promise<void>
  unschedule(actor: string): Promise<void>
  /** Tells the signer of a decision; it finds it by itself a second later. */
  wake(event: string): void
  /** The signed answer about a DLC event; `null` while the event is not that far. */
  seal(event: string, ask: EventAnswerRequest): Promise<string | null>
  /** Signs the answer to a question about kept rows and puts it aside; false when there are none. */
  answer(actor: string, ask: ComputeRequest): Promise<boolean>
}
