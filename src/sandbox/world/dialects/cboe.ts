import { type Dialect, failed, ok, textual } from '../dialect.ts'
import { type EquityDay, equityDays, equityLevel, equityMoment } from '../equity-days.ts'
import { localDate, localTime } from '../calendar.ts'
import type { View } from '../view.ts'

/** Indices of volatility and daily bars. https://www.cboe.com/delayed_quotes/ */

const NEW_YORK = 'America/New_York'
const DAYS_TOLD = 90
/** Quotes are a quarter of an hour late, but the simulation tells levels at once: its scripts are shorter than that. */
const VOLATILITIES = ['VIX', 'VIX9D', 'VVIX']
const BARS: Readonly<Record<string, string>> = {
  _SPX: 'equity.SPX',
  _NDX: 'equity.NDX',
  HYG: 'equity.HYG',
  LQD: 'equity.LQD',
}

const two = (value: number): number => Number(value.toFixed(2))

const quote = (view: View, symbol: string) => {
  const at = equityMoment(view)
  const price = two(equityLevel(view, `vix.${symbol}`) * view.lie)
  const before = two(equityDays(view, `vix.${symbol}`, 2)[0]!.close * view.lie)
  return ok({
    timestamp: new Date(view.now).toISOString().slice(0, 19).replace('T', ' '),
    symbol: `_${symbol}`,
    data: {
      symbol: `^${symbol}`,
      security_type: 'index',
      current_price: price,
      price_change: two(price - before),
      close: price,
      prev_day_close: before,
      last_trade_time: `${localDate(at, NEW_YORK)}T${localTime(at, NEW_YORK)}:00`,
    },
  })
}

const bar = ({ date, open, high, low, close }: EquityDay, lie: number) => ({
  date,
  open: two(open * lie),
  high: two(high * lie),
  low: two(low * lie),
  close: two(close * lie),
  volume: 0,
})

const monthFirst = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`

/** Of VVIX the closes alone; the session that runs is not told. */
const history = (view: View, symbol: string) => {
  const days = equityDays(view, `vix.${symbol}`, DAYS_TOLD).filter(({ date }) => date < localDate(view.now, NEW_YORK))
  const six = (value: number): string => two(value * view.lie).toFixed(6)
  const header = symbol === 'VVIX' ? 'DATE,VVIX' : 'DATE,OPEN,HIGH,LOW,CLOSE'
  const rows = days.map(({ date, open, high, low, close }) =>
    [
      monthFirst(date),
      ...(symbol === 'VVIX' ? [close] : [open, high, low, close]).map((each) =>
        typeof each === 'number' ? six(each) : each,
      ),
    ].join(','),
  )
  return textual('text/csv', [header, ...rows, ''].join('\n'))
}

export const cboe: Dialect = {
  provider: 'cboe',
  hosts: ['cdn.cboe.com'],
  serves: 'delayed quotes and histories of VIX, VIX9D and VVIX; daily bars of SPX, NDX, HYG and LQD',
  answer({ path }, view) {
    const [, quoted = ''] = /\/delayed_quotes\/quotes\/_(\w+)\.json$/.exec(path) ?? []
    if (VOLATILITIES.includes(quoted)) return quote(view, quoted)
    const [, charted = ''] = /\/charts\/historical\/(\w+)\.json$/.exec(path) ?? []
    const key = BARS[charted]
    if (key !== undefined)
      return ok({
        timestamp: new Date(view.now).toISOString().slice(0, 19).replace('T', ' '),
        symbol: charted,
        data: equityDays(view, key, DAYS_TOLD).map((day) => bar(day, view.lie)),
      })
    const [, listed = ''] = /\/daily_prices\/(\w+)_History\.csv$/.exec(path) ?? []
    return VOLATILITIES.includes(listed) ? history(view, listed) : failed(403, { message: 'Forbidden' })
  },
}
