import { type OptionState, withChain } from '../../../src/feeds/boards/option-state.ts'
import type { ListedOption } from '../../../src/sources/options/chain.ts'

/** Option chains in memory, through the same reduction that boards use. */

/** One option of a chain; what is left out is usual. */
export interface Sketch {
  readonly expiry: number
  readonly strike: number
  readonly kind: 'call' | 'put'
  readonly iv: number
  readonly forward: number
  /** Points of volatility between bid and ask; `null` for an option without quotes. */
  readonly wide?: number | null
  readonly coins?: number
  readonly suffix?: string
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

const nameOf = ({ expiry, strike, kind, suffix = '' }: Sketch, coin: string): string => {
  const at = new Date(expiry)
  const date = `${at.getUTCDate()}${MONTHS[at.getUTCMonth()]}${String(at.getUTCFullYear()).slice(2)}`
  return `${coin}-${date}-${strike}-${kind === 'call' ? 'C' : 'P'}${suffix}`
}

const quoteOf = (sketch: Sketch, coin: string): ListedOption => {
  const { expiry, strike, kind, iv, forward, wide = 1 } = sketch
  const quoted = (side: number) => (wide === null ? null : String(iv + (side * wide) / 2))
  return {
    symbol: nameOf(sketch, coin),
    expiry,
    strike: String(strike),
    kind,
    markIv: String(iv),
    twoSided: wide !== null,
    bidIv: quoted(-1),
    askIv: quoted(1),
    bid: null,
    ask: null,
    forward: String(forward),
    volume: null,
  }
}

/** The state of a board that read this chain at `at`; each option has 100 coins of open interest. */
export const optionState = (
  coin: string,
  sketches: readonly Sketch[],
  at: number,
  change: (option: ListedOption) => ListedOption = (option) => option,
  before: OptionState = { chains: {}, interest: {} },
): OptionState => {
  const quotes = sketches.map((sketch) => change(quoteOf(sketch, coin)))
  const interest = Object.fromEntries(quotes.map(({ symbol }, each) => [symbol, String(sketches[each]!.coins ?? 100)]))
  return withChain(before, coin, { at, quotes }, interest, at)
}

/** Both options of each strike. */
export const smileAt = (
  expiry: number,
  forward: number,
  strikes: readonly number[],
  ivOf: (strike: number, place: number) => number,
): readonly Sketch[] =>
  strikes.flatMap((strike, place) =>
    (['call', 'put'] as const).map((kind) => ({ expiry, strike, kind, forward, iv: ivOf(strike, place) })),
  )
