import { describe, expect, test } from 'bun:test'
import { consensusOf } from '../../../src/feeds/intel/consensus-answer.ts'
import { consensusExample } from '../../../src/feeds/intel/consensus-example.ts'
import { type ConsensusFacts, consensusVerdict } from '../../../src/feeds/intel/consensus-verdict.ts'
import { PERP_REGIMES } from '../../../src/feeds/regimes/perp-words.ts'
import { oneOfWords } from '../../support/one-of-words.ts'
import vectors from '../../vectors/quant-intel.json'

const facts = (more: Partial<ConsensusFacts> = {}): ConsensusFacts => ({
  perp_btc: 'NEUTRAL_CHOPPY',
  perp_eth: 'NEUTRAL_CHOPPY',
  perp_sol: 'NEUTRAL_CHOPPY',
  tradfi: 'NEUTRAL',
  stress: 'ELEVATED',
  contagion: 'MIXED',
  macro_risk: 'MODERATE',
  changed: 0,
  divergence: 'NONE',
  ...more,
})

describe('a consensus of the vectors', () => {
  test.each(vectors.consensus.cases)('$id', ({ inputs, expected }) => {
    const regime = (found: string) => oneOfWords(PERP_REGIMES, found)
    const found = consensusVerdict({
      perp_btc: regime(inputs.btc),
      perp_eth: regime(inputs.eth),
      perp_sol: regime(inputs.sol),
      tradfi: inputs.tradfi,
      stress: inputs.stress,
      contagion: inputs.contagion,
      macro_risk: inputs.macro,
      changed: inputs.n_changed,
      divergence: inputs.divergence,
    })
    expect<Readonly<Record<string, string | null>>>(found.votes).toEqual(expected.votes)
    for (const vote of ['BULLISH', 'STRESSED', 'BEARISH', 'NEUTRAL'] as const)
      expect(found.shares[vote]).toBeCloseTo(expected.shares[vote], 9)
    expect(found.agreement).toBeCloseTo(expected.agreement, 9)
    expect<readonly string[]>([found.level, found.theme]).toEqual([expected.consensus, expected.dominant_theme])
  })
})

describe('a vote', () => {
  test('of each perpetual regime is that of its bias, and of a spike stressed', () => {
    const votes = PERP_REGIMES.map(
      (regime) => `${regime} ${consensusVerdict(facts({ perp_btc: regime })).votes.perp_btc}`,
    )
    expect(votes).toEqual([
      'BULLISH_MOMENTUM BULLISH',
      'MILD_BULLISH BULLISH',
      'NEUTRAL_CHOPPY NEUTRAL',
      'MILD_BEARISH BEARISH',
      'BEARISH_MOMENTUM BEARISH',
      'BEARISH_FUNDING_EXTREME BEARISH',
      'SQUEEZE_SETUP BULLISH',
      'LONG_TRAP BEARISH',
      'VOLATILITY_SPIKE STRESSED',
    ])
  })

  test('of the others, row by row', () => {
    const of = (voter: 'tradfi' | 'stress' | 'macro_risk', words: readonly string[]) =>
      words.map((word) => consensusVerdict(facts({ [voter]: word })).votes[voter])
    expect(of('tradfi', ['RISK_ON', 'NEUTRAL', 'STRESS', 'PANIC'])).toEqual([
      'BULLISH',
      'NEUTRAL',
      'STRESSED',
      'STRESSED',
    ])
    expect(of('stress', ['CALM', 'ELEVATED', 'HIGH', 'EXTREME'])).toEqual([
      'BULLISH',
      'NEUTRAL',
      'STRESSED',
      'STRESSED',
    ])
    expect(of('macro_risk', ['LOW', 'MODERATE', 'ELEVATED', 'HIGH', 'CRITICAL'])).toEqual([
      'BULLISH',
      'NEUTRAL',
      'NEUTRAL',
      'STRESSED',
      'STRESSED',
    ])
  })

  test('of contagion is stressed where markets are coupled in traditional stress', () => {
    const of = (contagion: string, tradfi: string | null) =>
      consensusVerdict(facts({ contagion, tradfi })).votes.contagion
    expect(['STRESS', 'PANIC', 'NEUTRAL', null].map((tradfi) => of('COUPLED', tradfi))).toEqual([
      'STRESSED',
      'STRESSED',
      'NEUTRAL',
      'NEUTRAL',
    ])
    expect([of('CONTAGION', null), of('DECOUPLED', 'PANIC'), of('MIXED', 'PANIC')]).toEqual([
      'STRESSED',
      'NEUTRAL',
      'NEUTRAL',
    ])
  })
})

