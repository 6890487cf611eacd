import { describe, expect, test } from 'bun:test'
import { PersistenceAnswer } from '../../../src/feeds/intel/persistence-answer.ts'
import { regimePersistence } from '../../../src/feeds/intel/persistence.feed.ts'
import { RegimeChangeAnswer } from '../../../src/feeds/intel/regime-change-answer.ts'
import { regimeChange } from '../../../src/feeds/intel/regime-change.feed.ts'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { CLOSED_RUNS } from '../../../src/feeds/regimes/closed-runs.ts'
import { perpExample } from '../../../src/feeds/regimes/perp-example.ts'
import { perpRuns } from '../../../src/feeds/regimes/perp-runs.feed.ts'
import type { PerpRecord, PerpRun } from '../../../src/feeds/regimes/perp-runs-carry.ts'
import { PERP_COINS, type PerpCoin, type PerpRegime } from '../../../src/feeds/regimes/perp-words.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { lookAt } from '../../support/feeds/market.ts'

/** What is told from our own record of regimes. Times are seconds before or after `T`. */

const T = 1_795_000_000
const NOTHING: PerpRecord = { closed: [], running: null, lastAt: null }

const runs = (...lengths: readonly number[]): readonly PerpRun[] =>
  lengths.map((hours, at) => ({
    regime: 'MILD_BULLISH',
    start: T - 1_000_000 + at * 60_000,
    end: T - 1_000_000 + at * 60_000 + hours * 3_600,
    cut: false,
  }))

const since = (seconds: number, regime: PerpRegime = 'MILD_BULLISH', more: Partial<PerpRecord> = {}): PerpRecord => ({
  closed: [],
  running: { regime, start: T - seconds, censored: false },
  lastAt: T,
  ...more,
})

const published = (coin: PerpCoin, regime: PerpRegime, at = T): Earlier => ({
  timestamp: at,
  content: JSON.parse(JSON.stringify({ ...perpExample(coin), regime })),
  carry: {},
  contentHash: 'ab',
})

/** What a tick sees: the regimes that were published, and the records. */
const look = (
  now: Readonly<Partial<Record<PerpCoin, PerpRegime>>>,
  records: Readonly<Partial<Record<PerpCoin, PerpRecord>>>,
  at = T,
) =>
  lookAt(
    new Map(
      PERP_COINS.map((coin, place) => [CLOSED_RUNS[place]!.id, { closed: records[coin]?.closed ?? [] }] as const),
    ),
    at * 1_000,
    {
      earlier: Object.fromEntries(
        PERP_COINS.flatMap((coin) => {
          const [regime, record] = [now[coin], records[coin]]
          const { running, lastAt } = record ?? NOTHING
          return [
            ...(regime ? [[`regime/perp/${coin}`, published(coin, regime, at)] as const] : []),
            ...(record
              ? [[`measure/perp-runs/${coin}`, { timestamp: at, content: {}, carry: { running, lastAt } }] as const]
              : []),
          ]
        }),
      ),
    },
  )

describe('a change of regimes', () => {
  test('has no other past than our own', () => {
    const { feed, subject } = registry.item('intel/regime-change/MARKET')!
    expect(feed.boards(subject)).toEqual([])
  })

  const changes = (...args: Parameters<typeof look>) =>
    contentOf(RegimeChangeAnswer, regimeChange.conclude(regimeChange.subjects[0]!, look(...args)))

  test('is that of two hours, with the bias of both', () => {
    const found = changes(
      { BTC: 'MILD_BEARISH', ETH: 'MILD_BULLISH', SOL: 'BULLISH_MOMENTUM' },
      {
        BTC: since(3_600, 'MILD_BEARISH', {
          closed: [{ regime: 'MILD_BULLISH', start: T - 9_000, end: T - 3_600, cut: false }],
        }),
        ETH: since(7_200),
        SOL: since(60, 'BULLISH_MOMENTUM', {
          closed: [{ regime: 'MILD_BULLISH', start: T - 20_000, end: T - 60, cut: false }],
        }),
      },
    )
    expect(found.transitions).toMatchObject([
      {
        currency: 'BTC',
        regime_changed: true,
        from_regime: 'MILD_BULLISH',
        to_regime: 'MILD_BEARISH',
        bias_changed: true,
      },
      { currency: 'ETH', regime_changed: false, bias_changed: false, two_hours_ago: { bias: 'LONG' } },
      { currency: 'SOL', regime_changed: true, from_regime: 'MILD_BULLISH', bias_changed: false },
    ])
    expect(found).toMatchObject({ transitions_found: 2, currencies: ['BTC', 'SOL'], confidence: 1, degraded: false })
  })

  test('of a coin whose record began later is null, which is not "unchanged"', () => {
    const found = changes({ BTC: 'MILD_BULLISH', ETH: 'MILD_BULLISH' }, { BTC: since(7_200), ETH: since(7_199) })
    expect(found.transitions.map(({ regime_changed: changed }) => changed)).toEqual([false, null, null])
    expect(found).toMatchObject({ compared: 1, confidence: 0.33, degraded: true })
    expect(found.missing).toContain('eth_before')
  })

  test('is none where nothing can be compared', () => {
    const nothing = regimeChange.conclude(regimeChange.subjects[0]!, look({ BTC: 'MILD_BULLISH' }, { BTC: since(60) }))
    expect(nothing).toEqual({ kind: 'needs_past', recorded: 60, needed: 7_200 })
    const without = regimeChange.conclude(regimeChange.subjects[0]!, look({}, { BTC: since(7_200) }))
    expect(without).toMatchObject({ kind: 'input_missing' })
    expect(regimeChange.conclude(regimeChange.subjects[0]!, look({}, {}))).toMatchObject({ recorded: 0 })
  })
})

