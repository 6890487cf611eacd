import type { AnyBoard } from '../../feeds/board.ts'
import type { Registry } from '../../feeds/registry.ts'
import type { Clock, Log, Net } from '../../ports.ts'
import type { Store } from '../../store/store.ts'
import type { ComputeRequest } from './compute-answer.ts'
import type { Publisher } from './publisher.ts'
import type { ReadingThread } from './reading-thread.ts'
import type { QuoteOutcome, QuoteRequest } from './quote-desk.ts'
import type { EventAnswerRequest } from './sign-event-answer.ts'

/** The dependencies of actors. */
export interface ActorContext {
  readonly registry: Registry
  readonly store: Store
  readonly net: Net
  /** Reads long replies; they are read by the worker's own thread if left out. */
  readonly thread?: ReadingThread
  readonly publisher: Publisher
  readonly clock: Clock
  readonly log: Log
  /** Replaces published quorums; only for replaying recordings. */
  readonly quorum: number | null
  /** Whether the operator allows this board's sources to be asked. */
  mayAsk(board: Pick<AnyBoard, 'source' | 'besides'>): boolean
  /** This process's name among others. */
  readonly holder: string
  /** Gives an actor that was started on demand its repeatable job. */
  schedule(actor: string, everyMs: number): Promise<void>
  unschedule(actor: string): Promise<void>
  /** Tells the signer about a decision. Without this the signer finds it by itself a second later. */
  wake(event: string): void
  /** The signed answer about a DLC event; `null` if there is none yet. */
  seal(event: string, ask: EventAnswerRequest): Promise<string | null>
  /** Computes and signs an answer from stored rows, and stores it; false if there are no rows. */
  answer(actor: string, ask: ComputeRequest): Promise<boolean>
  /** Computes and signs a quote, unless several are being computed. */
  quote(question: QuoteRequest): Promise<QuoteOutcome>
}
