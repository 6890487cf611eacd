import { describe, expect, test } from 'bun:test'
import { tradfiExample } from '../../../src/feeds/regimes/tradfi-example.ts'
import { mayBeTradfi, type TradfiInputs, tradfiOf } from '../../../src/feeds/regimes/tradfi-answer.ts'
import { TRADFI_DOMINANTS, TRADFI_REGIMES, TRADFI_SIGNALS } from '../../../src/feeds/regimes/tradfi-rules.ts'
import { type TradfiStanding, tradfiRegimeOf, tradfiVerdict } from '../../../src/feeds/regimes/tradfi-verdict.ts'
import { oneOfWords } from '../../support/one-of-words.ts'
import vectors from '../../vectors/quant-regimes.json'

describe('a TradFi regime of the vectors', () => {
  test.each(vectors.tradfi_regime.cases)('$id', ({ inputs, expected }) => {
    const { mesi, mnvi, spread_10y2y: spread, vix } = inputs
    const found = tradfiVerdict({ mesi, mnvi, spread })!
    expect(found.scores.yield_curve).toBeCloseTo(expected.yield_curve_score, 9)
    expect(found.composite).toBeCloseTo(expected.composite, 9)
    expect(found.confidence).toBeCloseTo(expected.confidence, 9)
    expect(found.confidence.toFixed(2)).toBe(expected.confidence_2dp)
    expect(found.dominant).toBe(oneOfWords(TRADFI_DOMINANTS, expected.dominant_signal))
    expect(tradfiRegimeOf({ composite: found.composite, mesi, vix }, null, T).regime).toBe(
      oneOfWords(TRADFI_REGIMES, expected.regime),
    )
  })
})

const T = 1_795_000_000
const FIVE_MINUTES = 300

const stand = (composite: number, mesi: number | null = 20, vix: number | null = 15) => ({ composite, mesi, vix })

/** What follows, one after the other, from a first start on. */
const walked = (stands: readonly ReturnType<typeof stand>[]) => {
  let before: TradfiStanding | null = null
  return stands.map((each, place) => {
    before = tradfiRegimeOf(each, before, T + place * FIVE_MINUTES)
    return `${before.regime}${before.overridden ? ' overridden' : ''}`
  })
}

describe('the regime', () => {
  test('has its boundaries at a first start, and two points around each of them after it', () => {
    expect([29.9, 30, 49.9, 50, 69.9, 70].map((composite) => walked([stand(composite)])[0])).toEqual([
      'RISK_ON',
      'NEUTRAL',
      'NEUTRAL',
      'STRESS',
      'STRESS',
      'PANIC',
    ])
    expect(walked([29, 31.9, 32, 28.1, 28, 52, 48.1, 48, 72, 68.1, 68].map((composite) => stand(composite)))).toEqual([
      'RISK_ON',
      'RISK_ON',
      'NEUTRAL',
      'NEUTRAL',
      'RISK_ON',
      'STRESS',
      'STRESS',
      'NEUTRAL',
      'PANIC',
      'PANIC',
      'STRESS',
    ])
  })

  test('is panic by the level of equity stress or of VIX, until both lie two points below', () => {
    expect(
      walked([
        stand(60, 74.99, 39.99),
        stand(60, 75, 20),
        stand(60, 73.01, 20),
        stand(60, 73, 20),
        stand(60, 20, 40),
        stand(60, 20, 38.01),
        stand(60, 20, 38),
        stand(60, 74, 39),
      ]),
    ).toEqual([
      'STRESS',
      'PANIC overridden',
      'PANIC overridden',
      'STRESS',
      'PANIC overridden',
      'PANIC overridden',
      'STRESS',
      'STRESS',
    ])
    expect(walked([stand(20, 80, 15), stand(20, 73, 38.5), stand(20, 73, 38)])).toEqual([
      'PANIC overridden',
      'PANIC overridden',
      'RISK_ON',
    ])
  })

  test('is not panic by what is not known, and stays so for an hour after it last was', () => {
    const unknown = [stand(40, null, null), stand(40, 60, null), stand(40, null, 20), stand(40, 73, null)]
    expect(walked(unknown)).toEqual(['NEUTRAL', 'NEUTRAL', 'NEUTRAL', 'NEUTRAL'])
    const hour = Array.from({ length: 13 }, (_, place) => unknown[place % 4]!)
    expect(walked([stand(40, 60, 40), ...hour])).toEqual([
      ...Array.from({ length: 13 }, () => 'PANIC overridden'),
      'NEUTRAL',
    ])
  })

  test('does not come and go while two tellers of VIX contradict each other now and then', () => {
    const crash = Array.from({ length: 24 }, (_, place) => stand(60, 70, place % 3 === 1 ? null : 44))
    expect(new Set(walked(crash))).toEqual(new Set(['PANIC overridden']))
    expect(walked([...crash, stand(60, 70, 38)]).at(-1)).toBe('STRESS')
  })

  test('is panic for an hour from what was last known, not from where it began', () => {
    const long = [...Array.from({ length: 30 }, () => stand(40, 74, null)), stand(40, 73, null)]
    expect(walked([stand(40, 75, 20), ...long]).at(-1)).toBe('PANIC overridden')
  })

  test('that an answer names is one that its inputs allow', () => {
    const may = (
      regime: (typeof TRADFI_REGIMES)[number],
      overridden: boolean,
      of: ReturnType<typeof stand>,
      at: number | null = overridden ? T : null,
    ) => mayBeTradfi(of, { regime, overridden, overridden_at: at }, T)
    expect([may('NEUTRAL', false, stand(31)), may('RISK_ON', false, stand(31))]).toEqual([true, true])
    expect([may('STRESS', false, stand(31)), may('RISK_ON', false, stand(32))]).toEqual([false, false])
    // Entered now, held from before, and neither.
    expect([80, 74, 73].map((mesi) => may('PANIC', true, stand(31, mesi)))).toEqual([true, true, false])
    expect([80, 74].map((mesi) => may('NEUTRAL', false, stand(31, mesi)))).toEqual([false, true])
    expect(may('STRESS', true, stand(60, 80))).toBe(false)
    // A known level that makes it so is seen now; one that is not known may have been an hour ago.
    expect([T - 1, T + 1, null].map((at) => may('PANIC', true, stand(60, 80), at))).toEqual([false, false, false])
    const unknown = [T, T - 3_600, T - 3_601, T + 1, null].map((at) => may('PANIC', true, stand(60, 60, null), at))
    expect(unknown).toEqual([true, true, false, false, false])
    expect(may('PANIC', true, stand(60, 60, 38), T - 300)).toBe(false)
    expect(may('STRESS', false, stand(60, 60, null), T)).toBe(false)
  })
})