describe('persistence', () => {
  const [btc] = regimePersistence.subjects
  const lasting = (record: PerpRecord, at = T) => regimePersistence.conclude(btc!, look({}, { BTC: record }, at))
  const answer = (record: PerpRecord) => contentOf(PersistenceAnswer, lasting(record))

  test('compares with closed runs of the same regime whose length is known', () => {
    const others: readonly PerpRun[] = [
      { regime: 'MILD_BULLISH', start: T - 50_000, end: T - 1_000, cut: true },
      { regime: 'LONG_TRAP', start: T - 60_000, end: T - 50_000, cut: false },
    ]
    const found = answer(since(5_400, 'MILD_BULLISH', { closed: [...runs(1, 2, 1.5, 4), ...others] }))
    expect(found).toMatchObject({
      current_regime: 'MILD_BULLISH',
      duration_hours: 1.5,
      historical_percentile: 37.5,
      typical_remaining_hours: 1.5,
      historical_runs: 4,
      median_duration_hours: 1.75,
      confidence: 0.13,
      degraded: true,
    })
    expect(found.inputs.run_hours.value).toEqual([1, 1.5, 2, 4])
  })

  test('is degraded below ten runs, and where the beginning is not known', () => {
    const many = { closed: runs(...Array.from({ length: 10 }, (_, n) => n + 1)) }
    expect(answer(since(3_600, 'MILD_BULLISH', many)).degraded).toBe(false)
    const censored = { ...many, running: { regime: 'MILD_BULLISH', start: T - 3_600, censored: true } as const }
    expect(answer(since(3_600, 'MILD_BULLISH', censored))).toMatchObject({ degraded: true, censored: true })
    expect(answer(since(3_600, 'MILD_BULLISH', { closed: runs(1) })).degraded).toBe(true)
  })

  test('says that there is nothing to compare with at a fresh start', () => {
    expect(answer(since(60))).toMatchObject({
      historical_runs: 0,
      historical_percentile: null,
      typical_remaining_hours: null,
      confidence: 0,
    })
  })

  test('is none where no regime runs, or its record stopped ten minutes ago', () => {
    expect(lasting(NOTHING)).toMatchObject({ kind: 'input_missing' })
    expect(lasting(since(3_600), T + 600)).toMatchObject({ kind: 'concluded' })
    expect(lasting(since(3_600), T + 601)).toMatchObject({ kind: 'input_missing' })
  })
})

describe('the record', () => {
  test('is written in two parts: what runs with each evaluation, what ended when it ends', () => {
    const [btc] = perpRuns.subjects
    const tick = (at: number, regime: PerpRegime, previous: PerpRecord) => {
      const { closed: _closed, ...carry } = previous
      const seen = {
        ...look({ BTC: regime }, { BTC: previous }, at),
        previous: { timestamp: at - 30, content: {}, carry },
      }
      return { told: perpRuns.conclude(btc!, seen), aside: perpRuns.aside?.(btc!, seen) ?? null }
    }
    const record = since(3_600)
    const same = tick(T + 30, 'MILD_BULLISH', record)
    expect(same.aside).toBeNull()
    expect(same.told).toMatchObject({ carry: { lastAt: T + 30, running: { start: T - 3_600 } } })
    const changed = tick(T + 30, 'LONG_TRAP', record)
    const ended = { regime: 'MILD_BULLISH', start: T - 3_600, end: T + 30, cut: false }
    expect(changed.aside).toEqual({ id: 'runs/BTC', state: { closed: [ended] } })
    expect(changed.told).toMatchObject({ carry: { running: { regime: 'LONG_TRAP', start: T + 30, censored: false } } })
    // The worker died after the first part: the second one is made again, the first is not doubled.
    const again = tick(T + 60, 'LONG_TRAP', { ...record, closed: [{ ...ended, regime: 'MILD_BULLISH' }] })
    expect(again.aside).toBeNull()
  })
})
