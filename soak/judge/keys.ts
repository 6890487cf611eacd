import type { Finding } from './finding.ts'
import { type Point, slopeOf } from './slope.ts'
import { LEAST_WATCHED, warmAfter } from './warm.ts'

/** Whether keys that never expire stand still, in number and in size. */

/** The keys of one kind that have no end, over the run. */
export interface EndlessKeys {
  readonly kind: string
  readonly count: readonly Point[]
  readonly bytes: readonly Point[]
}

/** Less is what one more field or a resized table takes. */
const LEAST_BYTES = 4_096
const LEAST_SHARE = 0.05
const LEAST_KEYS = 1.5
const HOUR = 3_600

interface Growth {
  readonly perHour: number
  readonly error: number
  readonly rise: number
  readonly mean: number
}

/** What is sure to grow; `null` of what may stand still, `undefined` of too few samples. */
const growthIn = (points: readonly Point[]): Growth | null | undefined => {
  const slope = slopeOf(points)
  if (slope === null || slope.hours * HOUR < LEAST_WATCHED) return undefined
  const { perHour, error, mean, hours } = slope
  return perHour - 2 * error > 0 ? { perHour, error, mean, rise: perHour * hours } : null
}

const hourly = ({ perHour, error }: Growth, unit: string): string =>
  `+${perHour.toFixed(0)} ± ${error.toFixed(0)} ${unit} an hour`

/**
 * One finding for each kind that grows, and one for all that do not.
 *
 * @param definitions why keys of a kind may stay, by kind
 * @param most how many keys of a kind there are definitions of, by kind
 */
export const judgeKeys = (
  kinds: readonly EndlessKeys[],
  definitions: Readonly<Record<string, string>>,
  runSeconds: number,
  most: Readonly<Record<string, number>> = {},
): readonly Finding[] => {
  const findings: Finding[] = []
  let [still, unknown] = [0, 0]
  for (const { kind, count, bytes } of kinds) {
    const found = Math.max(0, ...count.map(([, keys]) => keys))
    const bound = most[kind] ?? Number.POSITIVE_INFINITY
    if (found > bound)
      findings.push({ what: `keys ${kind}`, word: 'broken', says: `${found} without an end, and ${bound} are defined` })
    const warm = (points: readonly Point[]) => points.filter(([seconds]) => seconds >= warmAfter(runSeconds))
    const [more, larger] = [growthIn(warm(count)), growthIn(warm(bytes))]
    if (more === undefined || larger === undefined) {
      unknown++
      continue
    }
    const grows = [
      ...(more !== null && more.rise >= LEAST_KEYS ? [hourly(more, 'keys')] : []),
      ...(larger !== null && larger.rise >= Math.max(LEAST_BYTES, LEAST_SHARE * larger.mean)
        ? [hourly(larger, 'bytes')]
        : []),
    ].join(', ')
    const reason = definitions[kind]
    const what = `keys ${kind}`
    if (grows === '') still++
    else if (reason === undefined) findings.push({ what, word: 'broken', says: `without an end, ${grows}` })
    else findings.push({ what, word: 'told', says: `${grows}: ${reason}` })
  }
  const word = unknown > 0 ? 'undecided' : 'holds'
  const says = `${still} kinds stand still${unknown > 0 ? `, of ${unknown} there is too little to say` : ''}`
  return [{ what: 'keys without an end', word, says }, ...findings]
}
