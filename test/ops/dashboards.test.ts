import { afterAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { grafanaJson } from '../../scripts/grafana.ts'
import { DASHBOARDS } from '../../src/ops/dashboards.ts'
import { hasPromtool, promtool } from '../support/ops/promtool.ts'
import { testFolder } from '../support/test-folder.ts'

/** The dashboards, as files: what Grafana needs to import each by hand. Grafana itself is not asked. */

const FOLDER = resolve(import.meta.dir, '../../ops/grafana')

interface GridPos {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
interface PanelJson {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: GridPos
  readonly datasource?: unknown
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly datasource: unknown }[]
}
interface DashboardJson {
  readonly id: null
  readonly uid: string
  readonly title: string
  readonly schemaVersion: number
  readonly panels: readonly PanelJson[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] }
}

const FILES = readdirSync(FOLDER).toSorted()
const read = (file: string): DashboardJson => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as DashboardJson
const ALL = FILES.map((file) => [file, read(file)] as const)

const { folder, remove } = testFolder()
afterAll(remove)

const overlap = (a: GridPos, b: GridPos): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** With Grafana's variables filled in, as one rule each. */
const asRules = (expressions: readonly string[]): string =>
  JSON.stringify({
    groups: [
      {
        name: 'panels',
        rules: expressions.map((expression, at) => ({
          record: `panel:${at}`,
          expr: expression.replaceAll('$__rate_interval', '1m').replace(/\$[a-z]+/g, '.*'),
        })),
      },
    ],
  })

const judge = (expressions: readonly string[]) => {
  const file = join(folder, 'panels.json')
  writeFileSync(file, asRules(expressions))
  return promtool(['check', 'rules', file])
}

test('there is a file for each dashboard, as it is defined, and no other', () => {
  expect(FILES).toEqual(DASHBOARDS.map(({ id }) => `${id}.json`).toSorted())
  for (const each of DASHBOARDS) expect(readFileSync(join(FOLDER, `${each.id}.json`), 'utf8')).toBe(grafanaJson(each))
  expect(new Set(ALL.map(([, { uid }]) => uid)).size).toBe(ALL.length)
  expect(new Set(ALL.map(([, { title }]) => title)).size).toBe(ALL.length)
})

describe.each(ALL)('%s', (file, dashboard) => {
  const { panels, templating } = dashboard
  const queried = panels.filter(({ type }) => type !== 'row')

  test('names its schema and no dashboard of a database', () => {
    expect(dashboard).toMatchObject({ id: null, uid: file.replace('.json', ''), schemaVersion: 39 })
    // Forty letters are what Grafana takes.
    expect(dashboard.uid).toMatch(/^[a-z-]{1,40}$/)
  })

  test('has a chosen data source, and no other', () => {
    expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' })
    const chosen = { type: 'prometheus', uid: '${datasource}' }
    for (const { datasource, targets } of queried)
      for (const each of [datasource, ...targets!.map((target) => target.datasource)]) expect(each).toEqual(chosen)
  })

  test('has each id once, and each title once in its section', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const sections = Map.groupBy(
      queried,
      ({ gridPos }) => panels.findLast((each) => each.type === 'row' && each.gridPos.y < gridPos.y)!.title,
    )
    for (const [, own] of sections) expect(new Set(own.map(({ title }) => title)).size).toBe(own.length)
    for (const { targets } of queried) expect(new Set(targets!.map(({ refId }) => refId)).size).toBe(targets!.length)
  })

  test('lies on a grid of 24 columns without overlaps', () => {
    for (const [at, { gridPos }] of panels.entries()) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
      expect(
        panels
          .slice(at + 1)
          .filter((other) => overlap(gridPos, other.gridPos))
          .map(({ title }) => title),
      ).toEqual([])
    }
  })

  test('uses the choices that it offers, and offers those that it uses', () => {
    const used = queried.flatMap(({ targets }) => targets!.flatMap(({ expr }) => expr.match(/\$[a-z]+/g) ?? []))
    const offered = templating.list.slice(1).map(({ name }) => `$${name}`)
    expect([...new Set(used)].toSorted()).toEqual(offered.toSorted())
  })

  test('names labels in its legends that the expression keeps', () => {
    for (const { sections } of DASHBOARDS.filter(({ id }) => id === dashboard.uid))
      for (const { expression, legend } of sections.flatMap((section) =>
        section.panels.flatMap((panel) => panel.queries),
      ))
        for (const [, label] of legend.matchAll(/\{\{(\w+)\}\}/g)) {
          const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].map(([, list]) => list!.split(', '))
          for (const labels of grouped) expect(labels).toContain(label!)
        }
  })

  test.skipIf(!hasPromtool())('asks what Prometheus understands', () => {
    const { status, said } = judge(queried.flatMap(({ targets }) => targets!.map(({ expr }) => expr)))
    expect(said).toContain('SUCCESS')
    expect(status).toBe(0)
  })
})

describe.skipIf(!hasPromtool())('an expression', () => {
  test('with a mistake is noticed', () => {
    expect(judge(['sum by (rail (claros_rail_open)']).status).not.toBe(0)
    expect(judge(['rate(claros_rail_open)']).status).not.toBe(0)
  })
})
