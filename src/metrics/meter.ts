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

/** Where the program counts. A count is one access to a map at most, and never fails. */
export interface Meter {
  count<N extends CounterName>(name: N, labels: CounterLabels<N>, by?: number): void
  /** @param ms milliseconds; a negative value, as after a clock was set back, counts as zero */
  time<N extends DurationName>(name: N, labels: DurationLabels<N>, ms: number): void
  set<N extends GaugeName>(name: N, labels: GaugeLabels<N>, value: number): void
  /** `count` of one series, for what happens thousands of times a second: its cells are written once. */
  counter<N extends CounterName>(name: N, labels: CounterLabels<N>): (by?: number) => void
  /** `time` of one series, likewise. */
  timer<N extends DurationName>(name: N, labels: DurationLabels<N>): (ms: number) => void
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

export const writeCell = (name: string, part: CellPart, names: readonly string[], labels: Labels): string =>
  JSON.stringify([name, part, ...names.map((each) => labels[each])])

/** What was added to one cell since it was last taken; `null`: nothing, not even 0. */
interface Slot {
  added: number | null
}

const add = (slot: Slot, by: number): void => {
  slot.added = (slot.added ?? 0) + by
}

export const createTally = (): CountingMeter => {
  const slots = new Map<string, Slot>()
  const gauges = new Map<string, number>()
  const slotOf = (cell: string): Slot => {
    const known = slots.get(cell)
    if (known) return known
    const made: Slot = { added: null }
    slots.set(cell, made)
    return made
  }
  const counter: Meter['counter'] = (name, labels) => {
    const slot = slotOf(writeCell(name, 'value', COUNTERS[name].labels, labels))
    return (by = 1) => add(slot, by)
  }
  const timers = new Map<string, (ms: number) => void>()
  const timer: Meter['timer'] = (name, labels) => {
    const { labels: names, bounds } = DURATIONS[name]
    const key = writeCell(name, 'count', names, labels)
    const known = timers.get(key)
    if (known) return known
    const [sum, number] = [slotOf(writeCell(name, 'sum', names, labels)), slotOf(key)]
    const buckets = bounds.map((bound) => ({ bound, slot: slotOf(writeCell(name, bound, names, labels)) }))
    /** The totals hold whole milliseconds. Most answers take less, so what is left over is added to the next one. */
    let rest = 0
    const made = (ms: number): void => {
      const took = Math.max(0, ms)
      const bucket = buckets.find(({ bound }) => took <= bound)
      if (bucket !== undefined) add(bucket.slot, 1)
      const whole = Math.round(rest + took)
      rest += took - whole
      add(sum, whole)
      add(number, 1)
    }
    timers.set(key, made)
    return made
  }
  return {
    counter,
    timer,
    count: (name, labels, by) => counter(name, labels)(by),
    time: (name, labels, ms) => timer(name, labels)(ms),
    set: (name, labels, value) => void gauges.set(writeCell(name, 'value', PROCESS_GAUGES[name].labels, labels), value),
    take: () => {
      const taken = new Map<string, number>()
      for (const [cell, slot] of slots)
        if (slot.added !== null) {
          taken.set(cell, slot.added)
          slot.added = null
        }
      return taken
    },
    gauges: () => new Map(gauges),
  }
}

/** Counts nothing: for tests and benchmarks of other parts. */
export const deafMeter: Meter = {
  count: () => {},
  time: () => {},
  set: () => {},
  counter: () => () => {},
  timer: () => () => {},
}
