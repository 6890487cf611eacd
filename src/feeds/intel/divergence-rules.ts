import { decisionTable } from '../rules/decision-table.ts'

/** The rules of divergence (methods 6.5), as they are published. */

/** What each coin weighs. */
export const COIN_WEIGHTS = { btc: 0.5, eth: 0.3, sol: 0.2 } as const
export type DivergingCoin = keyof typeof COIN_WEIGHTS

export const PERP_SCORE = decisionTable({ regime: 'perpetual regime' }, [
  { when: [{ input: 'regime', one_of: ['BULLISH_MOMENTUM'] }], gives: 1 },
  { when: [{ input: 'regime', one_of: ['SQUEEZE_SETUP'] }], gives: 0.75 },
  { when: [{ input: 'regime', one_of: ['MILD_BULLISH'] }], gives: 0.5 },
  { when: [{ input: 'regime', one_of: ['NEUTRAL_CHOPPY'] }], gives: 0 },
  { when: [{ input: 'regime', one_of: ['VOLATILITY_SPIKE'] }], gives: -0.25 },
  { when: [{ input: 'regime', one_of: ['MILD_BEARISH'] }], gives: -0.5 },
  { when: [{ input: 'regime', one_of: ['LONG_TRAP'] }], gives: -0.75 },
  { when: [{ input: 'regime', one_of: ['BEARISH_MOMENTUM', 'BEARISH_FUNDING_EXTREME'] }], gives: -1 },
])

/** What stress takes off the score of crypto; unknown stress nothing. */
export const STRESS_DEDUCTION = decisionTable({ stress: 'regime of the stress index' }, [
  { when: [{ input: 'stress', one_of: ['EXTREME'] }], gives: 0.5 },
  { when: [{ input: 'stress', one_of: ['HIGH'] }], gives: 0.25 },
  { when: [], gives: 0 },
])

export const TRADFI_SCORE = decisionTable({ tradfi: 'TradFi regime' }, [
  { when: [{ input: 'tradfi', one_of: ['RISK_ON'] }], gives: 1 },
  { when: [{ input: 'tradfi', one_of: ['NEUTRAL'] }], gives: 0 },
  { when: [{ input: 'tradfi', one_of: ['STRESS'] }], gives: -0.75 },
  { when: [{ input: 'tradfi', one_of: ['PANIC'] }], gives: -1 },
])

/** Points of each unit between the scores of crypto and of TradFi. */
export const GAP_POINTS = 3

/** Whether contagion amplifies the gap, and by how many points. */
export const AMPLIFICATION = {
  points: 1,
  table: decisionTable({ contagion: 'regime of the contagion index', gap: 'between the scores' }, [
    {
      when: [
        { input: 'contagion', one_of: ['COUPLED', 'CONTAGION'] },
        { input: 'gap', at_least: 0.5 },
      ],
      gives: true,
    },
    { when: [], gives: false },
  ]),
}

/** More points; all rows that hold are added. */
export const DIVERGENCE_POINTS = decisionTable(
  {
    regimes_changed: 'coins whose regime changed within two hours',
    macro_risk: 'regime of macro risk',
    crypto: 'score of crypto',
    funding_zscore: 'of bitcoin, against three days',
    basis: 'regime of the basis of bitcoin perpetuals',
  },
  [
    { when: [{ input: 'regimes_changed', at_least: 1 }], gives: 0.5 },
    {
      when: [
        { input: 'macro_risk', one_of: ['HIGH', 'CRITICAL'] },
        { input: 'crypto', above: 0.25 },
      ],
      gives: 0.5,
    },
    {
      when: [
        { input: 'funding_zscore', at_least: 2 },
        { input: 'crypto', above: 0 },
      ],
      gives: 0.5,
    },
    {
      when: [
        { input: 'funding_zscore', at_most: -2 },
        { input: 'crypto', below: 0 },
      ],
      gives: 0.5,
    },
    {
      when: [
        { input: 'basis', one_of: ['CONTANGO'] },
        { input: 'crypto', below: -0.25 },
      ],
      gives: 0.5,
    },
    {
      when: [
        { input: 'basis', one_of: ['BACKWARDATION'] },
        { input: 'crypto', above: 0.25 },
      ],
      gives: 0.5,
    },
  ],
)

