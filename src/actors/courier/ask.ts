import { type Answer, readAnswer } from '../../dlc/terms/answer.ts'
import type { AttemptProblem } from '../../store/events/attempts.ts'
import type { Candidate } from '../../store/events/event-decision.ts'
import { MINUTE_MS, SECOND_MS } from '../../time-units.ts'
import type { CourierDeps } from './deps.ts'

/** One request to an address that a customer named. */

/** The address that is asked: the customer's own resolver, or a page that publishes a price. */
export interface Address {
  readonly kind: 'webhook' | 'url'
  readonly url: string
}

export type ResolverReply =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly evidence: Candidate['evidence'] }
  | { readonly kind: 'failed'; readonly problem: AttemptProblem }

const TIME_LIMIT_MS = 10_000
const MAX_BYTES = 65_536

/** Longer than a question takes. If a courier dies while asking, another asks after this time. */
export const RESOLVER_HOLD_MS = 3 * TIME_LIMIT_MS

/** Characters of an answer that are kept as evidence. */
const KEPT_CHARS = 4_096

/** The pause after each failure, from the first on. The last one is used for all further failures. */
const DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  60 * MINUTE_MS,
]

/** @param made attempts that have failed, from 1 */
export const retryDelay = (made: number): number => DELAYS_MS[Math.min(made, DELAYS_MS.length) - 1] ?? 5 * SECOND_MS

/** Cut to the limit, but never in the middle of a character, since evidence is published. */
const kept = (body: string) =>
  body.length <= KEPT_CHARS
    ? { answer: body }
    : { answer: body.slice(0, KEPT_CHARS).toWellFormed(), answerChars: body.length }

export const askResolver = async (
  { visitor, clock }: Pick<CourierDeps, 'visitor' | 'clock'>,
  { kind, url }: Address,
): Promise<ResolverReply> => {
  const askedAt = clock.now()
  const visit = await visitor.visit({ url, method: 'GET', timeLimitMs: TIME_LIMIT_MS, maxBytes: MAX_BYTES })
  if (visit.kind !== 'answered') return { kind: 'failed', problem: visit.kind }
  const { status, body } = visit
  if (status !== 200) return { kind: 'failed', problem: 'status' }
  const answer = readAnswer(body)
  if ('kind' in answer) return { kind: 'failed', problem: answer.kind }
  return { kind: 'answer', answer, evidence: { kind, url, status, ...kept(body), askedAt, answeredAt: clock.now() } }
}
