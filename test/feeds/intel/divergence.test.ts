import { describe, expect, test } from 'bun:test'
import { type DivergenceInputs, divergenceOf } from '../../../src/feeds/intel/divergence-answer.ts'
import { divergenceExample } from '../../../src/feeds/intel/divergence-example.ts'
import { DIVERGENCE_DIRECTIONS, DIVERGENCES } from '../../../src/feeds/intel/divergence-rules.ts'
import { type DivergenceFacts, divergenceVerdict } from '../../../src/feeds/intel/divergence-verdict.ts'
import { PERP_REGIMES } from '../../../src/feeds/regimes/perp-words.ts'
import { TRADFI_REGIMES } from '../../../src/feeds/regimes/tradfi-rules.ts'
import { oneOfWords } from '../../support/one-of-words.ts'
import vectors from '../../vectors/quant-intel.json'

describe('a divergence of the vectors', () => {
  test.each(vectors.divergence.cases)('$id', ({ inputs, expected }) => {
    const regime = (found: string) => oneOfWords(PERP_REGIMES, found)
    const found = divergenceVerdict({
      btc: regime(inputs.btc),
      eth: regime(inputs.eth),
      sol: regime(inputs.sol),
      tradfi: oneOfWords(TRADFI_REGIMES, inputs.tradfi),
      stress: inputs.stress,
      contagion: inputs.contagion,
      macroRisk: inputs.macro,
      changed: inputs.changed ? 1 : 0,
      zscore: inputs.z,
      basis: inputs.basis,
    })
    expect(found.crypto).toBeCloseTo(expected.crypto_score, 9)
    expect(found.tradfi).toBeCloseTo(expected.tradfi_score, 9)
    expect(found.gap).toBeCloseTo(expected.gap, 9)
    expect(found.score).toBeCloseTo(expected.divergence_score, 9)
    expect([found.level, found.direction, found.isAmplified]).toEqual([
      oneOfWords(DIVERGENCES, expected.divergence),
      oneOfWords(DIVERGENCE_DIRECTIONS, expected.direction),
      expected.contagion_amplified,
    ])
    expect<readonly string[]>([found.cryptoStance, found.tradfiStance]).toEqual([
      expected.crypto_stance,
      expected.tradfi_stance,
    ])
  })
})

/** Nothing else is known than what is named. */
const facts = (more: Partial<DivergenceFacts> = {}): DivergenceFacts => ({
  btc: 'NEUTRAL_CHOPPY',
  eth: null,
  sol: null,
  tradfi: 'NEUTRAL',
  stress: null,
  contagion: null,
  macroRisk: null,
  changed: null,
  zscore: null,
  basis: null,
  ...more,
})
const of = (more: Partial<DivergenceFacts>) => divergenceVerdict(facts(more))

describe('the scores', () => {
  test('of each perpetual regime and of each TradFi regime', () => {
    expect(PERP_REGIMES.map((btc) => `${btc} ${of({ btc }).crypto}`)).toEqual([
      'BULLISH_MOMENTUM 1',
      'MILD_BULLISH 0.5',
      'NEUTRAL_CHOPPY 0',
      'MILD_BEARISH -0.5',
      'BEARISH_MOMENTUM -1',
      'BEARISH_FUNDING_EXTREME -1',
      'SQUEEZE_SETUP 0.75',
      'LONG_TRAP -0.75',
      'VOLATILITY_SPIKE -0.25',
    ])
    expect(TRADFI_REGIMES.map((tradfi) => of({ tradfi }).tradfi)).toEqual([1, 0, -0.75, -1])
  })

  test('coins that are missing share their weight out', () => {
    const three = { btc: 'BULLISH_MOMENTUM', eth: 'MILD_BULLISH', sol: 'MILD_BEARISH' } as const
    expect([of(three).crypto, of(three).weight]).toEqual([0.55, 1])
    // (0.5 + 0.15) / 0.8
    expect([of({ ...three, sol: null }).crypto, of({ ...three, sol: null }).weight]).toEqual([0.8125, 0.8])
    // (0.5 - 0.1) / 0.7
    expect([of({ ...three, eth: null }).crypto, of({ ...three, eth: null }).weight]).toEqual([0.5714, 0.7])
    expect([of({ btc: 'BULLISH_MOMENTUM' }).crypto, of({}).weight]).toEqual([1, 0.5])
  })

  test('stress takes a quarter or a half off, and never below minus one; unknown stress nothing', () => {
    const scored = [null, 'CALM', 'ELEVATED', 'HIGH', 'EXTREME'].map(
      (stress) => of({ btc: 'BULLISH_MOMENTUM', stress }).crypto,
    )
    expect(scored).toEqual([1, 1, 1, 0.75, 0.5])
    expect(of({ btc: 'BEARISH_MOMENTUM', stress: 'EXTREME' }).crypto).toBe(-1)
  })
})

