import type { Scraped } from '../prometheus.ts'

/** Which expressions yield anything over the series of a page, as a file of rules and one of tests for promtool. */

/** How long the page is scraped, once a minute. */
const MINUTES = 20

/** Grafana's variables, filled in for a scrape a minute. */
const filledIn = (expression: string): string =>
  expression.replaceAll('$__rate_interval', '5m').replace(/\$[a-z]+/g, '.*')

/** Each as an alarm that is raised while it yields anything. */
export const yieldRules = (expressions: readonly string[]): string =>
  JSON.stringify({
    groups: [
      {
        name: 'yields',
        rules: expressions.map((expression, at) => ({ alert: `e${at}`, expr: `count(${filledIn(expression)}) > 0` })),
      },
    ],
  })

const isCounted = (name: string): boolean => /_(?:total|bucket|sum|count)$/.test(name)

const inputOf = (key: string, value: number) => {
  const at = key.indexOf('[')
  const name = key.slice(0, at)
  const labels = JSON.parse(key.slice(at)) as readonly (readonly [string, string])[]
  const written = labels.map(([label, text]) => `${label}=${JSON.stringify(text)}`).join(',')
  return { series: `${name}{${written}}`, values: `${value}+${isCounted(name) ? 1 : 0}x${MINUTES}` }
}

/** All are expected to yield something; counts grow by one a minute. */
export const yieldCases = (rulesFile: string, page: Scraped, expressions: readonly string[]): string =>
  JSON.stringify({
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [...page.series].map(([key, value]) => inputOf(key, value)),
        alert_rule_test: expressions.map((_, at) => ({
          eval_time: `${MINUTES}m`,
          alertname: `e${at}`,
          exp_alerts: [{}],
        })),
      },
    ],
  })
