import { describe, expect, test } from 'bun:test'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { concludeTradfi } from '../../../src/feeds/regimes/conclude-tradfi.ts'
import { recountTradfi } from '../../../src/feeds/regimes/recount-tradfi.ts'
import type { TradfiAnswer } from '../../../src/feeds/regimes/tradfi-answer.ts'
import { TRADFI_REGIMES, type TradfiCarry } from '../../../src/feeds/regimes/tradfi-carry.ts'
import {
  tradfiComposite,
  tradfiConfidence,
  tradfiCoverage,
  tradfiDominant,
} from '../../../src/feeds/regimes/tradfi-composite.ts'
import { tradfiExample } from '../../../src/feeds/regimes/tradfi-example.ts'
import { TRADFI_NEEDS } from '../../../src/feeds/regimes/tradfi-inputs.ts'
import { tradfiRegime } from '../../../src/feeds/regimes/tradfi-regime.ts'
import { TRADFI_SALE } from '../../../src/feeds/regimes/tradfi-sale.ts'
import { curveScore, TRADFI_DOMINANTS } from '../../../src/feeds/regimes/tradfi-weights.ts'
import { EXAMPLE_TICK } from '../../../src/feeds/venue-parts.ts'
import { DAY_SECONDS } from '../../../src/time-units.ts'
import { travelled } from '../../support/feeds/content-of.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { oneOfWords } from '../../support/one-of-words.ts'
import vectors from '../../vectors/quant-regimes.json'

const T = 1_795_000_000
const DAY = DAY_SECONDS
const CALM = { mesi_value: 10, vix: 12 }

describe('a TradFi regime of the vectors', () => {
  test.each(vectors.tradfi_regime.cases)('$id', ({ inputs, expected }) => {
    const { mesi, mnvi, spread_10y2y: spread, vix } = inputs
    const scores = { mesi, mnvi, yield_curve: curveScore(spread) }
    expect(scores.yield_curve).toBeCloseTo(expected.yield_curve_score, 9)
    const composite = tradfiComposite(scores)
    expect(composite).toBeCloseTo(expected.composite, 9)
    expect(tradfiConfidence(composite, tradfiCoverage(scores))).toBeCloseTo(expected.confidence, 9)
    expect(tradfiDominant(scores)).toBe(oneOfWords(TRADFI_DOMINANTS, expected.dominant_signal))
    expect(tradfiRegime(composite, { mesi_value: mesi, vix }, null).regime).toBe(
      oneOfWords(TRADFI_REGIMES, expected.regime),
    )
  })
})

describe('from a composite to a regime', () => {
  const after = (composite: number, before: TradfiCarry['regime'] | null) =>
    tradfiRegime(composite, CALM, before && { regime: before, overridden: false }).regime

  test('at a first start the boundary belongs to the higher one', () => {
    expect([29.9, 30, 49.9, 50, 69.9, 70].map((each) => after(each, null))).toEqual([
      'RISK_ON',
      'NEUTRAL',
      'NEUTRAL',
      'STRESS',
      'STRESS',
      'PANIC',
    ])
  })

  test.each([
    ['RISK_ON', 31.9, 'RISK_ON'],
    ['RISK_ON', 32, 'NEUTRAL'],
    ['NEUTRAL', 28.1, 'NEUTRAL'],
    ['NEUTRAL', 28, 'RISK_ON'],
    ['NEUTRAL', 51.9, 'NEUTRAL'],
    ['NEUTRAL', 52, 'STRESS'],
    ['STRESS', 48.1, 'STRESS'],
    ['STRESS', 48, 'NEUTRAL'],
    ['STRESS', 72, 'PANIC'],
    ['PANIC', 68.1, 'PANIC'],
    ['PANIC', 68, 'STRESS'],
    ['PANIC', 20, 'RISK_ON'],
  ] as const)('%s at %d is %s', (before, composite, regime) => {
    expect(after(composite, before)).toBe(regime)
  })

  test('the override enters at 75 or 40 and is left when both are two below', () => {
    const step = (mesi_value: number | null, vix: number | null, before: TradfiCarry | null) =>
      tradfiRegime(40, { mesi_value, vix }, before)
    const panic: TradfiCarry = { regime: 'PANIC', overridden: true }
    const neutral: TradfiCarry = { regime: 'NEUTRAL', overridden: false }
    expect(step(75, 20, neutral)).toEqual(panic)
    expect(step(74.99, 39.99, neutral)).toEqual(neutral)
    expect(step(50, 40, neutral)).toEqual(panic)
    expect(step(75, null, null)).toEqual(panic)
    expect(step(73, 38, panic)).toEqual(neutral)
    expect(step(73.01, 38, panic)).toEqual(panic)
    expect(step(73, 38.01, panic)).toEqual(panic)
    // What is missing neither enters nor releases.
    expect(step(null, null, panic)).toEqual(panic)
    expect(step(73, null, panic)).toEqual(panic)
    expect(step(null, null, neutral)).toEqual(neutral)
  })
})

