import type { Declined } from '../../src/feeds/feed.ts'
import { SECOND_BOUNDS } from '../../src/feeds/places/second-source.ts'

/** What the laws of `laws.test.ts` and `bad-inputs.test.ts` ask of each feed: a new one has its rows here. */

interface Numbers {
  /** Where a conclusion of this feed is compared with numbers that were worked out elsewhere. */
  readonly test: string
  /** What that test names: the feed's file, or the beginning of an actor's id. */
  readonly names: string
  /** Golden values of the formula, where they were published with it. */
  readonly vectors?: string
}

const PRICES = 'test/feeds/vectors.test.ts'
const WEATHER = { test: 'test/feeds/weather/metrics.test.ts', names: 'src/feeds/weather/weather-feeds.ts' }

const CALENDAR = { test: 'test/feeds/calendar/calendar.test.ts', names: 'src/feeds/calendar/conclude-calendar.ts' }

/** Where the numbers of each feed are tested. */
export const NUMBERS: Readonly<Record<string, Numbers>> = {
  funding: {
    test: 'test/feeds/derivatives/funding.test.ts',
    names: 'src/feeds/derivatives/conclude-funding.ts',
    vectors: 'test/feeds/derivatives/vectors.test.ts',
  },
  'inference/all': {
    test: 'test/feeds/inference/inference.test.ts',
    names: 'src/feeds/inference/conclude-inference.ts',
  },
  'inference/compare': {
    test: 'test/feeds/inference/inference.test.ts',
    names: 'src/feeds/inference/conclude-inference.ts',
  },
  'inference/pricing': {
    test: 'test/feeds/inference/inference.test.ts',
    names: 'src/feeds/inference/conclude-inference.ts',
  },
  'inference/task': {
    test: 'test/feeds/inference/inference.test.ts',
    names: 'src/feeds/inference/conclude-inference.ts',
  },
  'defi/metrics': { test: 'test/feeds/defi/metrics.test.ts', names: 'src/feeds/defi/conclude-defi.ts' },
  'defi/protocol': { test: 'test/feeds/defi/metrics.test.ts', names: 'src/feeds/defi/conclude-defi.ts' },
  'defi/yield': { test: 'test/feeds/defi/yield.test.ts', names: 'src/feeds/defi/conclude-defi.ts' },
  'defi/yield-all': { test: 'test/feeds/defi/yield.test.ts', names: 'src/feeds/defi/conclude-defi.ts' },
  'defi/yield-best': { test: 'test/feeds/defi/yield.test.ts', names: 'src/feeds/defi/conclude-defi.ts' },
  'defi/yield-compare': { test: 'test/feeds/defi/yield.test.ts', names: 'src/feeds/defi/conclude-defi.ts' },
  'compute/all': { test: 'test/feeds/compute/every-model.test.ts', names: 'src/feeds/compute/conclude-compute.ts' },
  'compute/best': { test: 'test/feeds/compute/best.test.ts', names: 'src/feeds/compute/conclude-compute.ts' },
  'compute/compare': { test: 'test/feeds/compute/every-model.test.ts', names: 'src/feeds/compute/conclude-compute.ts' },
  cot: { test: 'test/feeds/positions/cot.test.ts', names: 'src/feeds/positions/conclude-cot.ts' },
  'econ/calendar': CALENDAR,
  'econ/calendar-country': CALENDAR,
  'econ/calendar-fomc': CALENDAR,
  'econ/calendar-today': CALENDAR,
  'econ/commodities': {
    test: 'test/feeds/econ/dollar-index.test.ts',
    names: 'src/feeds/econ/conclude-dollar-index.ts',
  },
  'econ/eu': { test: 'test/feeds/econ/conclude-indicator.test.ts', names: 'src/feeds/econ/conclude-indicator.ts' },
  'econ/us': { test: 'test/feeds/econ/conclude-indicator.test.ts', names: 'src/feeds/econ/conclude-indicator.ts' },
  'econ/expiry': {
    test: 'test/feeds/options/expiry/expiry.test.ts',
    names: 'econ/expiry/',
    vectors: 'test/feeds/math/expiry-calendar.test.ts',
  },
  iv: {
    test: 'test/feeds/options/iv/iv.test.ts',
    names: 'iv/',
    vectors: 'test/feeds/math/option-vectors.test.ts',
  },
  oi: {
    test: 'test/feeds/derivatives/interest.test.ts',
    names: 'src/feeds/derivatives/conclude-interest.ts',
    vectors: 'test/feeds/math/open-interest.test.ts',
  },
  basis: {
    test: 'test/feeds/derivatives/basis.test.ts',
    names: 'src/feeds/derivatives/conclude-basis.ts',
    vectors: 'test/feeds/math/basis.test.ts',
  },
  'gas/chain': {
    test: 'test/feeds/gas/gas.test.ts',
    names: 'src/feeds/gas/conclude-gas.ts',
    vectors: 'test/feeds/math/gas.test.ts',
  },
  'gas/index': { test: 'test/feeds/gas/gas-index.test.ts', names: 'src/feeds/gas/conclude-gas-index.ts' },
  greeks: {
    test: 'test/feeds/options/greeks/greeks.test.ts',
    names: 'src/feeds/options/greeks/conclude-greeks.ts',
    vectors: 'test/feeds/math/option-vectors.test.ts',
  },
  instruments: {
    test: 'test/feeds/options/listed/instruments.test.ts',
    names: 'src/feeds/options/listed/conclude-instruments.ts',
  },
  'econ/surprises': {
    test: 'test/feeds/surprises/surprises.test.ts',
    names: 'src/feeds/surprises/conclude-surprises.ts',
    vectors: 'test/feeds/math/surprise-index.test.ts',
  },
  'liq-flow': { test: 'test/feeds/derivatives/liquidations.test.ts', names: 'liq-flow/' },
  liquidations: {
    test: 'test/feeds/derivatives/liquidations.test.ts',
    names: 'liquidations/',
    vectors: 'test/feeds/math/liquidations.test.ts',
  },
  'index/sentiment': {
    test: 'test/feeds/indices/sentiment.test.ts',
    names: 'index/sentiment/',
    vectors: 'test/feeds/indices/sentiment-vectors.test.ts',
  },
  'intel/consensus': {
    test: 'test/feeds/intel/concluded.test.ts',
    names: 'intel/consensus/',
    vectors: 'test/feeds/intel/consensus.test.ts',
  },
  'intel/defi-opportunity': {
    test: 'test/feeds/intel/concluded.test.ts',
    names: 'intel/defi-opportunity/',
    vectors: 'test/feeds/intel/opportunities.test.ts',
  },
  'intel/divergence': {
    test: 'test/feeds/intel/concluded.test.ts',
    names: 'intel/divergence/',
    vectors: 'test/feeds/intel/divergence.test.ts',
  },
  'intel/macro-risk': {
    test: 'test/feeds/intel/macro-risk.test.ts',
    names: 'src/feeds/intel/macro-risk.feed.ts',
    vectors: 'test/feeds/intel/macro-risk.test.ts',
  },
  'intel/perp-setup': {
    test: 'test/feeds/intel/setups.test.ts',
    names: 'src/feeds/intel/perp-setup.feed.ts',
    vectors: 'test/feeds/intel/setup-score.test.ts',
  },
  'intel/persistence': {
    test: 'test/feeds/intel/records.test.ts',
    names: 'src/feeds/intel/persistence.feed.ts',
    vectors: 'test/feeds/intel/residual-life.test.ts',
  },
  'intel/regime-change': { test: 'test/feeds/intel/records.test.ts', names: 'src/feeds/intel/regime-change.feed.ts' },
  'synopsis/market': { test: 'test/feeds/regimes/synopsis.test.ts', names: 'src/feeds/regimes/conclude-synopsis.ts' },
  'regime/liquidity': {
    test: 'test/feeds/regimes/concluded.test.ts',
    names: 'regime/liquidity/',
    vectors: 'test/feeds/regimes/liquidity.test.ts',
  },
  'regime/perp': {
    test: 'test/feeds/regimes/concluded.test.ts',
    names: 'regime/perp/',
    vectors: 'test/feeds/regimes/perp-table.test.ts',
  },
  'regime/tradfi': {
    test: 'test/feeds/regimes/concluded.test.ts',
    names: 'regime/tradfi/',
    vectors: 'test/feeds/regimes/tradfi.test.ts',
  },
  'index/contagion': {
    test: 'test/feeds/equity/contagion.test.ts',
    names: 'index/contagion/',
    vectors: 'test/feeds/equity/vectors.test.ts',
  },
  'index/equity-stress': {
    test: 'test/feeds/equity/equity.test.ts',
    names: 'index/equity-stress/',
    vectors: 'test/feeds/equity/vectors.test.ts',
  },
  'index/nq-volatility': {
    test: 'test/feeds/equity/equity.test.ts',
    names: 'index/nq-volatility/',
    vectors: 'test/feeds/equity/vectors.test.ts',
  },
  'index/stress': {
    test: 'test/feeds/indices/stress.test.ts',
    names: 'index/stress/',
    vectors: 'test/feeds/indices/stress-vectors.test.ts',
  },
  'index/volatility': {
    test: 'test/feeds/indices/volatility.test.ts',
    names: 'index/volatility/',
    vectors: 'test/feeds/indices/volatility-vectors.test.ts',
  },
  'marine/route': {
    test: 'test/feeds/marine/route-feed.test.ts',
    names: 'src/feeds/marine/route-feed.ts',
    vectors: 'test/feeds/math/great-circle.test.ts',
  },
  'marine/voyage': {
    test: 'test/feeds/marine/voyage-feed.test.ts',
    names: 'src/feeds/marine/voyage-feed.ts',
    vectors: 'test/feeds/math/voyage.test.ts',
  },
  'marine/seastate': {
    test: 'test/feeds/marine/sea-state-feed.test.ts',
    names: 'src/feeds/marine/sea-state-feed.ts',
    vectors: 'test/feeds/weather/vectors.test.ts',
  },
  'marine/vessel': {
    test: 'test/feeds/marine/vessel-feed.test.ts',
    names: 'src/feeds/marine/vessel-feed.ts',
  },
  orderbook: {
    test: 'test/feeds/books/orderbook.test.ts',
    names: 'src/feeds/books/conclude-orderbook.ts',
    vectors: 'test/feeds/math/order-book.test.ts',
  },
  'price/fx': { test: 'test/feeds/prices/fx-world.test.ts', names: 'price/fx/', vectors: PRICES },
  'price/metals': {
    test: 'test/feeds/prices/metals.test.ts',
    names: 'src/feeds/prices/metals.feed.ts',
    vectors: PRICES,
  },
  'price/pegs': { test: 'test/feeds/prices/pegs.test.ts', names: 'src/feeds/prices/pegs.feed.ts', vectors: PRICES },
  'price/spot': { test: 'test/feeds/prices/spot.test.ts', names: 'src/feeds/prices/spot.feed.ts', vectors: PRICES },
  'price/vwap': { test: 'test/feeds/prices/vwap.test.ts', names: 'src/feeds/prices/vwap.feed.ts', vectors: PRICES },
  'iv-surface': {
    test: 'test/feeds/options/surface/surface.test.ts',
    names: 'src/feeds/options/surface/conclude-surface.ts',
  },
  svi: {
    test: 'test/feeds/options/smiles/svi.test.ts',
    names: 'src/feeds/options/smiles/conclude-svi.ts',
    vectors: 'test/feeds/math/option-vectors.test.ts',
  },
  'term-structure': {
    test: 'test/feeds/derivatives/term-structure.test.ts',
    names: 'src/feeds/derivatives/term-structure.ts',
    vectors: 'test/feeds/derivatives/term-vectors.test.ts',
  },
  'weather/rainfall': WEATHER,
  'weather/temperature': WEATHER,
  'weather/wind': WEATHER,
  'weather/wrsi': { ...WEATHER, vectors: 'test/feeds/weather/vectors.test.ts' },
}

