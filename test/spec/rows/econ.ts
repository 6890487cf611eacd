import { sold, type Specified } from '../specified.ts'

const CANONICAL = /^v1\|ECON\|(US|EU|COMMODITIES)\|[A-Z0-9_]+\|-?\d+(\.\d+)?\|[^|]+\|.*\|\d{6}$/

/** Eight indicators of the US, six of the EU, five commodities, and the positions of traders. */
export const ECON: readonly Specified[] = [
  ...sold({
    usd: '1.00',
    sats: 1000,
    paths: `/oracle/econ/us/cpi /oracle/econ/us/cpi_core /oracle/econ/us/unrate /oracle/econ/us/nfp
            /oracle/econ/us/fedfunds /oracle/econ/us/gdp /oracle/econ/us/pce /oracle/econ/us/yield_curve
            /oracle/econ/eu/hicp /oracle/econ/eu/hicp_core /oracle/econ/eu/hicp_services /oracle/econ/eu/unrate
            /oracle/econ/eu/gdp /oracle/econ/eu/employment
            /oracle/econ/commodities/wti /oracle/econ/commodities/brent /oracle/econ/commodities/natgas
            /oracle/econ/commodities/copper /oracle/econ/commodities/dxy`,
    fields: 'domain region indicator value unit timestamp',
    canonical: CANONICAL,
  }),
  ...sold({
    usd: '1.00',
    sats: 1000,
    paths: '/oracle/cot/btc',
    fields: `pair report_date open_interest
             leveraged_funds.long leveraged_funds.short leveraged_funds.net leveraged_funds.change_long
             leveraged_funds.change_short leveraged_funds.pct_long leveraged_funds.pct_short
             asset_managers.long asset_managers.short asset_managers.net asset_managers.change_long
             asset_managers.change_short asset_managers.pct_long asset_managers.pct_short
             dealers.long dealers.short dealers.net dealers.change_long dealers.change_short dealers.pct_long
             dealers.pct_short
             source report_type cftc_code lag_note signing_scheme fetched_at`,
    canonical: /^v1\|COT\|[A-Z]+\|LEV:-?\d+\|AM:-?\d+\|DEALER:-?\d+\|OI:\d+\|DATE:\d{4}-\d\d-\d\d\|\d+\|\d{6}$/,
  }),
]
