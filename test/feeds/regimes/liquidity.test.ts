import { describe, expect, test } from 'bun:test'
import { liquidityExample } from '../../../src/feeds/regimes/liquidity-example.ts'
import { liquidityOf } from '../../../src/feeds/regimes/liquidity-answer.ts'
import { liquidityVerdict } from '../../../src/feeds/regimes/liquidity-facts.ts'
import { type LiquidityFacts, liquidityRegime, scoreOfSignal } from '../../../src/feeds/regimes/liquidity-tables.ts'
import {
  LIQUIDITY_REGIMES,
  LIQUIDITY_SIGNALS,
  type LiquiditySignal,
} from '../../../src/feeds/regimes/liquidity-words.ts'
import { heldRegime } from '../../../src/feeds/regimes/held-regime.ts'
import { LIQUIDITY_HOLD } from '../../../src/feeds/regimes/liquidity-sale.ts'
import { oneOfWords } from '../../support/one-of-words.ts'
import vectors from '../../vectors/quant-regimes.json'

const NOTHING: LiquidityFacts = {
  funding: null,
  growth: null,
  oi4h: null,
  spread: null,
  liquidated: null,
  imbalance: null,
}

describe('a liquidity regime of the vectors', () => {
  test.each(vectors.liquidity_regime.cases)('$id', ({ inputs, expected }) => {
    const facts: LiquidityFacts = {
      funding: Math.abs(inputs.r8),
      growth: inputs.oi24h - Math.abs(inputs.ret24h),
      oi4h: inputs.oi4h,
      spread: inputs.basis_spread_bps,
      liquidated: inputs.liq_oi_bps,
      imbalance: Math.abs(inputs.imb10),
    }
    const found = liquidityVerdict(facts, inputs.collapse)
    expect(Object.fromEntries(found.scores.map(({ name, score }) => [name, score]))).toEqual(expected.scores)
    expect([found.score, found.outcome, found.dominant]).toEqual([
      expected.stress_score,
      oneOfWords(LIQUIDITY_REGIMES, expected.regime),
      oneOfWords([...LIQUIDITY_SIGNALS, 'balanced'], expected.dominant_signal),
    ])
  })
})

describe('a band', () => {
  test.each<readonly [LiquiditySignal, keyof LiquidityFacts, readonly (readonly [number, number])[]]>([
    [
      'funding',
      'funding',
      [
        [0.00009999, -1],
        [0.0001, 0],
        [0.00029999, 0],
        [0.0003, 1],
        [0.00059999, 1],
        [0.0006, 2],
      ],
    ],
    [
      'open_interest',
      'growth',
      [
        [-0.0001, -1],
        [0, 0],
        [4.9999, 0],
        [5, 1],
        [9.9999, 1],
        [10, 2],
      ],
    ],
    [
      'basis_spread',
      'spread',
      [
        [2.9999, -1],
        [3, 0],
        [7.9999, 0],
        [8, 1],
        [14.9999, 1],
        [15, 2],
      ],
    ],
    [
      'liquidation_flow',
      'liquidated',
      [
        [0.9999, -1],
        [1, 0],
        [4.9999, 0],
        [5, 1],
        [14.9999, 1],
        [15, 3],
      ],
    ],
    [
      'orderbook',
      'imbalance',
      [
        [0.1999, -1],
        [0.2, 0],
        [0.3999, 0],
        [0.4, 1],
        [0.5999, 1],
        [0.6, 2],
      ],
    ],
  ])('of %s has its edges in the higher one', (signal, fact, edges) => {
    for (const [value, score] of edges)
      expect([value, scoreOfSignal(signal, { ...NOTHING, [fact]: value }, false)]).toEqual([value, score])
    expect(scoreOfSignal(signal, NOTHING, true)).toBeNull()
  })

  test('of open interest is the highest where it falls fast, also while its growth is not known', () => {
    expect(scoreOfSignal('open_interest', { ...NOTHING, growth: -7, oi4h: -5 }, null)).toBe(2)
    expect(scoreOfSignal('open_interest', { ...NOTHING, growth: -7, oi4h: -4.9999 }, null)).toBe(-1)
    expect(scoreOfSignal('open_interest', { ...NOTHING, oi4h: -5 }, null)).toBe(2)
    expect(scoreOfSignal('open_interest', { ...NOTHING, oi4h: -1 }, null)).toBeNull()
    // What fell is not known, and the growth alone tells enough.
    expect(scoreOfSignal('open_interest', { ...NOTHING, growth: 6 }, null)).toBe(1)
  })

  test('of the book is two higher where depth collapsed', () => {
    const score = (collapsed: boolean | null) => scoreOfSignal('orderbook', { ...NOTHING, imbalance: 0.1 }, collapsed)
    expect([score(true), score(false), score(null)]).toEqual([1, -1, -1])
  })
})

