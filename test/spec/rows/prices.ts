import { sold, type Specified } from '../specified.ts'

const FIELDS = 'domain price currency decimals sources[] method timestamp'
const PREVIEW = 'pair price currency timestamp sources[] method note? cache_max_age_minutes'

/** Zero-based: 2 pair, 3 price, 4 currency, 5 decimals, 6 sources, 7 method, 8 timestamp, 9 nonce of six digits. */
const canonical = (method: string): RegExp =>
  new RegExp(`^v1\\|PRICE\\|[A-Z]{6,}\\|\\d+(\\.\\d+)?\\|[A-Z]{3}\\|\\d+\\|[a-z0-9,_]+\\|${method}\\|\\d+\\|\\d{6}$`)

export const PRICES: readonly Specified[] = [
  ...sold({
    usd: '0.01',
    sats: 10,
    paths: `/oracle/price/btc/usd /oracle/price/btc/eur /oracle/price/btc/jpy
            /oracle/price/eth/usd /oracle/price/eth/eur /oracle/price/eth/jpy
            /oracle/price/sol/usd /oracle/price/sol/eur /oracle/price/sol/jpy
            /oracle/price/xrp/usd /oracle/price/ada/usd /oracle/price/doge/usd
            /oracle/price/xau/usd /oracle/price/xau/eur /oracle/price/xau/jpy
            /oracle/price/usdt/usd /oracle/price/usdc/usd /oracle/price/usdt/eur /oracle/price/usdt/jpy
            /oracle/price/eur/usd /oracle/price/eur/jpy /oracle/price/eur/gbp /oracle/price/eur/chf
            /oracle/price/eur/cny /oracle/price/eur/cad
            /oracle/price/gbp/usd /oracle/price/gbp/jpy /oracle/price/gbp/chf /oracle/price/gbp/cny
            /oracle/price/gbp/cad
            /oracle/price/usd/jpy /oracle/price/usd/chf /oracle/price/usd/cny /oracle/price/usd/cad
            /oracle/price/chf/jpy /oracle/price/chf/cad /oracle/price/cny/jpy /oracle/price/cny/cad
            /oracle/price/cad/jpy`,
    fields: FIELDS,
    preview: PREVIEW,
    canonical: canonical('median'),
  }),
  ...sold({
    usd: '0.02',
    sats: 20,
    paths: '/oracle/price/btc/usd/vwap /oracle/price/btc/eur/vwap /oracle/price/eth/usd/vwap',
    fields: FIELDS,
    preview: PREVIEW,
    canonical: canonical('vwap'),
  }),
]
