import type { SignedRow } from '../../canonical/snapshot.ts'
import type { Kept } from '../board.ts'
import type { CandleBar } from '../math/candles.ts'

/** Read access to kept data, for answers about the past. Times are Unix seconds, both ends included. */
export interface PastReader {
  /** Candles of a feed's actor, oldest first. */
  candles(series: string, step: 60 | 3_600, from: number, to: number): Promise<readonly CandleBar[]>
  /** Whether there are any candles, without reading them. */
  hasCandles(series: string, step: 60 | 3_600, from: number, to: number): Promise<boolean>
  /**
   * Signed answers of a feed's actor, oldest first; with `everySeconds`, at least the last answer of each such
   * interval.
   */
  rows(series: string, from: number, to: number, everySeconds?: number): Promise<readonly SignedRow[]>
  /** Whether there are any answers, without reading them. */
  hasRows(series: string, from: number, to: number): Promise<boolean>
  /** The last state of a board. */
  board<State>(board: Kept<State>): Promise<State | null>
}
