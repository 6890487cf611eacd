import type { Earlier } from '../feed.ts'
import type { Subject } from '../subject.ts'
import { freshness, LIFETIMES } from './freshness.ts'
import type { ComponentReading } from './reading.ts'

/** Who concludes the funding composite of a coin. */
export const fundingActor = ({ key }: Pick<Subject, 'key'>): string => `funding/${key}`

/**
 * The composite as a component: an eight-hour fraction and how far it is believed, unrounded in the `carry` of its last
 * snapshot; `null` when there is none, or it has expired.
 */
export const fundingReading = (earlier: Earlier | null, now: number): ComponentReading | null => {
  const { composite: value, confidence, sources } = earlier?.carry ?? {}
  if (!earlier || typeof value !== 'number' || typeof confidence !== 'number') return null
  const at = earlier.timestamp * 1_000
  const fresh = freshness(at, now, LIFETIMES.funding)
  if (fresh === 0) return null
  const names = Array.isArray(sources) ? sources.map(String) : []
  return { value, confidence: confidence * fresh, isFallback: false, sources: names.toSorted(), at }
}
