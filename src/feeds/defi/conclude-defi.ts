import { LENDING_MARKETS, type LendingMarket, type Protocol } from '../../sources/lending/lending-markets.ts'
import type { LendingAsset } from '../../sources/lending/tokens.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { type MetricsAnswer, metricsAnswer, type ProtocolAnswer, protocolAnswer } from './metrics-answers.ts'
import { LEAST_RANKED } from './ranking.ts'
import { everyRow, type RateRows, rowsOfMarkets } from './rate-rows.ts'
import { llamaOf, primaryOf } from './witnesses.ts'
import {
  type EveryRateAnswer,
  everyRateAnswer,
  marketsOf,
  type RankedAnswer,
  rankedAnswer,
  type OneRateAnswer,
  oneRateAnswer,
} from './yield-answers.ts'

const concluded = <A>(content: A): Conclusion<A> => ({ kind: 'concluded', content, carry: {} })

/** All rates. */
export const concludeEveryRate = (context: TickContext): Conclusion<EveryRateAnswer> | Declined => {
  const every = everyRow(context)
  return 'kind' in every ? every : concluded(everyRateAnswer(every, context.now))
}

/** Who drops out of a sum must not look as if he had lost everything: at least half of the markets are in it. */
const tooFew = ({ rows, missing }: RateRows): Declined | null => {
  const need = Math.ceil((rows.length + missing.length) / 2)
  return rows.length < need ? { kind: 'quorum_missed', have: rows.length, need } : null
}

/** The sizes of all protocols. */
export const concludeMetrics = (context: TickContext): Conclusion<MetricsAnswer> | Declined => {
  const every = everyRow(context)
  if ('kind' in every) return every
  return tooFew(every) ?? concluded(metricsAnswer(every, context.now))
}

/** The rates of one asset, the best first. */
export const concludeRanking = (
  scope: RankedAnswer['scope'],
  asset: LendingAsset,
  context: TickContext,
): Conclusion<RankedAnswer> | Declined => {
  const found = rankedAnswer(scope, asset, rowsOfMarkets(marketsOf(asset), context), context.now)
  const have = found?.count ?? 0
  return found && have >= LEAST_RANKED ? concluded(found) : { kind: 'quorum_missed', have, need: LEAST_RANKED }
}

/** One rate. */
export const concludeRate = (market: LendingMarket, context: TickContext): Conclusion<OneRateAnswer> | Declined => {
  const { boards, now } = context
  const [row] = rowsOfMarkets([market], context).rows
  if (!row) return { kind: 'input_missing', input: `a rate of ${market.name}, or a price of its asset` }
  const silent = [
    ...(market.primary !== 'defillama' && primaryOf(market, boards, now) === null ? [market.primary] : []),
    ...(llamaOf(market, boards, now) === null ? ['defillama'] : []),
  ]
  return concluded(oneRateAnswer(row, silent, now))
}

/** The sizes of one protocol, asset by asset. */
export const concludeProtocol = (protocol: Protocol, context: TickContext): Conclusion<ProtocolAnswer> | Declined => {
  const markets = LENDING_MARKETS.filter((market) => market.protocol === protocol)
  const found = rowsOfMarkets(markets, context)
  return tooFew(found) ?? concluded(protocolAnswer(protocol, found, context.now))
}
