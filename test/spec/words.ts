/**
 * Closed sets of words, weights and ages of free copies of the customer's contract, written down by hand from its
 * sections "Resources" and "Limits", never from our code: `words.test.ts` holds the product to them.
 */

const split = (text: string): readonly string[] => text.split(/\s+/)

/** A field of the body sold at a path, and every word that it may be. */
export interface SpecifiedWords {
  readonly path: string
  readonly field: string
  readonly words: readonly string[]
}

const on = (path: string, fields: Readonly<Record<string, string>>): readonly SpecifiedWords[] =>
  Object.entries(fields).map(([field, words]) => ({ path, field, words: split(words) }))

const SEA = 'CALM SLIGHT MODERATE ROUGH HEAVY SEVERE EXTREME'
const DEPTHS = 'CALM MODERATE ELEVATED HIGH EXTREME'
const PERP =
  'BULLISH_MOMENTUM MILD_BULLISH NEUTRAL_CHOPPY MILD_BEARISH BEARISH_MOMENTUM BEARISH_FUNDING_EXTREME SQUEEZE_SETUP LONG_TRAP VOLATILITY_SPIKE'

export const WORDS: readonly SpecifiedWords[] = [
  ...on('/oracle/volatility/btc/usd', { unit: 'index pct_annualized' }),
  ...on('/oracle/sentiment/btc/usd', { regime: 'EXTREMEBULLISH BULLISH NEUTRAL BEARISH EXTREMEBEARISH' }),
  ...on('/oracle/stress/market', { regime: 'CALM ELEVATED HIGH EXTREME' }),
  ...on('/oracle/stress/equity', { regime: DEPTHS }),
  ...on('/oracle/contagion/market', { regime: 'DECOUPLED MIXED COUPLED CONTAGION' }),
  ...on('/oracle/funding/btc/usd', {
    regime: 'EXTREME_BACKWARDATION BACKWARDATION NEUTRAL CONTANGO EXTREME_CONTANGO',
  }),
  ...on('/oracle/basis/btc/usd', { regime: 'CONTANGO BACKWARDATION FLAT' }),
  ...on('/oracle/perp/btc', { regime: PERP }),
  ...on('/oracle/perp/sol', { regime: PERP }),
  ...on('/oracle/regime/equity', { regime: 'RISK_ON NEUTRAL STRESS PANIC' }),
  ...on('/oracle/regime/liquidity', { regime: 'DEEP NORMAL THIN FRAGILE' }),
  ...on('/oracle/intel/macro/risk', { risk_regime: 'LOW MODERATE ELEVATED HIGH CRITICAL' }),
  ...on('/oracle/intel/divergence', {
    divergence: 'NONE LOW MODERATE HIGH EXTREME',
    direction:
      'aligned crypto_bullish_tradfi_stressed crypto_bearish_tradfi_complacent crypto_leads_recovery crypto_ignores_risk tradfi_stressed_crypto_unmoved',
  }),
  ...on('/oracle/intel/consensus', {
    consensus: 'STRONG MODERATE WEAK CONFLICTED',
    dominant_theme: 'BULLISH STRESSED BEARISH NEUTRAL MIXED',
  }),
  ...on('/oracle/marine/{lat}/{lon}/seastate', { sea_state: SEA }),
  ...on('/oracle/marine/vessel/{mmsi}', { sea_state: SEA }),
  ...on('/oracle/weather/{lat}/{lon}/wrsi/{window}', { drought_status: 'NORMAL DROUGHT SEVERE_DROUGHT' }),
]

/** Weights of the components of an index, in per cent, in the order of the contract. */
export const COMPONENT_WEIGHTS: Readonly<Record<string, readonly number[]>> = {
  '/oracle/contagion/market': [30, 25, 20, 25],
  '/oracle/stress/equity': [30, 20, 20, 15, 15],
  '/oracle/volatility/nq/usd': [25, 20, 20, 20, 15],
}

/** How many signals a perpetual regime rests on. */
export const SIGNALS: Readonly<Record<string, number>> = { '/oracle/perp/btc': 10, '/oracle/perp/sol': 8 }

/** Minutes that a free copy may be old. */
export const STALE_MINUTES: Readonly<Record<number, readonly string[]>> = {
  60: split(
    '/oracle/price/btc/usd /oracle/price/xau/usd /oracle/gas/ethereum /oracle/gas/index /oracle/compute/all /oracle/defi/yield/all /oracle/volatility/btc/usd /oracle/sentiment/btc/usd /oracle/stress/market /oracle/contagion/market /oracle/marine/{lat}/{lon}/seastate /oracle/weather/{lat}/{lon}/rainfall/{window}',
  ),
  120: split('/oracle/funding/btc/usd /oracle/oi/btc/usd /oracle/basis/btc/usd'),
  1440: split(
    '/oracle/stress/equity /oracle/volatility/nq/usd /oracle/perp/btc /oracle/regime/equity /oracle/regime/liquidity /oracle/synopsis/market /oracle/intel/macro/risk /oracle/intel/perp/setup /oracle/intel/defi/opportunity /oracle/intel/regime/change /oracle/intel/divergence /oracle/intel/consensus /oracle/intel/regime/persistence',
  ),
}
