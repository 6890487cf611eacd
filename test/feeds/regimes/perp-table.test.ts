import { describe, expect, test } from 'bun:test'
import { perpConfidence } from '../../../src/feeds/regimes/perp-confidence.ts'
import { directionOf, isEnoughCovered } from '../../../src/feeds/regimes/perp-direction.ts'
import { riskOf } from '../../../src/feeds/regimes/perp-risk.ts'
import {
  type PerpFacts,
  signalFormula,
  signalScore,
  SIGNALS,
  signalsOf,
} from '../../../src/feeds/regimes/perp-signals.ts'
import { perpDecision } from '../../../src/feeds/regimes/perp-table.ts'
import { BIAS_OF, PERP_COINS, PERP_REGIMES, RISKS } from '../../../src/feeds/regimes/perp-words.ts'
import { oneOfWords } from '../../support/one-of-words.ts'
import vectors from '../../vectors/quant-regimes.json'

const NOTHING: PerpFacts = {
  r8: null,
  z: null,
  oi4h: null,
  oi24h: null,
  ret1h: null,
  ret4h: null,
  ret24h: null,
  vr: null,
  vwap_gap_bps: null,
  liq_long_usd: null,
  liq_short_usd: null,
  burst: null,
  basis_bps: null,
  imbalance_10bps: null,
  rr25: null,
  stress: null,
}

/** A quiet market, in which only the last row holds. */
const QUIET: PerpFacts = {
  ...NOTHING,
  r8: 0.0001,
  z: 0,
  oi4h: 0,
  oi24h: 0,
  ret1h: 0,
  ret4h: 0.1,
  ret24h: 0,
  vr: 1,
  burst: false,
  stress: 'CALM',
}

describe('the score of a signal', () => {
  test('by open interest follows the return, in full from five per cent on, half of it while positions are closed', () => {
    const score = (oi4h: number, ret4h: number) => signalScore('oi_price', { ...NOTHING, oi4h, ret4h }, 'BTC')
    expect([score(2.5, 1), score(5, 1), score(12, 1), score(2.5, -1)]).toEqual([0.5, 1, 1, -0.5])
    expect([score(-2.5, 1), score(-5, -1), score(-12, 1)]).toEqual([0.25, -0.5, 0.5])
    expect([score(5, 0.19), score(5, -0.19), score(5, 0.2), score(5, -0.2)]).toEqual([0, 0, 1, -1])
  })

  test('by liquidations is the share of the surplus, less where few were closed', () => {
    const score = (short: number, long: number, coin: 'BTC' | 'ETH' | 'SOL' = 'BTC') =>
      signalScore('liq_balance', { ...NOTHING, liq_short_usd: short, liq_long_usd: long }, coin)
    expect([score(0, 0), score(5e6, 5e6), score(1e7, 0), score(0, 2e7)]).toEqual([0, 0, 1, -1])
    expect([score(3e6, 1e6), score(3e6, 1e6, 'ETH'), score(3e6, 1e6, 'SOL')]).toEqual([0.2, 0.4, 0.5])
    for (const [short, long] of [
      [123_456, 9_999_999],
      [4e6, 3_999_999],
      [5e7, 1e6],
    ] as const) {
      const all = short + long
      expect(score(short, long)).toBeCloseTo(((short - long) / all) * Math.min(1, all / 1e7), 12)
    }
  })

  test('is unknown while one of its facts is', () => {
    expect(signalScore('oi_price', { ...NOTHING, ret4h: 0.1 }, 'BTC')).toBeNull()
    expect(signalScore('liq_balance', { ...NOTHING, liq_short_usd: 1 }, 'BTC')).toBeNull()
  })

  test('is published in the words of what computes it', () => {
    expect([signalFormula('skew'), signalFormula('oi_price'), signalFormula('liq_balance')]).toEqual([
      'clip(rr25 / 7.5, -1, 1)',
      '0 if abs(ret4h) < 0.2 else sign(ret4h) * min(1, abs(oi4h) / 5) * (1 if oi4h >= 0 else 0.5)',
      '(liq_short_usd - liq_long_usd) / max(liq_short_usd + liq_long_usd, full_usd); full_usd: BTC 10000000, ETH 5000000, SOL 3000000',
    ])
  })
})

const decided = (facts: Partial<PerpFacts>, score = 0): readonly [number, string] => {
  const { row, outcome } = perpDecision({ ...QUIET, ...facts }, score)
  return [row, outcome]
}

