import type { Json } from '../../canonical/jcs.ts'
import { TAU } from '../math/agreement.ts'
import { INDEX_PAIRS } from './index-pairs.ts'
import { spotVenues } from '../prices/spot-legs.ts'
import { CHAIN_INPUT, slopeText } from './chain-input.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { indexMethodology, type Input } from './index-methodology.ts'
import {
  SENTIMENT_BANDS,
  SENTIMENT_LEANS,
  SENTIMENT_OPTIONS,
  SENTIMENT_PLACES,
  SENTIMENT_RANGE,
  SENTIMENT_WEIGHTS,
  type SentimentKey,
} from './sentiment.ts'
import { SKEW } from './skew-reading.ts'

/** The methodology of the sentiment index. Its numbers are the constants that the computation uses. */

const { lowest, highest } = SENTIMENT_RANGE

const INPUTS: Readonly<Record<SentimentKey, Input>> = {
  fr: {
    unit: 'fraction per 8 hours',
    raw: 'Capped open-interest-weighted median of perpetual funding rates over venues',
    sources: ['the funding composite of this service'],
    lifetime: LIFETIMES.funding,
  },
  skew: {
    unit: 'points of volatility',
    raw: `Volatility of the 25-delta call less that of the 25-delta put, of the expiry nearest ${SKEW.tenor} days whose smile reaches both (${SKEW.least} to ${SKEW.most} days): puts below the forward and calls above it with bid and ask, linear in N(d1), never extrapolated`,
    ...CHAIN_INPUT,
  },
  pcr: {
    unit: 'ratio',
    raw: 'Open interest of puts over calls, in dollars of notional, all expiries',
    ...CHAIN_INPUT,
  },
  ts: {
    unit: 'ratio',
    raw: slopeText(SENTIMENT_OPTIONS.far, 'at the money, total variance linear in time'),
    ...CHAIN_INPUT,
  },
  basis: {
    unit: 'per cent',
    raw: '100 * (highest - lowest) / median of the venue prices that the spot price is made of, USDT books in dollars',
    sources: [...new Set(INDEX_PAIRS.flatMap(({ base }) => spotVenues(base)))].toSorted(),
    excluded: `venues outside of the agreement of the spot price (tau ${TAU.crypto})`,
    lifetime: LIFETIMES.coinPrice,
  },
}

export const sentimentMethodology = (): Readonly<Record<string, Json>> =>
  indexMethodology<SentimentKey>({
    code: 'MSXI',
    form: {
      range: [lowest, highest],
      normalization: 'sat: clip(sign * (x - neutral) / scale, -1, 1), of |x| where of is abs',
      value: `${highest} * sum of effective weight * normalized raw value; raw values are rounded to their printed decimals first`,
    },
    weights: SENTIMENT_WEIGHTS,
    places: SENTIMENT_PLACES,
    inputs: INPUTS,
    normalizationOf: (key) => ({ form: 'sat', ...SENTIMENT_LEANS[key] }),
    regimes: SENTIMENT_BANDS,
    canonicalTemplate:
      'v1|SENTIMENT|<PAIR>|MSXI|<value>|INDEX|FR:<fr>:<w>,SKEW:<skew>:<w>,PCR:<pcr>:<w>,TS:<ts>:<w>,BASIS:<basis>:<w>|REGIME:<regime>|CONFIDENCE:<c>|METHOD:v1|<timestamp>|<nonce>',
    references: [
      'Schmeling, Schrimpf, Todorov (2023), Crypto carry, BIS Working Paper 1087',
      'Bollen, Whaley (2004), Does net buying pressure affect the shape of implied volatility functions?, J. Finance 59',
      'Makarov, Schoar (2020), Trading and arbitrage in cryptocurrency markets, J. Financial Economics 135',
    ],
  })
