import type { BoardStore } from './boards.ts'
import type { CandleStore } from './candles.ts'
import type { SignedRowStore } from './signed-rows.ts'

/** Everything that is kept of the past: the source of answers about it. */
export interface Archive {
  candles: CandleStore['range']
  hasCandles: CandleStore['hasAny']
  rows: SignedRowStore['range']
  hasRows: SignedRowStore['hasAny']
  /** The state of a board. */
  board<State>(board: { readonly id: string; readonly empty: State }): Promise<State | null>
}

export const archiveOf = (stores: {
  readonly candles: Pick<CandleStore, 'range' | 'hasAny'>
  readonly rows: Pick<SignedRowStore, 'range' | 'hasAny'>
  readonly boards: Pick<BoardStore, 'read'>
}): Archive => ({
  candles: stores.candles.range,
  hasCandles: stores.candles.hasAny,
  rows: stores.rows.range,
  hasRows: stores.rows.hasAny,
  board: async <State>({ id }: { readonly id: string }) => {
    const [found] = await stores.boards.read([id])
    // The state of a board was made by the board's own definition.
    return (found?.state ?? null) as State | null
  },
})
