import { boardsOf } from './board-hands.ts'
import { basis, interest, sentiment, termStructure } from './fault-families.ts'
import { expiry, greeks, instruments, iv, surface, svi } from './fault-option-families.ts'
import type { FaultRound } from './fault-rounds.ts'
import { alone } from './fault-words.ts'
import { withOldChains } from './past-in-boards.ts'

/** All venues but one are silent. */

/** The providers of options and of dated futures but Bybit, and those of perpetuals alone. */
export const MAKERS = ['deribit', 'okx', 'binanceoptions', 'binancecoinm', 'krakenfutures']
const PERPETUALS = ['binancefutures', 'bitget', 'dydx', 'gateio', 'hyperliquid']

const ONE = 'all venues but bybit are silent'

export const BYBIT_ALONE: FaultRound = {
  order: { halt: [...MAKERS, ...PERPETUALS] },
  also: async (boards) => {
    await boards.forget(boardsOf(['perp', 'dated'], (venue) => venue !== 'bybit'))
    await boards.forget(boardsOf(['options'], (venue) => venue !== 'bybit' && venue !== 'binance'))
    // Its chain takes minutes to be asked for whole, and is needed below.
    await boards.change(['options/binance'], withOldChains)
  },
  rows: [
    ...[iv, greeks, expiry].map((family) => family.row(ONE, (now) => alone('bybit', now))),
    ...[instruments, svi, surface].map((family) => family.row(ONE, (now) => alone('bybit', now))),
    termStructure.row(ONE, (now) => alone('bybit', now)),
    sentiment.row(ONE, (now, honest) => {
      const { sources } = now.components.skew
      return now.degraded && sources.join() === 'bybit' && `${now.value}, was ${honest.value}, degraded`
    }),
  ],
  refused: [interest, basis].map((family) => family.refused(ONE, /^quorum missed: 1 of 4$/)),
}

const NONE = 'all venues but the options of binance are silent'

/** Binance is read beside others alone (decision 0039). */
export const BINANCE_ALONE: FaultRound = {
  order: { halt: [...MAKERS, ...PERPETUALS, 'bybit'].filter((name) => name !== 'binanceoptions') },
  also: async (boards) => {
    await boards.forget(boardsOf(['perp', 'dated']))
    await boards.forget(boardsOf(['options'], (venue) => venue !== 'binance'))
  },
  rows: [
    svi.row(NONE, (now) => alone('binance', now)),
    surface.row(NONE, (now) => now.divergence_alert_count + now.mispricing_alert_count === 0 && alone('binance', now)),
    expiry.row(
      NONE,
      (now) => now.source === 'rule' && now.degraded && `every Friday, confidence ${now.confidence}, degraded`,
    ),
  ],
  refused: [
    iv.refused(NONE, /^input missing: an option chain of BTC/),
    greeks.refused(NONE, /^quorum missed: 0 of 1$/),
    instruments.refused(NONE, /^quorum missed: 0 of 1$/),
    termStructure.refused(NONE, /^quorum missed: 0 of 1$/),
    sentiment.refused(NONE, /^input missing: skew, pcr, ts /),
  ],
}