describe('a perpetual regime of the vectors', () => {
  test.each(vectors.perp_regime.cases)('$id', ({ inputs, expected }) => {
    const coin = oneOfWords(PERP_COINS, inputs.asset)
    const facts: PerpFacts = {
      ...inputs,
      vwap_gap_bps: inputs.vwap_gap_bps,
      liq_long_usd: inputs.liq_long,
      liq_short_usd: inputs.liq_short,
      imbalance_10bps: inputs.imb10,
    }
    const direction = directionOf(facts, coin)
    const told = Object.entries(expected.signals)
    expect(direction.signals.map(({ name }) => name).toSorted()).toEqual(
      told.map(([name]) => oneOfWords(Object.keys(SIGNALS) as (keyof typeof SIGNALS)[], name)).toSorted(),
    )
    for (const { name, score } of direction.signals)
      expect(score).toBeCloseTo(Object.fromEntries(told)[name] ?? Number.NaN, 9)
    expect(direction.score).toBeCloseTo(expected.direction_score, 9)
    expect(direction.coverage).toBeCloseTo(1, 9)
    const { outcome } = perpDecision(facts, direction.score!)
    expect(outcome).toBe(oneOfWords(PERP_REGIMES, expected.regime))
    expect(BIAS_OF[outcome]).toBe(oneOfWords(['LONG', 'SHORT', 'NEUTRAL'], expected.bias))
    expect(perpConfidence(facts, direction.score!, outcome, direction.coverage)).toBeCloseTo(expected.confidence, 9)
    expect(riskOf(facts, outcome)).toBe(oneOfWords(RISKS, expected.risk))
  })
})

describe('row by row', () => {
  test('1: a spike by volatility and return, by return alone, or by a burst', () => {
    const spike = [1, 'VOLATILITY_SPIKE'] as const
    expect(decided({ vr: 3, ret1h: -1.5 })).toEqual(spike)
    expect(decided({ vr: 2.9999, ret1h: -1.5 })[0]).not.toBe(1)
    expect(decided({ vr: 3, ret1h: 1.4999 })[0]).not.toBe(1)
    expect(decided({ ret1h: 4 })).toEqual(spike)
    expect(decided({ ret1h: -3.9999 })[0]).not.toBe(1)
    expect(decided({ burst: true, ret1h: 1 })).toEqual(spike)
    expect(decided({ burst: true, ret1h: 0.9999 })[0]).not.toBe(1)
    // An unknown burst is none, and an unknown volatility takes no row away that holds without it.
    expect(decided({ burst: null, ret1h: 1 })[0]).not.toBe(1)
    expect(decided({ vr: null, ret1h: -4 })).toEqual(spike)
  })

  test('2: crowded longs', () => {
    const trap = { r8: 0.0003, oi24h: 3, ret4h: 0.3, ret24h: 1 }
    expect(decided(trap)).toEqual([2, 'LONG_TRAP'])
    expect(decided({ ...trap, r8: 0.000001, z: 2 })).toEqual([2, 'LONG_TRAP'])
    const others: readonly Partial<PerpFacts>[] = [
      { r8: 0.000299 },
      { r8: 0, z: 2 },
      { r8: 0.0002, z: 1.9999 },
      { oi24h: 2.9999 },
      { ret4h: 0.3001 },
      { ret24h: 1.0001 },
      { oi24h: null },
      { ret4h: null },
    ]
    for (const other of others) expect([other, decided({ ...trap, ...other })[0]]).toEqual([other, 9])
    expect(decided({ ...trap, z: null })).toEqual([2, 'LONG_TRAP'])
    expect(decided({ ...trap, r8: 0.0002, z: null })[0]).toBe(9)
  })

  test('3: crowded shorts', () => {
    const squeeze = { r8: -0.0001, oi4h: 1, ret4h: -0.3 }
    expect(decided(squeeze)).toEqual([3, 'SQUEEZE_SETUP'])
    expect(decided({ ...squeeze, r8: -0.00000001, z: -2 })).toEqual([3, 'SQUEEZE_SETUP'])
    const others: readonly Partial<PerpFacts>[] = [
      { r8: -0.000099 },
      { r8: 0, z: -2 },
      { oi4h: 0.9999 },
      { ret4h: -0.3001 },
      { oi4h: null },
    ]
    for (const other of others) expect([other, decided({ ...squeeze, ...other })[0]]).toEqual([other, 9])
  })

  test('4: funding that is paid for a fall', () => {
    const fall = { r8: -0.0003, ret4h: -0.3001 }
    expect(decided(fall)).toEqual([4, 'BEARISH_FUNDING_EXTREME'])
    expect(decided({ ...fall, r8: -0.0001, z: -2.5 })).toEqual([4, 'BEARISH_FUNDING_EXTREME'])
    for (const other of [{ r8: -0.000299 }, { r8: -0.0002, z: -2.4999 }, { ret4h: -0.3 }])
      expect([other, decided({ ...fall, ...other })[0]]).toEqual([other, 9])
  })

  test('5 to 9: by direction', () => {
    expect(decided({ ret4h: 0.0001 }, 0.4)).toEqual([5, 'BULLISH_MOMENTUM'])
    expect(decided({ ret4h: 0 }, 0.4)).toEqual([7, 'MILD_BULLISH'])
    expect(decided({ ret4h: 1 }, 0.3999)).toEqual([7, 'MILD_BULLISH'])
    expect(decided({ ret4h: -0.0001 }, -0.4)).toEqual([6, 'BEARISH_MOMENTUM'])
    expect(decided({ ret4h: 0 }, -0.4)).toEqual([8, 'MILD_BEARISH'])
    expect(decided({}, 0.15)).toEqual([7, 'MILD_BULLISH'])
    expect(decided({}, 0.1499)).toEqual([9, 'NEUTRAL_CHOPPY'])
    expect(decided({}, -0.15)).toEqual([8, 'MILD_BEARISH'])
    expect(decided({}, -0.1499)).toEqual([9, 'NEUTRAL_CHOPPY'])
    expect(decided({ ret4h: null }, 0.9)).toEqual([7, 'MILD_BULLISH'])
  })
})

