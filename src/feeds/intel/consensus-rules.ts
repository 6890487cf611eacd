import { decisionTable } from '../rules/decision-table.ts'

/** The rules of consensus (methods 6.6), as they are published. */

export const VOTES = ['BULLISH', 'STRESSED', 'BEARISH', 'NEUTRAL'] as const
export type Vote = (typeof VOTES)[number]

/** What each voter weighs. */
export const CONSENSUS_WEIGHTS = {
  perp_btc: 1,
  perp_eth: 1,
  perp_sol: 1,
  tradfi: 1.5,
  stress: 1,
  contagion: 0.5,
  macro_risk: 1.5,
} as const
export type Voter = keyof typeof CONSENSUS_WEIGHTS
export const VOTERS = Object.keys(CONSENSUS_WEIGHTS) as readonly Voter[]

/** Weight of the voters that must be there. */
export const LEAST_WEIGHT = 4.5

export const PERP_VOTE = decisionTable({ regime: 'perpetual regime', bias: 'of it' }, [
  { when: [{ input: 'regime', one_of: ['VOLATILITY_SPIKE'] }], then: 'STRESSED' },
  { when: [{ input: 'bias', one_of: ['LONG'] }], then: 'BULLISH' },
  { when: [{ input: 'bias', one_of: ['SHORT'] }], then: 'BEARISH' },
  { when: [{ input: 'bias', one_of: ['NEUTRAL'] }], then: 'NEUTRAL' },
])

export const TRADFI_VOTE = decisionTable({ tradfi: 'TradFi regime' }, [
  { when: [{ input: 'tradfi', one_of: ['STRESS', 'PANIC'] }], then: 'STRESSED' },
  { when: [{ input: 'tradfi', one_of: ['RISK_ON'] }], then: 'BULLISH' },
  { when: [{ input: 'tradfi', one_of: ['NEUTRAL'] }], then: 'NEUTRAL' },
])

export const STRESS_VOTE = decisionTable({ stress: 'regime of the stress index' }, [
  { when: [{ input: 'stress', one_of: ['HIGH', 'EXTREME'] }], then: 'STRESSED' },
  { when: [{ input: 'stress', one_of: ['CALM'] }], then: 'BULLISH' },
  { when: [{ input: 'stress', one_of: ['ELEVATED'] }], then: 'NEUTRAL' },
])

export const CONTAGION_VOTE = decisionTable({ contagion: 'regime of the contagion index', tradfi: 'TradFi regime' }, [
  { when: [{ input: 'contagion', one_of: ['CONTAGION'] }], then: 'STRESSED' },
  {
    when: [
      { input: 'contagion', one_of: ['COUPLED'] },
      { input: 'tradfi', one_of: ['STRESS', 'PANIC'] },
    ],
    then: 'STRESSED',
  },
  { when: [{ input: 'contagion', one_of: ['DECOUPLED', 'MIXED', 'COUPLED'] }], then: 'NEUTRAL' },
])

export const MACRO_VOTE = decisionTable({ macro_risk: 'regime of macro risk' }, [
  { when: [{ input: 'macro_risk', one_of: ['HIGH', 'CRITICAL'] }], then: 'STRESSED' },
  { when: [{ input: 'macro_risk', one_of: ['LOW'] }], then: 'BULLISH' },
  { when: [{ input: 'macro_risk', one_of: ['MODERATE', 'ELEVATED'] }], then: 'NEUTRAL' },
])

/** What is taken off for each coin whose regime changed, and at most. */
export const CHANGE_PENALTY = { each: 0.05, most: 0.1 } as const

export const DIVERGENCE_PENALTY = decisionTable({ divergence: 'level of divergence' }, [
  { when: [{ input: 'divergence', one_of: ['EXTREME'] }], then: 0.15 },
  { when: [{ input: 'divergence', one_of: ['HIGH'] }], then: 0.1 },
  { when: [{ input: 'divergence', one_of: ['MODERATE'] }], then: 0.05 },
  { when: [], then: 0 },
])

export const CONSENSUS_LEVELS = ['STRONG', 'MODERATE', 'WEAK', 'CONFLICTED'] as const

export const CONSENSUS_LEVEL = decisionTable(
  {
    bullish: 'share of the weight',
    bearish_or_stressed: 'share of the weight',
    agreement: 'share of the top vote less the penalties',
  },
  [
    {
      when: [
        { input: 'bullish', at_least: 0.3 },
        { input: 'bearish_or_stressed', at_least: 0.3 },
      ],
      then: 'CONFLICTED',
    },
    { when: [{ input: 'agreement', at_least: 0.7 }], then: 'STRONG' },
    { when: [{ input: 'agreement', at_least: 0.5 }], then: 'MODERATE' },
    { when: [{ input: 'agreement', at_least: 0.35 }], then: 'WEAK' },
    { when: [], then: 'CONFLICTED' },
  ],
)

export const THEMES = ['BULLISH', 'STRESSED', 'BEARISH', 'NEUTRAL', 'MIXED'] as const

/** The top vote is the theme with this share and this lead. */
export const THEME_RULE = { least: 0.4, lead: 0.05 } as const
