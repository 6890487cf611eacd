import type { AnyFeed } from '../../../src/feeds/feed.ts'
import { LENDING_BOARDS } from '../../../src/feeds/boards/lending-boards.ts'
import { LLAMA_BOARD, MORPHO_BOARD } from '../../../src/feeds/boards/yield-boards.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { RateRow } from '../../../src/feeds/defi/rate-row.ts'
import { rowsOfMarkets } from '../../../src/feeds/defi/rate-rows.ts'
import { LENDING_MARKETS } from '../../../src/sources/lending/lending-markets.ts'
import { polledBoards } from '../polled-world.ts'
import { stage } from '../sandbox/world/still-world.ts'
import { assetPrices } from './lending.ts'
import { lookAt } from './market.ts'

/** Lending markets of the simulated world, read by the real boards. */

const BOARDS = [...Object.values(LENDING_BOARDS), LLAMA_BOARD, MORPHO_BOARD]

export const lendingWorld = () => {
  const on = stage({ volatility: 0 })
  const world = polledBoards(on)
  const context = () => {
    const now = on.clock.now()
    return lookAt(world.states, now, { earlier: assetPrices(now) })
  }
  return {
    on,
    world,
    context,
    /** @param chain one chain alone; everybody if left out */
    poll: async (chain?: keyof typeof LENDING_BOARDS): Promise<void> => {
      for (const board of chain ? [LENDING_BOARDS[chain]] : BOARDS) await world.poll(board)
    },
    /** All rows by the name of their market. */
    rows: (): ReadonlyMap<string, RateRow> =>
      new Map(
        rowsOfMarkets(LENDING_MARKETS, context()).rows.map((row) => [`${row.protocol}/${row.chain}/${row.asset}`, row]),
      ),
    conclude: (actor: string): ReturnType<AnyFeed['conclude']> => {
      const { feed, subject } = registry.item(actor)!
      return feed.conclude(subject, context())
    },
  }
}
