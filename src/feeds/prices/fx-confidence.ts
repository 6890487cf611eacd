import type { FxValue, FxVote } from '../math/fx-agreement.ts'
import { agreedConfidence, priceConfidence } from './confidence.ts'
import { FIXING_EXPIRE_MS } from './fixings.ts'
import { FX_RULES } from './quotes.ts'

/** A value from before the market closed counts half (methods 0.3) and is kept as long as a fixing. */
export const CARRIED_METHOD = 0.5

/** The confidence of a value that does not move: its method and its age alone. */
export const heldConfidence = (method: number, ageSeconds: number): number =>
  method *
  priceConfidence({
    used: 1,
    configured: 1,
    scaledMad: 0,
    median: 1,
    agesSeconds: [ageSeconds],
    expireSeconds: FIXING_EXPIRE_MS / 1000,
  }).confidence

/**
 * The confidence of a leg, computed from values that its answer contains. For votes that stand for a market alone,
 * their number does not count, because `method` already lowers the confidence.
 *
 * @param ageOf a vote's age as stated in the answer, in seconds
 * @param fixingAge age of the oldest fixing as stated in the answer, in seconds
 */
export const fxConfidence = <V extends FxVote>(
  found: FxValue<V>,
  ageOf: (vote: V) => number,
  fixingAge: number,
): number => {
  const { value, method } = found
  if (found.kind === 'fixing') return heldConfidence(method, fixingAge)
  const agreed =
    found.kind === 'market'
      ? found.agreement
      : {
          kind: 'agreed' as const,
          value,
          used: found.votes,
          configured: found.votes.length,
          tau: 0,
          width: 0,
          rejected: [],
        }
  return method * agreedConfidence(agreed, agreed.used.map(ageOf), FX_RULES.expireMs / 1000).confidence
}
