import type { Kept } from '../board.ts'
import type { TickContext } from '../feed.ts'
import type { ClosedRuns, PerpRun } from './perp-runs-carry.ts'
import { PERP_COINS, type PerpCoin } from './perp-words.ts'

/** Where the closed runs of each coin are kept. */
const KEPT: Readonly<Record<PerpCoin, Kept<ClosedRuns>>> = {
  BTC: { id: 'runs/BTC', empty: { closed: [] } },
  ETH: { id: 'runs/ETH', empty: { closed: [] } },
  SOL: { id: 'runs/SOL', empty: { closed: [] } },
}

/** What a feed names to read them. */
export const CLOSED_RUNS: readonly Kept<ClosedRuns>[] = PERP_COINS.map((coin) => KEPT[coin])

export const closedRunsId = (coin: PerpCoin): string => KEPT[coin].id

export const closedRuns = ({ boards }: Pick<TickContext, 'boards'>, coin: PerpCoin): readonly PerpRun[] =>
  boards.read(KEPT[coin])?.closed ?? []
