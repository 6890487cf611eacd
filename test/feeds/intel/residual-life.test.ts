import { describe, expect, test } from 'bun:test'
import { confidenceOfRuns, residualLife } from '../../../src/feeds/intel/residual-life.ts'
import vectors from '../../vectors/quant-intel-setups.json'

describe('how long a regime has lasted', () => {
  test.each(vectors.persistence.cases)('$id', ({ inputs, expected }) => {
    expect(residualLife(inputs.current_h, inputs.completed_runs_h)).toEqual({
      percentile: expected.historical_percentile,
      remaining: expected.typical_remaining_hours,
      median: expected.median_duration_hours,
    })
  })

  test('counts equal runs half, and they have nothing left', () => {
    expect(residualLife(2, [1, 2, 2, 5])).toEqual({ percentile: 50, remaining: 3, median: 2 })
    expect(residualLife(5, [1, 2, 2, 5])).toEqual({ percentile: 87.5, remaining: 0, median: 2 })
  })

  test('is compared with nothing where no run was closed', () => {
    expect(residualLife(2, [])).toEqual({ percentile: null, remaining: null, median: null })
  })

  test('is believed as far as there are runs, up to thirty', () => {
    expect([0, 1, 15, 29, 30, 400].map(confidenceOfRuns)).toEqual([0, 0.03, 0.5, 0.97, 1, 1])
  })
})