describe('the points', () => {
  const bullish = { btc: 'MILD_BULLISH' } as const
  const bearish = { btc: 'MILD_BEARISH' } as const

  test('are three for each unit of the gap', () => {
    expect([of({}).score, of(bullish).score, of({ ...bullish, tradfi: 'PANIC' }).score]).toEqual([0, 1.5, 4.5])
  })

  test('contagion adds one to a gap of a half or more', () => {
    for (const contagion of ['COUPLED', 'CONTAGION'])
      expect([of({ ...bullish, contagion }).score, of({ ...bullish, contagion }).isAmplified]).toEqual([2.5, true])
    expect(of({ ...bullish, contagion: 'MIXED' })).toMatchObject({ score: 1.5, isAmplified: false })
    expect(of({ btc: 'VOLATILITY_SPIKE', contagion: 'CONTAGION' })).toMatchObject({ score: 0.75, isAmplified: false })
  })

  test('half a point each: a changed regime, macro risk, funding, the basis', () => {
    const more = (which: Partial<DivergenceFacts>) => of({ ...bullish, ...which }).score - of(bullish).score
    expect([0, 1, 3].map((changed) => more({ changed }))).toEqual([0, 0.5, 0.5])
    expect(['ELEVATED', 'HIGH', 'CRITICAL'].map((macroRisk) => more({ macroRisk }))).toEqual([0, 0.5, 0.5])
    expect([1.99, 2, -2].map((zscore) => more({ zscore }))).toEqual([0, 0.5, 0])
    expect(['FLAT', 'CONTANGO', 'BACKWARDATION'].map((basis) => more({ basis }))).toEqual([0, 0, 0.5])
    const less = (which: Partial<DivergenceFacts>) => of({ ...bearish, ...which }).score - of(bearish).score
    expect([-1.99, -2, 2].map((zscore) => less({ zscore }))).toEqual([0, 0.5, 0])
    expect(['FLAT', 'CONTANGO', 'BACKWARDATION'].map((basis) => less({ basis }))).toEqual([0, 0.5, 0])
    expect(less({ macroRisk: 'CRITICAL' })).toBe(0)
    // A quarter is neither bullish nor bearish.
    expect(of({ btc: 'VOLATILITY_SPIKE', basis: 'CONTANGO', macroRisk: 'HIGH' }).score).toBe(0.75)
  })

  test('are ten at most', () => {
    const worst = of({
      btc: 'BEARISH_MOMENTUM',
      tradfi: 'RISK_ON',
      contagion: 'CONTAGION',
      changed: 1,
      zscore: -3,
      basis: 'CONTANGO',
    })
    expect(worst).toMatchObject({ score: 8.5, level: 'EXTREME' })
  })

  test('have their levels before they are rounded', () => {
    const level = (more: Partial<DivergenceFacts>) => `${of(more).score} ${of(more).level}`
    expect([
      level({ btc: 'VOLATILITY_SPIKE' }),
      level({ btc: 'VOLATILITY_SPIKE', changed: 1 }),
      level({ btc: 'BULLISH_MOMENTUM' }),
      level({ btc: 'BULLISH_MOMENTUM', tradfi: 'PANIC' }),
      level({ btc: 'SQUEEZE_SETUP', tradfi: 'PANIC', changed: 1 }),
    ]).toEqual(['0.75 NONE', '1.25 LOW', '3 MODERATE', '6 HIGH', '5.75 MODERATE'])
    // A gap of 0.325 is 0.975: it shows as 1.0 and is NONE.
    const near = divergenceOf({
      ...divergenceExample().inputs,
      perp_btc: { ...divergenceExample().inputs.perp_btc, value: 'VOLATILITY_SPIKE' },
      perp_eth: { ...divergenceExample().inputs.perp_eth, value: 'MILD_BEARISH' },
      perp_sol: { ...divergenceExample().inputs.perp_sol, value: 'VOLATILITY_SPIKE' },
      tradfi: { ...divergenceExample().inputs.tradfi, value: 'NEUTRAL' },
      regimes_changed: { ...divergenceExample().inputs.regimes_changed, value: 0 },
      funding_zscore: { ...divergenceExample().inputs.funding_zscore, value: 0 },
      basis: { ...divergenceExample().inputs.basis, value: 'FLAT' },
    })!
    expect([near.gap, near.divergence_score, near.divergence]).toEqual([0.325, 1, 'NONE'])
  })
})

