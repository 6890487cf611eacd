import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { closedFeeds } from '../../../src/feeds/closed-feeds.ts'
import type { KeptSeries, Vintage } from '../../../src/feeds/econ/kept-series.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { concludeSurprises } from '../../../src/feeds/surprises/conclude-surprises.ts'
import { recountedSurprises } from '../../../src/feeds/surprises/recount-surprises.ts'
import { permission } from '../../../src/sources/permission.ts'
import { lookAt, type States } from '../../support/feeds/market.ts'
import { DAY, filed, NOON, release, told } from '../../support/feeds/releases.ts'

const concluded = (states: States, now = NOON) => {
  const found = concludeSurprises(lookAt(states, now))
  return found.kind === 'concluded' ? found.content : found
}

const content = (states: States, now = NOON) => {
  const found = concluded(states, now)
  if ('kind' in found) throw new Error(JSON.stringify(found))
  return found
}

/** As few as can be sold: fresh ones, and some that are one and two half-lives old. */
const FIVE = [
  release('US', 'cpi_mom', 30, '0.4', '0.3'),
  release('US', 'unemployment', 30, '4.4', '4.3'),
  release('EU', 'pmi_services', 0, '49.5', '50'),
  release('US', 'payrolls', 60, '400000', '100000'),
  release('GB', 'rate_decision', 0, '4', '4'),
]

describe('the index of surprises', () => {
  test('is 50 times the weighted mean of the scores, worked out by hand', () => {
    const { releases, surprise_index: index } = content(told(FIVE))
    expect(releases.map(({ event, surprise, surprise_z: z, weight }) => [event, surprise, z, weight])).toEqual([
      ['GB rate_decision', '0', 0, 1],
      ['EU pmi_services', '-0.5', -0.5, 0.5],
      ['US unemployment', '0.1', -1, 0.5],
      ['US cpi_mom', '0.1', 1, 0.5],
      ['US payrolls', '300000', 3, 0.25],
    ])
    // 50 · (0 - 0.25 - 0.5 + 0.5 + 0.75) / 2.75
    expect(index).toBe(9.09)
  })

  test('a body says what it rests on', () => {
    expect(content(told(FIVE))).toMatchObject({
      release_count: 5,
      left_out: 0,
      overdue: 0,
      corrected: 0,
      sources: ['tradingview'],
      missing: [],
      confidence: 0.25,
      degraded: true,
      observed_at: NOON / 1_000 - 60,
      fetched_at: NOON / 1_000,
    })
  })

  test('knows no estimate of a release that is still to come, however near the last one is', () => {
    const next = (hours: number) => new Date(NOON + hours * 3_600_000).toISOString().slice(0, 16)
    const withOwn = (hours: number) =>
      content(new Map([...filed(`EU pmi_services,${next(hours)}Z,55`), ...told(FIVE)])).releases.find(
        ({ event }) => event === 'EU pmi_services',
      )?.surprise
    expect([withOwn(6), withOwn(-1)]).toEqual(['-0.5', '-5.5'])
  })

  test('below five there is none, below ten it is degraded, and the last twenty enter', () => {
    const weekly = (count: number) =>
      Array.from({ length: count }, (_, at) => release('US', 'cpi_mom', at + 1, '0.3', at % 2 ? '0.3' : '0.2'))
    expect(concluded(told(FIVE.slice(1)))).toEqual({ kind: 'quorum_missed', have: 4, need: 5 })
    expect([9, 10].map((count) => content(told(weekly(count))).degraded)).toEqual([true, false])
    const whole = content(told(weekly(25)))
    expect([whole.release_count, whole.confidence]).toEqual([20, 1])
    expect(whole.releases.at(-1)?.time).toBe(new Date(NOON - 20 * DAY).toISOString().replace('.000', ''))
  })

  test('nobody who tells of estimates is no index', () => {
    expect(concluded(new Map())).toEqual({ kind: 'input_missing', input: 'estimates of releases' })
  })

  test('a reading loses its worth from twelve hours to seventy-two, and then counts no more', () => {
    const many = Array.from({ length: 20 }, (_, at) => release('US', 'cpi_mom', at + 1, '0.3', '0.2'))
    const at = (hours: number) => content(told(many, NOON - hours * 3_600_000))
    expect([12, 13, 42].map((hours) => [at(hours).confidence, at(hours).degraded])).toEqual([
      [1, false],
      [0.98, true],
      [0.5, true],
    ])
    expect(concluded(told(many, NOON - 72 * 3_600_000))).toMatchObject({ kind: 'input_missing' })
  })

  test('values that are overdue degrade it', () => {
    const many = Array.from({ length: 12 }, (_, at) => release('US', 'cpi_mom', at + 1, '0.3', '0.2'))
    expect([0, 2].map((overdue) => content(told(many, NOON - 60_000, overdue)))).toMatchObject([
      { degraded: false, overdue: 0 },
      { degraded: true, overdue: 2 },
    ])
  })
})

