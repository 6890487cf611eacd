import type { Json } from '../../canonical/jcs.ts'
import { DAILY_BOARDS } from '../boards/daily-boards.ts'
import { LEAST_INTEREST } from '../boards/option-state.ts'
import { BELIEVED } from '../options/chains/believed-chains.ts'
import { pick } from '../pick.ts'
import type { Pair } from '../prices/pairs.ts'
import { CHAIN_INPUT, slopeText } from './chain-input.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { indexMethodology, type Input } from './index-methodology.ts'
import { REALIZED } from './realized.ts'
import {
  VOLATILITY_OPTIONS,
  VOLATILITY_PLACES,
  VOLATILITY_SCALES,
  VOLATILITY_WEIGHTS,
  type VolatilityKey,
} from './volatility.ts'

/**
 * The published methodology of the volatility index (methods 13). Its numbers are the constants that the computation
 * uses.
 */

const { far, interestDays } = VOLATILITY_OPTIONS

const INPUTS: Readonly<Record<VolatilityKey, Input>> = {
  rv: {
    unit: 'pct_annualized',
    raw: `Parkinson: 100 * sqrt(${REALIZED.barsPerYear} / (4 n ln 2) * sum ln(high/low)^2) over the last ${REALIZED.days} complete UTC days, at least ${REALIZED.leastBars} of them; median over the sources`,
    sources: DAILY_BOARDS.map(({ source }) => source.name),
    lifetime: LIFETIMES.dailyBar,
  },
  iv: {
    unit: 'pct_annualized',
    raw: `At-the-money implied volatility at ${BELIEVED.tenor} days: linear in ln(K/F) between the strikes around the forward, total variance linear in time between expiries of at least ${BELIEVED.leastDays} days; strikes with bid, ask and open interest only`,
    leastOpenInterest: pick(LEAST_INTEREST, Object.keys(VOLATILITY_SCALES)),
    ...CHAIN_INPUT,
  },
  ts: {
    unit: 'ratio',
    raw: slopeText(far, 'made like iv'),
    ...CHAIN_INPUT,
  },
  fr: {
    unit: 'fraction per 8 hours',
    raw: 'Capped open-interest-weighted median of perpetual funding rates over venues',
    sources: ['the funding composite of this service'],
    lifetime: LIFETIMES.funding,
  },
  pcr: {
    unit: 'ratio',
    raw: `Open interest of puts over calls, in dollars of notional, expiries within ${interestDays} days`,
    ...CHAIN_INPUT,
  },
}

const documentFor = (coins: readonly string[]): Readonly<Record<string, Json>> =>
  indexMethodology<VolatilityKey>({
    code: 'MSVI',
    window: '30D',
    weights: VOLATILITY_WEIGHTS,
    places: VOLATILITY_PLACES,
    inputs: INPUTS,
    normalizationOf: (key) =>
      Object.fromEntries(
        coins.map((coin) => [
          coin,
          { form: 'lin', of: key === 'fr' ? 'abs' : 'value', ...VOLATILITY_SCALES[coin]![key] },
        ]),
      ),
    assembly: {
      pctAnnualized:
        'without ts, fr and pcr the value is the weighted mean of rv and iv in per cent, unit pct_annualized, degraded; weight floor waived, confidence over rv and iv alone',
    },
    canonicalTemplate:
      'v1|VOLATILITY|<PAIR>|MSVI|<value>|<unit>|30D|RV:<rv>:<w>,IV:<iv>:<w>,TS:<ts>:<w>,FR:<fr>:<w>,PCR:<pcr>:<w>|CONFIDENCE:<c>|METHOD:v1|<timestamp>|<nonce>',
    references: [
      'Parkinson (1980), The extreme value method for estimating the variance of the rate of return, J. Business 53',
      'Cboe, VIX methodology',
      'Illing, Liu (2006), Measuring financial stress in a developed country, J. Financial Stability 2',
    ],
  })

/** The methodology for all pairs. */
export const volatilityMethodology = (): Readonly<Record<string, Json>> => documentFor(Object.keys(VOLATILITY_SCALES))

/** The methodology for one pair. */
export const volatilityMethodologyOf = ({ base }: Pick<Pair, 'base'>): Readonly<Record<string, Json>> =>
  documentFor([base])