describe('what belongs to it', () => {
  test('weights that are shared over what is there', () => {
    const some = { mesi: 60, mnvi: null, yield_curve: 30 }
    expect(tradfiCoverage(some)).toBeCloseTo(0.6, 12)
    expect(tradfiComposite(some)).toBeCloseTo(50, 12)
    expect(tradfiComposite({ mesi: 20, mnvi: 40, yield_curve: null })).toBeCloseTo(30, 12)
  })

  test('a curve that scores from 0 at one point to 100 at minus one', () => {
    expect([1.5, 1, 0, -1, -2].map(curveScore)).toEqual([0, 0, 50, 100, 100])
  })

  test('a dominant part with half of the whole', () => {
    expect(tradfiDominant({ mesi: 60, mnvi: 60, yield_curve: 40 })).toBe('mesi')
    expect(tradfiDominant({ mesi: 60, mnvi: 59, yield_curve: 30 })).toBe('balanced')
    expect(tradfiDominant({ mesi: 40, mnvi: 40, yield_curve: 40 })).toBe('balanced')
    expect(tradfiDominant({ mesi: 45, mnvi: 40, yield_curve: 0 })).toBe('yield_curve')
  })
})

const told = (content: Earlier['content'], ago: number): Earlier => ({
  timestamp: T - ago,
  content,
  carry: {},
  contentHash: 'ab'.repeat(32),
})
const mesi = (value: number, vix: number | null = 18, ago = 60) =>
  told({ value, regime: 'MODERATE', confidence: 0.9, vix }, ago)
const mnvi = (value: number, ago = 60) => told({ value, regime: 'MODERATE', confidence: 0.9 }, ago)
const curve = (value: string, age: number) =>
  told({ value, period: '2026-11-17', observed_at: T - age, confidence: 0.9 }, 60)

const concluded = (earlier: Readonly<Record<string, Earlier>>, previous: Earlier<TradfiCarry> | null = null) =>
  concludeTradfi({ ...lookAt(new Map(), T * 1_000, { earlier }), previous })

const ALL = {
  'index/equity-stress/EQUITY': mesi(36.2),
  'index/nq-volatility/NQ-USD': mnvi(44),
  'econ/us/YIELD-CURVE': curve('0.39', DAY),
}

const contentOf = (...given: Parameters<typeof concluded>): TradfiAnswer => {
  const found = concluded(...given)
  if (found.kind !== 'concluded') throw new Error(found.kind)
  return found.content
}
const failed = (body: object) =>
  recountTradfi(null, travelled({ timestamp: T, ...body })).flatMap(({ ok, what }) => (ok ? [] : [what]))

