import { catalogue, sold, type Specified } from '../specified.ts'

const ALL = '/oracle/intel/catalogue'

export const INTELLIGENCE: readonly Specified[] = [
  ...sold({
    usd: '1.00',
    paths: '/oracle/intel/macro/risk',
    fields: `risk_score risk_regime factors.crypto_stress.weight factors.contagion.weight
             factors.macro_calendar.weight disclaimer`,
    preview: 'preview_cached',
    catalogue: ALL,
  }),
  ...sold({
    usd: '1.00',
    paths: '/oracle/intel/perp/setup',
    fields: `highest_confidence_setup.signal_alignment highest_confidence_setup.edge[]
             highest_confidence_setup.invalidation_conditions[] market_bias disclaimer`,
    preview: 'preview_cached',
    catalogue: '/oracle/intel/perp/catalogue',
  }),
  ...sold({
    usd: '0.75',
    paths: '/oracle/intel/defi/opportunity',
    fields: `highest_opportunity.raw_apr highest_opportunity.stress_penalty highest_opportunity.risk_adjusted_apr
             disclaimer`,
    preview: 'preview_cached',
    catalogue: '/oracle/intel/defi/catalogue',
  }),
  ...sold({
    usd: '0.50',
    paths: '/oracle/intel/regime/change',
    fields: `transitions[].currency transitions[].from_regime transitions[].to_regime transitions[].bias_changed
             disclaimer`,
    preview: 'preview_cached',
    catalogue: ALL,
  }),
  ...sold({
    usd: '0.50',
    paths: '/oracle/intel/divergence',
    fields: 'divergence direction contagion_amplified disclaimer',
    preview: 'preview_cached',
    catalogue: '/oracle/intel/divergence/catalogue',
  }),
  ...sold({
    usd: '0.50',
    paths: '/oracle/intel/consensus',
    fields: `consensus dominant_theme votes.perp_btc votes.perp_eth votes.perp_sol votes.tradfi votes.stress
             votes.contagion votes.macro_risk weights.perp_btc weights.perp_eth weights.perp_sol weights.tradfi
             weights.stress weights.contagion weights.macro_risk disclaimer`,
    preview: 'preview_cached',
    catalogue: '/oracle/intel/consensus/catalogue',
  }),
  ...sold({
    usd: '0.15',
    paths: '/oracle/intel/regime/persistence',
    query: 'currency',
    fields: 'current_regime duration_hours historical_percentile typical_remaining_hours disclaimer',
    preview: 'preview_cached',
    catalogue: '/oracle/intel/regime/persistence/catalogue',
  }),
  catalogue('/oracle/intel/perp/catalogue'),
  catalogue('/oracle/intel/defi/catalogue'),
  catalogue('/oracle/intel/divergence/catalogue'),
  catalogue('/oracle/intel/consensus/catalogue'),
  catalogue('/oracle/intel/regime/persistence/catalogue'),
  catalogue(ALL),
]
