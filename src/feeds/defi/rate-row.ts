import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { type LendingMarket, PROTOCOLS } from '../../sources/lending/lending-markets.ts'
import { MARKET_STATUS } from '../../sources/lending/lending-rate.ts'
import { LENDING_ASSETS, LENDING_CHAINS } from '../../sources/lending/tokens.ts'
import { inSeconds } from '../../time-units.ts'
import { CONFIDENCE_PLACES, number, numberOrNull, share, word } from '../answer-fields.ts'
import { freshnessAt } from '../lifetimes.ts'
import { apyOfApr, RATE_TOLERANCE } from '../math/lending.ts'
import type { AssetPrice } from './asset-price.ts'
import { AGREEMENT, agreementOf, comparedWith, NOT_COMPARED, SIZE_FACTOR } from './second-witness.ts'
import { type LlamaWitness, RATE_LIFETIME, RATE_PLACES, type RateWitness } from './witnesses.ts'

/** How far a rate is believed for its witnesses alone, before its age. */
export const WITNESSED = { agrees: 1, single: 0.7, diverges: 0.7, aggregator: 0.5 } as const

const percent = (what: string) => `${what}, per cent a year, ${RATE_PLACES} decimals`

/** One market in a body. */
export const RateRow = Type.Object({
  protocol: word(PROTOCOLS, 'Who lends'),
  chain: word(LENDING_CHAINS, 'Where'),
  asset: word(LENDING_ASSETS, 'usdc_e is the bridged dollar (USDC.e), another asset than usdc'),
  supply_apr: number(percent('What suppliers are paid, simple, without rewards')),
  borrow_apr: numberOrNull(percent('What borrowers pay, simple; null where nobody borrows or nobody tells')),
  supply_apy: number(percent('The same with interest added each day, from the printed rate; never ranked')),
  borrow_apy: numberOrNull(percent('The same of what borrowers pay')),
  incentive_apr: numberOrNull(percent('Rewards on top, as DefiLlama alone tells them; null: unknown or none')),
  utilization: numberOrNull(`Borrowed over supplied, ${RATE_PLACES} decimals`),
  supplied_usd: Type.Integer({ description: 'Supplied, whole dollars' }),
  borrowed_usd: Type.Integer({ description: 'Borrowed, whole dollars' }),
  tvl_usd: Type.Integer({ description: 'Supplied less borrowed, whole dollars' }),
  price_basis: word(
    ['own', 'par', 'reported'],
    'own: tokens at our price (WBTC as BTC); par: at one dollar; reported: dollars as the source counts them',
  ),
  status: word(MARKET_STATUS, 'frozen: no new deposits; paused: nothing at all. Neither is ranked'),
  source: word(['on-chain', 'api', 'defillama'], 'Whose number it is: contracts, the protocol, an aggregator alone'),
  sources: Type.Array(Type.String(), { description: 'Operators of the nodes, and who agrees; ASCII-sorted' }),
  agreement: word(
    AGREEMENT,
    `Of DefiLlama: both rates within ${RATE_TOLERANCE.points} points or ${RATE_TOLERANCE.share * 100} % of the rate, and what is supplied within a factor`,
  ),
  divergence_pp: numberOrNull('Points by which DefiLlama differs; null where it says nothing or is alone'),
  borrow_divergence_pp: numberOrNull('The same of what borrowers pay'),
  size_ratio: numberOrNull(
    `What is supplied by DefiLlama over supplied_usd: a factor of ${SIZE_FACTOR['on-chain']} at most, ${SIZE_FACTOR.api} where source is api`,
  ),
  stands_since: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix seconds since when an interface has told a rate near this one; null where source is not api',
  }),
  block: Type.Union([Type.Integer(), Type.Null()], { description: 'Block at which the contracts were read' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the block, or of the reply' }),
  confidence: share(
    `${WITNESSED.agrees} of two witnesses that agree, ${WITNESSED.single} of one, ${WITNESSED.aggregator} of an aggregator alone; times freshness`,
  ),
  degraded: Type.Boolean({ description: 'One witness, or two that differ' }),
})
export type RateRow = Static<typeof RateRow>

/** What is known of one market at a tick. */
export interface MarketFacts {
  readonly market: LendingMarket
  readonly primary: RateWitness | null
  readonly llama: LlamaWitness | null
  /** Dollars per token; `null` without a young price. */
  readonly price: AssetPrice | null
}

/** What follows from the printed rates and dollars; `claros verify` works it out again. */
export const derivedValues = ({
  supply_apr: supply,
  borrow_apr: borrow,
  supplied_usd: supplied,
  borrowed_usd: borrowed,
}: Pick<RateRow, 'supply_apr' | 'borrow_apr' | 'supplied_usd' | 'borrowed_usd'>) => ({
  supply_apy: rounded(apyOfApr(supply), RATE_PLACES),
  borrow_apy: borrow === null ? null : rounded(apyOfApr(borrow), RATE_PLACES),
  utilization: supplied > 0 ? rounded(borrowed / supplied, RATE_PLACES) : null,
  tvl_usd: supplied - borrowed,
})

const IN_DOLLARS: AssetPrice & { readonly basis: 'reported' } = { usd: 1, basis: 'reported' }

/** One row, or `null` where no witness speaks, or tokens have no price. */
export const rateRow = ({ market, primary, llama, price }: MarketFacts, now: number): RateRow | null => {
  const { protocol, chain, asset } = market
  const said = primary ?? llama
  const source = primary === null ? 'defillama' : market.primary
  const dollars = source === 'on-chain' ? price : IN_DOLLARS
  if (said === null || dollars === null) return null
  const rates = {
    supply_apr: said.supplyApr,
    borrow_apr: said.borrowApr,
    supplied_usd: rounded(said.supplied * dollars.usd, 0),
    borrowed_usd: rounded(said.borrowed * dollars.usd, 0),
  }
  const compared = primary !== null && llama !== null ? comparedWith(primary, llama, rates.supplied_usd) : NOT_COMPARED
  const agreement = agreementOf({ ...rates, ...compared, source })
  const names = agreement === 'agrees' ? [...said.names, ...llama!.names] : said.names
  const witnessed = primary === null ? WITNESSED.aggregator : WITNESSED[agreement]
  return {
    protocol,
    chain,
    asset,
    ...rates,
    ...derivedValues(rates),
    incentive_apr: llama?.incentiveApr ?? null,
    price_basis: dollars.basis,
    status: said.status,
    source,
    sources: names.toSorted(),
    agreement,
    ...compared,
    stands_since: said.standsSince === undefined ? null : inSeconds(said.standsSince),
    block: said.block,
    observed_at: inSeconds(said.at),
    confidence: rounded(witnessed * freshnessAt(said.at, now, RATE_LIFETIME), CONFIDENCE_PLACES),
    degraded: agreement !== 'agrees',
  }
}