describe('agreement', () => {
  test('loses 0.05 for each coin that changed, at most 0.10, and by the level of divergence', () => {
    const of = (changed: number | null, divergence: string | null) =>
      consensusVerdict(facts({ changed, divergence })).agreement
    expect([0, 1, 2, 3, null].map((changed) => of(changed, null))).toEqual([1, 0.95, 0.9, 0.9, 1])
    expect(['NONE', 'LOW', 'MODERATE', 'HIGH', 'EXTREME', null].map((level) => of(0, level))).toEqual([
      1, 1, 0.95, 0.9, 0.85, 1,
    ])
  })

  test('is strong from 0.70, moderate from 0.50, weak from 0.35', () => {
    const level = (more: Partial<ConsensusFacts>) => {
      const found = consensusVerdict(facts(more))
      return [found.agreement, found.level]
    }
    // Neutral 5.5, 4, 3 of 7.5; penalties of 0.05 and 0.10.
    expect(level({ perp_btc: 'MILD_BULLISH', perp_eth: 'MILD_BULLISH' })[1]).toBe('STRONG')
    expect(level({ perp_btc: 'MILD_BULLISH', perp_eth: 'MILD_BULLISH', divergence: 'MODERATE' })[1]).toBe('MODERATE')
    expect(
      level({ perp_btc: 'MILD_BEARISH', perp_eth: 'MILD_BEARISH', perp_sol: 'MILD_BEARISH', stress: 'CALM' })[1],
    ).toBe('WEAK')
    expect(
      level({
        perp_btc: 'MILD_BEARISH',
        perp_eth: 'MILD_BEARISH',
        perp_sol: 'MILD_BEARISH',
        stress: 'CALM',
        divergence: 'EXTREME',
      })[1],
    ).toBe('CONFLICTED')
  })

  test('is conflict where both sides hold 0.30, whatever the top has', () => {
    const torn = {
      perp_btc: 'MILD_BULLISH',
      perp_eth: 'MILD_BULLISH',
      stress: 'CALM',
      macro_risk: 'CRITICAL',
      tradfi: 'STRESS',
    } as const
    // Bullish 3 and stressed 3 of 7.5.
    expect(consensusVerdict(facts(torn))).toMatchObject({ level: 'CONFLICTED', theme: 'MIXED' })
    const less = consensusVerdict(facts({ ...torn, stress: 'ELEVATED' }))
    // Bullish 2 of 7.5 is below 0.30.
    expect(less).toMatchObject({ level: 'WEAK', theme: 'STRESSED' })
    // Of a weight of 5 each side has 1.5: 0.30 to the digit, while the neutral ones have the most.
    const edge = { perp_eth: null, perp_sol: null, contagion: null, tradfi: 'RISK_ON', macro_risk: 'CRITICAL' } as const
    expect(consensusVerdict(facts(edge))).toMatchObject({
      level: 'CONFLICTED',
      shares: { BULLISH: 0.3, STRESSED: 0.3 },
    })
    expect(consensusVerdict(facts({ ...edge, contagion: 'MIXED' }))).toMatchObject({ level: 'WEAK' })
  })

  test('has a theme from a share of 0.40 and a lead of 0.05', () => {
    const theme = (more: Partial<ConsensusFacts>) => consensusVerdict(facts(more)).theme
    // Neutral 3, bearish 3, bullish 1.5 of 7.5: no lead.
    expect(
      theme({ perp_btc: 'MILD_BEARISH', perp_eth: 'MILD_BEARISH', perp_sol: 'MILD_BEARISH', tradfi: 'RISK_ON' }),
    ).toBe('MIXED')
    expect(theme({ perp_btc: 'MILD_BEARISH', perp_eth: 'MILD_BEARISH', tradfi: 'RISK_ON' })).toBe('NEUTRAL')
  })
})

describe('with voters missing', () => {
  const { inputs } = consensusExample()
  const lost = { value: null, timestamp: null, contentHash: null } as const
  const without = (...names: readonly (keyof typeof inputs)[]) =>
    consensusOf({
      ...inputs,
      ...Object.fromEntries(names.map((name) => [name, { ...inputs[name], ...lost }])),
    })

  test('it is made of those that are there, from a weight of 4.5', () => {
    // TradFi 1.5 and contagion 0.5 away: 5.5.
    expect(without('tradfi', 'contagion', 'divergence')).toMatchObject({
      coverage: 0.7333,
      consensus: 'STRONG',
      votes: { tradfi: null, contagion: null },
      missing: ['tradfi', 'contagion', 'divergence'],
      degraded: true,
    })
    expect(without('tradfi', 'macro_risk')?.coverage).toBe(0.6)
    expect(without('tradfi', 'macro_risk', 'contagion')).toBeNull()
  })

  test('confidence counts what is missing as nothing', () => {
    // (0.84 + 0.65 + 0.8 + 1.5 * 0.9 + 0.95 + 0.5 * 0.9 + 1.5 * 0.96) / 7.5
    expect(consensusOf(inputs)?.confidence).toBe(0.86)
    expect(without('tradfi')?.confidence).toBe(0.68)
  })
})
