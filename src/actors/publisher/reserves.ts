import type { AnyBoard } from '../../feeds/board.ts'
import { type Cadences, periodOf } from './schedule.ts'

/** The rest of a window is never kept: other questions go slowly rather than not at all. */
const MOST_RESERVED = 0.9

/** The most weight that a board can ask for within one window, when no socket delivers anything. */
const weightOf = (board: AnyBoard, cadences: Cadences): number => {
  const { id, source, everySeconds, empty } = board
  const polls = Math.floor(source.rate.perSeconds / periodOf(id, everySeconds, cadences)) + 1
  const asks = board.asks({ now: 0, state: empty, listed: null })
  return asks.reduce((sum, { query }) => sum + (query.weight ?? 1), 0) * polls
}

/** The name of the rate window that a board's questions are counted in. */
const windowOf = ({ source: { name, countedAs = name } }: AnyBoard): string => countedAs

/**
 * How much of each rate window is kept free for prices, by the name of the window: what their boards need, and at most
 * nine tenths.
 */
export const reservesOf = (boards: readonly AnyBoard[], cadences: Cadences): ReadonlyMap<string, number> =>
  new Map(
    [
      ...Map.groupBy(
        boards.filter(({ isUrgent }) => isUrgent),
        windowOf,
      ),
    ].map(([window, own]) => {
      const most = Math.floor(own[0]!.source.rate.requests * MOST_RESERVED)
      return [
        window,
        Math.min(
          most,
          own.reduce((sum, board) => sum + weightOf(board, cadences), 0),
        ),
      ]
    }),
  )
