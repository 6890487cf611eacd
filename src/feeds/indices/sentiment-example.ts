import { rounded } from '../../canonical/measure.ts'
import { regimeOf } from '../math/hysteresis.ts'
import type { Pair } from '../prices/pairs.ts'
import { spotVenues } from '../prices/spot-legs.ts'
import { type RawOf, VALUE_PLACES } from './component.ts'
import { SENTIMENT_BANDS, SENTIMENT_WEIGHTS, type SentimentKey, sentimentOf } from './sentiment.ts'
import type { SentimentAnswer } from './sentiment-answer.ts'

/** Plausible raw values, for examples only. The example's value is computed from them, so that the example verifies. */
const PLAUSIBLE: Readonly<Record<string, { readonly raw: RawOf<SentimentKey>; readonly tenorDays: number }>> = {
  BTC: { raw: { fr: -0.00003168, skew: -4.1342, pcr: 0.8754, ts: 0.9543, basis: 0.047958 }, tenorDays: 32 },
  ETH: { raw: { fr: 0.000112, skew: 1.2087, pcr: 0.6411, ts: 0.9312, basis: 0.031204 }, tenorDays: 32 },
}

const OPTIONS = ['deribit']

const sourcesOf = (base: string): Readonly<Record<SentimentKey, readonly string[]>> => ({
  fr: ['binance', 'bybit', 'deribit', 'okx'],
  skew: OPTIONS,
  pcr: OPTIONS,
  ts: OPTIONS,
  basis: spotVenues(base).toSorted(),
})

export const sentimentExample = ({ base, domain }: Pick<Pair, 'base' | 'domain'>): SentimentAnswer => {
  const plausible = PLAUSIBLE[base]
  const found = plausible && sentimentOf(plausible.raw)
  if (!found) throw new Error(`there is no example of the sentiment of ${base}`)
  const value = rounded(found.value, VALUE_PLACES)
  const sources = sourcesOf(base)
  const component = (key: SentimentKey) => ({
    value: plausible.raw[key],
    weight: SENTIMENT_WEIGHTS[key],
    confidence: 0.95,
    sources: [...sources[key]],
  })
  return {
    pair: domain,
    value,
    unit: found.unit,
    regime: regimeOf(SENTIMENT_BANDS, value, null),
    regime_since: 1_794_990_002,
    confidence: 0.95,
    degraded: false,
    components: {
      fr: component('fr'),
      skew: { ...component('skew'), tenor_days: plausible.tenorDays },
      pcr: component('pcr'),
      ts: component('ts'),
      basis: component('basis'),
    },
    methodVersion: 1,
    computedAt: 1_795_000_002,
    observed_at: 1_795_000_000,
  }
}
