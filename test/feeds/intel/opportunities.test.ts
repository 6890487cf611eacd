import { describe, expect, test } from 'bun:test'
import { type Climate, opportunities, penaltyOf } from '../../../src/feeds/intel/opportunities.ts'
import { exampleOfMarkets } from '../../../src/feeds/defi/defi-example.ts'
import type { RateRow } from '../../../src/feeds/defi/rate-row.ts'
import vectors from '../../vectors/quant-intel-setups.json'

const [ROW] = exampleOfMarkets().rows
const AT = ROW!.observed_at

/** A rate that may be ranked. */
const rate = (more: Partial<RateRow> = {}): RateRow => ({
  ...ROW!,
  protocol: 'aave',
  chain: 'base',
  asset: 'usdc',
  supply_apr: 5,
  supplied_usd: 20_000_000,
  utilization: 0.8,
  status: 'open',
  source: 'on-chain',
  agreement: 'agrees',
  ...more,
})
const CALM: Climate = { stress: 'CALM', contagion: 'DECOUPLED' }
const found = (rates: readonly RateRow[], climate = CALM, at = AT) =>
  opportunities(rates, climate, at).map((each) => [each.protocol, each.risk_adjusted_apr])

describe('the penalty', () => {
  test.each(vectors.defi_opportunity.cases)('$id', ({ inputs, expected }) => {
    const penalty = penaltyOf(inputs.cross_chain, inputs)
    expect(penalty).toBe(expected.stress_penalty)
    expect(inputs.raw_apr - penalty).toBeCloseTo(expected.risk_adjusted_apr, 12)
  })

  test.each([
    ['CALM', 'DECOUPLED', 0, 0],
    ['CALM', 'MIXED', 0, 0],
    ['CALM', 'COUPLED', 1, 0],
    ['CALM', 'CONTAGION', 2, 0],
    ['CALM', null, 1, 0],
    ['ELEVATED', 'CONTAGION', 3, 1],
    ['HIGH', 'COUPLED', 3.5, 2.5],
    ['HIGH', 'CONTAGION', 4, 2.5],
    ['EXTREME', 'DECOUPLED', 4, 4],
    ['EXTREME', null, 4, 4],
  ])('%s and %s cost %d across chains and %d on one', (stress, contagion, across, alone) => {
    expect([penaltyOf(true, { stress, contagion }), penaltyOf(false, { stress, contagion })]).toEqual([across, alone])
  })
})

describe('opportunities', () => {
  test('are in order of the rate after its penalty, which protocols on one chain do not pay for contagion', () => {
    const rates = [rate(), rate({ protocol: 'spark', chain: 'ethereum', supply_apr: 4.5 })]
    expect(found(rates)).toEqual([
      ['aave', 5],
      ['spark', 4.5],
    ])
    expect(found(rates, { stress: 'ELEVATED', contagion: 'COUPLED' })).toEqual([
      ['spark', 3.5],
      ['aave', 3],
    ])
  })

  test('of the same rate are in order of their size', () => {
    expect(found([rate(), rate({ protocol: 'compound', supplied_usd: 30_000_000 })])).toEqual([
      ['compound', 5],
      ['aave', 5],
    ])
  })

  test('are small, old, closed, used up and unconfirmed rates not', () => {
    const bad: readonly Partial<RateRow>[] = [
      { supplied_usd: 999_999 },
      { status: 'frozen' },
      { status: 'paused' },
      { utilization: 0.9801 },
      { utilization: null },
      { observed_at: AT - 3_601 },
      { source: 'defillama' },
    ]
    for (const more of bad) expect([more, found([rate(more)])]).toEqual([more, []])
    const good: readonly Partial<RateRow>[] = [
      { supplied_usd: 1_000_000 },
      { utilization: 0.98 },
      { observed_at: AT - 3_600 },
    ]
    for (const more of good) expect([more, found([rate(more)]).length]).toEqual([more, 1])
  })

  test('say what they are paid and what is taken off, and rewards apart', () => {
    const [one] = opportunities([rate({ incentive_apr: 3.2 })], { stress: 'HIGH', contagion: 'MIXED' }, AT)
    expect(one).toMatchObject({ raw_apr: 5, incentive_apr: 3.2, stress_penalty: 2.5, risk_adjusted_apr: 2.5 })
  })
})
