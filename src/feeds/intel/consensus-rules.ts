import { decisionTable } from '../rules/decision-table.ts'

/** The rules of consensus (methods 6.6), as they are published. */

export const CONSENSUS_VOTES = ['BULLISH', 'STRESSED', 'BEARISH', 'NEUTRAL'] as const
export type ConsensusVote = (typeof CONSENSUS_VOTES)[number]

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
  { when: [{ input: 'regime', one_of: ['VOLATILITY_SPIKE'] }], gives: 'STRESSED' },
  { when: [{ input: 'bias', one_of: ['LONG'] }], gives: 'BULLISH' },
  { when: [{ input: 'bias', one_of: ['SHORT'] }], gives: 'BEARISH' },
  { when: [{ input: 'bias', one_of: ['NEUTRAL'] }], gives: 'NEUTRAL' },
])

export const TRADFI_VOTE = decisionTable({ tradfi: 'TradFi regime' }, [
  { when: [{ input: 'tradfi', one_of: ['STRESS', 'PANIC'] }], gives: 'STRESSED' },
  { when: [{ input: 'tradfi', one_of: ['RISK_ON'] }], gives: 'BULLISH' },
  { when: [{ input: 'tradfi', one_of: ['NEUTRAL'] }], gives: 'NEUTRAL' },
])

export const STRESS_VOTE = decisionTable({ stress: 'regime of the stress index' }, [
  { when: [{ input: 'stress', one_of: ['HIGH', 'EXTREME'] }], gives: 'STRESSED' },
  { when: [{ input: 'stress', one_of: ['CALM'] }], gives: 'BULLISH' },
  { when: [{ input: 'stress', one_of: ['ELEVATED'] }], gives: 'NEUTRAL' },
])

export const CONTAGION_VOTE = decisionTable({ contagion: 'regime of the contagion index', tradfi: 'TradFi regime' }, [
  { when: [{ input: 'contagion', one_of: ['CONTAGION'] }], gives: 'STRESSED' },
  {
    when: [
      { input: 'contagion', one_of: ['COUPLED'] },
      { input: 'tradfi', one_of: ['STRESS', 'PANIC'] },
    ],
    gives: 'STRESSED',
  },
  { when: [{ input: 'contagion', one_of: ['DECOUPLED', 'MIXED', 'COUPLED'] }], gives: 'NEUTRAL' },
])

export const MACRO_VOTE = decisionTable({ macro_risk: 'regime of macro risk' }, [
  { when: [{ input: 'macro_risk', one_of: ['HIGH', 'CRITICAL'] }], gives: 'STRESSED' },
  { when: [{ input: 'macro_risk', one_of: ['LOW'] }], gives: 'BULLISH' },
  { when: [{ input: 'macro_risk', one_of: ['MODERATE', 'ELEVATED'] }], gives: 'NEUTRAL' },
])

/** What is taken off for each coin whose regime changed, and at most. */
export const CHANGE_PENALTY = { each: 0.05, most: 0.1 } as const

export const DIVERGENCE_PENALTY = decisionTable({ divergence: 'level of divergence' }, [
  { when: [{ input: 'divergence', one_of: ['EXTREME'] }], gives: 0.15 },
  { when: [{ input: 'divergence', one_of: ['HIGH'] }], gives: 0.1 },
  { when: [{ input: 'divergence', one_of: ['MODERATE'] }], gives: 0.05 },
  { when: [], gives: 0 },
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
      gives: 'CONFLICTED',
    },
    { when: [{ input: 'agreement', at_least: 0.7 }], gives: 'STRONG' },
    { when: [{ input: 'agreement', at_least: 0.5 }], gives: 'MODERATE' },
    { when: [{ input: 'agreement', at_least: 0.35 }], gives: 'WEAK' },
    { when: [], gives: 'CONFLICTED' },
  ],
)

export const THEMES = ['BULLISH', 'STRESSED', 'BEARISH', 'NEUTRAL', 'MIXED'] as const

/** The top vote is the theme with this share and this lead. */
export const THEME_RULE = { least: 0.4, lead: 0.05 } as const
