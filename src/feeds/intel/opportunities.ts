import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { number, numberOrNull } from '../answer-fields.ts'
import { rankedRates } from '../defi/ranking.ts'
import { RateRow } from '../defi/rate-row.ts'
import { decideBy } from '../rules/decision-table.ts'
import { CONTAGION_PENALTY, CROSS_CHAIN, ELIGIBLE, MOST_PENALTY, STRESS_PENALTY } from './opportunity-rules.ts'

/** Lending rates less what the state of the markets takes off them (methods 6.10). */

/** Decimals of rates, in per cent a year, and of points. */
export const APR_PLACES = 4

const { protocol, chain, asset, supplied_usd, utilization, observed_at } = RateRow.properties

export const Opportunity = Type.Object({
  protocol,
  chain,
  asset,
  raw_apr: number('What suppliers are paid, simple, without rewards, per cent a year'),
  incentive_apr: numberOrNull('Rewards on top; never ranked'),
  cross_chain: Type.Boolean({ description: 'Whether the protocol is read on more than one chain' }),
  stress_penalty: number(`Points taken off for stress and contagion, at most ${MOST_PENALTY}`),
  risk_adjusted_apr: number('raw_apr less stress_penalty'),
  supplied_usd,
  utilization,
  observed_at,
})
export type Opportunity = Static<typeof Opportunity>

/** The regimes that cost something; contagion may be unknown. */
export interface Climate {
  readonly stress: string
  readonly contagion: string | null
}

/** Points that a protocol loses. */
export const penaltyOf = (crossChain: boolean, { stress, contagion }: Climate): number =>
  Math.min(
    MOST_PENALTY,
    (decideBy(STRESS_PENALTY, { stress })?.outcome ?? MOST_PENALTY) +
      decideBy(CONTAGION_PENALTY, { cross_chain: crossChain, contagion })!.outcome,
  )

/** What follows from a rate and the climate. */
export const adjusted = (
  row: Pick<Opportunity, 'protocol' | 'raw_apr'>,
  climate: Climate,
): Pick<Opportunity, 'cross_chain' | 'stress_penalty' | 'risk_adjusted_apr'> => {
  const crossChain = CROSS_CHAIN.includes(row.protocol)
  const penalty = penaltyOf(crossChain, climate)
  return {
    cross_chain: crossChain,
    stress_penalty: penalty,
    risk_adjusted_apr: rounded(row.raw_apr - penalty, APR_PLACES),
  }
}

const nameOf = ({ protocol, chain, asset }: Opportunity): string => `${protocol}/${chain}/${asset}`

/** The best first: by rate, then by size. */
export const opportunitiesInOrder = (rows: readonly Opportunity[]): readonly Opportunity[] =>
  rows.toSorted(
    (a, b) =>
      b.risk_adjusted_apr - a.risk_adjusted_apr || b.supplied_usd - a.supplied_usd || (nameOf(a) < nameOf(b) ? -1 : 1),
  )

/** @param at Unix seconds */
export const isEligible = (row: Pick<Opportunity, 'utilization' | 'observed_at'>, at: number): boolean =>
  decideBy(ELIGIBLE, { age_seconds: at - row.observed_at, utilization: row.utilization })!.outcome

/**
 * All rates that may be recommended, in order.
 *
 * @param at Unix seconds of the tick
 */
export const opportunities = (rates: readonly RateRow[], climate: Climate, at: number): readonly Opportunity[] =>
  opportunitiesInOrder(
    rankedRates(rates)
      .filter((row) => isEligible(row, at))
      .map(({ protocol, chain, asset, supply_apr: raw, incentive_apr: incentive, ...row }) => ({
        protocol,
        chain,
        asset,
        raw_apr: raw,
        incentive_apr: incentive,
        ...adjusted({ protocol, raw_apr: raw }, climate),
        supplied_usd: row.supplied_usd,
        utilization: row.utilization,
        observed_at: row.observed_at,
      })),
  )
