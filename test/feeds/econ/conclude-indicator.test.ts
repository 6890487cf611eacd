import { describe, expect, test } from 'bun:test'
import { concludeIndicator } from '../../../src/feeds/econ/conclude-indicator.ts'
import type { Vintage, KeptSeries } from '../../../src/feeds/econ/kept-series.ts'
import { EU_INDICATORS } from '../../../src/feeds/econ/eu-indicators.ts'
import type { Indicator } from '../../../src/feeds/econ/indicator.ts'
import { COPPER_BOARD } from '../../../src/feeds/econ/copper-board.ts'
import { COMMODITIES } from '../../../src/feeds/econ/commodity-indicators.ts'
import { US_INDICATORS } from '../../../src/feeds/econ/us-indicators.ts'
import { lookAt } from '../../support/feeds/market.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 18, 12)
const SEEN = Date.UTC(2026, 10, 12, 14)

const named = (region: string, indicator: string) => ({ domain: `${region}_${indicator}`, region, indicator })
const indicatorOf = (all: readonly Indicator[], word: string): Indicator => all.find((each) => each.word === word)!
const CPI = indicatorOf(US_INDICATORS, 'cpi')
const WTI = indicatorOf(COMMODITIES, 'wti')

const rows = (...told: readonly (string | Vintage)[]): readonly Vintage[] =>
  told.map((row) => {
    if (typeof row !== 'string') return row
    const [period = '', value = ''] = row.split(' ')
    return { period, value, seen: SEEN }
  })

const series = (told: readonly (string | Vintage)[], more: Partial<KeptSeries> = {}): KeptSeries => ({
  readAt: NOW - 60_000,
  rows: rows(...told),
  ...more,
})

/** What each source keeps, by its place among the publishers of an indicator. */
const concluded = (indicator: Indicator, kept: readonly (KeptSeries | null)[], now = NOW, region = 'US') => {
  const states = new Map<string, unknown>()
  indicator.ways.forEach(({ board, series: name }, at) => {
    const own = kept[at]
    if (own) states.set(board.id, { series: { [name]: own } })
  })
  return concludeIndicator(indicator, named(region, indicator.word.toUpperCase()), lookAt(states, now))
}

const content = (...args: Parameters<typeof concluded>) => {
  const found = concluded(...args)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content
}

const OWN = ['2026-09 335.482', '2026-10 336.100']

test('the text of the agency is sold as it is, with its period, its vintage and what came before', () => {
  expect(content(CPI, [series(OWN), series(OWN)])).toEqual({
    domain: 'US_CPI',
    region: 'US',
    indicator: 'CPI',
    value: '336.100',
    unit: 'index198284100',
    period: '2026-10',
    vintage_date: '2026-11-12',
    vintage_basis: 'observed',
    source_agency: 'BLS',
    series_id: 'CUUR0000SA0',
    source_model: 'directapi',
    revised: false,
    provisional: false,
    previous: { value: '335.482', period: '2026-09' },
    parts: null,
    stale: false,
    checked_at: NOW / 1000 - 60,
    checked_by: ['fredgraph'],
    disputed_by: [],
    sources: ['bls'],
    missing: [],
    confidence: 1,
    degraded: false,
    observed_at: Date.UTC(2026, 10, 1) / 1000,
    fetched_at: NOW / 1000,
  })
})

