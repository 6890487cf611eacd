import { fromUnits, placesOf, toUnits } from '../../canonical/decimal.ts'
import { groupBy } from '../../group-by.ts'

/**
 * Makes candles of longer intervals from shorter ones: first, highest, lowest, last (methods 10.1). Gaps are not
 * filled.
 */

export interface CandleBar {
  /** Its beginning in Unix seconds. */
  readonly t: number
  readonly o: string
  readonly h: string
  readonly l: string
  readonly c: string
  /** The number of published prices in it. */
  readonly n: number
  /** The number of its minutes that were filled in from exchanges. */
  readonly filled: number
  /** The volume of the exchanges in the whole interval; `null` if it is not known. */
  readonly v: string | null
}

const higher = (a: string, b: string): string => (Number(b) > Number(a) ? b : a)
const lower = (a: string, b: string): string => (Number(b) < Number(a) ? b : a)

/** The exact sum of decimal texts. */
const sumOf = (texts: readonly string[]): string => {
  const places = Math.max(0, ...texts.map(placesOf))
  return fromUnits(
    texts.reduce((sum, text) => sum + toUnits(text, places), 0n),
    places,
  )
}

/** The volume of one exchange in a minute may be many times another's, but not this many times. */
const MOST_TIMES = 1_000

/**
 * The volume of all exchanges together; `null` if the largest is more than a thousand times what an honest exchange
 * claims.
 *
 * @param majority among this many exchanges at least one is honest, so the smallest claim among them is at most an
 *   honest one
 */
export const tradedTogether = (volumes: readonly string[], majority: number): string | null => {
  const claimed = volumes.map(Number).toSorted((a, b) => b - a)
  return claimed[0]! > MOST_TIMES * (claimed[Math.max(1, majority - 1)] ?? 0) ? null : sumOf(volumes)
}

const together = (t: number, bars: readonly CandleBar[]): CandleBar => {
  const [first, last] = [bars[0]!, bars.at(-1)!]
  const volumes = bars.flatMap(({ v }) => (v === null ? [] : [v]))
  return {
    t,
    o: first.o,
    h: bars.map(({ h }) => h).reduce(higher),
    l: bars.map(({ l }) => l).reduce(lower),
    c: last.c,
    n: bars.reduce((sum, { n }) => sum + n, 0),
    filled: bars.reduce((sum, { filled }) => sum + filled, 0),
    v: volumes.length === bars.length ? sumOf(volumes) : null,
  }
}

/**
 * Bars of `seconds`, each beginning at a UTC multiple of `seconds` (methods 10.1).
 *
 * @param bars oldest first, of an interval that divides `seconds`
 */
export const rollUp = (bars: readonly CandleBar[], seconds: number): readonly CandleBar[] =>
  [...groupBy(bars, ({ t }) => Math.floor(t / seconds) * seconds)].map(([t, group]) => together(t, group))
