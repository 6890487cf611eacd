import type { Pair } from '../prices/pairs.ts'
import { VALUE_PLACES } from './component.ts'
import { VOLATILITY_WEIGHTS, type Raw, volatilityOf } from './volatility.ts'
import type { VolatilityAnswer } from './volatility-answer.ts'
import { fixed } from '../../canonical/decimal.ts'

/** Plausible raw values, for examples only. The example's value is computed from them, so that the example verifies. */
const PLAUSIBLE: Readonly<Record<string, { readonly raw: Raw; readonly spotPrice: number }>> = {
  BTC: { raw: { rv: 44.26, iv: 42.63, ts: 0.9513, fr: 0.000031, pcr: 0.7636 }, spotPrice: 97_012.3 },
  ETH: { raw: { rv: 59.78, iv: 65.3, ts: 1.061, fr: -0.000062, pcr: 0.7153 }, spotPrice: 3_400 },
}

const SOURCES = {
  rv: ['binance', 'kraken', 'okx'],
  iv: ['deribit'],
  ts: ['deribit'],
  fr: ['binance', 'bybit', 'deribit', 'okx'],
  pcr: ['deribit'],
}

export const volatilityExample = ({ base, domain }: Pick<Pair, 'base' | 'domain'>): VolatilityAnswer => {
  const plausible = PLAUSIBLE[base]
  const found = plausible && volatilityOf(base, plausible.raw)
  if (!found) throw new Error(`there is no example of the volatility of ${base}`)
  const component = (key: keyof Raw) => ({
    value: plausible.raw[key],
    weight: VOLATILITY_WEIGHTS[key],
    confidence: 0.98,
    sources: SOURCES[key],
  })
  return {
    pair: domain,
    value: Number(fixed(found.value, VALUE_PLACES)),
    unit: found.unit,
    confidence: 0.98,
    normalized: true,
    degraded: false,
    spotPrice: plausible.spotPrice,
    components: {
      rv: component('rv'),
      iv: component('iv'),
      ts: component('ts'),
      fr: component('fr'),
      pcr: component('pcr'),
    },
    methodVersion: 1,
    computedAt: 1_795_000_002,
    observed_at: 1_795_000_000,
  }
}
