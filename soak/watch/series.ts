import type { Point } from '../judge/slope.ts'

/** What was measured, by kind and by what it was measured of. */
export interface Series {
  /** `memory`, `cpu`, `keys`: the unit goes with it. */
  readonly what: string
  /** `worker-1`, `claim`; '' where there is one of it. */
  readonly name: string
  readonly points: Point[]
}

/** What each kind is measured in. */
export const UNITS = {
  memory: 'MB',
  cpu: 'cores',
  'Redis data': 'MB',
  'p50 of paid reads': 'ms',
  'p99 of paid reads': 'ms',
  'paid reads': 'a second',
  'money in USDC': 'dollars',
  load: '',
  'other programs': 'cores',
  keys: '',
  'endless keys': '',
  'endless bytes': 'bytes',
} as const

export type Measured = keyof typeof UNITS

export const createRecord = () => {
  const all = new Map<string, Series>()
  return {
    add: (what: Measured, name: string, at: number, value: number): void => {
      if (!Number.isFinite(value)) return
      const key = `${what} ${name}`
      const series = all.get(key) ?? { what, name, points: [] }
      all.set(key, series)
      series.points.push([at, value])
    },
    of: (what: Measured): readonly Series[] => [...all.values()].filter((series) => series.what === what),
    all: (): readonly Series[] => [...all.values()],
  }
}

export type Recorded = ReturnType<typeof createRecord>
