import { catalogue, sold, type Specified } from '../specified.ts'

/** Copies of interpreted answers are up to a day old, and say that they come from a cache. */
const CACHED = 'preview_cached'

/** The signals of each coin: the skew and the book are known of the larger ones alone. */
const SIGNALS_OF_ALL = 'funding_level funding_z oi_price momentum_4h momentum_24h vwap_gap liq_balance basis'
const signals = (names: string): string =>
  names
    .split(' ')
    .map((name) => `signals.${name}.value`)
    .join(' ')

const regime = (path: string): readonly Specified[] => [
  ...sold({
    usd: '0.10',
    paths: path,
    fields: 'regime confidence dominant_signal',
    preview: `regime ${CACHED}`,
    catalogue: `${path}/catalogue`,
  }),
  catalogue(`${path}/catalogue`),
]

export const REGIMES: readonly Specified[] = [
  ...regime('/oracle/regime/equity'),
  ...regime('/oracle/regime/liquidity').map((row) =>
    row.path === '/oracle/regime/liquidity' ? { ...row, fields: [...row.fields, 'stress_score'] } : row,
  ),
  ...sold({
    usd: '0.25',
    paths: '/oracle/synopsis/market',
    // Fifteen signals: four indices, two fundings, deltas of open interest, liquidation flow, two spots, a VWAP, a
    // basis regime, the calendar (today and its next event) and the next expiry.
    fields: `snapshot.msvi_btc.value snapshot.msxi_btc.value snapshot.mssi.value snapshot.msti.value
             snapshot.funding_btc.composite_rate_8h snapshot.funding_eth.composite_rate_8h
             snapshot.oi_btc.delta_1h_pct snapshot.oi_btc.delta_4h_pct snapshot.oi_btc.delta_24h_pct
             snapshot.liq_flow_btc_1h.long_usd snapshot.liq_flow_btc_1h.short_usd
             snapshot.spot_btc.price snapshot.spot_eth.price snapshot.vwap_btc.price snapshot.basis_btc.regime
             snapshot.calendar_today.event_count snapshot.next_event.next_time snapshot.expiry_btc.next.date`,
    preview: `regimes.mssi regimes.msti regimes.msxi_btc spot_btc ${CACHED}`,
    catalogue: '/oracle/synopsis/market/catalogue',
  }),
  catalogue('/oracle/synopsis/market/catalogue'),
  ...sold({
    usd: '0.15',
    paths: '/oracle/perp/btc',
    fields: 'currency regime bias confidence risk ' + signals(`${SIGNALS_OF_ALL} book skew`),
    preview: `regime ${CACHED}`,
    catalogue: '/oracle/perp/catalogue',
  }),
  ...sold({
    usd: '0.15',
    paths: '/oracle/perp/sol',
    fields: 'currency regime bias confidence risk ' + signals(SIGNALS_OF_ALL),
    preview: `regime ${CACHED}`,
    catalogue: '/oracle/perp/catalogue',
  }),
  catalogue('/oracle/perp/catalogue'),
]
