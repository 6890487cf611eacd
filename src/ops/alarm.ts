/** `page`: somebody gets up. `ticket`: somebody looks at it on a working day. */
export type Severity = 'page' | 'ticket'

/** An alarm over `/metrics`. */
export interface Alarm {
  /** In plain words. No two alarms share one. */
  readonly name: string
  /** PromQL, on one line. The alarm is raised for each series that it yields. */
  readonly expression: string
  /** For how long it has to yield that series: a duration of Prometheus, `0m` for at once. */
  readonly for: string
  readonly severity: Severity
  /** The label whose value tells one series from another, where the expression keeps it. */
  readonly of?: string
  /** What it means and what to do: one line of Markdown, with links as `docs/operations.md` has them. */
  readonly means: string
}

/** Alarms that are evaluated together, in this order. */
export interface AlarmGroup {
  readonly name: string
  readonly alarms: readonly Alarm[]
}
