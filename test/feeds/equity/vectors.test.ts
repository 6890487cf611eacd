import { describe, expect, test } from 'bun:test'
import { CONTAGION_INDEX } from '../../../src/feeds/equity/contagion.ts'
import { EQUITY_BANDS } from '../../../src/feeds/equity/equity-bands.ts'
import { EQUITY_STRESS_INDEX } from '../../../src/feeds/equity/equity-stress.ts'
import { drawdown, rateOfChange } from '../../../src/feeds/equity/market-measures.ts'
import { NQ_VOLATILITY_INDEX } from '../../../src/feeds/equity/nq-volatility.ts'
import type { Bands } from '../../../src/feeds/math/hysteresis.ts'
import { fisherError, movedTogether } from '../../../src/feeds/math/pearson.ts'
import { lin } from '../../../src/feeds/indices/assembly.ts'
import type { LinearIndex } from '../../../src/feeds/indices/linear-index.ts'
import { followsVectors } from '../../support/feeds/indices/vectors.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-indices.json'

const scored = <K extends string>(index: LinearIndex<K>) => ({
  ...index,
  score: (key: K, value: number) => lin(value, index.scales[key]),
})

describe('equity stress', () => followsVectors(vectors.index_equity_stress, scored(EQUITY_STRESS_INDEX)))
describe('NQ volatility', () => followsVectors(vectors.index_nq_volatility, scored(NQ_VOLATILITY_INDEX)))

describe('contagion', () => followsVectors(vectors.index_contagion, scored(CONTAGION_INDEX)))

describe('correlation and beta', () => {
  const { cases, tol } = vectors.pearson_beta
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const found = movedTogether(inputs.btc, inputs.equity)!
    expect(found.returns).toBe(expected.n_returns)
    near(found.correlation, expected.pearson, tol)
    near(found.beta, expected.beta, tol)
    near(fisherError(found.returns), expected.fisher_se, tol)
  })
  test('of a series that stands still are none', () => expect(movedTogether([1, 1, 1], [1, 2, 3])).toBeNull())
})

describe('momentum', () => {
  const { cases, tol } = vectors.momentum
  const [change, fall] = cases
  test('of twenty days', () =>
    near(rateOfChange(change!.inputs.series, change!.inputs.n)!, change!.expected.roc_pct!, tol))
  test('below the highest of sixty', () =>
    near(drawdown(fall!.inputs.series, fall!.inputs.n)!, fall!.expected.drawdown_pct!, tol))
  test('of a series that is too short is none', () => {
    expect([rateOfChange([1, 2, 3], 3), rateOfChange([1, 2, 3], 2)]).toEqual([null, 200])
    expect([drawdown([1, 2], 3), drawdown([4, 2], 2)]).toEqual([null, 50])
  })
})

test('regimes are those of the vectors', () => {
  const { inputs } = vectors.hysteresis.cases.find(({ id }) => id === 'equity_stress')!
  const { names, boundaries, deadBand }: Bands = EQUITY_BANDS
  expect({ names: [...names], boundaries: [...boundaries], dead_band: deadBand }).toEqual({
    names: inputs.names,
    boundaries: inputs.boundaries,
    dead_band: inputs.dead_band,
  })
})
