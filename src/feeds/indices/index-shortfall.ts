import type { Declined } from '../feed.ts'
import { FLOORS, type IndexStanding } from './assembly.ts'
import type { ReadingsOf } from './component.ts'

/**
 * Why there is no index: its missing components, and how far it stayed below the floors.
 *
 * @param keys all components, in the order of the canonical string
 * @param standing `null` if no component is there
 */
export const indexShortfall = <K extends string>(
  keys: readonly K[],
  readings: ReadingsOf<K>,
  standing: Pick<IndexStanding, 'weight' | 'confidence'> | null,
): Declined => {
  const missing = keys.filter((key) => readings[key] === null)
  const why = standing
    ? `weight ${standing.weight.toFixed(2)} of ${FLOORS.weight}, confidence ${standing.confidence.toFixed(2)} of ${FLOORS.confidence}`
    : 'no component is there'
  return { kind: 'input_missing', input: `${missing.join(', ') || 'confidence'} (${why})` }
}