/** Feeds whose body cannot be worked out again from what it holds, and why. */
export const NOT_COUNTED_AGAIN: Readonly<Record<string, string>> = {
  funding:
    'the body holds rates and weights as they are printed: a weighted median of rounded weights may fall to the neighbour',
  'liq-flow': 'the sums are of single liquidations, thousands in a busy window, which the body does not hold',
  liquidations: 'the sums are of single liquidations, thousands in a busy window, which the body does not hold',
}

/** Feeds that know something without any provider, and why: a degraded answer, by the rule alone. */
export const BY_RULE: Readonly<Record<string, string>> = {
  'econ/expiry': 'options end on Fridays by the calendar, whoever lists them',
}

/** What is wrong with a provider, as `bad-inputs.test.ts` makes it so. */
export const WRONGS = {
  garbage: (provider) => ({ garbage: [provider] }),
  silence: (provider) => ({ halt: [provider] }),
  frozen: (provider) => ({ freeze: [provider] }),
  yesterday: (provider) => ({ stale: { [provider]: 86_400_000 } }),
  'a lie of 5 %': (provider) => ({ lie: { [provider]: 1.05 } }),
  'hundredths for units': (provider) => ({ lie: { [provider]: 100 } }),
  'units for hundredths': (provider) => ({ lie: { [provider]: 0.01 } }),
  'thousandths for units': (provider) => ({ lie: { [provider]: 1e3 } }),
  'satoshis for coins': (provider) => ({ lie: { [provider]: 1e8 } }),
} as const satisfies Readonly<Record<string, (provider: string) => object>>
export type Wrong = keyof typeof WRONGS

