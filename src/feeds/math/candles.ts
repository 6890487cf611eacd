/** Candles of longer intervals from shorter ones: first, highest, lowest, last. Gaps stay gaps. */

export interface Bar {
  /** Unix seconds at which it begins. */
  readonly t: number
  readonly o: string
  readonly h: string
  readonly l: string
  readonly c: string
  readonly n: number
}

const higher = (a: string, b: string): string => (Number(b) > Number(a) ? b : a)
const lower = (a: string, b: string): string => (Number(b) < Number(a) ? b : a)

const together = (t: number, bars: readonly Bar[]): Bar => {
  const [first, last] = [bars[0]!, bars.at(-1)!]
  return {
    t,
    o: first.o,
    h: bars.map(({ h }) => h).reduce(higher),
    l: bars.map(({ l }) => l).reduce(lower),
    c: last.c,
    n: bars.reduce((sum, { n }) => sum + n, 0),
  }
}

/**
 * Bars of `seconds`, each beginning at a UTC multiple of it (methods, "History").
 *
 * @param bars oldest first, of an interval that divides `seconds`
 */
export const rollUp = (bars: readonly Bar[], seconds: number): readonly Bar[] =>
  [...Map.groupBy(bars, ({ t }) => Math.floor(t / seconds) * seconds)].map(([t, group]) => together(t, group))