describe('from the inputs', () => {
  const { inputs } = tradfiExample()
  const without = (...names: readonly (keyof TradfiInputs)[]): TradfiInputs => ({
    ...inputs,
    ...Object.fromEntries(
      names.map((name) => [name, { ...inputs[name], value: null, timestamp: null, contentHash: null }]),
    ),
  })

  test('any two signals are enough and share the weight out, and one is not', () => {
    const of = (...names: readonly (keyof TradfiInputs)[]) => {
      const found = tradfiOf(without(...names))
      return found && [found.shown.coverage, found.shown.composite]
    }
    // 36.2, 44 and a curve of 30.5: all; without the curve; without one of the indices; with a single one.
    expect(of()).toEqual([1, 38.2])
    expect(of('yield_curve_pct')).toEqual([0.8, 40.1])
    expect(of('mnvi_value')).toEqual([0.6, 34.3])
    expect(of('mesi_value', 'vix')).toEqual([0.6, 39.5])
    expect(of('mesi_value', 'mnvi_value')).toBeNull()
    expect(of('mnvi_value', 'yield_curve_pct')).toBeNull()
    expect(of('mesi_value', 'mnvi_value', 'yield_curve_pct')).toBeNull()
  })

  test('what is missing is named, and takes its weight off the confidence', () => {
    expect(tradfiOf(inputs)!.shown).toMatchObject({ degraded: false, missing: [], confidence: 0.91 })
    // 0.8 * (0.5 + 0.5 * 9.9 / 10)
    expect(tradfiOf(without('yield_curve_pct'))!.shown).toMatchObject({
      degraded: true,
      missing: ['yield_curve_pct'],
      confidence: 0.8,
    })
    expect(tradfiOf(without('vix'))!.shown).toMatchObject({ degraded: true, missing: ['vix'], confidence: 0.91 })
  })

  test('a flat curve is one, and an inverted one scores high', () => {
    const scored = [0, 1, 2, -1, -3].map(
      (spread) => tradfiVerdict({ mesi: null, mnvi: 40, spread })!.scores.yield_curve,
    )
    expect(scored).toEqual([50, 0, 0, 100, 100])
    expect(TRADFI_SIGNALS).toEqual(['mesi', 'mnvi', 'yield_curve'])
  })

  test('the signal that pulls half of all dominates, and of nothing none does', () => {
    const of = (mesi: number, mnvi: number, spread: number) => tradfiVerdict({ mesi, mnvi, spread })!.dominant
    // Curves of 0.2 score 40. Half is enough.
    expect([of(60, 60, 0.2), of(60, 59, 0.2), of(40, 40, 0.2), of(40, 41, -1)]).toEqual([
      'mesi',
      'mesi',
      'balanced',
      'yield_curve',
    ])
    expect(of(45, 46, 0)).toBe('balanced')
  })
})
