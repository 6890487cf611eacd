import { decisionTable } from '../rules/decision-table.ts'
import type { PerpRegime } from '../regimes/perp-words.ts'

/** The rules of the setup scanner (methods 6.7), as they are published. */

/** Which setups qualify. */
export const QUALIFYING = decisionTable({ confidence: 'in the regime', bias: 'of the setup' }, [
  {
    when: [
      { input: 'confidence', at_least: 0.55 },
      { input: 'bias', one_of: ['LONG', 'SHORT'] },
    ],
    gives: true,
  },
  { when: [], gives: false },
])

/** How the market is leaning. */
export const MARKET_BIASES = ['RISK_ON', 'CAUTIOUS', 'RISK_OFF', 'NEUTRAL'] as const
export type MarketBias = (typeof MARKET_BIASES)[number]

/** Where stress is unknown, nothing is known of the market. */
export const MARKET_BIAS = decisionTable({ stress: 'regime of the stress index' }, [
  { when: [{ input: 'stress', one_of: ['HIGH', 'EXTREME'] }], gives: 'RISK_OFF' },
  { when: [{ input: 'stress', one_of: ['ELEVATED'] }], gives: 'CAUTIOUS' },
  { when: [{ input: 'stress', one_of: ['CALM'] }], gives: 'RISK_ON' },
  { when: [], gives: 'NEUTRAL' },
])

/** A long setup while the market leaves risk: its risk is raised, and its score lowered. */
const AGAINST_THE_MARKET = [
  { input: 'market_bias', one_of: ['RISK_OFF'] },
  { input: 'bias', one_of: ['LONG'] },
] as const

/** The risk that a setup is given at least. */
export const RAISED_RISK = decisionTable({ market_bias: 'of the market', bias: 'of the setup' }, [
  { when: AGAINST_THE_MARKET, gives: 'HIGH' },
  { when: [], gives: 'LOW' },
])

/** Points on top of a hundred times the confidence; all rows that hold are added. The risk is the raised one. */
export const SETUP_POINTS = decisionTable(
  {
    regime: 'perpetual regime',
    risk: 'level, after it was raised',
    market_bias: 'of the market',
    bias: 'of the setup',
  },
  [
    { when: [{ input: 'regime', one_of: ['SQUEEZE_SETUP', 'LONG_TRAP'] }], gives: 20 },
    {
      when: [{ input: 'regime', one_of: ['BULLISH_MOMENTUM', 'BEARISH_MOMENTUM', 'BEARISH_FUNDING_EXTREME'] }],
      gives: 10,
    },
    { when: [{ input: 'risk', one_of: ['MODERATE'] }], gives: -5 },
    { when: [{ input: 'risk', one_of: ['ELEVATED'] }], gives: -10 },
    { when: [{ input: 'risk', one_of: ['HIGH'] }], gives: -15 },
    { when: [{ input: 'risk', one_of: ['EXTREME'] }], gives: -25 },
    { when: AGAINST_THE_MARKET, gives: -15 },
  ],
)

/** What drives the regimes that a crowd makes: said before the signals. */
export const DRIVERS: Readonly<Partial<Record<PerpRegime, readonly string[]>>> = {
  LONG_TRAP: ['crowded_longs', 'oi_rising', 'price_stalled'],
  SQUEEZE_SETUP: ['crowded_shorts', 'oi_rising', 'price_holding'],
  BEARISH_FUNDING_EXTREME: ['funding_extreme', 'price_falling'],
}
