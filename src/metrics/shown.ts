import { COUNTERS, DURATIONS, PROCESS_GAUGES } from './families.ts'
import { type MetricCell, type Cells, readMetricCell, writeCell } from './meter.ts'
import type { Family, Sample } from './text.ts'

/** Turns counted cells into metric families. Cells of an older or newer release with other names are left out. */

type Labels = Readonly<Record<string, string>>

const named = (names: readonly string[], { labels }: MetricCell): Labels | null =>
  labels.length === names.length ? Object.fromEntries(names.map((name, at) => [name, labels[at]!])) : null

const byName = (cells: Cells): ReadonlyMap<string, readonly (readonly [MetricCell, number])[]> => {
  const placed = [...cells].map(([cell, value]) => {
    const read = readMetricCell(cell)
    return { place: read.labels.join(), shown: [read, value] as const }
  })
  placed.sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
  return Map.groupBy(
    placed.map(({ shown }) => shown),
    ([{ name }]) => name,
  )
}

const simple = (
  names: readonly string[],
  found: readonly (readonly [MetricCell, number])[],
  more: Labels = {},
): Sample[] =>
  found.flatMap(([cell, value]) => {
    const labels = named(names, cell)
    return labels && cell.part === 'value' ? [{ labels: { ...labels, ...more }, value }] : []
  })

/** Buckets are counted separately and shown cumulatively. */
const durationSamples = (labels: Labels, bounds: readonly number[], parts: ReadonlyMap<unknown, number>): Sample[] => {
  const count = parts.get('count') ?? 0
  let below = 0
  const buckets = bounds.map((bound) => ({
    suffix: '_bucket',
    labels: { ...labels, le: String(bound / 1000) },
    value: (below += parts.get(bound) ?? 0),
  }))
  return [
    ...(bounds.length > 0 ? [...buckets, { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count }] : []),
    { suffix: '_sum', labels, value: (parts.get('sum') ?? 0) / 1000 },
    { suffix: '_count', labels, value: count },
  ]
}

/** What definitions and settings say that a label may be, by the label's name. */
export type KnownLabels = Readonly<Record<string, readonly string[]>>

/** Each way to give every label one of its values; none where a label has none. */
const combined = (names: readonly string[], valuesOf: (name: string) => readonly string[]): readonly Labels[] =>
  names.reduce<readonly Labels[]>(
    (all, name) => all.flatMap((labels) => valuesOf(name).map((value) => ({ ...labels, [name]: value }))),
    [{}],
  )

/** The series that are there before anything was counted, at 0. */
const fromStart = (known: KnownLabels): Cells =>
  new Map(
    Object.entries(COUNTERS).flatMap(([name, definition]) => {
      if (!('fromStart' in definition)) return []
      const own: KnownLabels = definition.fromStart
      return combined(definition.labels, (label) => own[label] ?? known[label] ?? []).map(
        (labels) => [writeCell(name, 'value', definition.labels, labels), 0] as const,
      )
    }),
  )

/** Totals of all processes. */
export const totalFamilies = (totals: Cells, known: KnownLabels = {}): readonly Family[] => {
  const found = byName(new Map([...fromStart(known), ...totals]))
  const counters = Object.entries(COUNTERS).map(([name, { help, labels }]): Family => ({
    name,
    help,
    type: 'counter',
    samples: simple(labels, found.get(name) ?? []),
  }))
  const durations = Object.entries(DURATIONS).map(([name, { help, labels, bounds }]): Family => {
    const series = Map.groupBy(found.get(name) ?? [], ([cell]) => JSON.stringify(cell.labels))
    return {
      name,
      help,
      type: bounds.length > 0 ? 'histogram' : 'summary',
      samples: [...series.values()].flatMap((parts) => {
        const known = named(labels, parts[0]![0])
        return known ? durationSamples(known, bounds, new Map(parts.map(([{ part }, value]) => [part, value]))) : []
      }),
    }
  })
  return [...counters, ...durations]
}

/** The present values of the processes that run. */
export const processFamilies = (
  processes: readonly { readonly process: string; readonly gauges: Cells }[],
): readonly Family[] => {
  const found = processes.map(({ process, gauges }) => ({ process, cells: byName(gauges) }))
  return Object.entries(PROCESS_GAUGES).map(([name, { help, labels }]) => ({
    name,
    help,
    type: 'gauge',
    samples: found.flatMap(({ process, cells }) => simple(labels, cells.get(name) ?? [], { process })),
  }))
}
