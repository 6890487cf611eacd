import { describe, expect, test } from 'bun:test'
import { type Before, settled } from '../../../src/feeds/regimes/perp-stability.ts'
import { type Evaluation, KEPT_RUNS, recordedAfter, withRun } from '../../../src/feeds/regimes/recorded-runs.ts'
import type { PerpRun, PerpRunsCarry } from '../../../src/feeds/regimes/perp-runs-carry.ts'
import type { PerpRegime } from '../../../src/feeds/regimes/perp-words.ts'

const T = 1_795_000_000
const ROW: Readonly<Partial<Record<PerpRegime, number>>> = { VOLATILITY_SPIKE: 1, MILD_BULLISH: 7, NEUTRAL_CHOPPY: 9 }

/** Evaluations one after another, at seconds after `T`. */
const through = (...steps: readonly (readonly [seconds: number, regime: PerpRegime])[]): readonly string[] => {
  let before: Before | null = null
  return steps.map(([seconds, outcome]) => {
    const { regime, since, candidate } = settled({ row: ROW[outcome]!, outcome }, before, T + seconds)
    before = { regime, since, candidate, timestamp: T + seconds }
    return `${regime} ${since - T}`
  })
}

describe('a regime', () => {
  test('is what the row says at a first start', () => {
    expect(through([0, 'MILD_BULLISH'])).toEqual(['MILD_BULLISH 0'])
  })

  test('gives way to another one that has held for a minute, and not a second earlier', () => {
    expect(
      through(
        [0, 'NEUTRAL_CHOPPY'],
        [30, 'MILD_BULLISH'],
        [60, 'MILD_BULLISH'],
        [89, 'MILD_BULLISH'],
        [90, 'MILD_BULLISH'],
      ),
    ).toEqual(['NEUTRAL_CHOPPY 0', 'NEUTRAL_CHOPPY 0', 'NEUTRAL_CHOPPY 0', 'NEUTRAL_CHOPPY 0', 'MILD_BULLISH 90'])
  })

  test('stays where evaluations change from one to the next', () => {
    const flapping = Array.from({ length: 12 }, (_, n): readonly [number, PerpRegime] => [
      30 * n,
      n % 2 === 0 ? 'NEUTRAL_CHOPPY' : 'MILD_BULLISH',
    ])
    expect(new Set(through(...flapping))).toEqual(new Set(['NEUTRAL_CHOPPY 0']))
  })

  test('gives way to a spike at once, and comes back after a minute', () => {
    expect(
      through([0, 'NEUTRAL_CHOPPY'], [30, 'VOLATILITY_SPIKE'], [60, 'NEUTRAL_CHOPPY'], [120, 'NEUTRAL_CHOPPY']),
    ).toEqual(['NEUTRAL_CHOPPY 0', 'VOLATILITY_SPIKE 30', 'VOLATILITY_SPIKE 30', 'NEUTRAL_CHOPPY 120'])
  })

  test('after a pause of more than ten minutes is what the row says', () => {
    expect(through([0, 'NEUTRAL_CHOPPY'], [600, 'MILD_BULLISH'])).toEqual(['NEUTRAL_CHOPPY 0', 'NEUTRAL_CHOPPY 0'])
    expect(through([0, 'NEUTRAL_CHOPPY'], [601, 'MILD_BULLISH'])).toEqual(['NEUTRAL_CHOPPY 0', 'MILD_BULLISH 601'])
  })
})

test('rows one to four take the place of another at once, and no other row does', () => {
  const before: Before = { regime: 'NEUTRAL_CHOPPY', since: T - 900, candidate: null, timestamp: T - 30 }
  const entered = (row: number) => settled({ row, outcome: 'MILD_BULLISH' }, before, T).regime === 'MILD_BULLISH'
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].filter(entered)).toEqual([1, 2, 3, 4])
})

describe('the record of runs', () => {
  const record = (...evaluations: readonly Evaluation[]) => {
    let carry: PerpRunsCarry = { running: null, lastAt: null }
    let closed: readonly PerpRun[] = []
    for (const each of evaluations) {
      const found = recordedAfter(carry, each)
      carry = found.carry
      if (found.ended) closed = withRun(closed, found.ended) ?? closed
    }
    return { carry, closed }
  }
  const at = (seconds: number, regime: PerpRegime): Evaluation => ({ regime, at: T + seconds })

  test('begins with one whose length nobody knows', () => {
    const { carry, closed } = record(
      at(0, 'LONG_TRAP'),
      at(60, 'LONG_TRAP'),
      at(120, 'MILD_BULLISH'),
      at(180, 'LONG_TRAP'),
    )
    expect(closed).toEqual([
      { regime: 'LONG_TRAP', start: T, end: T + 120, cut: true },
      { regime: 'MILD_BULLISH', start: T + 120, end: T + 180, cut: false },
    ])
    expect(carry).toEqual({ running: { regime: 'LONG_TRAP', start: T + 180, censored: false }, lastAt: T + 180 })
  })

  test('is cut by a gap of more than ten minutes, at the last evaluation before it', () => {
    const steps = [at(0, 'LONG_TRAP'), at(60, 'MILD_BULLISH'), at(120, 'MILD_BULLISH')]
    const whole = record(...steps, at(720, 'MILD_BULLISH'))
    expect(whole.carry.running).toEqual({ regime: 'MILD_BULLISH', start: T + 60, censored: false })
    const cut = record(...steps, at(721, 'MILD_BULLISH'))
    expect(cut.closed.at(-1)).toEqual({ regime: 'MILD_BULLISH', start: T + 60, end: T + 120, cut: true })
    expect(cut.carry.running).toEqual({ regime: 'MILD_BULLISH', start: T + 721, censored: true })
  })

  test('knows two regimes of one minute', () => {
    const { closed } = record(at(0, 'LONG_TRAP'), at(30, 'VOLATILITY_SPIKE'), at(60, 'LONG_TRAP'), at(90, 'LONG_TRAP'))
    expect(closed.at(-1)).toEqual({ regime: 'VOLATILITY_SPIKE', start: T + 30, end: T + 60, cut: false })
  })

  test('does not change by an evaluation that it knows, nor by an older one', () => {
    const { carry } = record(at(0, 'LONG_TRAP'), at(60, 'LONG_TRAP'))
    expect(recordedAfter(carry, at(60, 'MILD_BULLISH'))).toEqual({ carry, ended: null })
    expect(recordedAfter(carry, at(30, 'MILD_BULLISH'))).toEqual({ carry, ended: null })
  })

  test('holds a run once, though a worker died between its two parts', () => {
    const ended: PerpRun = { regime: 'LONG_TRAP', start: T, end: T + 60, cut: false }
    const closed = withRun([], ended)!
    expect(withRun(closed, ended)).toBeNull()
  })

  test('forgets what is older than ninety days, and the oldest above four thousand', () => {
    const run = (n: number): PerpRun => ({ regime: 'LONG_TRAP', start: T + 60 * n, end: T + 60 * n + 60, cut: false })
    const many = Array.from({ length: KEPT_RUNS.most }, (_, n) => run(n))
    const next = withRun(many, run(KEPT_RUNS.most))!
    expect([next.length, next[0]]).toEqual([4_000, run(1)])
    const late = { ...run(0), start: T + 90 * 86_400, end: T + 90 * 86_400 + 60 }
    expect(withRun([run(0), run(1)], late)).toEqual([run(1), late])
  })
})
