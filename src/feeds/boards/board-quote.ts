import type { Quote } from '../../sources/market.ts'
import { extremesOf, OWN_RANGE_MS, type TimedPrice } from '../math/fast-market.ts'

/** A quote and its time of arrival (Unix milliseconds). */
export interface BoardQuote extends Quote {
  readonly receivedAt: number
  /**
   * Prices of this pair from this venue within ten seconds, this quote included. They show how far the venue's own
   * market moves. Absent in states that an earlier release wrote.
   */
  readonly said?: readonly TimedPrice[]
}

/** The last quotes of one venue for all of our pairs that it lists. */
export interface TickerState {
  /** By our pair name, `BTC/USD`. A pair without new quotes keeps its last one, which ages and expires. */
  readonly quotes: Readonly<Record<string, BoardQuote>>
  /** When any quote last differed from the reply before. */
  readonly changedAt: number
}

/** A venue whose whole reply stays unchanged for this long is treated as frozen: its quotes are not used. */
export const FROZEN_MS = 600_000

/** The middle between bid and ask, or the last trade; NaN if there is neither. */
const middleOf = ({ bid, ask, last }: Quote): number =>
  bid !== null && ask !== null ? (Number(bid) + Number(ask)) / 2 : Number(last ?? Number.NaN)

/** The venue's prices of a pair within ten seconds, the new quote included. */
export const said = (before: BoardQuote | undefined, quote: Quote, receivedAt: number): readonly TimedPrice[] => {
  const earlier = (before?.said ?? []).filter(({ at }) => at <= receivedAt && receivedAt - at <= OWN_RANGE_MS)
  return extremesOf([...earlier, { price: middleOf(quote), at: receivedAt }])
}