describe('an evaluation', () => {
  test('of three parts is whole, and counts again', () => {
    const content = contentOf(ALL)
    // 0.4 * 36.2 + 0.4 * 44 + 0.2 * 30.5 = 38.18; 8.2 from 30.
    expect(content).toMatchObject({
      regime: 'NEUTRAL',
      composite: 38.2,
      yield_curve_score: 30.5,
      confidence: 0.91,
      dominant_signal: 'balanced',
      degraded: false,
      missing: [],
      regime_since: T,
    })
    expect(failed(content)).toEqual([])
    expect(
      TRADFI_SALE.canonical.write(TRADFI_SALE.tokens(content, 'cd'.repeat(32)), { timestamp: T, nonce: 482_910 }),
    ).toBe(`v1|REGIME|TRADFI|NEUTRAL|38.2|0.91|balanced|SHA256:${'cd'.repeat(32)}|${T}|482910`)
  })

  test('goes on from the stored snapshot after a restart', () => {
    const before = { regime: 'STRESS', overridden: false } as const
    const at = { ...ALL, 'index/equity-stress/EQUITY': mesi(60), 'index/nq-volatility/NQ-USD': mnvi(46) }
    // 24 + 18.4 + 6.1 = 48.5: above 48.
    const previous = { timestamp: T - 300, content: { regime_since: T - 900 }, carry: before }
    expect(contentOf(at, previous)).toMatchObject({ regime: 'STRESS', composite: 48.5, regime_since: T - 900 })
    expect(contentOf(at)).toMatchObject({ regime: 'NEUTRAL', regime_since: T })
  })

  test('reads indices of an hour and a curve of seven days, and not a second older', () => {
    const aged = (indexAge: number, curveAge: number) => ({
      'index/equity-stress/EQUITY': mesi(36.2, 18, indexAge),
      'index/nq-volatility/NQ-USD': mnvi(44),
      'econ/us/YIELD-CURVE': curve('0.39', curveAge),
    })
    expect(contentOf(aged(3_600, 7 * DAY)).missing).toEqual([])
    expect(contentOf(aged(3_601, DAY)).missing).toEqual(['mesi_value', 'mesi_regime', 'vix'])
    const old = contentOf(aged(60, 7 * DAY + 1))
    expect(old.missing).toEqual(['yield_curve_pct', 'yield_curve_observed_at'])
    expect([old.degraded, old.confidence, old.composite]).toEqual([true, 0.8, 40.1])
    expect(failed(old)).toEqual([])
  })

  test('of one part is not sold', () => {
    const one = { 'index/equity-stress/EQUITY': mesi(80) }
    expect(concluded(one)).toEqual({ kind: 'low_confidence', found: 0.4, floor: 0.6 })
    expect(concluded({ 'econ/us/YIELD-CURVE': ALL['econ/us/YIELD-CURVE'] }).kind).toBe('low_confidence')
    expect(concluded({}).kind).toBe('input_missing')
  })

  test('does not read numbers that are none', () => {
    const garbage = {
      ...ALL,
      'index/nq-volatility/NQ-USD': told({ value: 'NaN', regime: 'MODERATE', confidence: 1 }, 5),
    }
    expect(contentOf(garbage).missing).toEqual(['mnvi_value', 'mnvi_regime'])
    expect(contentOf({ ...ALL, 'econ/us/YIELD-CURVE': curve('-', DAY) }).missing).toEqual([
      'yield_curve_pct',
      'yield_curve_observed_at',
    ])
  })

  test('needs two of three', () => {
    expect(TRADFI_NEEDS.map((group) => group.map(({ actor }) => actor.split('/').at(-1)))).toEqual([
      ['EQUITY', 'NQ-USD'],
      ['EQUITY', 'YIELD-CURVE'],
      ['NQ-USD', 'YIELD-CURVE'],
    ])
  })
})

describe('a buyer finds', () => {
  const RIGHT = { ...tradfiExample(), timestamp: EXAMPLE_TICK }
  const changed = (name: string, value: unknown) => ({
    ...RIGHT,
    inputs: { ...RIGHT.inputs, [name]: { ...RIGHT.inputs.mesi_value, value } },
  })
  test('the example right', () => expect(failed(RIGHT)).toEqual([]))
  test.each<readonly [string, object, string]>([
    ['a composite that is 5 % off', { ...RIGHT, composite: 40.1 }, 'composite, confidence'],
    ['a composite that is 0.3 % off', { ...RIGHT, composite: 38.3 }, 'composite, confidence'],
    ['another confidence', { ...RIGHT, confidence: 0.92 }, 'composite, confidence'],
    ['another dominant signal', { ...RIGHT, dominant_signal: 'mesi' }, 'composite, confidence'],
    ['an input that is another', changed('mnvi_value', 46.2), 'composite, confidence'],
    ['a regime out of reach', { ...RIGHT, regime: 'STRESS' }, 'the composite or the override'],
    ['an override without a cause', { ...RIGHT, regime: 'PANIC', overridden: true }, 'the composite or the override'],
    ['an override that is not followed', changed('vix', 40), 'the composite or the override'],
    [
      'a curve of the week before last',
      changed('yield_curve_observed_at', EXAMPLE_TICK - 7 * DAY - 1),
      'the yield curve',
    ],
    ['an input that is not said to be missing', changed('vix', null), 'what is missing'],
    [
      'too few parts',
      {
        ...RIGHT,
        inputs: {
          ...RIGHT.inputs,
          mesi_value: { ...RIGHT.inputs.mesi_value, value: null },
          mnvi_value: { ...RIGHT.inputs.mnvi_value, value: null },
        },
      },
      'enough parts',
    ],
    ['no inputs at all', { ...RIGHT, inputs: {} }, 'the inputs are readable'],
  ])('%s', (_name, body, what) => {
    expect(failed(body).join()).toContain(what)
  })
})
