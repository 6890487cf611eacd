import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { numberOrNull, word } from '../answer-fields.ts'
import { oldestOf } from '../attested.ts'
import { PERP_COINS, PERP_REGIMES } from '../regimes/perp-words.ts'
import { INTEL_TAIL, intelHead } from './intel-fields.ts'
import { confidenceOfRuns, FEW_RUNS, HOURS_PLACES, residualLife } from './residual-life.ts'

/** The answer about how long a regime has lasted, and what of it follows from its inputs (methods 6.9). */

const Inputs = Type.Object({
  regime_start: Type.Object(
    {
      value: Type.Integer({ description: 'Unix seconds of the evaluation that began the running regime' }),
      timestamp: Type.Integer({ description: 'Unix seconds of the last evaluation' }),
      actor: Type.String({ description: 'Whose record it is. It is not sold, so there is no hash' }),
      contentHash: Type.Null(),
    },
    { description: 'The running regime' },
  ),
  run_hours: Type.Object(
    {
      value: Type.Array(Type.Number(), {
        description: 'Hours of every closed run of the same regime whose length is known, ascending, two decimals',
      }),
      timestamp: Type.Integer({ description: 'Unix seconds of the last evaluation' }),
      actor: Type.String(),
      contentHash: Type.Null(),
    },
    { description: 'What it is compared with' },
  ),
})
export type PersistenceInputs = Static<typeof Inputs>

export const PersistenceAnswer = Type.Object({
  ...intelHead('regime_persistence'),
  currency: word(PERP_COINS, 'Coin'),
  current_regime: word(PERP_REGIMES, 'The running regime'),
  duration_hours: Type.Number({ minimum: 0, description: 'Since it began; a lower bound where it is censored' }),
  censored: Type.Boolean({ description: 'It began before the record, or went on after a gap in it' }),
  historical_percentile: numberOrNull(
    'Per cent of the runs that were shorter, and half of the equal ones; null without runs',
  ),
  typical_remaining_hours: numberOrNull(
    'Median of what was left of the longer runs; 0 if none was longer, null without runs',
  ),
  historical_runs: Type.Integer({ minimum: 0, description: 'Runs that it is compared with' }),
  median_duration_hours: numberOrNull('Median length of these runs; null without runs'),
  inputs: Inputs,
  ...INTEL_TAIL,
  degraded: Type.Boolean({ description: `Fewer than ${FEW_RUNS} runs, or a lower bound` }),
})
export type PersistenceAnswer = Static<typeof PersistenceAnswer>

/**
 * Everything that follows from the inputs.
 *
 * @param at Unix seconds of the tick
 */
export const persistenceOf = (
  { regime_start: start, run_hours: runs }: PersistenceInputs,
  censored: boolean,
  at: number,
) => {
  const lasted = rounded((at - start.value) / HOUR_SECONDS, HOURS_PLACES)
  const found = residualLife(lasted, runs.value)
  const count = runs.value.length
  return {
    duration_hours: lasted,
    historical_percentile: found.percentile,
    typical_remaining_hours: found.remaining,
    historical_runs: count,
    median_duration_hours: found.median,
    confidence: confidenceOfRuns(count),
    degraded: count < FEW_RUNS || censored,
    missing: [],
    observed_at: oldestOf([start, runs]),
  }
}
