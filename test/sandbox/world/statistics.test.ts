import { describe, expect, test } from 'bun:test'
import { beaLine, PCE_PRICES, REAL_GDP } from '../../../src/sources/statistics/bea.ts'
import { eiaSpot, NATURAL_GAS, PETROLEUM } from '../../../src/sources/statistics/eia.ts'
import { fredSeries } from '../../../src/sources/statistics/fred.ts'
import { fredGraphSeries } from '../../../src/sources/statistics/fredgraph.ts'
import type { Query } from '../../../src/sources/query.ts'
import { yieldCurveOf } from '../../../src/sources/statistics/us-treasury.ts'
import { copperSpot } from '../../../src/sources/markets/gold-api.ts'
import { put } from '../../support/sandbox/world/put.ts'
import { NOON, stage } from '../../support/sandbox/world/still-world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The question as it is asked by those who have a key. */
const withKey = <T>(query: Query<T>): Query<T> => ({
  ...query,
  path: `${query.path}&${query.provider.keyed!.parameter}=any`,
})

const graph = (id: string, frequency: 'day' | 'month' | 'quarter') => fredGraphSeries(id, frequency, NOON)

describe('those who need a key', () => {
  test('tell the same numbers as those who need none', async () => {
    const on = stage()
    const [gdp, keyed] = [
      await put(on, graph('GDPC1', 'quarter')),
      await put(on, withKey(fredSeries('GDPC1', 'quarter'))),
    ]
    expect(keyed.rows.at(-1)).toEqual(gdp.rows.at(-1)!)
    const accounts = await put(on, withKey(beaLine(REAL_GDP, NOON)))
    expect(accounts.rows.at(-1)!.period).toBe(gdp.rows.at(-1)!.period)
    expect(Number(accounts.rows.at(-1)!.value)).toBe(Number(gdp.rows.at(-1)!.value))
    const [pce, prices] = [await put(on, graph('PCEPI', 'month')), await put(on, withKey(beaLine(PCE_PRICES, NOON)))]
    expect(prices.rows.at(-1)).toEqual(pce.rows.at(-1)!)
  })

  test('tell energy a day earlier', async () => {
    const on = stage()
    const [oil, gas] = [await put(on, withKey(eiaSpot(PETROLEUM))), await put(on, withKey(eiaSpot(NATURAL_GAS)))]
    for (const [found, id] of [
      [oil['RWTC']!, 'DCOILWTICO'],
      [oil['RBRTE']!, 'DCOILBRENTEU'],
      [gas['RNGWHHD']!, 'DHHNGSP'],
    ] as const) {
      const { rows } = await put(on, graph(id, 'day'))
      const same = found.rows.find(({ period }) => period === rows.at(-1)!.period)
      expect([id, Number(same?.value)]).toEqual([id, Number(rows.at(-1)!.value)])
      expect(found.rows.at(-1)!.period > rows.at(-1)!.period).toBe(true)
    }
  })

  test.each([
    ['api.eia.gov/v2/petroleum/pri/spt/data/?facets[series][]=RWTC', 403],
    ['api.stlouisfed.org/fred/series/observations?series_id=GDPC1&file_type=json', 400],
    ['apps.bea.gov/api/data?TableName=T10106&Frequency=Q&Year=2026', 200],
  ])('refuse %s', async (path, status) => {
    const on = stage()
    const answer = await on.ask(path)
    expect([answer.status, /key|UserID/i.test(await answer.text())]).toEqual([status, true])
  })
})

describe('levels', () => {
  test('that are steered are in the tables of the days after', async () => {
    const on = stage({ volatility: 0 })
    await on.post({ set: { 'oil.WTI': 91.5, 'rate.10Y': 5.1, 'rate.2Y': 5.6, copper: 5.25 } })
    expect(Number((await put(on, copperSpot)).price)).toBe(5.25)
    on.clock.move(4 * DAY)
    const days = (await put(on, fredGraphSeries('DCOILWTICO', 'day', on.clock.now()))).rows
    expect(days.at(-1)).toEqual({ period: '2026-11-19', value: '91.50' })
    const curve = (await put(on, yieldCurveOf(2026))).rows
    expect(curve.at(-1)).toMatchObject({ period: '2026-11-20', value: '-0.50' })
  })

  test('of copper stand still with their time over a weekend', async () => {
    const on = stage({ start: Date.UTC(2026, 10, 21, 12) })
    const saturday = await put(on, copperSpot)
    on.clock.move(DAY)
    expect(await put(on, copperSpot)).toEqual(saturday)
    expect(saturday.at).toBe(Date.UTC(2026, 10, 20, 22))
  })

  test('of days before the world began stay as they are', async () => {
    const [now, later] = [stage(), stage()]
    later.clock.move(3 * DAY)
    const told = async (on: typeof now) => (await put(on, graph('DCOILBRENTEU', 'day'))).rows
    const before = await told(now)
    expect((await told(later)).filter(({ period }) => period <= before.at(-1)!.period).slice(-20)).toEqual(
      before.slice(-20),
    )
  })
})

describe('release and revise', () => {
  const newest = async (on: ReturnType<typeof stage>) => (await put(on, graph('PAYEMS', 'month'))).rows.slice(-2)

  test('are told by everybody who tells the statistic, from that moment on', async () => {
    const on = stage()
    const [, last] = await newest(on)
    await on.post({ revise: { series: 'us.nfp', value: 159_901 } })
    await on.post({ release: { series: 'us.nfp', value: 160_050 } })
    expect(await newest(on)).toEqual([
      { period: last!.period, value: '159901' },
      { period: '2026-11', value: '160050' },
    ])
    await on.post({ stale: { fredgraph: 60_000 } })
    expect((await newest(on))[1]).toEqual(last!)
  })

  test('of an unknown series, or without a number, change nothing and say what there is', async () => {
    const on = stage()
    const answer = await on.post({ release: { series: 'us.gold', value: 1 }, revise: { series: 'us.cpi' } })
    expect(answer.status).toBe(400)
    const { details } = (await answer.json()) as { details: string[] }
    expect(details).toEqual([
      expect.stringContaining('release.series is no statistic of the world; it has us.cpi'),
      'revise.value must be a number from -1e9 to 1e9',
    ])
  })
})
