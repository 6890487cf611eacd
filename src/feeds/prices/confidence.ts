import { fixed } from '../../canonical/decimal.ts'
import type { Declined } from '../feed.ts'
import type { Agreed } from '../math/agreement.ts'
import { mad, MAD_TO_SIGMA } from '../math/robust.ts'
import { mean } from '../math/sums.ts'

/** The confidence in a price, 0 to 1 (methods 1.4). It is not part of the canonical string of a price. */
export interface ConfidenceInputs {
  readonly used: number
  readonly configured: number
  /** 1.4826 · MAD of the used votes, in units of the price. */
  readonly scaledMad: number
  readonly median: number
  readonly agesSeconds: readonly number[]
  readonly expireSeconds: number
}

/** The three factors and their product. */
export interface Confidence {
  readonly coverage: number
  readonly agreement: number
  readonly freshness: number
  readonly confidence: number
}

/** A scatter of ten basis points halves the agreement. */
const AGREEMENT_SCALE = 0.001

/**
 * coverage · agreement · freshness, with agreement = 1/(1 + (scaled MAD/median)/10 bps) and freshness = 1 −
 * ½·mean(min(1, age/expiry)).
 */
export const priceConfidence = (inputs: ConfidenceInputs): Confidence => {
  const coverage = inputs.used / inputs.configured
  const agreement = 1 / (1 + inputs.scaledMad / inputs.median / AGREEMENT_SCALE)
  const shares = inputs.agesSeconds.map((age) => Math.min(1, Math.max(0, age) / inputs.expireSeconds))
  const freshness = 1 - 0.5 * mean(shares)
  return { coverage, agreement, freshness, confidence: coverage * agreement * freshness }
}

/**
 * An age as the answer states it, in seconds. Confidence is computed from stated ages, so that a reader of the answer
 * can compute it again.
 */
export const statedAge = (ageMs: number): number => Number(fixed(Math.max(0, ageMs) / 1000, 1))

/**
 * The confidence of an agreement, computed from values that its body contains.
 *
 * @param agesSeconds ages of the used votes, as stated in the answer
 */
export const agreedConfidence = (
  { value, used, configured }: Agreed,
  agesSeconds: readonly number[],
  expireSeconds: number,
): Confidence =>
  priceConfidence({
    used: used.length,
    configured,
    scaledMad:
      MAD_TO_SIGMA *
      mad(
        used.map(({ price }) => price),
        value,
      ),
    median: value,
    agesSeconds,
    expireSeconds,
  })

/**
 * Below this, too few venues vote or their votes are too old, and a live price is not sold. Scatter does not count
 * here, because the agreement already limits it.
 */
export const LIVE_FLOOR = 0.3

export const isLiveEnough = ({ coverage, freshness }: Confidence): boolean => coverage * freshness >= LIVE_FLOOR

/** The reason why a live price of this confidence is not sold. */
export const tooLittle = ({ coverage, freshness }: Confidence): Declined => ({
  kind: 'low_confidence',
  found: coverage * freshness,
  floor: LIVE_FLOOR,
})
