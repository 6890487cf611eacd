import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { alertName, alertRules, alarmTable, annotationsOf } from '../../scripts/alert-rules.ts'
import type { Alarm } from '../../src/ops/alarm.ts'
import { ALARM_GROUPS } from '../../src/ops/alarm-groups.ts'
import { type AlarmCases, caseFile } from '../support/ops/alarm-cases.ts'
import { PROCESS_CASES } from '../support/ops/process-cases.ts'
import { PROMISE_CASES } from '../support/ops/promise-cases.ts'
import { hasPromtool, promtool } from '../support/ops/promtool.ts'
import { SELLING_CASES } from '../support/ops/selling-cases.ts'
import { WORK_CASES } from '../support/ops/work-cases.ts'
import { testFolder } from '../support/test-folder.ts'

/** The alarms: each is raised when it should be and not before, by Prometheus' own evaluation of `ops/alerts.yml`. */

const ROOT = resolve(import.meta.dir, '../..')
const RULES = join(ROOT, 'ops', 'alerts.yml')
const ALARMS = ALARM_GROUPS.flatMap(({ alarms }) => alarms)
const CASES: Readonly<Record<string, AlarmCases>> = {
  ...SELLING_CASES,
  ...PROMISE_CASES,
  ...WORK_CASES,
  ...PROCESS_CASES,
}

const { folder, remove } = testFolder()
afterAll(remove)

/** What promtool says of a rule, held against the cases of an alarm. */
const judge = (rule: Alarm, alarm = rule) => {
  const [rules, cases] = [join(folder, 'rules.yml'), join(folder, 'cases.json')]
  writeFileSync(rules, alertRules([{ name: 'judged', alarms: [rule] }]))
  writeFileSync(cases, caseFile(rules, alarm, CASES[alarm.name]!))
  return promtool(['test', 'rules', cases])
}

const named = (name: string): Alarm => ALARMS.find((each) => each.name === name)!

describe('the list', () => {
  test('has each name once, in words and as an alert', () => {
    for (const names of [ALARMS.map(({ name }) => name), ALARMS.map(alertName)])
      expect(new Set(names).size).toBe(ALARMS.length)
    for (const alarm of ALARMS) expect(alertName(alarm)).toMatch(/^Claros[A-Z][A-Za-z0-9]+$/)
  })

  test('has a case that raises and one that does not for every alarm, and no case of none', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(ALARMS.map(({ name }) => name).toSorted())
  })

  test('says on one line each what to do, and holds no place of any machine', () => {
    for (const { expression, means } of ALARMS) {
      expect(`${expression}${means}`).not.toMatch(/\n|\{\{/)
      expect(means).not.toMatch(/(?:^|[\s`])\/(?:home|root|work|srv|opt)\//)
    }
  })

  test('links to headings that are there', () => {
    const headings = (path: string): readonly string[] =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
        title!
          .toLowerCase()
          .replaceAll(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-'),
      )
    for (const alarm of ALARMS) {
      const { runbook, description } = annotationsOf(alarm)
      const [path, anchor] = runbook.split('#')
      expect(existsSync(join(ROOT, path!))).toBe(true)
      if (anchor !== undefined) expect(headings(path!)).toContain(anchor)
      expect(description).not.toContain('](')
    }
    expect(annotationsOf(named('events wait for you'))).toEqual({
      summary: 'events wait for you',
      description: 'the data folder may be an older copy: docs/restore.md#waiting',
      runbook: 'docs/restore.md#waiting',
    })
    expect(annotationsOf(named('a feed is silent')).summary).toBe('a feed is silent: {{ $labels.actor }}')
  })

  test('is the table of the document', () => {
    expect(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')).toContain(alarmTable(ALARM_GROUPS))
  })
})

describe.skipIf(!hasPromtool())('ops/alerts.yml', () => {
  test('is a rules file that Prometheus loads', () => {
    const { status, said } = promtool(['check', 'rules', RULES])
    expect(said).toContain(`SUCCESS: ${ALARMS.length} rules found`)
    expect(status).toBe(0)
  })

  test('holds the alarms of the list', () => {
    expect(readFileSync(RULES, 'utf8')).toBe(alertRules(ALARM_GROUPS))
  })

  test.each(ALARMS.map((alarm) => [alarm.name, alarm] as const))(
    'raises "%s" when its cases say, with its severity and its words, and not before',
    (_, alarm) => {
      const { status, said } = judge(alarm)
      expect(said).not.toContain('FAILED')
      expect(status).toBe(0)
    },
  )

  test.each([
    ['a feed is silent', { for: '9m' }],
    ['a feed is silent', { for: '11m' }],
    ['no numbers', { expression: 'up{job="clarus"} == 0' }],
    ['settled and not answered', { expression: 'claros_settled_unanswered > 19' }],
    ['settled and not answered', { expression: 'claros_settled_unanswered > 21' }],
    ['the signer', { severity: 'ticket' }],
    ['a rail is closed', { of: 'network' }],
    ['a provider is down', { expression: 'claros_source_circuit == 2' }],
    ['no item of a group works', { expression: 'increase(claros_group_runs_total{outcome="failed"}[5m]) > 3' }],
    ['a failure goes on', { expression: 'sum by (program) (increase(claros_problems_total{level="error"}[2m])) > 0' }],
    ['a failure goes on', { expression: 'sum by (program, kind) (increase(claros_problems_total[2m])) > 0' }],
    [
      'an answer was a bug',
      { expression: 'increase(claros_http_requests_total{status=~"5..",status!="503"}[10m]) > 0' },
    ],
    [
      'an answer was a bug',
      { expression: 'sum by (route) (increase(claros_http_requests_total{status=~"5.."}[10m])) > 0' },
    ],
  ] as const)('%s with %j is noticed', (name, wrong) => {
    const alarm = named(name)
    const { status, said } = judge({ ...alarm, ...wrong }, alarm)
    expect(said).toContain(`alertname: ${alertName(alarm)}`)
    expect(status).toBe(1)
  })
})
