import { describe, expect, test } from 'bun:test'
import { marketBias, type SetupFacts, scoredSetup } from '../../../src/feeds/intel/setup-score.ts'
import type { MarketBias } from '../../../src/feeds/intel/setup-rules.ts'
import {
  type Bias,
  BIAS_OF,
  PERP_REGIMES,
  type PerpRegime,
  type Risk,
  RISKS,
} from '../../../src/feeds/regimes/perp-words.ts'
import vectors from '../../vectors/quant-intel-setups.json'
import { oneOfWords } from '../../support/one-of-words.ts'

const facts = (more: Partial<SetupFacts> = {}): SetupFacts => ({
  regime: 'MILD_BULLISH',
  bias: 'LONG',
  confidence: 0.6,
  risk: 'LOW',
  ...more,
})
const score = (more: Partial<SetupFacts>, market: MarketBias = 'RISK_ON') => scoredSetup(facts(more), market).score

describe('the score of a setup', () => {
  test.each(vectors.perp_setup.cases)('$id', ({ inputs, expected }) => {
    const regime = oneOfWords(PERP_REGIMES, inputs.regime)
    const market = marketBias(inputs.stress)
    expect(market).toBe(oneOfWords(['RISK_ON', 'RISK_OFF', 'CAUTIOUS', 'NEUTRAL'], expected.market_bias))
    const found = scoredSetup(
      { regime, bias: BIAS_OF[regime], confidence: inputs.confidence, risk: oneOfWords(RISKS, inputs.risk) },
      market,
    )
    expect(BIAS_OF[regime]).toBe(oneOfWords(['LONG', 'SHORT', 'NEUTRAL'], inputs.bias))
    expect(found).toEqual({
      score: expected.score,
      risk: oneOfWords(RISKS, expected.risk),
      qualifies: expected.qualifies,
    })
  })

  test('has the points of its regime', () => {
    const points: Readonly<Record<PerpRegime, number>> = {
      BULLISH_MOMENTUM: 10,
      MILD_BULLISH: 0,
      NEUTRAL_CHOPPY: 0,
      MILD_BEARISH: 0,
      BEARISH_MOMENTUM: 10,
      BEARISH_FUNDING_EXTREME: 10,
      SQUEEZE_SETUP: 20,
      LONG_TRAP: 20,
      VOLATILITY_SPIKE: 0,
    }
    for (const regime of PERP_REGIMES) expect([regime, score({ regime })]).toEqual([regime, 60 + points[regime]])
  })

  test('loses the points of its risk', () => {
    const lost: Readonly<Record<Risk, number>> = { LOW: 0, MODERATE: 5, ELEVATED: 10, HIGH: 15, EXTREME: 25 }
    for (const risk of RISKS) expect([risk, score({ risk })]).toEqual([risk, 60 - lost[risk]])
  })

  test('in a market that leaves risk: a long one has a high risk at least, and loses fifteen more', () => {
    const of = (bias: Bias, risk: Risk, market: MarketBias = 'RISK_OFF') => {
      const { risk: raised, score: points } = scoredSetup(facts({ bias, risk }), market)
      return [raised, points]
    }
    expect(of('LONG', 'LOW')).toEqual(['HIGH', 30])
    expect(of('LONG', 'EXTREME')).toEqual(['EXTREME', 20])
    expect(of('SHORT', 'LOW')).toEqual(['LOW', 60])
    expect(of('LONG', 'LOW', 'CAUTIOUS')).toEqual(['LOW', 60])
  })

  test('counts from a confidence of 0.55 on, and with a bias', () => {
    const qualifies = (more: Partial<SetupFacts>) => scoredSetup(facts(more), 'RISK_ON').qualifies
    expect([0.54, 0.55].map((confidence) => qualifies({ confidence }))).toEqual([false, true])
    expect(qualifies({ bias: 'NEUTRAL', confidence: 0.9 })).toBe(false)
    expect(qualifies({ bias: 'SHORT' })).toBe(true)
  })
})

test('the market leans as stress says, and nowhere while that is unknown', () => {
  expect(['CALM', 'ELEVATED', 'HIGH', 'EXTREME', null].map(marketBias)).toEqual([
    'RISK_ON',
    'CAUTIOUS',
    'RISK_OFF',
    'RISK_OFF',
    'NEUTRAL',
  ])
})
