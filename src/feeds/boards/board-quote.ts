import type { Quote } from '../../sources/market.ts'
import { extremesOf, OWN_RANGE_MS, type TimedPrice } from '../math/fast-market.ts'

/** A quote and when it reached us (Unix milliseconds). */
export interface BoardQuote extends Quote {
  readonly receivedAt: number
  /**
   * What the venue has said of this pair within ten seconds, this quote included: how far its own market runs. Absent on what
   * an earlier release wrote.
   */
  readonly said?: readonly TimedPrice[]
}

/** What one venue last showed for every pair of ours that it lists. */
export interface TickerState {
  /** By our pair name, `BTC/USD`. A pair that stopped answering keeps its last quote, which ages and expires. */
  readonly quotes: Readonly<Record<string, BoardQuote>>
  /** When anything in the reply last differed from the reply before. */
  readonly changedAt: number
}

/** A venue whose whole reply has not changed for this long is a recording, not a market. */
export const FROZEN_MS = 600_000

/** Between the sides, or the last trade; not a number where there is neither. */
const middleOf = ({ bid, ask, last }: Quote): number =>
  bid !== null && ask !== null ? (Number(bid) + Number(ask)) / 2 : Number(last ?? Number.NaN)

/** What a venue has said of a pair within ten seconds, this word included. */
export const said = (before: BoardQuote | undefined, quote: Quote, receivedAt: number): readonly TimedPrice[] => {
  const earlier = (before?.said ?? []).filter(({ at }) => at <= receivedAt && receivedAt - at <= OWN_RANGE_MS)
  return extremesOf([...earlier, { price: middleOf(quote), at: receivedAt }])
}