/** An answer in whose body a second source contradicts it, or the reason why there is none. */
export type Otherwise = 'shown' | Declined['kind']

interface Law {
  /** What an answer of the family is asked for; a point leads into an object: `summary.atm_iv`. */
  readonly number: string
  /** How far it may move when one provider is lost: without a lie it is another sample of the same market. */
  readonly off: (honest: number, found: number) => number
  /**
   * What is answered where the honest number cannot be, when this is wrong with the first provider: exactly that, and
   * nothing else is right. Everything that is left out must leave the number as it was.
   */
  readonly otherwise?: Readonly<Partial<Record<Wrong, Otherwise>>>
  /** The providers of which that is so; the first one if left out. */
  readonly of?: readonly string[]
}

const share =
  (most: number): Law['off'] =>
  (honest) =>
    Math.abs(honest) * most
const amount =
  (most: number): Law['off'] =>
  () =>
    most
/** Of two sources neither can outvote the other: what they may differ by is published, and beyond it both are shown. */
const second =
  (product: keyof typeof SECOND_BOUNDS): Law['off'] =>
  (honest, found) =>
    Math.max(SECOND_BOUNDS[product].amount, SECOND_BOUNDS[product].share * Math.max(honest, found))

const everyLie = (otherwise: Otherwise): NonNullable<Law['otherwise']> => ({
  'a lie of 5 %': otherwise,
  'hundredths for units': otherwise,
  'units for hundredths': otherwise,
  'thousandths for units': otherwise,
  'satoshis for coins': otherwise,
})
/** Of two tellers of closes neither is believed: what they tell differently is told by nobody, and no index is made without it. */
const TOLD_BY_NOBODY = { otherwise: everyLie('input_missing'), of: ['cboe', 'yahoo'] } as const

