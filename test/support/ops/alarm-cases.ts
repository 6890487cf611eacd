import { alertName, annotationsOf } from '../../../scripts/alert-rules.ts'
import type { Alarm } from '../../../src/ops/alarm.ts'

/** What alarms do with series that somebody thought of, as `promtool test rules` reads it. */

/** Samples by series, one a minute from minute 0 on, in the notation of promtool: `1x3` is 1 four times, `stale` an end. */
export type Series = Readonly<Record<string, string>>

type Labels = Readonly<Record<string, string>>

/** It is raised at this minute, and was not a minute before. */
export interface RaisedCase {
  readonly series: Series
  readonly from: number
  /** The labels of each series that it is raised for, without those that the rule adds. */
  readonly labels: readonly Labels[]
}

/** It is not raised at any minute up to this one. */
export interface QuietCase {
  readonly series: Series
  readonly until: number
}

/** At least one of each. */
export interface AlarmCases {
  readonly raised: readonly [RaisedCase, ...RaisedCase[]]
  readonly quiet: readonly [QuietCase, ...QuietCase[]]
}

const minutes = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

const filledIn = (template: string, labels: Labels): string =>
  template.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '')

/** Throws if the series lack the label that the summary names. */
const raisedAs = (alarm: Alarm, labels: Labels) => {
  if (alarm.of !== undefined && !(alarm.of in labels)) throw new Error(`${alarm.name}: no label ${alarm.of}`)
  const { summary, ...others } = annotationsOf(alarm)
  return {
    exp_labels: { severity: alarm.severity, ...labels },
    exp_annotations: { summary: filledIn(summary, labels), ...others },
  }
}

const inputs = (series: Series) => Object.entries(series).map(([name, values]) => ({ series: name, values }))

const testsOf = (alarm: Alarm, { raised, quiet }: AlarmCases) => {
  const alertname = alertName(alarm)
  const at = (minute: number, exp_alerts: readonly object[]) => ({ eval_time: `${minute}m`, alertname, exp_alerts })
  const none = (to: number) => minutes(0, to).map((minute) => at(minute, []))
  return [
    ...raised.map(({ series, from, labels }, nth) => ({
      name: `${alarm.name}, raised ${nth + 1}`,
      interval: '1m',
      input_series: inputs(series),
      alert_rule_test: [
        ...none(from - 1),
        at(
          from,
          labels.map((each) => raisedAs(alarm, each)),
        ),
      ],
    })),
    ...quiet.map(({ series, until }, nth) => ({
      name: `${alarm.name}, quiet ${nth + 1}`,
      interval: '1m',
      input_series: inputs(series),
      alert_rule_test: none(until),
    })),
  ]
}

/** A file for `promtool test rules`. JSON is YAML. */
export const caseFile = (rulesFile: string, alarm: Alarm, cases: AlarmCases): string =>
  JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests: testsOf(alarm, cases) })