describe('the regime of a score', () => {
  test('has its edges', () => {
    expect([-5, -3, -2.9, 2, 2.1, 5, 5.1, 13].map((score) => liquidityRegime(score, false))).toEqual([
      'DEEP',
      'DEEP',
      'NORMAL',
      'NORMAL',
      'THIN',
      'THIN',
      'FRAGILE',
      'FRAGILE',
    ])
  })

  test('is thin at least where depth collapsed', () => {
    expect([-5, 5, 6].map((score) => liquidityRegime(score, true))).toEqual(['THIN', 'THIN', 'FRAGILE'])
    expect(liquidityRegime(-5, null)).toBe('DEEP')
  })

  test('is made as if all signals were there', () => {
    const { score, count } = liquidityVerdict({ ...NOTHING, funding: 0.0006, spread: 15, imbalance: 0.4 }, null)
    // (2 + 2 + 1) * 5 / 3
    expect([score, count]).toEqual([8.3, 3])
  })

  test('names the highest positive signal, and of equal ones the first of the list', () => {
    const dominant = (facts: Partial<LiquidityFacts>) => liquidityVerdict({ ...NOTHING, ...facts }, null).dominant
    expect(dominant({ liquidated: 5, imbalance: 0.4 })).toBe('liquidation_flow')
    expect(dominant({ imbalance: 0.4, spread: 8 })).toBe('orderbook')
    expect(dominant({ spread: 15, imbalance: 0.4 })).toBe('basis_spread')
    expect(dominant({ funding: 0.0003, growth: 5 })).toBe('funding')
    expect(dominant({ funding: 0.0001 })).toBe('balanced')
  })

  test('changes when another holds twice, a minute apart; a fragile one at once', () => {
    const before = { regime: 'NORMAL', candidate: null, timestamp: 1_000, since: 0 } as const
    const thin = { outcome: 'THIN', isUrgent: false } as const
    const first = heldRegime<'NORMAL' | 'THIN' | 'FRAGILE'>(thin, before, 1_060, LIQUIDITY_HOLD)
    expect(first).toEqual({ regime: 'NORMAL', since: 0, candidate: { regime: 'THIN', since: 1_060 } })
    expect(heldRegime(thin, { ...first, timestamp: 1_060 }, 1_119, LIQUIDITY_HOLD).regime).toBe('THIN')
    expect(heldRegime(thin, { ...first, timestamp: 1_060 }, 1_100, LIQUIDITY_HOLD).regime).toBe('NORMAL')
    const fragile = { outcome: 'FRAGILE', isUrgent: true } as const
    expect(heldRegime<'NORMAL' | 'THIN' | 'FRAGILE'>(fragile, before, 1_060, LIQUIDITY_HOLD).regime).toBe('FRAGILE')
  })
})

describe('from the inputs', () => {
  const { inputs } = liquidityExample()
  const without = <V>(input: V) => ({ ...input, value: null, timestamp: null, contentHash: null, confidence: null })

  test('means are of the coins that have a value', () => {
    const both = liquidityOf({
      btc: { ...inputs.btc, funding_rate_8h: { ...inputs.btc.funding_rate_8h, value: -0.0004 } },
      eth: inputs.eth,
    })
    // Sizes: 0.0004 and 0.0002.
    expect(both.shown.signals.funding).toEqual({ value: 0.0003, score: 1 })
    const one = liquidityOf({
      btc: inputs.btc,
      eth: { ...inputs.eth, basis_spread_bps: without(inputs.eth.basis_spread_bps) },
    })
    expect(one.shown.signals.basis_spread.value).toBe(5)
    expect([one.shown.missing, one.shown.degraded]).toEqual([['eth.basis_spread_bps'], true])
  })

  test('a collapse of either coin is one, and unknown books are none', () => {
    const collapsed = (btc: boolean | null, eth: boolean | null) =>
      liquidityOf({
        btc: { ...inputs.btc, depth_collapse: { ...inputs.btc.depth_collapse, value: btc } },
        eth: { ...inputs.eth, depth_collapse: { ...inputs.eth.depth_collapse, value: eth } },
      })
    expect(collapsed(false, true)).toMatchObject({ outcome: 'THIN', isUrgent: true, shown: { depth_collapse: true } })
    expect(collapsed(null, false).shown.depth_collapse).toBe(false)
    expect(collapsed(null, null)).toMatchObject({ isUrgent: false, shown: { depth_collapse: null } })
  })

  test('confidence is the mean of the inputs times the share of the signals', () => {
    expect(liquidityOf(inputs).shown.confidence).toBe(0.97)
    const noBooks = {
      btc: { ...inputs.btc, book_imbalance: without(inputs.btc.book_imbalance) },
      eth: { ...inputs.eth, book_imbalance: without(inputs.eth.book_imbalance) },
    }
    // 0.97 * 4 / 5
    expect(liquidityOf(noBooks).shown.confidence).toBe(0.78)
  })
})
