import { LENDING_MARKETS, type LendingMarket } from '../../sources/lending/lending-markets.ts'
import type { LendingAsset } from '../../sources/lending/tokens.ts'
import { defineFeed } from '../feed.ts'
import { keyOfWord, type Subject } from '../subject.ts'
import { EXAMPLE_TICK_MS } from '../venue-parts.ts'
import { priceActors } from './asset-price.ts'
import { concludeEveryRate, concludeRanking, concludeRate } from './conclude-defi.ts'
import { exampleOfMarket, exampleOfMarkets } from './defi-example.ts'
import { DEFI_RULES } from './defi-rules.ts'
import { EVERY_RATE } from './every-rate.ts'
import { boardsOfMarket } from './witnesses.ts'
import {
  BEST_RATE_SALE,
  RATE_COMPARISON_SALE,
  EVERY_RATE_SALE,
  EveryRateAnswer,
  everyRateAnswer,
  marketsOf,
  RankedAnswer,
  rankedAnswer,
  RATE_SALE,
  OneRateAnswer,
  oneRateAnswer,
} from './yield-answers.ts'

const COMMON = { family: 'defi', layer: 'Oracle Data', methodology: DEFI_RULES, everySeconds: 300 } as const

/** What the answers about these markets read. */
const readsOf = (markets: readonly LendingMarket[]) => ({
  boards: () => [...new Set(markets.flatMap(boardsOfMarket))],
  after: () => priceActors(markets.map(({ asset }) => asset)),
})

const EVERY: Subject = { key: 'EVERY', domain: 'EVERY', name: 'DeFi', path: {} }
const COMPARED = 'usdc'

export const everyRate = defineFeed({
  ...COMMON,
  ...readsOf(LENDING_MARKETS),
  id: EVERY_RATE.id,
  published: EVERY_RATE.published,
  summary: 'What lending markets pay and ask, of all protocols, chains and assets that are read',
  noun: 'lending rates',
  subjects: [EVERY],
  answer: EveryRateAnswer,
  example: everyRateAnswer(exampleOfMarkets(), EXAMPLE_TICK_MS),
  conclude: (_every, context) => concludeEveryRate(context),
  sale: EVERY_RATE_SALE,
})

export const compareRates = defineFeed({
  ...COMMON,
  ...readsOf(marketsOf(COMPARED)),
  id: 'defi/yield-compare',
  summary: 'What lending markets pay for USDC, ranked',
  noun: 'comparison of rates',
  subjects: [{ key: 'USDC', domain: COMPARED, name: 'USDC', path: {} }],
  answer: RankedAnswer,
  example: rankedAnswer('compare', COMPARED, exampleOfMarkets(marketsOf(COMPARED)), EXAMPLE_TICK_MS)!,
  conclude: (_usdc, context) => concludeRanking('compare', COMPARED, context),
  sale: RATE_COMPARISON_SALE,
})

const BEST_ASSETS = ['usdc', 'usdt', 'weth', 'dai', 'wbtc'] as const satisfies readonly LendingAsset[]
const BEST_OF: ReadonlyMap<string, LendingAsset> = new Map(BEST_ASSETS.map((asset) => [keyOfWord(asset), asset]))
const bestAsset = ({ key }: Subject): LendingAsset => BEST_OF.get(key)!

export const bestRate = defineFeed({
  ...COMMON,
  id: 'defi/yield-best',
  summary: 'The highest rate that is paid for one asset, with all that were compared',
  noun: 'best lending rate',
  subjects: BEST_ASSETS.map((asset) => ({
    key: keyOfWord(asset),
    domain: asset,
    name: keyOfWord(asset),
    path: { asset },
  })),
  answer: RankedAnswer,
  exampleOf: (subject) =>
    rankedAnswer('best', bestAsset(subject), exampleOfMarkets(marketsOf(bestAsset(subject))), EXAMPLE_TICK_MS)!,
  boards: (subject) => readsOf(marketsOf(bestAsset(subject))).boards(),
  after: (subject) => priceActors([bestAsset(subject)]),
  conclude: (subject, context) => concludeRanking('best', bestAsset(subject), context),
  sale: BEST_RATE_SALE,
})

/** `AAVE-BASE-USDC` */
const keyOf = ({ name }: LendingMarket): string => keyOfWord(name.replaceAll('/', '-'))

const MARKET_OF: ReadonlyMap<string, LendingMarket> = new Map(LENDING_MARKETS.map((market) => [keyOf(market), market]))
const marketOf = ({ key }: Subject): LendingMarket => MARKET_OF.get(key)!

const pathOf = ({ protocol, chain, asset }: LendingMarket) => ({ protocol, chain, asset })

export const oneRate = defineFeed({
  ...COMMON,
  id: 'defi/yield',
  summary: 'What one market pays and asks for one asset on one chain',
  noun: 'lending rate',
  subjects: LENDING_MARKETS.map((market) => ({
    key: keyOf(market),
    domain: market.name,
    name: market.name,
    path: pathOf(market),
    // As its contract calls it: bridged USDC is USDC.e.
    ...(market.asset.endsWith('_e') && { alsoAt: [{ ...pathOf(market), asset: market.asset.replace('_e', '.e') }] }),
  })),
  answer: OneRateAnswer,
  exampleOf: (subject) => oneRateAnswer(exampleOfMarket(marketOf(subject)), [], EXAMPLE_TICK_MS),
  boards: (subject) => boardsOfMarket(marketOf(subject)),
  after: (subject) => priceActors([marketOf(subject).asset]),
  conclude: (subject, context) => concludeRate(marketOf(subject), context),
  sale: RATE_SALE,
})