describe('the direction', () => {
  test.each<readonly [string, Partial<DivergenceFacts>, string]>([
    ['agrees below a third', { btc: 'VOLATILITY_SPIKE' }, 'aligned'],
    [
      'is risk that crypto ignores',
      { btc: 'BULLISH_MOMENTUM', tradfi: 'STRESS', stress: 'CALM', macroRisk: 'HIGH' },
      'crypto_ignores_risk',
    ],
    [
      'is no ignored risk where stress is not known to be calm',
      { btc: 'BULLISH_MOMENTUM', tradfi: 'STRESS', macroRisk: 'HIGH' },
      'crypto_bullish_tradfi_stressed',
    ],
    [
      'is no ignored risk where macro risk is not known',
      { btc: 'BULLISH_MOMENTUM', tradfi: 'STRESS', stress: 'CALM' },
      'crypto_bullish_tradfi_stressed',
    ],
    ['is crypto that does not move', { btc: 'VOLATILITY_SPIKE', tradfi: 'STRESS' }, 'tradfi_stressed_crypto_unmoved'],
    ['agrees where both are weak', { btc: 'MILD_BEARISH', tradfi: 'PANIC' }, 'aligned'],
    ['is crypto that leads', { btc: 'MILD_BULLISH' }, 'crypto_leads_recovery'],
    ['is crypto that falls alone', { btc: 'MILD_BEARISH' }, 'crypto_bearish_tradfi_complacent'],
    ['is crypto below a calm TradFi', { btc: 'NEUTRAL_CHOPPY', tradfi: 'RISK_ON' }, 'crypto_bearish_tradfi_complacent'],
    ['agrees where both take risk', { btc: 'MILD_BULLISH', tradfi: 'RISK_ON' }, 'aligned'],
  ])('%s', (_what, more, expected) => {
    expect(of(more).direction).toBe(oneOfWords(DIVERGENCE_DIRECTIONS, expected))
  })
})

describe('from the inputs', () => {
  const { inputs } = divergenceExample()
  const without = (...names: readonly (keyof DivergenceInputs)[]): DivergenceInputs => ({
    ...inputs,
    ...Object.fromEntries(
      names.map((name) => [name, { ...inputs[name], value: null, timestamp: null, contentHash: null }]),
    ),
  })

  test('bitcoin and TradFi are needed', () => {
    expect([divergenceOf(without('perp_btc')), divergenceOf(without('tradfi'))]).toEqual([null, null])
  })

  test('anything else that is missing is named, and coins take their weight off the confidence', () => {
    expect(divergenceOf(inputs)).toMatchObject({ confidence: 0.76, degraded: false, missing: [] })
    expect(divergenceOf(without('perp_sol'))).toMatchObject({ confidence: 0.61, degraded: true, missing: ['perp_sol'] })
    for (const name of ['stress', 'contagion', 'macro_risk', 'regimes_changed', 'funding_zscore', 'basis'] as const)
      expect(divergenceOf(without(name))).toMatchObject({ confidence: 0.76, degraded: true, missing: [name] })
  })
})
