import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALARM_GROUPS } from '../../src/ops/alarm-groups.ts'
import { DASHBOARDS } from '../../src/ops/dashboards.ts'
import { type KnownSeries, selectorsOf, unknownIn } from '../support/ops/asked-families.ts'
import { comingSeries } from '../support/ops/coming-series.ts'
import { type FullPage, fullPage } from '../support/ops/full-page.ts'
import { hasPromtool, promtool } from '../support/ops/promtool.ts'
import { yieldCases, yieldRules } from '../support/ops/shown-panels.ts'
import { testFolder } from '../support/test-folder.ts'

/** Alarms and dashboards ask for what `/metrics` shows, by names and labels that it has; and they leave nothing of it out. */

const ALARMS = ALARM_GROUPS.flatMap(({ alarms }) => alarms)
const PANELS = DASHBOARDS.flatMap(({ sections }) => sections).flatMap(({ panels }) => panels)
const EXPRESSIONS = [
  ...ALARMS.map(({ expression }) => expression),
  ...PANELS.flatMap(({ queries }) => queries.map(({ expression }) => expression)),
  ...DASHBOARDS.flatMap(({ choices }) => choices.map(({ family, label }) => `count by (${label}) (${family})`)),
]

/** What the page of that shop has nothing for, with the reason. */
const NOTHING_TO_SHOW: Readonly<Record<string, string>> = {
  'claros_redis_memory_limit_bytes > 0': 'the Redis of tests has no limit',
}

const { folder, remove } = testFolder()
afterAll(remove)

/** Labels that Prometheus itself gives to what it scrapes. */
const SCRAPED = ['job', 'instance']

let page: FullPage
let shown: KnownSeries
let known: KnownSeries
beforeAll(async () => {
  page = await fullPage()
  const found = new Map<string, Set<string>>()
  for (const series of page.scraped.series.keys()) {
    const [, name = '', labels = ''] = /^([a-z0-9_]+)(\[.*\])$/.exec(series) ?? []
    const names = (JSON.parse(labels) as readonly (readonly [string, string])[]).map(([label]) => label)
    found.set(name, new Set([...(found.get(name) ?? SCRAPED), ...names]))
  }
  shown = found
  known = new Map([...comingSeries, ...shown])
})

/** The family of a series. */
const familyOf = (name: string): string =>
  page.scraped.types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, '')

describe('the page', () => {
  test('has a series of every family that processes count and that it makes itself', async () => {
    const spelled = new Set<string>()
    for (const file of [
      'metrics/families.ts',
      'http/app/metrics-page.ts',
      'http/app/books-view.ts',
      'http/app/redis-families.ts',
    ])
      for (const [name] of (await Bun.file(`${import.meta.dir}/../../src/${file}`).text()).matchAll(/\bclaros_\w+/g))
        spelled.add(name)
    expect([...spelled].filter((name) => !page.scraped.types.has(name))).toEqual([])
  })

  test.skipIf(!hasPromtool())('is what Prometheus reads, with names as it wants them', () => {
    expect(promtool(['check', 'metrics'], page.text)).toEqual({ status: 0, said: '' })
  })

  test.skipIf(!hasPromtool())('with a counter of another name would be noticed', () => {
    const { status, said } = promtool(['check', 'metrics'], page.text.replaceAll('claros_ticks_total', 'claros_ticks'))
    expect(said).toContain('claros_ticks counter metrics should have "_total" suffix')
    expect(status).not.toBe(0)
  })
})

describe('names', () => {
  test('of series and labels in every expression are those of the page', () => {
    expect(EXPRESSIONS.flatMap((expression) => unknownIn(expression, known))).toEqual([])
  })

  test('that are still to come are asked for, and struck off when they are there', () => {
    const asked = new Set(EXPRESSIONS.flatMap((expression) => selectorsOf(expression).map(({ name }) => name)))
    expect([...comingSeries.keys()].filter((name) => !asked.has(name))).toEqual([])
    expect([...comingSeries.keys()].filter((name) => shown.has(name))).toEqual([])
  })

  test.each([
    ['max(claros_rail_opem) == 0', ['claros_rail_opem']],
    ['claros_rail_open{rial="x402"}', ['claros_rail_open{rial}']],
    ['sum by (rial) (claros_rail_open)', ['rial']],
    ['sum by (line) (label_replace(claros_rail_open, "line", "$1", "rail", "(.+)"))', []],
    ['sum by (line) (label_replace(claros_rail_open, "lane", "$1", "rail", "(.+)"))', ['line']],
    ['rate(claros_lane_wait_seconds[5m])', ['claros_lane_wait_seconds']],
    ['claros_rail_open{rail=~"claros_no_name{x=}|y"}', []],
    ['histogram_quantile(0.9, sum by (lane, le) (rate(claros_lane_wait_seconds_bucket[5m])))', []],
  ])('%s: unknown are %j', (expression, expected) => {
    expect(unknownIn(expression, known)).toEqual(expected)
  })
})

describe('on the page of that shop', () => {
  /** What promtool says of expressions that should each yield something. */
  const judge = (expressions: readonly string[]) => {
    const [rules, cases] = [join(folder, 'rules.json'), join(folder, 'cases.json')]
    writeFileSync(rules, yieldRules(expressions))
    writeFileSync(cases, yieldCases(rules, page.scraped, expressions))
    const { status, said } = promtool(['test', 'rules', cases])
    // Those that yield nothing, and what cannot be evaluated at all.
    const empty = [...said.matchAll(/alertname: e(\d+)/g)].map(([, at]) => expressions[Number(at)]!)
    return { status, empty, errors: said.match(/err: .*/g) ?? [] }
  }

  test.skipIf(!hasPromtool())('every panel shows something', () => {
    const asked = PANELS.flatMap(({ queries }) => queries.map(({ expression }) => expression))
    const there = asked.filter((expression) => selectorsOf(expression).every(({ name }) => shown.has(name)))
    const { empty, errors } = judge(there)
    expect({ empty, errors }).toEqual({ empty: there.filter((each) => each in NOTHING_TO_SHOW), errors: [] })
    expect(there.length).toBeGreaterThan(50)
  })

  test.skipIf(!hasPromtool())('every alarm can be evaluated', () => {
    expect(judge(ALARMS.map(({ expression }) => expression)).errors).toEqual([])
  })

  test.skipIf(!hasPromtool())('a panel that never matches, or matches twice, is noticed', () => {
    const never = 'claros_actor_sellable / claros_actor_period_seconds / on (actor) claros_build_info'
    expect(judge([never])).toEqual({ status: 1, empty: [never], errors: [] })
    expect(judge(['claros_build_info / on () claros_rail_open']).errors[0]).toContain('many-to-many')
  })
})

test('every family of the page is on a dashboard or in an alarm', () => {
  const asked = new Set(EXPRESSIONS.flatMap((expression) => selectorsOf(expression)).map(({ name }) => familyOf(name)))
  expect([...page.scraped.types.keys()].filter((name) => !asked.has(name))).toEqual([])
})
