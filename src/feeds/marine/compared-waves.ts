import type { WaveModel, WaveReading } from '../../sources/weather/weather.ts'
import { compare, type Compared, SECOND_BOUNDS } from '../places/second-source.ts'
import { WAVE_LIFETIME } from './sea-state-answer.ts'

/**
 * The comparison with another model's value, if its time is close enough to ours.
 *
 * @param model the other one
 */
export const comparedWaves = (
  model: WaveModel,
  own: { readonly waveM: number; readonly at: number },
  other: WaveReading | null | undefined,
): Compared => {
  if (!other || other.waveM === null || Math.abs(other.at - own.at) > WAVE_LIFETIME.freshSeconds * 1000) return null
  return compare(own.waveM, other.waveM, SECOND_BOUNDS.seastate, model.described)
}
