import { catalogue, sold, type Specified } from '../specified.ts'

interface Family {
  readonly name: string
  readonly coins: string
  readonly usd: string
  readonly fields: string
  /** What follows the coin. */
  readonly after?: string
}

/** A family of one path for each coin, each with its free copy, and one free list. */
const family = ({ name, coins, usd, fields, after = 'usd' }: Family): readonly Specified[] => [
  ...sold({
    usd,
    paths: coins
      .split(' ')
      .map((coin) => `/oracle/${name}/${coin}/${after}`)
      .join(' '),
    fields,
    preview: 'cache_max_age_minutes',
    catalogue: `/oracle/${name}/catalogue`,
  }),
  catalogue(`/oracle/${name}/catalogue`),
]

/** The contract gives contents and no fields here: these are the fields that carry each of its contents. */
export const DERIVATIVES: readonly Specified[] = [
  ...family({
    name: 'funding',
    coins: 'btc eth sol',
    usd: '0.05',
    fields: `composite_rate_8h predicted_rate_8h zscore_3d regime divergence.bps exchanges[].rate
             exchanges[].open_interest_usd`,
  }),
  ...family({
    name: 'oi',
    coins: 'btc eth sol',
    usd: '0.01',
    fields: `total_oi_usd delta_1h_pct delta_4h_pct delta_24h_pct exchanges[].exchange exchanges[].oi_native
             exchanges[].unit`,
  }),
  ...family({
    name: 'basis',
    coins: 'btc eth sol',
    usd: '0.02',
    fields: 'basis_pct exchanges[].exchange exchanges[].annualized_carry_pct regime',
  }),
  ...family({
    name: 'liquidations',
    coins: 'btc eth sol',
    usd: '0.03',
    fields: `long_usd short_usd imbalance clustering.fano clustering.time clustering.price_hhi burst.active burst.z
             exchanges[].exchange exchanges[].long_usd exchanges[].short_usd`,
  }),
  ...family({
    name: 'orderbook',
    coins: 'btc eth',
    usd: '0.03',
    fields: `depth_usd.bid_10bps depth_usd.ask_10bps spread_bps sweep_cost_bps.buy.1m sweep_cost_bps.sell.1m
             imbalance_top depth_ratio depth_collapse.state refresh_seconds`,
  }),
  ...family({
    name: 'iv',
    coins: 'btc eth',
    usd: '0.03',
    fields: 'atm_iv put_25d_iv call_25d_iv risk_reversal_25d near_far_ratio',
  }),
  ...family({
    name: 'greeks',
    coins: 'btc eth sol',
    usd: '0.05',
    fields: `options[].delta options[].gamma options[].theta options[].vega options[].rho summary.atm_iv
             summary.straddle.delta summary.skew_25d expiries[].expiry expiries[].atm_iv`,
  }),
  ...family({
    name: 'term-structure',
    coins: 'btc eth sol',
    usd: '0.05',
    fields: 'maturities[].basis_usd maturities[].annualized_pct regime maturities[].days_to_expiry',
  }),
  ...family({
    name: 'instruments',
    coins: 'btc eth sol',
    after: 'options',
    usd: '0.03',
    fields: 'contract_count expiries[].expiry expiries[].venues[].strikes expiries[].venues[].coverage',
  }),
  ...family({
    name: 'svi',
    coins: 'btc eth sol',
    usd: '0.05',
    fields: 'slices[].expiry slices[].a slices[].b slices[].rho slices[].m slices[].sigma',
  }),
  ...family({
    name: 'iv-surface',
    coins: 'btc eth sol',
    usd: '0.05',
    fields: `expiries[].points[].strike expiries[].points[].iv divergence_alerts[] mispricing_alerts[]
             expiries[].atm.pooled`,
  }),
]
