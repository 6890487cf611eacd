import type { SignedRow } from '../../canonical/snapshot.ts'
import type { Kept } from '../board.ts'
import type { CandleBar } from '../math/candles.ts'

/** What is kept of the past, as answers about it read it. Times are Unix seconds, both ends included. */
export interface PastReader {
  /** Candles of a feed's actor, oldest first. */
  candles(series: string, step: 60 | 3_600, from: number, to: number): Promise<readonly CandleBar[]>
  /** Whether there are any, without reading them. */
  hasCandles(series: string, step: 60 | 3_600, from: number, to: number): Promise<boolean>
  /** Signed answers of a feed's actor, oldest first; of every so many seconds at least the last. */
  rows(series: string, from: number, to: number, everySeconds?: number): Promise<readonly SignedRow[]>
  /** Whether there are any, without reading them. */
  hasRows(series: string, from: number, to: number): Promise<boolean>
  /** What a board last held. */
  board<State>(board: Kept<State>): Promise<State | null>
}
