import { rounded } from '../../../canonical/measure.ts'
import type { Conclusion, Declined, TickContext } from '../../feed.ts'
import { freshnessAt, LIFETIMES } from '../../lifetimes.ts'
import type { Subject } from '../../subject.ts'
import { VENUE_PLACES, venueParts } from '../../venue-parts.ts'
import { expirySmiles, fittableSmiles } from './expiry-smile.ts'
import { smileChains, smileVenues } from './option-market.ts'
import { coinOf } from '../chains/option-subjects.ts'
import type { SviAnswer } from './svi-body.ts'
import type { SviCarry } from './svi-carry.ts'
import type { SviCurve } from './svi-curve.ts'
import { fitWithin } from './svi-schedule.ts'
import { areSlicesBracketed, sliceOf, summaryOf } from './svi-slices.ts'

/** With fewer curves there is no surface. Of Solana few expiries are quoted. */
export const LEAST_SLICES: Readonly<Record<string, number>> = { BTC: 3, ETH: 3, SOL: 1 }
/** With fewer curves than this an answer is degraded. */
const WHOLE_SLICES = 3

/** An expiry with its curve. */
export interface Fitted {
  /** Unix milliseconds. */
  readonly expiry: number
  readonly curve: SviCurve
}

/** The answer of at least one curve, nearest expiry first. */
export const sviAnswer = (subject: Subject, fitted: readonly Fitted[], isWhole: boolean, now: number): SviAnswer => {
  const slices = fitted.map(({ expiry, curve }) => sliceOf(expiry, curve))
  const names = [...new Set(fitted.flatMap(({ curve }) => curve.sources))]
  const entered = names.map((exchange) => ({
    exchange,
    at: Math.min(...fitted.flatMap(({ curve }) => (curve.sources.includes(exchange) ? [curve.observedAt] : []))),
  }))
  const venues = smileVenues(subject)
  const parts = venueParts({ venues, lifetime: LIFETIMES.optionChain, quorum: 1 }).values(entered, now)
  const believed = slices.reduce(
    (sum, { confidence }, at) =>
      sum + confidence * freshnessAt(fitted[at]!.curve.observedAt, now, LIFETIMES.optionChain),
    0,
  )
  return {
    pair: subject.domain,
    ...summaryOf(slices),
    slices,
    ...parts,
    confidence: rounded((names.length / venues.length) * (believed / slices.length), VENUE_PLACES.confidence),
    degraded: !isWhole || parts.missing.length > 0 || slices.length < WHOLE_SLICES || !areSlicesBracketed(slices),
  }
}

/** The curves of one coin, some of them fitted at this tick, or why there is no answer. */
export const concludeSvi = (
  subject: Subject,
  context: TickContext<SviCarry>,
): Conclusion<SviAnswer, SviCarry> | Declined => {
  const { now, previous } = context
  const chains = smileChains(subject, context)
  const smiles = fittableSmiles(expirySmiles(chains, now), now)
  const { fits, evaluations } = fitWithin(smiles, previous?.carry.fits ?? [], now)
  const fitted = fits.flatMap(({ expiry, curve }) => (curve ? [{ expiry, curve }] : []))
  const least = LEAST_SLICES[coinOf(subject)] ?? WHOLE_SLICES
  if (fitted.length < least)
    return { kind: 'input_missing', input: `expiries that a curve fits: ${fitted.length} of ${least}` }
  const isWhole = fitted.length === smiles.length && chains.every(({ isThin }) => !isThin)
  return {
    kind: 'concluded',
    content: sviAnswer(subject, fitted, isWhole, now),
    carry: { fits: [...fits], evaluations },
  }
}
