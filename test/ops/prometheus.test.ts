import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { scrapeExample } from '../../scripts/prometheus-config.ts'
import { hasPromtool, promtool } from '../support/ops/promtool.ts'
import { testFolder } from '../support/test-folder.ts'

/** `ops/prometheus.yml`: one target, and every line that is commented out is right as well. */

const OPS = resolve(import.meta.dir, '../../ops')
const CONFIG = readFileSync(join(OPS, 'prometheus.yml'), 'utf8')

const { folder, remove } = testFolder()
afterAll(remove)
cpSync(join(OPS, 'alerts.yml'), join(folder, 'alerts.yml'))

const judge = (config: string, ...options: readonly string[]) => {
  const file = join(folder, 'prometheus.yml')
  writeFileSync(file, config)
  return promtool(['check', 'config', ...options, file])
}

test('the configuration has one target, which is the document’s', () => {
  expect(CONFIG.split('\n').filter((line) => /^\s*- targets:/.test(line))).toEqual([
    "      - targets: ['127.0.0.1:8403']",
  ])
  expect(readFileSync(resolve(OPS, '../docs/operations.md'), 'utf8')).toContain(scrapeExample())
})

describe.skipIf(!hasPromtool())('promtool', () => {
  test('takes the configuration, with its rules', () => {
    const { status, said } = judge(CONFIG)
    expect(said).toContain('1 rule files found')
    expect(said).toMatch(/SUCCESS: .*prometheus\.yml is valid/)
    expect(status).toBe(0)
  })

  test('takes it with the job of another machine and with Alertmanager', () => {
    writeFileSync(join(folder, 'claros-metrics.token'), 'secret')
    const lines = CONFIG.split('\n')
    const uncommented = lines.map((line) => line.replace(/^(\s*)# ((?: *- |alerting| {2,}).*)$/, '$1$2'))
    const remote = uncommented.findLastIndex((line) => line.includes('job_name'))
    const local = uncommented.findIndex((line) => line.includes('job_name'))
    expect(remote).toBeGreaterThan(local)
    // In place of the first one.
    const changed = [...uncommented.slice(0, local), ...uncommented.slice(remote)].join('\n')
    expect(changed).toContain(
      '\n  - job_name: claros\n    scrape_interval: 15s\n    authorization:\n      credentials_file:',
    )
    expect(changed).toContain('\nalerting:\n  alertmanagers:\n')
    expect(judge(changed)).toMatchObject({ status: 0 })
  })

  test.each([
    ['a job twice', CONFIG.replace('scrape_configs:', 'scrape_configs:\n  - job_name: claros')],
    ['a key of nobody', CONFIG.replace('scrape_interval', 'scrape_intervall')],
    ['a file of rules that is not there', CONFIG.replace('alerts.yml', 'alarms.yml')],
  ])('notices %s', (_, config) => {
    expect(judge(config).status).not.toBe(0)
  })
})
