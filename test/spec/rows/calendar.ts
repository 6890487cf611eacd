import { sold, type Specified } from '../specified.ts'

const EVENT = 'events[].event events[].country events[].time events[].impact'

export const CALENDAR: readonly Specified[] = [
  ...sold({
    usd: '0.05',
    paths: '/oracle/econ/calendar',
    fields: EVENT,
    preview: 'cache_max_age_minutes',
  }),
  ...sold({
    usd: '0.05',
    paths: `/oracle/econ/calendar/today
            /oracle/econ/calendar/country/us /oracle/econ/calendar/country/eu /oracle/econ/calendar/country/gb
            /oracle/econ/calendar/country/jp /oracle/econ/calendar/country/cn`,
    fields: EVENT,
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/econ/calendar/fomc',
    fields: 'next.bank next.time meetings[].bank meetings[].time',
  }),
  ...sold({
    usd: '0.10',
    paths: '/oracle/econ/surprises',
    fields: 'surprise_index releases[].event releases[].actual releases[].estimate releases[].surprise',
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/econ/expiry/btc /oracle/econ/expiry/eth',
    fields: 'currency upcoming[].date upcoming[].type',
    preview: 'currency',
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/liq-flow/btc /oracle/liq-flow/eth /oracle/liq-flow/sol',
    query: 'window',
    fields: `window long_usd short_usd dominant_side largest.usd exchanges[].exchange exchanges[].long_usd
             exchanges[].short_usd`,
    preview: 'window',
  }),
]
