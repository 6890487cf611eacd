import type { DecimalText } from '../market.ts'
import { csvRecords, csvRows } from '../csv.ts'
import { type LargeReader, largeQuery } from '../large-reader.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { field, items, optional, type Piece, piece, positive, reply, same, text } from '../shape.ts'
import { zonedTime } from '../zoned.ts'
import { lastDays, type MarketDay, type MarketLevel, type MarketSymbol, NEW_YORK, possible } from './market-day.ts'

export const cboe: Source = {
  name: 'cboe',
  origin: 'https://cdn.cboe.com',
  // No limit is published: files of a content network, renewed each fifteen minutes at most.
  rate: { requests: 30, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 65_536,
  rights: 'unlicensed',
  terms: 'https://www.cboe.com/terms_of_use/',
  termsNote:
    'Values of indices belong to Cboe, S&P and Nasdaq, whose terms forbid to pass them on. Asked with an agreement alone.',
}

/** Indices are written with an underscore before their name in addresses, and with a caret in replies. */
const isFund = (symbol: MarketSymbol): boolean => symbol === 'HYG' || symbol === 'LQD'
const addressed = (symbol: MarketSymbol): string => (isFund(symbol) ? symbol : `_${symbol}`)
const shown = (symbol: MarketSymbol): string => (isFund(symbol) ? symbol : `^${symbol}`)

/** The last trade is told by the clock of New York, without its offset. */
const newYorkMoment = (of: Piece): number => {
  const written = text(of)
  const [, date = '', hour = '', minute = '', second = ''] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})$/.exec(written) ?? []
  if (date === '') throw new UnreadableReply(`${of.path} is no time of New York: ${written.slice(0, 40)}`)
  return zonedTime(date, Number(hour), Number(minute), NEW_YORK) + Number(second) * 1_000
}

/** The level of an index, fifteen minutes late in the session. https://www.cboe.com/delayed_quotes/ */
export const cboeLevel = (symbol: MarketSymbol): Query<MarketLevel> => ({
  provider: cboe,
  path: `/api/global/delayed_quotes/quotes/${addressed(symbol)}.json`,
  read: (body) => {
    const data = field(reply(body), 'data')
    same(field(data, 'symbol'), shown(symbol))
    return {
      value: possible(symbol, positive(field(data, 'current_price'))),
      at: newYorkMoment(field(data, 'last_trade_time')),
    }
  },
})

/** The file of the S&P 500 has all days since 1928. */
const MOST_BYTES = 8_388_608

/** As many as any window looks back, and some for days without trading. */
const LAST_ROWS = 120

const dayOf = (row: Piece): MarketDay => ({
  date: text(field(row, 'date')),
  open: positive(field(row, 'open')),
  high: positive(field(row, 'high')),
  low: positive(field(row, 'low')),
  close: positive(field(row, 'close')),
})

/** Reads the daily bars behind the charts of a symbol. */
export const cboeDayReader: LargeReader<readonly [MarketSymbol], readonly MarketDay[]> = {
  name: 'cboe-days',
  read: (body, symbol) => {
    const whole = reply(body)
    const named = optional(whole, 'symbol')
    if (named) same(named, addressed(symbol))
    return lastDays(symbol, items(field(whole, 'data')).slice(-LAST_ROWS).map(dayOf))
  },
}

/** All days of a symbol, oldest first, the running one last. */
export const cboeDays = (symbol: MarketSymbol): Query<readonly MarketDay[]> =>
  largeQuery(
    {
      provider: cboe,
      maxBytes: MOST_BYTES,
      path: `/api/global/delayed_quotes/charts/historical/${addressed(symbol)}.json`,
    },
    cboeDayReader,
    symbol,
  )

/** `07/22/2026` as `2026-07-22`. */
const isoDate = (written: string): string => {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(written) ?? []
  if (!year) throw new UnreadableReply(`no date like 07/22/2026: ${written.slice(0, 40)}`)
  return `${year}-${month}-${day}`
}

const priceIn = (written: string | undefined, what: string): DecimalText => positive(piece(written ?? '', what))

/** Reads the published history of an index: of VVIX closes alone, under its own name. */
export const cboeHistoryReader: LargeReader<readonly [MarketSymbol], readonly MarketDay[]> = {
  name: 'cboe-history',
  read: (body, symbol) => {
    const rows = csvRows(body)
    const header = rows[0] ?? []
    const isCloseAlone = header.includes(symbol)
    const records = csvRecords(
      [header, ...rows.slice(1).slice(-LAST_ROWS)],
      isCloseAlone ? ['DATE', symbol] : ['DATE', 'CLOSE'],
    )
    return lastDays(
      symbol,
      records.map((record): MarketDay => {
        const date = isoDate(record['DATE'] ?? '')
        const priced = (column: string) => priceIn(record[isCloseAlone ? symbol : column], `${column} of ${date}`)
        return { date, open: priced('OPEN'), high: priced('HIGH'), low: priced('LOW'), close: priced('CLOSE') }
      }),
    )
  },
}

/** The closes of an index of volatility. https://www.cboe.com/tradable_products/vix/vix_historical_data/ */
export const cboeHistory = (symbol: MarketSymbol): Query<readonly MarketDay[]> =>
  largeQuery(
    { provider: cboe, maxBytes: MOST_BYTES, path: `/api/global/us_indices/daily_prices/${symbol}_History.csv` },
    cboeHistoryReader,
    symbol,
  )
