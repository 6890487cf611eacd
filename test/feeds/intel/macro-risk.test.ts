import { describe, expect, test } from 'bun:test'
import { macroInputs } from '../../../src/feeds/intel/macro-inputs.ts'
import { macroRisk } from '../../../src/feeds/intel/macro-risk.feed.ts'
import { macroRiskOf, type MacroFacts, macroScore } from '../../../src/feeds/intel/macro-risk-answer.ts'
import { macroRiskExample } from '../../../src/feeds/intel/macro-risk-example.ts'
import { MACRO_REGIME } from '../../../src/feeds/intel/macro-rules.ts'
import { decideBy } from '../../../src/feeds/rules/decision-table.ts'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { lookAt } from '../../support/feeds/market.ts'
import vectors from '../../vectors/quant-intel.json'

const facts = (more: Partial<MacroFacts> = {}): MacroFacts => ({
  stress: 'CALM',
  contagion: 'DECOUPLED',
  highImpactToday: 0,
  hoursToNextHigh: null,
  ...more,
})

describe('the score of macro risk', () => {
  test.each(vectors.macro_risk.cases)('$id', ({ inputs, expected }) => {
    const found = macroScore({
      stress: inputs.stress,
      contagion: inputs.contagion,
      highImpactToday: inputs.high_impact_today,
      hoursToNextHigh: inputs.hours_to_next_high,
    })
    expect(found).toEqual({
      stress: expected.stress_points,
      contagion: expected.contagion_points,
      calendar: expected.calendar_points,
      imminent: expected.imminent_bonus,
      score: expected.risk_score,
    })
    expect<string>(decideBy(MACRO_REGIME, { risk_score: found.score })!.outcome).toBe(expected.risk_regime)
  })

  test('row by row', () => {
    const stress = (word: string) => macroScore(facts({ stress: word })).stress
    expect(['CALM', 'ELEVATED', 'HIGH', 'EXTREME'].map(stress)).toEqual([5, 20, 30, 40])
    const contagion = (word: string) => macroScore(facts({ contagion: word })).contagion
    expect(['DECOUPLED', 'MIXED', 'COUPLED', 'CONTAGION'].map(contagion)).toEqual([0, 10, 20, 30])
    const calendar = (count: number) => macroScore(facts({ highImpactToday: count })).calendar
    expect([0, 1, 2, 3, 4, 5, 9].map(calendar)).toEqual([0, 10, 10, 20, 20, 30, 30])
    const imminent = (hours: number | null) => macroScore(facts({ hoursToNextHigh: hours })).imminent
    expect([0, 0.01, 2, 2.01, null].map(imminent)).toEqual([0, 10, 10, 0, 0])
    const regime = (score: number): string => decideBy(MACRO_REGIME, { risk_score: score })!.outcome
    expect([0, 19, 20, 39, 40, 59, 60, 79, 80, 100].map(regime)).toEqual([
      'LOW',
      'LOW',
      'MODERATE',
      'MODERATE',
      'ELEVATED',
      'ELEVATED',
      'HIGH',
      'HIGH',
      'CRITICAL',
      'CRITICAL',
    ])
  })

  test('without a factor is that of the others over their weights, and ends at a hundred', () => {
    const score = (more: Partial<MacroFacts>) =>
      macroScore(facts({ stress: 'HIGH', highImpactToday: 3, ...more })).score
    // (30 + 20) / 0.7, (20 + 30) / 0.6 with the bonus of ten: rounded.
    expect(score({ contagion: null })).toBe(71)
    expect(score({ stress: null, contagion: 'COUPLED', hoursToNextHigh: 1 })).toBe(83)
    // Without the calendar there is no bonus: (30 + 20) / 0.7.
    expect(score({ highImpactToday: null, contagion: 'COUPLED', hoursToNextHigh: 1 })).toBe(71)
    expect(score({ stress: 'EXTREME', contagion: null, highImpactToday: 9, hoursToNextHigh: 1 })).toBe(100)
  })

  test('is none without two factors, nor without stress and calendar', () => {
    const score = (more: Partial<MacroFacts>) => macroScore(facts(more)).score
    expect(score({ stress: null, contagion: null })).toBeNull()
    expect(score({ contagion: null, highImpactToday: null })).toBeNull()
    expect(score({ stress: null, highImpactToday: null })).toBeNull()
    expect(score({ stress: null })).not.toBeNull()
  })
})

