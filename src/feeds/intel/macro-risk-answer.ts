import { CONTAGION_REGIMES } from '../indices/contagion-carry.ts'
import { STRESS_BANDS } from '../indices/stress.ts'
import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { word } from '../answer-fields.ts'
import { inputStanding, shownInput, shownWord } from '../attested.ts'
import { decideBy } from '../rules/decision-table.ts'
import { INTEL_PLACES, INTEL_TAIL, intelHead } from './intel-fields.ts'
import { MACRO_REGIMES } from './macro-risk-carry.ts'
import {
  CALENDAR_POINTS,
  CONTAGION_POINTS,
  IMMINENT_POINTS,
  MACRO_REGIME,
  MACRO_WEIGHTS,
  MOST_POINTS,
  STRESS_POINTS,
} from './macro-rules.ts'

/** The answer about macro risk, and what of it follows from its inputs (methods 6.4). */

const number = (description: string) => shownInput(Type.Number(), description)

const Inputs = Type.Object({
  stress: shownWord(STRESS_BANDS.names, 'Regime of the stress index'),
  stress_value: number('Its value'),
  stress_confidence: number('Its confidence'),
  contagion: shownWord(CONTAGION_REGIMES, 'Regime of the contagion index'),
  contagion_value: number('Its value'),
  contagion_confidence: number('Its confidence'),
  high_impact_today: number('Announced events of high impact on this UTC day, released or not'),
  next_high_impact_at: number('Unix seconds of the next one; 0 where none is announced within thirty days'),
  calendar_confidence: number('Of the calendar of today'),
})
export type MacroInputs = Static<typeof Inputs>

const orNull = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
/** What both indices say. */
const INDEX_FACTOR = {
  regime: Type.Union([Type.String(), Type.Null()]),
  points: orNull('null when missing'),
  weight: Type.Number(),
}

export const MacroRiskAnswer = Type.Object({
  ...intelHead('macro_risk'),
  risk_score: Type.Integer({ minimum: 0, maximum: MOST_POINTS, description: 'Higher is riskier' }),
  risk_regime: word(MACRO_REGIMES, 'By the score'),
  factors: Type.Object({
    crypto_stress: Type.Object({ mssi: orNull('Value of the stress index'), ...INDEX_FACTOR }),
    contagion: Type.Object({ msti: orNull('Value of the contagion index'), ...INDEX_FACTOR }),
    macro_calendar: Type.Object({
      high_impact_today: orNull('null when missing'),
      hours_to_next_high: orNull('Two decimals; null when missing, or when none is announced'),
      points: orNull('null when missing'),
      imminent_bonus: orNull('null when missing'),
      weight: Type.Number(),
    }),
  }),
  inputs: Inputs,
  ...INTEL_TAIL,
})
export type MacroRiskAnswer = Static<typeof MacroRiskAnswer>

/** The facts of the tables. */
export interface MacroFacts {
  readonly stress: string | null
  readonly contagion: string | null
  readonly highImpactToday: number | null
  readonly hoursToNextHigh: number | null
}

export interface MacroScore {
  readonly stress: number | null
  readonly contagion: number | null
  readonly calendar: number | null
  readonly imminent: number | null
  /** `null` where too little is there: two of three, stress or calendar among them. */
  readonly score: number | null
}

/** Points and score; a missing factor's share is spread over the others. */
export const macroScore = ({ stress, contagion, highImpactToday, hoursToNextHigh }: MacroFacts): MacroScore => {
  const points = {
    stress: decideBy(STRESS_POINTS, { stress })?.outcome ?? null,
    contagion: decideBy(CONTAGION_POINTS, { contagion })?.outcome ?? null,
    calendar: decideBy(CALENDAR_POINTS, { high_impact_today: highImpactToday })?.outcome ?? null,
  }
  const isCalendarThere = points.calendar !== null
  const imminent = isCalendarThere ? decideBy(IMMINENT_POINTS, { hours_to_next_high: hoursToNextHigh })!.outcome : null
  const there = (['stress', 'contagion', 'calendar'] as const).filter((factor) => points[factor] !== null)
  if (there.length < 2 || (points.stress === null && points.calendar === null))
    return { ...points, imminent, score: null }
  const weight = there.reduce((sum, factor) => sum + MACRO_WEIGHTS[factor], 0)
  const total = there.reduce((sum, factor) => sum + (points[factor] ?? 0), 0) + (imminent ?? 0)
  const score = there.length === 3 ? total : rounded(total / weight, 0)
  return { ...points, imminent, score: Math.min(MOST_POINTS, score) }
}

const HOUR_PLACES = 2

/**
 * Everything that follows from the inputs; `null` where too little is there.
 *
 * @param at Unix seconds of the tick
 */
export const macroRiskOf = (inputs: MacroInputs, at: number) => {
  const next = inputs.next_high_impact_at.value
  const hours = next === null || next === 0 ? null : rounded((next - at) / HOUR_SECONDS, HOUR_PLACES)
  const today = inputs.high_impact_today.value
  const found = macroScore({
    stress: inputs.stress.value,
    contagion: inputs.contagion.value,
    highImpactToday: today,
    hoursToNextHigh: hours,
  })
  if (found.score === null) return null
  const sure = (points: number | null, weight: number, confidence: number | null) =>
    points === null ? 0 : weight * (confidence ?? 0)
  return {
    risk_score: found.score,
    risk_regime: decideBy(MACRO_REGIME, { risk_score: found.score })!.outcome,
    factors: {
      crypto_stress: {
        mssi: inputs.stress_value.value,
        regime: inputs.stress.value,
        points: found.stress,
        weight: MACRO_WEIGHTS.stress,
      },
      contagion: {
        msti: inputs.contagion_value.value,
        regime: inputs.contagion.value,
        points: found.contagion,
        weight: MACRO_WEIGHTS.contagion,
      },
      macro_calendar: {
        high_impact_today: today,
        hours_to_next_high: hours,
        points: found.calendar,
        imminent_bonus: found.imminent,
        weight: MACRO_WEIGHTS.calendar,
      },
    },
    confidence: rounded(
      sure(found.stress, MACRO_WEIGHTS.stress, inputs.stress_confidence.value) +
        sure(found.contagion, MACRO_WEIGHTS.contagion, inputs.contagion_confidence.value) +
        sure(found.calendar, MACRO_WEIGHTS.calendar, inputs.calendar_confidence.value),
      INTEL_PLACES,
    ),
    ...inputStanding(inputs),
  }
}
