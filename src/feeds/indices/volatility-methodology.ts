import type { Json } from '../../canonical/jcs.ts'
import { DAILY_BOARDS } from '../boards/daily-boards.ts'
import { LEAST_INTEREST, OPTION_BOARDS } from '../boards/option-boards.ts'
import type { Pair } from '../prices/pairs.ts'
import { FLOORS } from './assembly.ts'
import { type Lifetime, LIFETIMES } from './freshness.ts'
import { OPTIONS } from './option-readings.ts'
import { FALLBACK } from './reading.ts'
import { REALIZED } from './realized.ts'
import {
  VALUE_PLACES,
  VOLATILITY_KEYS,
  VOLATILITY_PLACES,
  VOLATILITY_SCALES,
  VOLATILITY_WEIGHTS,
  type VolatilityKey,
} from './volatility.ts'

/** How the volatility index is made, in the form of methods 13: every number here is the one that computes. */

const namesOf = (boards: readonly { readonly source: { readonly name: string } }[]): readonly string[] =>
  boards.map((board) => board.source.name)

const { near, far } = OPTIONS.slope
const CHAIN = {
  sources: namesOf(OPTION_BOARDS),
  fallback: `the first source, or the one of highest confidence; another than the first, a flat extrapolation or less than ${OPTIONS.leastCoverage} of the options near the money quoted count ${FALLBACK}`,
  lifetime: LIFETIMES.optionChain,
}

/** What a raw value is, and where it comes from. */
interface Input {
  readonly unit: string
  readonly raw: string
  readonly sources: readonly string[]
  readonly fallback?: string
  readonly leastOpenInterest?: Readonly<Record<string, number>>
  readonly lifetime: Lifetime
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

const componentOf = (key: VolatilityKey, coins: readonly string[]) => {
  const { lifetime, ...input } = INPUTS[key]
  return {
    key,
    weight: VOLATILITY_WEIGHTS[key],
    decimals: VOLATILITY_PLACES[key],
    ...input,
    normalization: Object.fromEntries(
      coins.map((coin) => [
        coin,
        { form: 'lin', of: key === 'fr' ? 'abs' : 'value', ...VOLATILITY_SCALES[coin]![key] },
      ]),
    ),
    freshSeconds: lifetime.freshSeconds,
    expireSeconds: lifetime.expireSeconds,
  }
}

const documentFor = (coins: readonly string[]): Readonly<Record<string, Json>> => ({
  methodVersion: 1,
  code: 'MSVI',
  range: [0, 100],
  window: '30D',
  components: VOLATILITY_KEYS.map((key) => componentOf(key, coins)) as unknown as Json,
  normalization: 'lin: 100 * clip((x - lo) / (hi - lo), 0, 1)',
  regimes: [],
  assembly: {
    value: 'sum of effective weight * normalized raw value; raw values are rounded to their printed decimals first',
    effectiveWeight: 'nominal weight / sum of the nominal weights of what is there; NA and 0.0000 for what is missing',
    decimals: VALUE_PLACES,
    confidence: 'sum of nominal weight * coverage * freshness * method; a missing component costs its whole weight',
    weightFloor: FLOORS.weight,
    confidenceFloor: FLOORS.confidence,
    degradedBelow: FLOORS.degraded,
    degraded: 'a component is missing, a fallback stands in, or confidence is below degradedBelow',
    unpublished: 'below either floor nothing is published: 503 and no charge',
    pctAnnualized:
      'without ts, fr and pcr the value is the weighted mean of rv and iv in per cent, unit pct_annualized, degraded; weight floor waived, confidence over rv and iv alone',
  },
  // Not `canonical`: that is the envelope's word, and the document is signed.
  canonicalTemplate:
    'v1|VOLATILITY|<PAIR>|MSVI|<value>|<unit>|30D|RV:<rv>:<w>,IV:<iv>:<w>,TS:<ts>:<w>,FR:<fr>:<w>,PCR:<pcr>:<w>|CONFIDENCE:<c>|METHOD:v1|<timestamp>|<nonce>',
  recompute: 'the signed value follows from the canonical string and this document alone; claros verify does it',
  references: [
    'Parkinson (1980), The extreme value method for estimating the variance of the rate of return, J. Business 53',
    'Cboe, VIX methodology',
    'Illing, Liu (2006), Measuring financial stress in a developed country, J. Financial Stability 2',
  ],
  disclaimer: 'A measurement of what sources said, never a forecast and no advice.',
})

/** Of all its pairs. */
export const volatilityMethodology = (): Readonly<Record<string, Json>> => documentFor(Object.keys(VOLATILITY_SCALES))

/** Of one of them. */
export const volatilityMethodologyOf = ({ base }: Pick<Pair, 'base'>): Readonly<Record<string, Json>> =>
  documentFor([base])
