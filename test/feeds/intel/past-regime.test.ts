import { describe, expect, test } from 'bun:test'
import { REGIME_LOOK_BACK, pastRegime } from '../../../src/feeds/intel/past-regime.ts'
import type { PerpRecord } from '../../../src/feeds/regimes/perp-runs-carry.ts'

const T = 1_795_000_000

const record = (more: Partial<PerpRecord> = {}): PerpRecord => ({
  closed: [
    { regime: 'MILD_BULLISH', start: T - 20_000, end: T - 12_000, cut: false },
    { regime: 'NEUTRAL_CHOPPY', start: T - 12_000, end: T - 9_000, cut: true },
  ],
  running: { regime: 'LONG_TRAP', start: T - 7_000, censored: true },
  lastAt: T,
  ...more,
})

describe('the regime at a moment', () => {
  test('is that of the run it lies in; an end belongs to the run that follows', () => {
    expect(pastRegime(record(), T - 12_001)?.regime).toBe('MILD_BULLISH')
    expect(pastRegime(record(), T - 12_000)).toEqual({ regime: 'NEUTRAL_CHOPPY', seenAt: T - 12_000 })
    expect(pastRegime(record(), T - 9_000)?.regime).toBe('NEUTRAL_CHOPPY')
    expect(pastRegime(record(), T - 7_000)?.regime).toBe('LONG_TRAP')
  })

  test('in a gap is the last one before it, for half an hour and not a second longer', () => {
    expect(REGIME_LOOK_BACK).toEqual({ seconds: 7_200, slackSeconds: 1_800 })
    expect(pastRegime(record(), T - 7_200)).toEqual({ regime: 'NEUTRAL_CHOPPY', seenAt: T - 9_000 })
    const late = record({ running: { regime: 'LONG_TRAP', start: T - 7_100, censored: true } })
    expect(pastRegime(late, T - 7_199)).toBeNull()
  })

  test('is not known before the record began, and of an empty one', () => {
    expect(pastRegime(record(), T - 20_001)).toBeNull()
    expect(pastRegime({ closed: [], running: null, lastAt: null }, T)).toBeNull()
  })

  test('of a record that stopped is that of the running one, for half an hour', () => {
    const stopped = record({ lastAt: T - 5_000 })
    expect(pastRegime(stopped, T - 3_200)?.seenAt).toBe(T - 5_000)
    expect(pastRegime(stopped, T - 3_199)).toBeNull()
  })
})
