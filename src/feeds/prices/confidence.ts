import { fixed } from '../../canonical/decimal.ts'
import type { Declined } from '../feed.ts'
import type { Agreed } from '../math/agreement.ts'
import { mad, MAD_TO_SIGMA } from '../math/robust.ts'
import { mean } from '../math/sums.ts'

/** How much a price is worth believing, 0 to 1 (methods 1.4). Not part of the price canonical. */
export interface ConfidenceInputs {
  readonly used: number
  readonly configured: number
  /** 1.4826 · MAD of the survivors, in units of the price. */
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

/** Ten basis points of scatter halve the agreement. */
const AGREEMENT_SCALE = 0.001

/** coverage · agreement · freshness; agreement = 1/(1 + (scaled MAD/median)/10 bps), freshness = 1 − ½·mean(min(1, age/expiry)). */
export const priceConfidence = (inputs: ConfidenceInputs): Confidence => {
  const coverage = inputs.used / inputs.configured
  const agreement = 1 / (1 + inputs.scaledMad / inputs.median / AGREEMENT_SCALE)
  const shares = inputs.agesSeconds.map((age) => Math.min(1, Math.max(0, age) / inputs.expireSeconds))
  const freshness = 1 - 0.5 * mean(shares)
  return { coverage, agreement, freshness, confidence: coverage * agreement * freshness }
}

/** An age as an answer prints it, in seconds: confidence is made of these, so that whoever holds the answer can make it again. */
export const statedAge = (ageMs: number): number => Number(fixed(Math.max(0, ageMs) / 1000, 1))

/**
 * Confidence of an agreement out of what its body shows.
 *
 * @param agesSeconds of the used votes, as printed
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

/** Below this so few say it, or so long ago, that a live price is not sold. How far they scatter is the agreement's business. */
export const LIVE_FLOOR = 0.3

export const isLiveEnough = ({ coverage, freshness }: Confidence): boolean => coverage * freshness >= LIVE_FLOOR

/** Why a live price of this confidence is not sold. */
export const tooLittle = ({ coverage, freshness }: Confidence): Declined => ({
  kind: 'low_confidence',
  found: coverage * freshness,
  floor: LIVE_FLOOR,
})