describe('a second source', () => {
  test('that says the same in another spelling agrees', () => {
    expect(content(CPI, [series(OWN), series(['2026-10 336.1'])]).checked_by).toEqual(['fredgraph'])
  })

  test('that differs degrades, and the first one wins', () => {
    expect(content(CPI, [series(OWN), series(['2026-10 336.101'])])).toMatchObject({
      value: '336.100',
      checked_by: [],
      disputed_by: ['fredgraph'],
      degraded: true,
      confidence: 0.7,
    })
  })

  test('that knows another period says nothing about this one', () => {
    expect(content(CPI, [series(OWN), series(['2026-09 300'])])).toMatchObject({
      checked_by: [],
      disputed_by: [],
      degraded: false,
    })
  })

  test('that disputes is told to whoever counts sources', () => {
    expect(concluded(CPI, [series(OWN), series(['2026-10 337'])])).toMatchObject({ disputedBy: ['fredgraph'] })
  })

  test('says nothing about growth where our quarters are too few, or a level was none', () => {
    const gdp = indicatorOf(EU_INDICATORS, 'gdp')
    const few = content(gdp, [series(['2026-Q2 -0.1', '2026-Q3 0.5']), series(['2026-Q3 0.4'])], NOW, 'EU')
    expect([few.checked_by, few.disputed_by]).toEqual([[], []])
    const hicp = indicatorOf(EU_INDICATORS, 'hicp')
    const none = content(hicp, [series(['2025-10 0', '2026-10 131.42']), series(['2026-10 2.6'])], NOW, 'EU')
    expect([none.checked_by, none.disputed_by]).toEqual([[], []])
  })

  test('stands in for a first one that was not read for two days, and it is told', () => {
    const old = series(OWN, { readAt: NOW - 2 * DAY - 1 })
    const second = series(['2026-09 335.482', '2026-10 336.1'])
    expect(content(CPI, [old, second])).toMatchObject({
      value: '336.1',
      source_agency: 'BLS',
      series_id: 'CPIAUCNS',
      source_model: 'fredcsv',
      sources: ['fredgraph'],
      missing: ['bls'],
      degraded: true,
      confidence: 0.7,
    })
    expect(content(CPI, [series(OWN, { readAt: NOW - 2 * DAY }), second]).sources).toEqual(['bls'])
  })

  test('that has told a later period for half a day makes the first one stale', () => {
    const ahead = (seen: number, period = '2026-11') =>
      content(CPI, [series(OWN), series([OWN[1]!, { period, value: '337', seen }])])
    expect(ahead(NOW - DAY / 2 - 1)).toMatchObject({
      value: '336.100',
      stale: true,
      degraded: true,
      confidence: 0.7,
      checked_by: ['fredgraph'],
    })
    expect(ahead(NOW - DAY / 2)).toMatchObject({ stale: false, degraded: false })
    const funds = indicatorOf(US_INDICATORS, 'fedfunds')
    const days = (period: string) =>
      content(funds, [series(['2026-11-13 3.63']), series(['2026-11-13 3.63', `${period} 3.63`])]).stale
    // Friday and the days of a long weekend, which only one of them tells.
    expect(['2026-11-15', '2026-11-17', '2026-11-18'].map(days)).toEqual([false, false, true])
    // A rate of another thing may have come sooner.
    const hicp = indicatorOf(EU_INDICATORS, 'hicp')
    expect(content(hicp, [series(OWN), series(['2026-11 2.6'])], NOW, 'EU').stale).toBe(false)
  })

  test('without a key is not missing, and with one it is the first', () => {
    const graph = series(['2026-11-12 70.80', '2026-11-13 71.43'])
    expect(content(WTI, [null, graph])).toMatchObject({
      source_agency: 'EIA',
      series_id: 'DCOILWTICO',
      source_model: 'fredcsv',
      missing: [],
      degraded: false,
    })
    expect(content(WTI, [series(['2026-11-13 71.43', '2026-11-16 71.90']), graph])).toMatchObject({
      value: '71.90',
      series_id: 'RWTC',
      source_model: 'directapi',
      degraded: false,
    })
  })

  test('that tells yearly rates is compared by what our index says of the year', () => {
    const hicp = indicatorOf(EU_INDICATORS, 'hicp')
    const own = series(['2025-10 128.10', '2026-09 131.17', '2026-10 131.42'], { unit: 'I15' })
    // 131.42 / 128.10 is 1.02592: 2.6 %.
    for (const [rate, agrees] of [
      ['2.6', true],
      ['2.5', true],
      ['2.8', false],
    ] as const)
      expect([rate, content(hicp, [own, series([`2026-10 ${rate}`])], NOW, 'EU').checked_by]).toEqual([
        rate,
        agrees ? ['ecb'] : [],
      ])
  })

  test('that tells yearly growth is compared with four quarters', () => {
    const gdp = indicatorOf(EU_INDICATORS, 'gdp')
    const quarters = ['2025-Q4 0.3', '2026-Q1 0.4', '2026-Q2 -0.1', '2026-Q3 0.5']
    // 1.003 · 1.004 · 0.999 · 1.005 is 1.01103.
    expect(content(gdp, [series(quarters), series(['2026-Q3 1.2904'])], NOW, 'EU').checked_by).toEqual(['ecb'])
    expect(content(gdp, [series(quarters), series(['2026-Q3 1.4'])], NOW, 'EU').disputed_by).toEqual(['ecb'])
    const gap = content(gdp, [series(['2025-Q3 1', ...quarters.slice(1)]), series(['2026-Q3 9'])], NOW, 'EU')
    expect([gap.checked_by, gap.disputed_by]).toEqual([[], []])
  })

  test('that counts another composition is compared by the last change, and never stands in', () => {
    const jobs = indicatorOf(EU_INDICATORS, 'employment')
    const [own, other] = [
      series(['2026-Q2 176000.0', '2026-Q3 176352.0']),
      series(['2026-Q2 172000', '2026-Q3 172360']),
    ]
    expect(content(jobs, [own, other], NOW, 'EU').checked_by).toEqual(['ecb'])
    expect(content(jobs, [own, series(['2026-Q2 172000', '2026-Q3 173000'])], NOW, 'EU').disputed_by).toEqual(['ecb'])
    expect(concluded(jobs, [null, other], NOW, 'EU').kind).toBe('input_missing')
  })
})