describe('the deviation of a surprise', () => {
  /** Surprises of claims in order of time: 1, 3, 1, 3, … thousands. */
  const claims = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      release('US', 'jobless_claims', 7 * (count - at), at % 2 ? '203000' : '201000', '200000'),
    )
  const last = (states: States) => content(states).releases.find(({ measure }) => measure === 'jobless_claims')

  test('is that of at least eight earlier ones of its own, sample deviation', () => {
    // Nine: the last has eight before it, four of 1000 and four of 3000. √(8·1000² / 7) = 1069.0450.
    expect(last(told([...FIVE, ...claims(9)]))).toMatchObject({
      surprise: '1000',
      sigma: 1069.045,
      sigma_basis: 'past',
      past_count: 8,
      sign: -1,
      surprise_z: -0.9354,
    })
  })

  test('without a figure in the table a release waits for them', () => {
    expect(last(told([...FIVE, ...claims(8)]))).toBeUndefined()
    // Those after the oldest that entered, sixty days ago.
    expect(content(told([...FIVE, ...claims(8)])).left_out).toBe(8)
  })

  test('is of its own country, and of the table while there are too few or all were alike', () => {
    const others = Array.from({ length: 8 }, (_, at) => release('GB', 'cpi_mom', 40 + at, '0.9', '0.1'))
    const alike = Array.from({ length: 9 }, (_, at) => release('CN', 'cpi_mom', 70 + at, '0.2', '0.2'))
    const found = content(told([...FIVE, ...others, ...alike])).releases
    expect(found.find(({ event }) => event === 'US cpi_mom')).toMatchObject({ sigma: 0.1, sigma_basis: 'table' })
    expect(found.find(({ event }) => event === 'CN cpi_mom')).toMatchObject({ past_count: 8, sigma_basis: 'table' })
  })
})