describe('what belongs to a regime', () => {
  test('its risk: points of stress, funding, bursts, volatility and spikes', () => {
    const risk = (facts: Partial<PerpFacts>, regime: (typeof PERP_REGIMES)[number] = 'NEUTRAL_CHOPPY') =>
      riskOf({ ...QUIET, ...facts }, regime)
    expect(['CALM', 'ELEVATED', 'HIGH', 'EXTREME', null].map((stress) => risk({ stress }))).toEqual([
      'LOW',
      'MODERATE',
      'ELEVATED',
      'HIGH',
      'MODERATE',
    ])
    expect([risk({ z: -2 }), risk({ z: 1.9999 }), risk({ z: null })]).toEqual(['MODERATE', 'LOW', 'LOW'])
    expect([risk({ burst: true }), risk({ burst: null })]).toEqual(['MODERATE', 'LOW'])
    expect([risk({ vr: 2 }), risk({ vr: 1.9999 })]).toEqual(['MODERATE', 'LOW'])
    expect(risk({}, 'VOLATILITY_SPIKE')).toBe('ELEVATED')
    expect(risk({ stress: 'EXTREME', z: 3, burst: true, vr: 4 }, 'VOLATILITY_SPIKE')).toBe('EXTREME')
  })

  test('its confidence, which what is missing does not raise', () => {
    const crowd = (facts: Partial<PerpFacts>) => perpConfidence({ ...QUIET, ...facts }, 0, 'LONG_TRAP', 1)
    expect(crowd({ z: 4, r8: 0 })).toBeCloseTo(0.9, 12)
    expect(crowd({ z: null, r8: 0.0005 })).toBeCloseTo(0.75, 12)
    expect(crowd({ z: null, r8: null })).toBeCloseTo(0.6, 12)
    expect(perpConfidence(QUIET, 1, 'BULLISH_MOMENTUM', 1)).toBe(0.95)
    expect(perpConfidence(QUIET, 1, 'BULLISH_MOMENTUM', 0.6)).toBeCloseTo(0.57, 12)
    expect(perpConfidence(QUIET, 0.9, 'NEUTRAL_CHOPPY', 1)).toBe(0.5)
  })

  test('enough of its signals: six tenths of the weight', () => {
    const covered = (facts: Partial<PerpFacts>) => directionOf({ ...NOTHING, ...facts }, 'BTC')
    // Funding 0.20, momentum 0.30, open interest and price 0.15: 0.65.
    const enough = covered({ r8: 0, z: 0, oi4h: 0, ret4h: 0, ret24h: 0 })
    expect(enough.coverage).toBeCloseTo(0.65, 12)
    expect(isEnoughCovered(enough)).toBe(true)
    // The book for open interest: 0.60.
    const just = covered({ r8: 0, z: 0, ret4h: 0, ret24h: 0, imbalance_10bps: 0 })
    expect(just.coverage).toBeCloseTo(0.6, 12)
    expect(isEnoughCovered(just)).toBe(true)
    expect(isEnoughCovered(covered({ r8: 0, z: 0, ret4h: 0, ret24h: 0, basis_bps: 0 }))).toBe(false)
    expect(covered({}).score).toBeNull()
  })

  test('of Solana eight signals, whose weights are shared out', () => {
    expect([signalsOf('BTC').length, signalsOf('ETH').length, signalsOf('SOL').length]).toEqual([10, 10, 8])
    const { signals, coverage } = directionOf(
      { ...QUIET, basis_bps: 8, vwap_gap_bps: 0, liq_long_usd: 0, liq_short_usd: 0 },
      'SOL',
    )
    expect(coverage).toBeCloseTo(1, 12)
    expect(signals.find(({ name }) => name === 'basis')?.weight).toBeCloseTo(0.05 / 0.85, 12)
  })
})