describe('what is told of a number', () => {
  test('a revised value is another vintage', () => {
    const revised: Vintage = { period: '2026-10', value: '336.2', seen: NOW, was: [{ value: '336.100', seen: SEEN }] }
    expect(content(CPI, [series([OWN[0]!, revised]), null])).toMatchObject({
      value: '336.2',
      vintage_date: '2026-11-18',
      vintage_basis: 'observed',
      revised: true,
    })
  })

  test('the first reading cannot know when it was published', () => {
    const row: Vintage = { period: '2026-10', value: '336.1', seen: SEEN, isFirstRead: true, isProvisional: true }
    expect(content(CPI, [series([row]), null])).toMatchObject({
      vintage_basis: 'first_read',
      provisional: true,
      previous: null,
    })
  })

  test('a value that was revised was seen to appear, whenever it was first read', () => {
    const row: Vintage = {
      period: '2026-10',
      value: '336.2',
      seen: NOW,
      isFirstRead: true,
      was: [{ value: '1', seen: SEEN }],
    }
    expect(content(CPI, [series([row]), null]).vintage_basis).toBe('observed')
  })

  test('the unit follows the base year that the agency tells', () => {
    const hicp = indicatorOf(EU_INDICATORS, 'hicp')
    const unit = (code: string) => content(hicp, [series(OWN, { unit: code }), null], NOW, 'EU').unit
    expect([unit('I15'), unit('I25')]).toEqual(['index2015100', 'index2025100'])
  })

  describe('copper', () => {
    const copper = indicatorOf(COMMODITIES, 'copper')
    const future = copper.ways[1]!.board

    test('has one witness without an agreement, and its answer says so', () => {
      const states = new Map([[COPPER_BOARD.id, { series: { HG: series(['2026-11-18 4.581']) } }]])
      const found = concludeIndicator(
        copper,
        named('COMMODITIES', 'COPPER'),
        lookAt(states, NOW, { refused: [future.id] }),
      )
      expect(found).toMatchObject({
        content: {
          value: '4.581',
          checked_by: [],
          missing: [],
          degraded: true,
          confidence: 0.7,
          observed_at: NOW / 1000,
        },
      })
    })

    test('is compared with the nearest future of the same day, which is never sold', () => {
      const told = (other: readonly string[]) => content(copper, [series(['2026-11-18 4.581']), series(other)])
      expect(told(['2026-11-18 4.70'])).toMatchObject({
        value: '4.581',
        checked_by: ['yahoo'],
        disputed_by: [],
        degraded: false,
        confidence: 1,
      })
      expect(told(['2026-11-18 4.73'])).toMatchObject({ checked_by: [], disputed_by: ['yahoo'], degraded: true })
      expect(told(['2026-11-17 4.581'])).toMatchObject({ checked_by: [], disputed_by: [], degraded: true })
      expect(concluded(copper, [null, series(['2026-11-18 4.58'])]).kind).toBe('input_missing')
      expect(content(copper, [series(['2026-11-18 4.581']), null])).toMatchObject({
        missing: ['yahoo'],
        degraded: true,
      })
    })
  })
})

describe('age', () => {
  const at = (days: number) => Date.UTC(2026, 10, 1) + days * DAY
  const fresh = (days: number) => ({ ...series(OWN), readAt: at(days) })

  test('of a month: stale after 75 days, not sold after 130', () => {
    expect([75, 75.1].map((days) => content(CPI, [fresh(days), null], at(days)).stale)).toEqual([false, true])
    expect(content(CPI, [fresh(130), null], at(130)).confidence).toBe(0)
    expect(concluded(CPI, [fresh(130.1), null], at(130.1))).toEqual({
      kind: 'input_missing',
      input: 'bls or fredgraph',
    })
  })

  const lives = (word: string, of: readonly Indicator[], newest: string, end: number) =>
    [-1, 1].map((more) => {
      const indicator = indicatorOf(of, word)
      const { freshSeconds, expireSeconds } = indicator.ages
      const say = (seconds: number) => {
        const now = end + seconds * 1_000 + more
        return concluded(indicator, [null, series([newest], { readAt: now })], now)
      }
      const [young, old] = [say(freshSeconds), say(expireSeconds)]
      return [
        freshSeconds / 86_400,
        young.kind === 'concluded' && young.content.stale,
        expireSeconds / 86_400,
        old.kind,
      ]
    })

  test('of a day is five and fourteen days, of oil ten and twenty-one, of a quarter 150 and 240', () => {
    const end = Date.UTC(2026, 6, 1)
    for (const [word, of, newest, fresh, expire] of [
      ['fedfunds', US_INDICATORS, '2026-06-30', 5, 14],
      ['wti', COMMODITIES, '2026-06-30', 10, 21],
    ] as const)
      expect(lives(word, of, newest, end)).toEqual([
        [fresh, false, expire, 'concluded'],
        [fresh, true, expire, 'input_missing'],
      ])
    expect(indicatorOf(US_INDICATORS, 'gdp').ages).toEqual({ freshSeconds: 150 * 86_400, expireSeconds: 240 * 86_400 })
  })

  test('nobody who was ever read: nothing is sold', () => {
    expect(concluded(CPI, [null, null])).toEqual({ kind: 'input_missing', input: 'bls or fredgraph' })
    expect(concluded(WTI, [null, null])).toEqual({ kind: 'input_missing', input: 'fredgraph' })
  })

  test('everybody not read for two days: nothing is sold, however new the period', () => {
    const old = series(OWN, { readAt: NOW - 2 * DAY - 1 })
    expect(concluded(CPI, [old, old]).kind).toBe('input_missing')
  })
})
