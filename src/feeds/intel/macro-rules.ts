import { decisionTable } from '../rules/decision-table.ts'

/** The rules of macro risk (methods 6.4), as they are published. */

export const STRESS_POINTS = decisionTable({ stress: 'regime of the stress index' }, [
  { when: [{ input: 'stress', one_of: ['EXTREME'] }], then: 40 },
  { when: [{ input: 'stress', one_of: ['HIGH'] }], then: 30 },
  { when: [{ input: 'stress', one_of: ['ELEVATED'] }], then: 20 },
  { when: [{ input: 'stress', one_of: ['CALM'] }], then: 5 },
])

export const CONTAGION_POINTS = decisionTable({ contagion: 'regime of the contagion index' }, [
  { when: [{ input: 'contagion', one_of: ['CONTAGION'] }], then: 30 },
  { when: [{ input: 'contagion', one_of: ['COUPLED'] }], then: 20 },
  { when: [{ input: 'contagion', one_of: ['MIXED'] }], then: 10 },
  { when: [{ input: 'contagion', one_of: ['DECOUPLED'] }], then: 0 },
])

export const CALENDAR_POINTS = decisionTable(
  { high_impact_today: 'announced events of high impact on this UTC day, released or not' },
  [
    { when: [{ input: 'high_impact_today', at_least: 5 }], then: 30 },
    { when: [{ input: 'high_impact_today', at_least: 3 }], then: 20 },
    { when: [{ input: 'high_impact_today', at_least: 1 }], then: 10 },
    { when: [{ input: 'high_impact_today', below: 1 }], then: 0 },
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
      then: 10,
    },
    { when: [], then: 0 },
  ],
)

export const MACRO_REGIME = decisionTable({ risk_score: '0 to 100' }, [
  { when: [{ input: 'risk_score', at_least: 80 }], then: 'CRITICAL' },
  { when: [{ input: 'risk_score', at_least: 60 }], then: 'HIGH' },
  { when: [{ input: 'risk_score', at_least: 40 }], then: 'ELEVATED' },
  { when: [{ input: 'risk_score', at_least: 20 }], then: 'MODERATE' },
  { when: [], then: 'LOW' },
])

/** What each factor weighs. */
export const MACRO_WEIGHTS = { stress: 0.4, contagion: 0.3, calendar: 0.3 } as const

export const MOST_POINTS = 100
