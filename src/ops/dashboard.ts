/** What a number is: the names that Grafana has for it. */
export type Unit = 'short' | 's' | 'bytes' | 'percentunit' | 'reqps' | 'ops' | 'currencyUSD' | 'bool_on_off'

/**
 * - `number`: its present value, large.
 * - `lines`, `stacked`: over time.
 * - `states`: over time, each value a colour.
 * - `table`: present values, one row each.
 */
export type PanelKind = 'number' | 'lines' | 'stacked' | 'states' | 'table'

export interface PanelQuery {
  /** PromQL. `$__rate_interval` and the dashboard's choices may stand in it. */
  readonly expression: string
  /** The name of a series: text, with `{{label}}` for the value of a label. Of a table the title of its column. */
  readonly legend: string
}

export interface Panel {
  readonly title: string
  readonly kind: PanelKind
  readonly unit: Unit
  readonly queries: readonly PanelQuery[]
  /** What a reader has to know to judge it. */
  readonly help?: string
  /** Values from which it is not good any more; without it nothing is judged. */
  readonly bad?: { readonly from: number } | { readonly below: number }
}

export interface Section {
  readonly title: string
  readonly panels: readonly Panel[]
}

/** A choice of values of a label; everything is chosen at first. Expressions use it as `label=~"$label"`. */
export interface Choice {
  readonly label: string
  /** The family whose series have that label. */
  readonly family: string
}

export interface Dashboard {
  /** Its file in `ops/grafana`, and its place in Grafana's addresses. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly choices: readonly Choice[]
  readonly sections: readonly Section[]
}
