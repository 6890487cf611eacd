import { type BoardHands, boardsOf } from './board-hands.ts'
import { interest, orderbook } from './fault-families.ts'
import type { FaultRound } from './fault-rounds.ts'
import { withHourAgo, withMinutes, withOldFacts } from './past-in-boards.ts'

/** A venue is in one of two snapshots alone, and the market stands still. */

const PERPETUALS = boardsOf(['perp'], (venue) => venue !== 'bitget')
const BOOKS = boardsOf(['depth'], (venue) => venue !== 'okx')
const MINUTES = 40

/** An hour has passed, in which nobody heard of two of the venues. */
const past = async (boards: BoardHands): Promise<void> => {
  await boards.change(PERPETUALS, withHourAgo)
  await boards.change(BOOKS, withMinutes(MINUTES))
}

export const FIRST_START: FaultRound = {
  order: {},
  rows: [
    interest.row('two venues tell of their past', (now) => {
      const { '1h': compared } = now.delta_venues
      return compared.length === 2 && now.delta_1h_pct === null && 'no change: they are too little of the market'
    }),
  ],
}

export const missingThen = (): FaultRound => {
  let pastAt = Number.POSITIVE_INFINITY
  return {
    order: {},
    also: async (boards) => {
      await past(boards)
      pastAt = Math.min(pastAt, Date.now())
    },
    rows: [
      interest.row('nothing was known of bitget an hour ago', (now) => {
        const { '1h': compared } = now.delta_venues
        return compared.length === 8 && !compared.includes('bitget') && `change ${now.delta_1h_pct} % of the others`
      }),
      orderbook.row('nothing was known of okx before', ({ depth_collapse: collapse, fetched_at: at }) => {
        const isSeen = at * 1_000 > pastAt + 3_000 && collapse.venues.length === 5
        return isSeen && collapse.state === null && 'no state: too few minutes of all five'
      }),
    ],
  }
}

export const MISSING_NOW: FaultRound = {
  order: { halt: ['hyperliquid', 'okx'] },
  also: async (boards) => {
    await past(boards)
    await boards.change(['perp/hyperliquid'], withOldFacts)
    await boards.forget(['depth/okx'])
  },
  rows: [
    interest.row('hyperliquid is silent now', (now) => {
      const { '1h': compared } = now.delta_venues
      const isLeftOut = now.missing.includes('hyperliquid') && !compared.includes('hyperliquid')
      return isLeftOut && now.degraded && now.delta_1h_pct !== null && `change ${now.delta_1h_pct} % of the others`
    }),
    orderbook.row('okx is silent now', (now) => {
      const { state, ratio, venues, minutes } = now.depth_collapse
      const isSeen = now.missing.includes('okx') && minutes >= 30
      return isSeen && `${state}, ${ratio} times the usual of ${venues.length} venues`
    }),
  ],
}
