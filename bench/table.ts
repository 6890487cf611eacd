/** The results of a run, and how they are shown. */

/** One load test of one server: the median round. */
export interface Rate {
  readonly name: string
  readonly perSecond: number
  /** Lowest and highest round. */
  readonly between: readonly [number, number]
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time of the server process per request. It stays comparable on a busy machine. */
  readonly serverMicros: number
  readonly redisMicros: number | null
  /** Share of its core that the server used. Well below 1, something else was the limit. */
  readonly busy: number
  /** Answers with a status above 399, over all rounds. */
  readonly failed: number
}

/** Any other number. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly note?: string
}

/** A figure compared with its target. */
export interface Verdict {
  readonly name: string
  readonly value: number
  readonly target: number
  readonly better: 'more' | 'less'
  readonly met: boolean
  readonly note?: string
}

/** The results of one group of rows. */
export interface Findings {
  readonly rates?: readonly Rate[]
  readonly figures?: readonly Figure[]
  readonly verdicts?: readonly Verdict[]
}

export const atLeast = (name: string, value: number, target: number, note?: string): Verdict => ({
  name,
  value,
  target,
  better: 'more',
  met: value >= target,
  ...(note !== undefined && { note }),
})

export const atMost = (name: string, value: number, target: number, note?: string): Verdict => ({
  name,
  value,
  target,
  better: 'less',
  met: value <= target,
  ...(note !== undefined && { note }),
})

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The smallest value that a share of all lies at or below. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const short = (value: number): string => (Math.abs(value) >= 100 ? whole(value) : String(Number(value.toPrecision(3))))

/** The first column is aligned to the left, the others to the right; each is as wide as its longest cell. */
const aligned = (lines: readonly (readonly string[])[]): string => {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
    )
    .join('\n')
}

const rateTable = (rates: readonly Rate[]): string =>
  aligned([
    ['load', 'req/s', 'lowest', 'highest', 'p50 ms', 'p99 ms', 'server µs', 'Redis µs', 'busy', 'failed'],
    ...rates.map((rate) => [
      rate.name,
      whole(rate.perSecond),
      ...rate.between.map(whole),
      rate.p50Ms.toFixed(2),
      rate.p99Ms.toFixed(2),
      rate.serverMicros.toFixed(1),
      rate.redisMicros === null ? '' : rate.redisMicros.toFixed(1),
      `${Math.round(rate.busy * 100)} %`,
      whole(rate.failed),
    ]),
  ])

const distance = ({ value, target, better }: Verdict): string =>
  `${Math.abs((value / target - 1) * 100).toFixed(0)} % ${value > target === (better === 'more') ? 'better' : 'short'}`

const verdictTable = (verdicts: readonly Verdict[]): string =>
  aligned([
    ['target', 'found', 'wanted', '', 'by'],
    ...verdicts.map((verdict) => [
      verdict.name + (verdict.note ? ` (${verdict.note})` : ''),
      verdict.value.toFixed(2),
      `${verdict.better === 'more' ? '≥' : '≤'} ${verdict.target}`,
      verdict.met ? 'met' : 'MISSED',
      distance(verdict),
    ]),
  ])

const figureTable = (figures: readonly Figure[]): string =>
  figures.map(({ name, value, unit, note }) => `${name}: ${short(value)} ${unit}${note ? ` (${note})` : ''}`).join('\n')

/** The whole report as text. */
export const tables = ({ rates = [], figures = [], verdicts = [] }: Findings): string =>
  [
    rates.length > 0 ? rateTable(rates) : '',
    figures.length > 0 ? figureTable(figures) : '',
    verdicts.length > 0 ? verdictTable(verdicts) : '',
  ]
    .filter(Boolean)
    .join('\n\n')
