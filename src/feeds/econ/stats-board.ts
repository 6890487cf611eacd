import type { Query, Source } from '../../sources/query.ts'
import type { SeriesReplies, SeriesReply } from '../../sources/statistics/observation.ts'
import { type Board, boardQuestion, type PollContext } from '../board.ts'
import { EARLY_MS, entered, type KeptSeries, type Limits } from './kept-series.ts'

/** The last periods of every series of one publisher, by the name of the series. */
export interface StatsState {
  readonly series: Readonly<Record<string, KeptSeries>>
}

export type StatsBoard = Board<StatsState>

interface Publisher {
  readonly source: Source
  readonly everySeconds: number
  /** The possible values of each series; a series without them is not kept. */
  readonly limits: Readonly<Record<string, Limits>>
  /**
   * How long a good answer of all series is enough, for publishers that allow few requests. A failed poll is repeated
   * with the next tick.
   */
  readonly restSeconds?: number
  asks(context: PollContext<StatsState>): readonly Query<SeriesReplies>[]
}

/** A question about one series. */
export const single = (name: string, query: Query<SeriesReply>): Query<SeriesReplies> => ({
  ...query,
  read: (body) => ({ [name]: query.read(body) }),
})

/** The board of one publisher of statistics: `stats/bls`. */
export const statsBoard = ({ source, everySeconds, limits, restSeconds, asks }: Publisher): StatsBoard => {
  const isRested = ({ state, now }: PollContext<StatsState>): boolean =>
    restSeconds !== undefined &&
    Object.keys(limits).every((name) => now - (state.series[name]?.readAt ?? 0) < restSeconds * 1000 - EARLY_MS)
  return {
    id: `stats/${source.name}`,
    source,
    everySeconds,
    empty: { series: {} },
    ...(restSeconds !== undefined && { rests: true }),
    asks: (context) =>
      isRested(context)
        ? []
        : asks(context).map((query) =>
            boardQuestion(query, (replies, receivedAt, { series }: StatsState) => ({
              series: { ...series, ...enteredAll(replies, series, limits, receivedAt) },
            })),
          ),
  }
}

const enteredAll = (
  replies: SeriesReplies,
  series: StatsState['series'],
  limits: Publisher['limits'],
  now: number,
): Record<string, KeptSeries> =>
  Object.fromEntries(
    Object.entries(replies).flatMap(([name, reply]) => {
      const own = limits[name]
      return own ? [[name, entered(name, reply, series[name], own, now)]] : []
    }),
  )
