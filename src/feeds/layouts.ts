import { formsOf } from '../canonical/either-layout.ts'
import { EVENT_CHANGE } from '../canonical/event-change.ts'
import type { Layout } from '../canonical/layout.ts'
import { METHODOLOGY_NOTICE } from '../canonical/methodology-notice.ts'

/**
 * The layouts of everything that is sold, without the feeds behind them: what a verifier needs, in a browser too
 * (decision 0140). Each family is loaded when one of its strings is met. `test/feeds/layouts.test.ts` compares the list with what
 * the registry sells.
 */

type Load = () => Promise<readonly Layout[]>

/** By the second position of a canonical string. */
const FAMILIES: Readonly<Record<string, readonly Load[]>> = {
  BASIS: [async () => [(await import('./derivatives/basis-sale.ts')).BASIS_SALE.canonical]],
  CALENDAR: [async () => [(await import('./calendar/calendar-answer.ts')).AHEAD_SALE.canonical]],
  COMPUTE: [
    async () => [(await import('./compute/all-answer.ts')).ALL_SALE.canonical],
    async () => [(await import('./compute/best-answer.ts')).BEST_SALE.canonical],
    async () => [(await import('./compute/compare-answer.ts')).COMPARE_SALE.canonical],
  ],
  CONTAGION: [async () => [(await import('./equity/contagion-layout.ts')).CONTAGION_LAYOUT]],
  COT: [async () => [(await import('./positions/cot-answer.ts')).COT_CANONICAL]],
  DEFI: [
    async () => {
      const { METRICS_SALE, PROTOCOL_SALE } = await import('./defi/metrics-answers.ts')
      return [METRICS_SALE.canonical, PROTOCOL_SALE.canonical]
    },
    async () => {
      const sales = await import('./defi/yield-answers.ts')
      const { BEST_RATE_SALE, EVERY_RATE_SALE, RATE_COMPARISON_SALE, RATE_SALE } = sales
      return [BEST_RATE_SALE, EVERY_RATE_SALE, RATE_COMPARISON_SALE, RATE_SALE].map(
        ({ canonical }): Layout => canonical,
      )
    },
  ],
  DLC: [async () => [EVENT_CHANGE]],
  ECON: [async () => [(await import('./econ/econ-answer.ts')).ECON_CANONICAL]],
  EXPIRY: [async () => [(await import('./options/expiry/expiry-answer.ts')).EXPIRY_SALE.canonical]],
  FUNDING: [async () => [(await import('./derivatives/funding-answer.ts')).FUNDING_SALE.canonical]],
  GAS: [async () => [(await import('./gas/gas-answer.ts')).GAS_LAYOUT]],
  GAS_INDEX: [async () => [(await import('./gas/gas-index-answer.ts')).GAS_INDEX_LAYOUT]],
  GREEKS: [async () => [(await import('./options/greeks/greeks-sale.ts')).GREEKS_SALE.canonical]],
  HISTORY: [
    async () => [(await import('./history/funding-history-layout.ts')).FUNDING_HISTORY_LAYOUT],
    async () => [(await import('./history/spot-history-layout.ts')).SPOT_HISTORY_LAYOUT],
    async () => (await import('./history/index-history-layouts.ts')).INDEX_HISTORY_LAYOUTS,
  ],
  INFERENCE: [
    async () => {
      const { EVERY_SALE, PRICING_SALE, TASK_SALE, TIERS_SALE } = await import('./inference/inference-answers.ts')
      return [EVERY_SALE, PRICING_SALE, TASK_SALE, TIERS_SALE].map(({ canonical }): Layout => canonical)
    },
  ],
  INSTRUMENTS: [async () => [(await import('./options/listed/instruments-answer.ts')).INSTRUMENTS_SALE.canonical]],
  INSURANCE: [async () => [(await import('./insurance/recount-quote.ts')).RECOUNTED_QUOTE]],
  INTEL: [
    async () => [(await import('./intel/consensus-sale.ts')).CONSENSUS_SALE.canonical],
    async () => [(await import('./intel/defi-opportunity-sale.ts')).DEFI_OPPORTUNITY_SALE.canonical],
    async () => [(await import('./intel/divergence-sale.ts')).DIVERGENCE_SALE.canonical],
    async () => [(await import('./intel/macro-risk-sale.ts')).MACRO_RISK_SALE.canonical],
    async () => [(await import('./intel/perp-setup-sale.ts')).PERP_SETUP_SALE.canonical],
    async () => [(await import('./intel/persistence-sale.ts')).PERSISTENCE_SALE.canonical],
    async () => [(await import('./intel/regime-change-sale.ts')).REGIME_CHANGE_SALE.canonical],
  ],
  IV: [async () => [(await import('./options/iv/iv-answer.ts')).IV_SALE.canonical]],
  IVSURFACE: [async () => [(await import('./options/surface/surface-answer.ts')).SURFACE_SALE.canonical]],
  LIQFLOW: [async () => [(await import('./derivatives/liq-flow-sale.ts')).LIQ_FLOW_SALE.canonical]],
  LIQUIDATIONS: [async () => [(await import('./derivatives/liquidations-sale.ts')).LIQUIDATIONS_SALE.canonical]],
  MARINE: [async () => [(await import('./marine/marine-canonical.ts')).MARINE_CANONICAL]],
  MARINE_ROUTE: [async () => [(await import('./marine/route-sale.ts')).ROUTE_SALE.canonical]],
  MARINE_VOYAGE: [async () => [(await import('./marine/voyage-sale.ts')).USUAL_VOYAGE_SALE.canonical]],
  METHODOLOGY: [async () => [METHODOLOGY_NOTICE]],
  OI: [async () => [(await import('./derivatives/interest-sale.ts')).INTEREST_SALE.canonical]],
  ORDERBOOK: [async () => [(await import('./books/orderbook-sale.ts')).ORDERBOOK_SALE.canonical]],
  PERP: [async () => [(await import('./regimes/perp-sale.ts')).PERP_SALE.canonical]],
  PRICE: [async () => [(await import('./prices/price-answer.ts')).PRICE_LAYOUT]],
  REGIME: [
    async () => [(await import('./regimes/liquidity-sale.ts')).LIQUIDITY_SALE.canonical],
    async () => [(await import('./regimes/tradfi-sale.ts')).TRADFI_SALE.canonical],
  ],
  SENTIMENT: [async () => [(await import('./indices/sentiment-layout.ts')).SENTIMENT_LAYOUT]],
  STRESS: [
    async () => [(await import('./equity/equity-stress-layout.ts')).EQUITY_STRESS_LAYOUT],
    async () => [(await import('./indices/stress-layout.ts')).STRESS_LAYOUT],
  ],
  SURPRISES: [async () => [(await import('./surprises/surprises-answer.ts')).SURPRISES_SALE.canonical]],
  SVI: [async () => [(await import('./options/smiles/svi-answer.ts')).SVI_SALE.canonical]],
  SYNOPSIS: [async () => [(await import('./regimes/synopsis-sale.ts')).SYNOPSIS_SALE.canonical]],
  TERMSTRUCTURE: [async () => [(await import('./derivatives/term-structure-sale.ts')).TERM_STRUCTURE_SALE.canonical]],
  VOLATILITY: [
    async () => [(await import('./equity/nq-volatility-layout.ts')).NQ_VOLATILITY_LAYOUT],
    async () => [(await import('./indices/volatility-layout.ts')).VOLATILITY_LAYOUT],
  ],
  WEATHER: [async () => (await import('./weather/weather-layouts.ts')).WEATHER_LAYOUTS],
  WEATHER_WINDOW: [async () => (await import('./weather/weather-layouts.ts')).WEATHER_LAYOUTS],
}

const loaded = async (loads: readonly Load[]): Promise<readonly Layout[]> =>
  (await Promise.all(loads.map((load) => load()))).flat().flatMap(formsOf)

/** The layouts that a string may follow; none for a type that is not sold. */
export const layoutsFor = (canonical: string): Promise<readonly Layout[]> => {
  const type = canonical.split('|', 2)[1] ?? ''
  return loaded(Object.hasOwn(FAMILIES, type) ? FAMILIES[type]! : [])
}

/** Every layout, each once. */
export const everyLayout = async (): Promise<readonly Layout[]> => [
  ...new Set(await loaded(Object.values(FAMILIES).flat())),
]
