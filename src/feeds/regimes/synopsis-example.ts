import type { Json } from '../../canonical/jcs.ts'
import { EXAMPLE_TICK } from '../venue-parts.ts'
import type { SynopsisAnswer } from './synopsis-answer.ts'
import { synopsisEvaluated } from './synopsis-evaluated.ts'
import { SYNOPSIS_NAMES, SYNOPSIS_PARTS, type SynopsisName } from './synopsis-parts.ts'

const HASH = '3f0e8b1c5a7d92460e1f8c3b6a5d4e7f90812b3c4d5e6f708192a3b4c5d6e7f8'
const AGE_SECONDS = 12

const FUNDING_SAID = { composite_rate_8h: 0.00008, zscore_3d: 0.4, regime: 'NEUTRAL' }

const SAID: Readonly<Record<SynopsisName, Readonly<Record<string, Json>>>> = {
  mssi: { value: 38.21, regime: 'ELEVATED' },
  msti: { value: 28.1, regime: 'COUPLED' },
  msxi_btc: { value: -12.71, regime: 'NEUTRAL' },
  msvi_btc: { value: 21.08, unit: 'index' },
  funding_btc: FUNDING_SAID,
  funding_eth: FUNDING_SAID,
  oi_btc: { total_oi_usd: 25_739_998_185, delta_1h_pct: -0.4, delta_4h_pct: 0.4, delta_24h_pct: 2.1 },
  liq_flow_btc_1h: { window: '1h', long_usd: '4100250.75', short_usd: '1200100.00', dominant_side: 'long' },
  spot_btc: { price: '97012.30' },
  spot_eth: { price: '3012.45' },
  vwap_btc: { price: '97008.10' },
  basis_btc: { median_bps: 3.1, spread_bps: 4.2, regime: 'CONTANGO' },
  calendar_today: { event_count: 4, high_impact_count: 1 },
  next_event: { next_time: '2026-11-20T13:30:00Z', event: 'US consumer prices', country: 'US', impact: 'high' },
  expiry_btc: { next: { date: '2026-11-20', time: 1_795_161_600, type: 'weekly' } },
}

/** A plausible answer. */
export const synopsisExample = (): SynopsisAnswer => {
  const snapshot = Object.fromEntries(
    SYNOPSIS_NAMES.map((name) => [
      name,
      {
        ...SAID[name],
        confidence: 0.95,
        timestamp: EXAMPLE_TICK - AGE_SECONDS,
        age_seconds: AGE_SECONDS,
        actor: SYNOPSIS_PARTS[name].actor,
        contentHash: HASH,
      },
    ]),
  )
  return {
    layer: 'Oracle Information',
    scope: 'MARKET',
    snapshot,
    absent: {},
    ...synopsisEvaluated(snapshot).shown,
  }
}