describe('a file of estimates', () => {
  const THURSDAY = '2026-11-05T13:30Z'
  const at = Date.parse(THURSDAY)

  test('counts before the vendor', () => {
    const own = filed(`US payrolls,${new Date(NOON - 60 * DAY - 3_600_000).toISOString().slice(0, 16)}Z,325000`)
    const { releases, sources } = content(new Map([...told(FIVE), ...own]))
    expect(releases.at(-1)).toMatchObject({ actual: '400000', estimate: '325000', surprise: '75000', surprise_z: 1 })
    expect(sources).toEqual(['estimates', 'tradingview'])
  })

  const seen = (period: string, value: string, when: number, more: Partial<Vintage> = {}): Vintage => ({
    period,
    value,
    seen: when,
    ...more,
  })
  const series = (rows: readonly Vintage[], readAt: number): KeptSeries => ({ readAt, rows })
  /** The agency, first read long before; a month appears some hours after each release, and revises the one before. */
  const agencies = (readAt = NOON - 60_000): States => {
    const long = { isFirstRead: true } as const
    const [first, jobs] = [at - 90 * DAY, at + 3 * 3_600_000]
    return new Map<string, unknown>([
      [
        'stats/bls',
        {
          series: {
            CES0000000001: series(
              [
                seen('2026-08', '159000', first, long),
                seen('2026-09', '159090', jobs + DAY, {
                  was: [
                    { value: '159100', seen: first },
                    { value: '159080', seen: jobs },
                  ],
                }),
                seen('2026-10', '159230', jobs + DAY, { was: [{ value: '159200', seen: jobs }] }),
              ],
              readAt,
            ),
            LNS14000000: series(
              [seen('2026-08', '4.2', first, long), seen('2026-09', '4.3', first, long), seen('2026-10', '4.4', jobs)],
              readAt,
            ),
          },
        },
      ],
      [
        'stats/fredgraph',
        { series: { GDPC1: series([seen('2026-Q2', '24000', first, long), seen('2026-Q3', '24120', jobs)], readAt) } },
      ],
      [
        'stats/eurostat',
        { series: { unrate: series([seen('2026-08', '6.2', first, long), seen('2026-09', '6.3', jobs)], readAt) } },
      ],
    ])
  }
  const ROWS = [
    `US payrolls,${THURSDAY},45000`,
    `US unemployment,${THURSDAY},4.3`,
    `US gdp_annualized,${THURSDAY},2.5`,
    `EU unemployment,${THURSDAY},6.3`,
  ]

  test('alone is scored by what the agency printed first, revisions left out', () => {
    // The vendor is silent for four days: what it told does not count.
    const old = told(FIVE, NOON - 4 * DAY)
    const four = concluded(new Map([...agencies(), ...filed(...ROWS), ...old]))
    expect(four).toEqual({ kind: 'quorum_missed', have: 4, need: 5 })
    const both = content(new Map([...agencies(), ...filed(...ROWS), ...told([FIVE[4]!])]))
    expect(both.releases.filter(({ sources }) => sources.includes('estimates'))).toMatchObject([
      {
        event: 'EU unemployment',
        actual: '6.3',
        surprise: '0.0',
        period: '2026-09',
        sources: ['estimates', 'eurostat'],
      },
      // (24120 / 24000)⁴ - 1 = 2.015 %
      { event: 'US gdp_annualized', actual: '2.0', surprise: '-0.5', sources: ['estimates', 'fredgraph'] },
      { event: 'US unemployment', actual: '4.4', surprise: '0.1', impact: 'high', sign: -1 },
      // 159200 as first printed less 159080 as it was then revised, in persons.
      { event: 'US payrolls', actual: '120000', surprise: '75000', surprise_z: 1, sources: ['bls', 'estimates'] },
    ])
  })

  test('a vendor that tells another value than the agency is corrected, and that is said', () => {
    const days = (NOON - at) / DAY
    const vendor = (payrolls: string, growth: string, jobless: string) =>
      told([
        ...FIVE,
        release('US', 'payrolls', days, payrolls, '110000'),
        release('US', 'gdp_annualized', days, growth, '2.5'),
        release('US', 'unemployment', days, jobless, '4.4'),
      ])
    const of = (...values: Parameters<typeof vendor>) => {
      const found = content(new Map([...agencies(), ...vendor(...values)]))
      return [
        found.corrected,
        found.releases.filter(({ time }) => Date.parse(time) === at).map(({ actual, sources }) => [actual, ...sources]),
      ]
    }
    const honest = ['tradingview']
    // Growth is worked out from levels, and may be rounded otherwise.
    expect(of('120000', '2.1', '4.4')).toEqual([
      0,
      [
        ['4.4', ...honest],
        ['2.1', ...honest],
        ['120000', ...honest],
      ],
    ])
    expect(of('126000', '2.2', '4.40')).toEqual([
      2,
      [
        ['4.40', ...honest],
        ['2.0', 'fredgraph', 'tradingview'],
        ['120000', 'bls', 'tradingview'],
      ],
    ])
    const ten = Array.from({ length: 10 }, (_, ago) => release('GB', 'cpi_mom', ago, '0.3', '0.2'))
    const wrong = release('US', 'payrolls', days, '1200000', '110000')
    const degraded = [{ ...wrong, actual: '120000' }, wrong].map(
      (each) => content(new Map([...agencies(), ...told([...ten, each])])).degraded,
    )
    expect(degraded).toEqual([false, true])
  })

  test('an estimate is of a release of the same day alone', () => {
    const own = filed(`US payrolls,${new Date(NOON - 60 * DAY - 43_260_000).toISOString().slice(0, 16)}Z,325000`)
    expect(content(new Map([...told(FIVE), ...own])).releases.at(-1)).toMatchObject({ estimate: '100000' })
  })

  test('the age is that of the oldest of vendor and agencies', () => {
    const states = new Map([...agencies(NOON - DAY), ...filed(ROWS[3]!), ...told(FIVE)])
    expect(content(states).observed_at).toBe((NOON - DAY) / 1_000)
  })

  test('without the vendor says so', () => {
    const twice = [...ROWS, 'US unemployment,2026-08-05T13:30Z,4.3']
    const states = new Map([...agencies(), ...filed(...twice)])
    // What was there at the first look has no known day: the fifth finds no print.
    expect(concluded(states)).toEqual({ kind: 'quorum_missed', have: 4, need: 5 })
  })

  test.each([
    ['a week and a minute before the print', at + 3 * 3_600_000 - 7 * DAY - 60_000],
    ['hours after the print', at + 4 * 3_600_000],
  ])('a row %s is not its release', (_what, when) => {
    const rows = [`US unemployment,${new Date(when).toISOString().slice(0, 16)}Z,4.3`]
    expect(content(new Map([...agencies(), ...filed(...rows), ...told(FIVE)])).release_count).toBe(5)
  })

  test('agencies that were not read for three days tell nothing', () => {
    const found = content(new Map([...agencies(NOON - 3 * DAY), ...filed(...ROWS), ...told(FIVE)]))
    expect(found.sources).toEqual(['tradingview'])
  })
})

