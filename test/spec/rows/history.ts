import { free, sold, type Specified } from '../specified.ts'

const ROW = 'rows[].t rows[].value rows[].canonical rows[].signature rows[].signingScheme rows[].pubkey'

/** Free copies hold the last rows, without their signatures. */
export const HISTORY: readonly Specified[] = [
  ...sold({
    usd: '0.05',
    paths: '/oracle/history/spot/btc/usd /oracle/history/spot/eth/usd',
    query: 'from to interval',
    fields: 'interval from to count rows[].t rows[].o rows[].h rows[].l rows[].c rows[].v',
    preview: 'rows[].c',
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/history/funding/btc/usd /oracle/history/funding/eth/usd',
    query: 'from to exchange',
    fields: 'exchange from to count rows[].t rows[].exchange rows[].rate',
    preview: 'rows[].rate',
  }),
  ...sold({
    usd: '0.10',
    paths: `/oracle/history/index/msxi/btcusd /oracle/history/index/msxi/ethusd
            /oracle/history/index/msvi/btcusd /oracle/history/index/msvi/ethusd
            /oracle/history/index/mssi /oracle/history/index/msti`,
    query: 'from to',
    fields: `from to count ${ROW}`,
    preview: 'rows[].value',
  }),
  free('/oracle/history/catalogue', 'series[].path series[].price_usd series[].price_sats series[].parameters[]'),
]