/** Too little is possible of rain and waves: the limits of a quantity cannot tell it, and the second source does. */
const TOO_LITTLE: Law['otherwise'] = { 'units for hundredths': 'shown' }
/** So is a hundred times the rain of a usual day. */
const RAIN: Law['otherwise'] = { ...TOO_LITTLE, 'hundredths for units': 'shown' }

/** What one bad provider may do to the answer of each feed. */
export const LAWS: Readonly<Record<string, Law>> = {
  'price/fx': { number: 'price', off: share(0.001) },
  'price/metals': { number: 'price', off: share(0.001) },
  'price/pegs': { number: 'price', off: share(0.001) },
  'price/spot': { number: 'price', off: share(0.001) },
  'price/vwap': { number: 'price', off: share(0.001) },
  // Two lists of three agree, and what no two agree about is left out.
  'inference/all': { number: 'models.0.input_usd_per_m_tokens', off: amount(0) },
  'inference/compare': { number: 'tiers.0.cheapest.blended_usd_per_m_tokens', off: amount(0) },
  'inference/pricing': { number: 'models.0.output_usd_per_m_tokens', off: amount(0) },
  'inference/task': { number: 'best.blended_usd_per_m_tokens', off: amount(0) },
  // A minimum follows its seller as far as a price may move at once; what moves further is held back.
  'compute/best': { number: 'best.price_usd_per_gpu_hour', off: share(0.051) },
  'compute/all': { number: 'offer_count', off: amount(0) },
  'compute/compare': { number: 'cheapest.price_usd_per_gpu_hour', off: share(0.051) },
  // Two nodes must say the same word, and an aggregator moves nothing that contracts or a protocol tell. Morpho is its own
  // first witness: a lie that DefiLlama does not notice is followed.
  'defi/yield': { number: 'supply_apr', off: amount(0) },
  'defi/yield-all': { number: 'rates.0.supply_apr', off: amount(0) },
  'defi/yield-best': { number: 'best.supply_apr', off: share(0.051) },
  'defi/yield-compare': { number: 'best.supply_apr', off: share(0.051) },
  'defi/metrics': { number: 'total_tvl_usd', off: share(0.02) },
  'defi/protocol': { number: 'tvl_usd', off: share(0.001) },
  'econ/calendar': { number: 'event_count', off: amount(0) },
  'econ/calendar-country': { number: 'event_count', off: amount(0) },
  'econ/calendar-fomc': { number: 'event_count', off: amount(0) },
  'econ/calendar-today': { number: 'event_count', off: amount(0) },
  // A month that is over does not move with the market, and a reply that changes all of them is held for an hour.
  'econ/us': { number: 'value', off: amount(0) },
  'econ/eu': { number: 'value', off: amount(0) },
  'econ/commodities': { number: 'value', off: amount(0) },
  'econ/expiry': { number: 'within_24h', off: amount(0) },
  // What was told first stays.
  'econ/surprises': { number: 'surprise_index', off: amount(0) },
  iv: { number: 'atm_iv', off: amount(0.8) },
  // Two places of one authority are no majority: the first is sold, and the body says that the other contradicts it.
  cot: {
    number: 'leveraged_funds.net',
    off: amount(0),
    otherwise: everyLie('shown'),
  },
  funding: { number: 'composite_rate_8h', off: amount(0.000_01) },
  // A sum loses what the venue held; the largest of the world holds three tenths.
  oi: { number: 'total_oi_usd', off: share(0.31) },
  basis: { number: 'median_bps', off: amount(0.2) },
  orderbook: { number: 'mid', off: share(0.001) },
  // Nodes lie a hundredth apart, and of two the mean is taken.
  'gas/chain': { number: 'gasPriceGwei', off: share(0.01) },
  'gas/index': { number: 'ranking.0.txCostUsd', off: share(0.02) },
  greeks: { number: 'summary.atm_iv', off: amount(0.5) },
  instruments: { number: 'contract_count', off: share(0.4) },
  'index/sentiment': { number: 'value', off: amount(1) },
  // A close that one of two tells alone is in no window yet.
  'index/contagion': { number: 'value', off: amount(4), ...TOLD_BY_NOBODY },
  'index/equity-stress': { number: 'value', off: amount(5) },
  'index/nq-volatility': { number: 'value', off: amount(5), ...TOLD_BY_NOBODY },
  'index/stress': { number: 'value', off: amount(1) },
  // A regime is a word; what it is made of moves as far as its inputs do.
  'regime/perp': { number: 'direction_score', off: amount(0.1) },
  // What it repeats is under the laws of those feeds. Liquidations are only pushed: one part fewer.
  'synopsis/market': { number: 'present', off: amount(2) },
  'regime/liquidity': { number: 'stress_score', off: amount(1.7) },
  'regime/tradfi': { number: 'composite', off: amount(5) },
  'intel/consensus': { number: 'shares.NEUTRAL', off: amount(0.34) },
  'intel/divergence': { number: 'gap', off: amount(0.3) },
  'intel/defi-opportunity': { number: 'highest_opportunity.raw_apr', off: share(0.051) },
  'intel/macro-risk': { number: 'risk_score', off: amount(0) },
  'intel/perp-setup': { number: 'confidence', off: amount(0.1) },
  'intel/persistence': { number: 'duration_hours', off: amount(0) },
  'index/volatility': { number: 'value', off: amount(0.5) },
  'iv-surface': { number: 'atm_iv_30d', off: amount(0.25) },
  svi: { number: 'atm_iv_30d', off: amount(0.25) },
  'marine/route': { number: 'max_wave_height_m', off: second('seastate'), otherwise: TOO_LITTLE },
  'marine/seastate': { number: 'wave_height_m', off: second('seastate'), otherwise: TOO_LITTLE },
  'marine/voyage': { number: 'max_forecast_wave_m', off: second('seastate'), otherwise: TOO_LITTLE },
  // A minute at twenty knots is less than a hundredth of a degree.
  'marine/vessel': { number: 'position.lat', off: amount(0.01) },
  'term-structure': { number: 'nearest_annualized_pct', off: amount(0.25) },
  'weather/rainfall': { number: 'rainfall_mm', off: second('rainfall'), otherwise: RAIN },
  'weather/temperature': { number: 'tmean', off: second('temperature') },
  'weather/wind': { number: 'wind_max_kmh', off: second('wind') },
  'weather/wrsi': { number: 'wrsi', off: second('wrsi'), otherwise: RAIN },
}

/**
 * Feeds of what is only pushed, and of hours of our own past: their bad inputs are gaps, floods and strangers, and stand in a
 * test of their own.
 */
export const PUSHED: Readonly<Record<string, string>> = {
  'intel/regime-change': 'test/feeds/intel/records.test.ts',
  'liq-flow': 'test/feeds/derivatives/liquidation-calibration.test.ts',
  liquidations: 'test/feeds/derivatives/liquidation-calibration.test.ts',
}
