import { ALARM_GROUPS } from '../src/ops/alarm-groups.ts'
import { DASHBOARDS } from '../src/ops/dashboards.ts'
import { alarmTable, alertRules } from './alert-rules.ts'
import { grafanaJson } from './grafana.ts'
import { prometheusConfig, scrapeExample } from './prometheus-config.ts'

/** Everything that is generated for operators: whole files of `ops`, and parts of `docs/operations.md`. */

export const OPS_FILES: Readonly<Record<string, string>> = {
  'ops/alerts.yml': alertRules(ALARM_GROUPS),
  'ops/prometheus.yml': prometheusConfig(),
  ...Object.fromEntries(DASHBOARDS.map((each) => [`ops/grafana/${each.id}.json`, grafanaJson(each)])),
}

export const OPERATIONS_PARTS: Readonly<Record<string, () => string>> = {
  'scrape job': scrapeExample,
  alarms: () => alarmTable(ALARM_GROUPS),
}