export const MOST_DIVERGENCE = 10

/** Levels of divergence, from the lowest score (interface 3.18). */
export const DIVERGENCES = ['NONE', 'LOW', 'MODERATE', 'HIGH', 'EXTREME'] as const

export const DIVERGENCE_LEVEL = decisionTable({ score: '0 to 10, before it is rounded' }, [
  { when: [{ input: 'score', at_least: 8 }], gives: 'EXTREME' },
  { when: [{ input: 'score', at_least: 6 }], gives: 'HIGH' },
  { when: [{ input: 'score', at_least: 3 }], gives: 'MODERATE' },
  { when: [{ input: 'score', at_least: 1 }], gives: 'LOW' },
  { when: [], gives: 'NONE' },
])

export const DIVERGENCE_DIRECTIONS = [
  'aligned',
  'crypto_bullish_tradfi_stressed',
  'crypto_bearish_tradfi_complacent',
  'crypto_leads_recovery',
  'crypto_ignores_risk',
  'tradfi_stressed_crypto_unmoved',
] as const

/** Below this gap both agree: a third, to the four decimals of a gap. */
const AGREEING_GAP = 0.3334

export const DIVERGENCE_DIRECTION = decisionTable(
  {
    gap: 'between the scores, four decimals',
    crypto: 'score of crypto, four decimals',
    tradfi: 'score of TradFi',
    stress: 'regime of the stress index',
    macro_risk: 'regime of macro risk',
  },
  [
    { when: [{ input: 'gap', below: AGREEING_GAP }], gives: 'aligned' },
    {
      when: [
        { input: 'crypto', above: 0.25 },
        { input: 'tradfi', below: 0 },
        { input: 'stress', one_of: ['CALM'] },
        { input: 'macro_risk', one_of: ['HIGH', 'CRITICAL'] },
      ],
      gives: 'crypto_ignores_risk',
    },
    {
      when: [
        { input: 'crypto', above: 0.25 },
        { input: 'tradfi', below: 0 },
      ],
      gives: 'crypto_bullish_tradfi_stressed',
    },
    {
      when: [
        { input: 'tradfi', below: 0 },
        { input: 'crypto', size: true, at_most: 0.25 },
      ],
      gives: 'tradfi_stressed_crypto_unmoved',
    },
    { when: [{ input: 'tradfi', below: 0 }], gives: 'aligned' },
    {
      when: [
        { input: 'tradfi', below: 1 },
        { input: 'crypto', above: 0.25 },
      ],
      gives: 'crypto_leads_recovery',
    },
    {
      when: [
        { input: 'tradfi', below: 1 },
        { input: 'crypto', below: -0.25 },
      ],
      gives: 'crypto_bearish_tradfi_complacent',
    },
    { when: [{ input: 'tradfi', below: 1 }], gives: 'aligned' },
    { when: [{ input: 'crypto', at_most: 0.25 }], gives: 'crypto_bearish_tradfi_complacent' },
    { when: [], gives: 'aligned' },
  ],
)

export const CRYPTO_STANCES = ['BULLISH', 'NEUTRAL', 'BEARISH'] as const
export const CRYPTO_STANCE = decisionTable({ crypto: 'score of crypto' }, [
  { when: [{ input: 'crypto', above: 0.25 }], gives: 'BULLISH' },
  { when: [{ input: 'crypto', below: -0.25 }], gives: 'BEARISH' },
  { when: [], gives: 'NEUTRAL' },
])

export const TRADFI_STANCES = ['BULLISH', 'NEUTRAL', 'STRESSED'] as const
export const TRADFI_STANCE = decisionTable({ tradfi: 'score of TradFi' }, [
  { when: [{ input: 'tradfi', above: 0 }], gives: 'BULLISH' },
  { when: [{ input: 'tradfi', below: 0 }], gives: 'STRESSED' },
  { when: [], gives: 'NEUTRAL' },
])
