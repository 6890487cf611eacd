import {
  type CounterLabels,
  type CounterName,
  COUNTERS,
  type DurationLabels,
  type DurationName,
  DURATIONS,
  type GaugeLabels,
  type GaugeName,
  PROCESS_GAUGES,
} from './families.ts'

/** Where the program counts. A count is one access to a map, and never fails. */
export interface Meter {
  count<N extends CounterName>(name: N, labels: CounterLabels<N>, by?: number): void
  /** @param ms milliseconds; a negative value, as after a clock was set back, counts as zero */
  time<N extends DurationName>(name: N, labels: DurationLabels<N>, ms: number): void
  set<N extends GaugeName>(name: N, labels: GaugeLabels<N>, value: number): void
}

/** Numbers by cell. A cell is a JSON array: name, part, label values in the order of the definition. */
export type Cells = ReadonlyMap<string, number>

/** A meter that keeps what one process has counted. */
export interface CountingMeter extends Meter {
  /** Returns what was added since the last call. */
  take(): Cells
  gauges(): Cells
}

/**
 * `value` of counters and gauges; `sum` in milliseconds and `count` of durations; or a bound: the durations up to it.
 */
export type CellPart = 'value' | 'sum' | 'count' | number

export interface MetricCell {
  readonly name: string
  readonly part: CellPart
  readonly labels: readonly string[]
}

export const readMetricCell = (cell: string): MetricCell => {
  const [name, part, ...labels] = JSON.parse(cell) as [string, CellPart, ...string[]]
  return { name, part, labels }
}

type Labels = Readonly<Record<string, string>>

const writeCell = (name: string, part: CellPart, names: readonly string[], labels: Labels): string =>
  JSON.stringify([name, part, ...names.map((each) => labels[each])])

export const createTally = (): CountingMeter => {
  let added = new Map<string, number>()
  const gauges = new Map<string, number>()
  const add = (cell: string, by: number) => void added.set(cell, (added.get(cell) ?? 0) + by)
  return {
    count: (name, labels, by = 1) => add(writeCell(name, 'value', COUNTERS[name].labels, labels), by),
    time: (name, labels, ms) => {
      const { labels: names, bounds } = DURATIONS[name]
      const took = Math.max(0, Math.round(ms))
      const bound = bounds.find((each) => took <= each)
      if (bound !== undefined) add(writeCell(name, bound, names, labels), 1)
      add(writeCell(name, 'sum', names, labels), took)
      add(writeCell(name, 'count', names, labels), 1)
    },
    set: (name, labels, value) => void gauges.set(writeCell(name, 'value', PROCESS_GAUGES[name].labels, labels), value),
    take: () => {
      const taken = added
      added = new Map()
      return taken
    },
    gauges: () => new Map(gauges),
  }
}

/** Counts nothing: for tests and benchmarks of other parts. */
export const deafMeter: Meter = { count: () => {}, time: () => {}, set: () => {} }
