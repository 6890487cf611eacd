import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measured, Recorded } from '../watch/series.ts'
import { UNITS } from '../watch/series.ts'
import { type Line, plotSvg } from './plot.ts'

/** Which plots a report has. */

export interface Picture {
  readonly file: string
  readonly title: string
}

interface Drawn extends Picture {
  readonly of: readonly Measured[]
  /** The largest so many at their end, where there are many. */
  readonly most?: number
}

const PICTURES: readonly Drawn[] = [
  { file: 'memory.svg', title: 'Memory of each process', of: ['memory'] },
  { file: 'cpu.svg', title: 'CPU of each process, and of other programs', of: ['cpu', 'other programs'] },
  { file: 'latency.svg', title: 'Paid reads', of: ['p50 of paid reads', 'p99 of paid reads'] },
  { file: 'rate.svg', title: 'Paid reads answered', of: ['paid reads'] },
  { file: 'keys.svg', title: 'Keys by kind, the most frequent', of: ['keys'], most: 12 },
  { file: 'endless.svg', title: 'Keys without an end by kind, the largest', of: ['endless bytes'], most: 12 },
  { file: 'redis.svg', title: 'Data in Redis', of: ['Redis data'] },
  { file: 'money.svg', title: 'Money in USDC', of: ['money in USDC'] },
]

/** `worker-2` for all processes that followed the first one. */
const roleIn = (name: string): string => name.replace(/ \(\d+\)$/, '')

const linesOf = (record: Recorded, { of, most = Infinity }: Drawn): readonly Line[] => {
  const lines = of.flatMap((what) =>
    record.of(what).map(({ name, points }) => ({ name: roleIn(name) || what, points })),
  )
  if (lines.length <= most) return lines
  const last = ({ points }: Line): number => points.at(-1)?.[1] ?? 0
  return lines.toSorted((a, b) => last(b) - last(a)).slice(0, most)
}

/** Draws what was measured; what was not is left out. */
export const drawPictures = (
  folder: string,
  record: Recorded,
  seconds: number,
  kills: readonly number[],
): readonly Picture[] => {
  mkdirSync(folder, { recursive: true })
  return PICTURES.flatMap((drawn) => {
    const lines = linesOf(record, drawn)
    if (lines.length === 0) return []
    const { file, title, of } = drawn
    writeFileSync(join(folder, file), plotSvg({ title, unit: UNITS[of[0]!], lines, seconds, kills }))
    return [{ file, title }]
  })
}
