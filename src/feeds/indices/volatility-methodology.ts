import type { Json } from '../../canonical/jcs.ts'
import { DAILY_BOARDS } from '../boards/daily-boards.ts'
import { LEAST_INTEREST, OPTION_BOARDS } from '../boards/option-boards.ts'
import type { Pair } from '../prices/pairs.ts'
import { LIFETIMES } from './freshness.ts'
import { indexMethodology, type Input } from './index-methodology.ts'
import { OPTIONS } from './option-readings.ts'
import { FALLBACK } from './reading.ts'
import { REALIZED } from './realized.ts'
import { VOLATILITY_PLACES, VOLATILITY_SCALES, VOLATILITY_WEIGHTS, type VolatilityKey } from './volatility.ts'

/**
 * The published methodology of the volatility index (methods 13). Its numbers are the constants that the computation
 * uses.
 */

const namesOf = (boards: readonly { readonly source: { readonly name: string } }[]): readonly string[] =>
  boards.map((board) => board.source.name)

const { near, far } = OPTIONS.slope
const CHAIN = {
  sources: namesOf(OPTION_BOARDS),
  excluded: `a chain whose median forward within ${OPTIONS.forwardDays} days lies more than ${OPTIONS.forwardReach * 100} % from our own spot price, or whose ${OPTIONS.tenor}-day level lies more than ${OPTIONS.levelReach.points} points and ${OPTIONS.levelReach.share * 100} % from that of the others where two agree`,
  fallback: `the first source, or the one of highest confidence; another than the first, a flat extrapolation or less than ${OPTIONS.leastCoverage} of the options near the money quoted count ${FALLBACK}`,
  lifetime: LIFETIMES.optionChain,
}

const INPUTS: Readonly<Record<VolatilityKey, Input>> = {
  rv: {
    unit: 'pct_annualized',
    raw: `Parkinson: 100 * sqrt(${REALIZED.barsPerYear} / (4 n ln 2) * sum ln(high/low)^2) over the last ${REALIZED.days} complete UTC days, at least ${REALIZED.leastBars} of them; median over the sources`,
    sources: namesOf(DAILY_BOARDS),
    lifetime: LIFETIMES.dailyBar,
  },
  iv: {
    unit: 'pct_annualized',
    raw: `At-the-money implied volatility at ${OPTIONS.tenor} days: linear in ln(K/F) between the strikes around the forward, total variance linear in time between expiries of at least ${OPTIONS.leastDays} days; strikes with bid, ask and open interest only`,
    leastOpenInterest: LEAST_INTEREST,
    ...CHAIN,
  },
  ts: {
    unit: 'ratio',
    raw: `Implied volatility at ${near} days over ${far} days, made like iv; each between two expiries or within ${OPTIONS.slopeReach * 100} % of one`,
    ...CHAIN,
  },
  fr: {
    unit: 'fraction per 8 hours',
    raw: 'Capped open-interest-weighted median of perpetual funding rates over venues',
    sources: ['the funding composite of this service'],
    lifetime: LIFETIMES.funding,
  },
  pcr: {
    unit: 'ratio',
    raw: `Open interest of puts over calls, in dollars of notional, expiries within ${OPTIONS.interestDays} days`,
    ...CHAIN,
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
