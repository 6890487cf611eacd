import { LOOKBACK_HOURS } from '../derivatives/hourly.ts'
import { PEG_VENUES } from '../prices/spot-legs.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { indexMethodology, type Input } from './index-methodology.ts'
import { FALLBACK } from '../reading.ts'
import { STRESS_BANDS, STRESS_PLACES, STRESS_SCALES, STRESS_WEIGHTS, type StressKey } from './stress.ts'
import { DISPERSION_FLOOR } from './stress-readings.ts'

/** The methodology of the stress index. Its numbers are the constants that the computation uses. */

const COMPOSITE = ['the funding composite of this service']

const INPUTS: Readonly<Record<StressKey, Input>> = {
  vol: {
    unit: 'index',
    raw: 'mean of the BTC and ETH volatility indices, unrounded',
    sources: ['the volatility indices of this service'],
    fallback: `the other one, where one is missing or no index but a volatility in per cent: counts ${FALLBACK}`,
    lifetime: LIFETIMES.ownIndex,
  },
  stbl: {
    unit: 'per cent',
    raw: '100 * max(|USDT/USD - 1|, |USDC/USD - 1|)',
    sources: [...new Set(Object.values(PEG_VENUES).flat())].toSorted(),
    fallback: 'one coin alone counts one half',
    lifetime: LIFETIMES.peg,
  },
  fr: {
    unit: 'standard deviations',
    raw: `|mean of z of BTC and ETH|, z of the open-interest-weighted composite against its hours of ${LOOKBACK_HOURS / 24} days`,
    sources: COMPOSITE,
    fallback: 'one coin alone counts one half',
    lifetime: LIFETIMES.funding,
  },
  disp: {
    unit: 'basis points per 8 hours',
    raw: `mean over BTC, ETH and SOL of 10000 * (highest - lowest venue rate per eight hours) after rejection of |x - median| > max(3.5 * 1.4826 * MAD, ${DISPERSION_FLOOR})`,
    sources: COMPOSITE,
    fallback: 'fewer coins count their share of three',
    lifetime: LIFETIMES.funding,
  },
}

export const stressMethodology = () =>
  indexMethodology<StressKey>({
    code: 'MSSI',
    weights: STRESS_WEIGHTS,
    places: STRESS_PLACES,
    inputs: INPUTS,
    normalizationOf: (key) => ({ form: 'lin', of: 'value', ...STRESS_SCALES[key] }),
    regimes: STRESS_BANDS,
    canonicalTemplate:
      'v1|STRESS|MARKET|MSSI|<value>|INDEX|VOL:<vol>:<w>,STBL:<stbl>:<w>,FR:<fr>:<w>,DISP:<disp>:<w>|REGIME:<regime>|CONFIDENCE:<c>|METHOD:v1|<timestamp>|<nonce>',
    references: [
      'Illing, Liu (2006), Measuring financial stress in a developed country, J. Financial Stability 2',
      'Hollo, Kremer, Lo Duca (2012), CISS, ECB Working Paper 1426',
    ],
  })