describe('the inputs of macro risk', () => {
  const NOON = Date.UTC(2026, 10, 24, 12)
  const event = (time: string | null, more: object = {}) => ({
    event: 'US consumer prices',
    country: 'US',
    date: '2026-11-24',
    time,
    impact: 'high',
    estimated: false,
    ...more,
  })
  const list = (events: readonly object[], now = NOON, until = '2026-12-24'): Earlier => ({
    timestamp: now / 1_000,
    content: {
      events: events.map((each) => ({ ...event(null), ...each })),
      event_count: events.length,
      high_impact_count: events.length,
      next_time: null,
      coverage: { US: { until }, EU: { until } },
      confidence: 0.9,
    },
    carry: {},
    contentHash: 'ab',
  })
  const at = (now: number, earlier: Readonly<Record<string, Earlier>>) => {
    const { high_impact_today: today, next_high_impact_at: next } = macroInputs(lookAt(new Map(), now, { earlier }))
    return [today.value, next.value]
  }
  const TODAY = 'econ/calendar-today/TODAY'
  const AHEAD = 'econ/calendar/30D'

  test('are announced events of high impact, none by a rule of thumb, and each once', () => {
    const events = [
      event('2026-11-24T09:00:00Z'),
      event('2026-11-24T09:00:00Z'),
      event('2026-11-24T13:30:00Z', { estimated: true }),
      event('2026-11-24T13:30:00Z', { impact: 'medium' }),
      event('2026-11-24T15:00:00Z'),
      event(null, { event: 'EU rate decision' }),
    ]
    expect(at(NOON, { [TODAY]: list(events), [AHEAD]: list(events) })).toEqual([3, Date.UTC(2026, 10, 24, 15) / 1_000])
  })

  test('are none of yesterday: a list from before midnight says nothing of this day', () => {
    const midnight = Date.UTC(2026, 10, 25)
    const late = list([event('2026-11-24T23:00:00Z')], midnight - 60_000)
    expect(at(midnight, { [TODAY]: late, [AHEAD]: late })).toEqual([null, 0])
  })

  test('are missing where the United States or the euro area are not known today', () => {
    const short = list([event('2026-11-24T15:00:00Z')], NOON, '2026-11-23')
    expect(at(NOON, { [TODAY]: short, [AHEAD]: short })).toEqual([null, null])
    const just = list([event('2026-11-24T15:00:00Z')], NOON, '2026-11-24')
    expect(at(NOON, { [TODAY]: just, [AHEAD]: just })[0]).toBe(1)
  })

  test('are missing at twice the age of a sale and a second', () => {
    const listed = list([event('2026-11-24T15:00:00Z')])
    expect(at(NOON + 3_000_000, { [TODAY]: listed })[0]).toBe(1)
    expect(at(NOON + 3_001_000, { [TODAY]: listed })[0]).toBeNull()
  })
})

test('an answer without contagion is degraded, says what is missing and is less sure', () => {
  const { inputs } = macroRiskExample()
  const lost = { value: null, timestamp: null, contentHash: null }
  const found = macroRiskOf(
    {
      ...inputs,
      contagion: { ...inputs.contagion, ...lost },
      contagion_value: { ...inputs.contagion_value, ...lost },
      contagion_confidence: { ...inputs.contagion_confidence, ...lost },
    },
    1_795_000_002,
  )
  // (30 + 30) / 0.7; 0.4 * 0.95 + 0.3 * 1
  expect(found).toMatchObject({ risk_score: 86, confidence: 0.68, degraded: true })
  expect(found?.missing).toEqual(['contagion', 'contagion_value', 'contagion_confidence'])
  expect(macroRisk.conclude(macroRisk.subjects[0]!, lookAt(new Map(), 1_795_000_002_000))).toMatchObject({
    kind: 'input_missing',
  })
})
