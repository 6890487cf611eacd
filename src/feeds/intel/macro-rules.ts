import { decisionTable } from '../rules/decision-table.ts'

/** The rules of macro risk (methods 6.4), as they are published. */

export const STRESS_POINTS = decisionTable({ stress: 'regime of the stress index' }, [
  { when: [{ input: 'stress', one_of: ['EXTREME'] }], gives: 40 },
  { when: [{ input: 'stress', one_of: ['HIGH'] }], gives: 30 },
  { when: [{ input: 'stress', one_of: ['ELEVATED'] }], gives: 20 },
  { when: [{ input: 'stress', one_of: ['CALM'] }], gives: 5 },
])

export const CONTAGION_POINTS = decisionTable({ contagion: 'regime of the contagion index' }, [
  { when: [{ input: 'contagion', one_of: ['CONTAGION'] }], gives: 30 },
  { when: [{ input: 'contagion', one_of: ['COUPLED'] }], gives: 20 },
  { when: [{ input: 'contagion', one_of: ['MIXED'] }], gives: 10 },
  { when: [{ input: 'contagion', one_of: ['DECOUPLED'] }], gives: 0 },
])

export const CALENDAR_POINTS = decisionTable(
  { high_impact_today: 'announced events of high impact on this UTC day, released or not' },
  [
    { when: [{ input: 'high_impact_today', at_least: 5 }], gives: 30 },
    { when: [{ input: 'high_impact_today', at_least: 3 }], gives: 20 },
    { when: [{ input: 'high_impact_today', at_least: 1 }], gives: 10 },
    { when: [{ input: 'high_impact_today', below: 1 }], gives: 0 },
  ],
)

export const IMMINENT_POINTS = decisionTable(
  { hours_to_next_high: 'hours to the next announced event of high impact' },
  [
    {
      when: [
        { input: 'hours_to_next_high', above: 0 },
        { input: 'hours_to_next_high', at_most: 2 },
      ],
      gives: 10,
    },
    { when: [], gives: 0 },
  ],
)

export const MACRO_REGIME = decisionTable({ risk_score: '0 to 100' }, [
  { when: [{ input: 'risk_score', at_least: 80 }], gives: 'CRITICAL' },
  { when: [{ input: 'risk_score', at_least: 60 }], gives: 'HIGH' },
  { when: [{ input: 'risk_score', at_least: 40 }], gives: 'ELEVATED' },
  { when: [{ input: 'risk_score', at_least: 20 }], gives: 'MODERATE' },
  { when: [], gives: 'LOW' },
])

/** What each factor weighs. */
export const MACRO_WEIGHTS = { stress: 0.4, contagion: 0.3, calendar: 0.3 } as const

export const MOST_POINTS = 100
