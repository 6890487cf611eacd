import { REFUSAL_WORDS, refusalOf, type StoreRefusal } from '../../store/redis/refusal.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'
import type { Soon } from '../wire/soon.ts'

/** Why the store takes no writes at this moment; `null` when it does. Nothing is sold that cannot be recorded. */
export type StoreRefusalCheck = () => Soon<StoreRefusal | null>

const RETRY_SECONDS = 2

/** The answer to requests during that time. Payments and signatures that clients hold stay valid. */
export const storeProblem = (refusal: StoreRefusal): Problem =>
  problem(
    'unavailable',
    `${refusal === 'unreadable' ? 'There is no answer to this' : 'Nothing is sold'} right now: ${REFUSAL_WORDS[refusal]}. Repeat the same request, with the same payment if you made one.`,
    { retryAfter: RETRY_SECONDS },
  )

/**
 * The answer to a request during which the store failed.
 *
 * @param headers the receipt, if the buyer has one
 * @throws the given error, if the store did not cause it
 */
export const storeLost = (thrown: unknown, docs: string, headers: Readonly<Record<string, string>>): Response => {
  const refusal = refusalOf(thrown)
  if (refusal === null) throw thrown
  return problemResponse(storeProblem(refusal), docs, headers)
}
