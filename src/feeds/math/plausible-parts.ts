import { type Static, Type } from '@sinclair/typebox'
import { DAY_MS } from '../../time-units.ts'

/**
 * The guard of sums over venues. A median bears one wrong venue; a sum bears none: one unit misread is the whole answer. So
 * each part is held against what its own venue usually says, and a venue that nothing is known of against the others.
 */

/** What one venue adds to a sum, in the unit of the sum. */
export interface Part {
  readonly exchange: string
  readonly amount: number
}

/** What is known of venues: their usual amount, and when they last entered, Unix milliseconds. Kept in `carry`. */
export const UsualParts = Type.Record(Type.String(), Type.Object({ amount: Type.Number(), at: Type.Number() }))
export type UsualParts = Static<typeof UsualParts>

/** A venue so many times above or below its usual amount is misread, and not moved: units differ by ten and more. */
export const MOST_FACTOR = 5
/** A venue of which nothing is known is at most so many times all smaller ones together. The largest may be twice. */
export const MOST_OF_OTHERS = 3
/** How long a level must last to be the usual one, and how long a venue that does not enter is known. */
export const USUAL_MS = DAY_MS

/** The rule for people. */
export const PLAUSIBLE_RULE = `a venue more than ${MOST_FACTOR} times above or below its own usual amount does not enter (the geometric mean of what entered, with a time constant of ${USUAL_MS / DAY_MS} day; forgotten when nothing entered for as long), nor does a venue without a usual amount above ${MOST_OF_OTHERS} times all smaller ones together, where these are more than half of the venues`

/** Which parts enter a sum, and what is known of the venues afterwards. */
export interface Plausible<P extends Part> {
  readonly entered: readonly P[]
  readonly usual: UsualParts
}

const isAmount = ({ amount }: Part): boolean => Number.isFinite(amount) && amount > 0

/**
 * Without those of whom nothing is known and who are larger than all smaller ones that enter allow. These must be more
 * than half of the venues: one small venue is no measure of the others, and two giants are none of one another.
 */
const withoutGiants = <P extends Part>(parts: readonly P[], known: UsualParts): readonly P[] => {
  const entering = new Set<P>()
  let smaller = 0
  for (const [place, part] of parts.toSorted((a, b) => a.amount - b.amount).entries()) {
    const isGiant = 2 * place > parts.length && part.amount > MOST_OF_OTHERS * smaller
    if (isGiant && !(part.exchange in known)) continue
    entering.add(part)
    smaller += part.amount
  }
  return parts.filter((part) => entering.has(part))
}

/** The usual amount drawn towards what entered, by as much of a day as has gone by. */
const drawn = ({ amount, at }: UsualParts[string], now: number, entered: number): number =>
  amount * (entered / amount) ** (1 - Math.exp(-Math.max(0, now - at) / USUAL_MS))

/**
 * @param before what this returned at the tick before, from `carry`; `null` at the first
 * @param now Unix milliseconds
 */
export const plausibleParts = <P extends Part>(
  parts: readonly P[],
  before: UsualParts | null,
  now: number,
): Plausible<P> => {
  const known: UsualParts = Object.fromEntries(
    Object.entries(before ?? {}).filter(([, { at }]) => now - at <= USUAL_MS),
  )
  const isUsual = ({ exchange, amount }: P): boolean => {
    const usual = known[exchange]?.amount
    return usual === undefined || (amount <= usual * MOST_FACTOR && amount * MOST_FACTOR >= usual)
  }
  const entered = withoutGiants(
    parts.filter((part) => isAmount(part) && isUsual(part)),
    known,
  )
  const renewed = entered.map(({ exchange, amount }) => {
    const usual = known[exchange]
    return [exchange, { amount: usual ? drawn(usual, now, amount) : amount, at: now }] as const
  })
  return { entered, usual: { ...known, ...Object.fromEntries(renewed) } }
}