test('it is closed without a licence and without a file, and either opens it', () => {
  const closed = (licensed: readonly string[], files: readonly string[]) =>
    closedFeeds(registry, permission('permitted', licensed, []), (setting) => files.includes(setting)).get(
      'econ/surprises/WORLD',
    )
  expect(closed([], [])).toEqual([
    { source: 'tradingview', reason: 'not_licensed', setting: 'SOURCES_LICENSED' },
    { source: 'a file of the operator', reason: 'not_licensed', setting: 'CALENDAR_ESTIMATES' },
  ])
  expect([closed(['tradingview'], []), closed([], ['CALENDAR_ESTIMATES'])]).toEqual([undefined, undefined])
})

describe('a body is counted again', () => {
  type Body = Readonly<Record<string, Json>>
  const body = JSON.parse(JSON.stringify(content(told(FIVE)))) as Body & { readonly releases: readonly Body[] }
  const check = (changed: Body) =>
    recountedSurprises(
      { surprise_index: Number(changed['surprise_index']), release_count: Number(changed['release_count']) },
      changed,
    ).map(({ ok }) => ok)
  const withFirst = (change: Body): Body => ({
    ...body,
    releases: [{ ...body.releases[0]!, ...change }, ...body.releases.slice(1)],
  })

  test('as it is', () => expect(check(body)).toEqual([true, true]))

  test.each<[string, Body, readonly boolean[]]>([
    ['another index', { ...body, surprise_index: 9.1 }, [true, false]],
    ['a release less', { ...body, releases: body.releases.slice(1) }, [true, false]],
    ['another count', { ...body, release_count: 6 }, [true, false]],
    ['another time of counting', { ...body, fetched_at: Number(body['fetched_at']) + 86_400 }, [true, false]],
    ['another value', withFirst({ actual: '5' }), [true, false]],
    ['another score', withFirst({ surprise_z: 1 }), [true, false]],
    ['another weight', withFirst({ weight: 0.9 }), [true, false]],
    ['another name', withFirst({ event: 'US rate_decision' }), [false, true]],
    ['a deviation of its own making', withFirst({ sigma: 0.2 }), [false, true]],
    ['a deviation from too short a past', withFirst({ sigma: 0.2, sigma_basis: 'past' }), [false, true]],
    ['another impact', withFirst({ impact: 'medium' }), [false, true]],
    ['another order', { ...body, releases: body.releases.toReversed() }, [false, true]],
  ])('with %s it is found out', (_what, changed, expected) => expect(check(changed)).toEqual([...expected]))
})
