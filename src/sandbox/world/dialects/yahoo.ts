import { HOUR_SECONDS } from '../../../time-units.ts'
import { bullionClosedSince } from '../calendar.ts'
import { type Dialect, failed, ok } from '../dialect.ts'
import { closeAt, equityDays, equityLevel, equityMoment } from '../equity-days.ts'
import type { View } from '../view.ts'

/** Daily bars and the last level of a symbol. Undocumented: the service behind https://finance.yahoo.com */

const DAYS_TOLD = 125
/** From the opening to the close. */
const SESSION_SECONDS = 6.5 * HOUR_SECONDS

const KEYS: Readonly<Record<string, string>> = {
  '^VIX': 'vix.VIX',
  '^VIX9D': 'vix.VIX9D',
  '^VVIX': 'vix.VVIX',
  '^GSPC': 'equity.SPX',
  '^NDX': 'equity.NDX',
  HYG: 'equity.HYG',
  LQD: 'equity.LQD',
}

/** Prices are what is left of a float of 32 bits, as the service writes them. */
const float = (value: number): number => Math.fround(value)

const chart = (view: View, symbol: string, key: string) => {
  const days = equityDays(view, key, DAYS_TOLD)
  const column = (read: (day: (typeof days)[number]) => number) => days.map((day) => float(read(day) * view.lie))
  const closes = column(({ close }) => close)
  return {
    meta: {
      currency: 'USD',
      symbol,
      regularMarketTime: Math.floor(equityMoment(view) / 1_000),
      gmtoffset: -18_000,
      exchangeTimezoneName: 'America/New_York',
      regularMarketPrice: float(equityLevel(view, key) * view.lie),
      dataGranularity: '1d',
      range: '6mo',
    },
    timestamp: days.map(({ date }) => closeAt(date) / 1_000 - SESSION_SECONDS),
    indicators: {
      quote: [
        {
          open: column(({ open }) => open),
          high: column(({ high }) => high),
          low: column(({ low }) => low),
          close: closes,
          volume: days.map(() => 0),
        },
      ],
      adjclose: [{ adjclose: closes }],
    },
  }
}

const COPPER = 'HG=F'

/** A future has a last price; nobody asks for its days. */
const copperFuture = (view: View) => ({
  meta: {
    currency: 'USD',
    symbol: COPPER,
    instrumentType: 'FUTURE',
    regularMarketTime: Math.floor((bullionClosedSince(view.now) ?? view.now) / 1_000),
    regularMarketPrice: float(view.level('copper') * view.lie),
    dataGranularity: '1d',
    range: '1d',
  },
  indicators: { quote: [{}], adjclose: [{}] },
})

export const yahoo: Dialect = {
  provider: 'yahoo',
  hosts: ['query2.finance.yahoo.com'],
  serves: 'charts of VIX, VIX9D, VVIX, S&P 500, Nasdaq-100, HYG and LQD by days; the last price of copper',
  answer({ path }, view) {
    const symbol = decodeURIComponent(path.replace('/v8/finance/chart/', ''))
    if (symbol === COPPER) return ok({ chart: { result: [copperFuture(view)], error: null } })
    const key = KEYS[symbol]
    if (key === undefined)
      return failed(404, {
        chart: { result: null, error: { code: 'Not Found', description: 'No data found, symbol may be delisted' } },
      })
    return ok({ chart: { result: [chart(view, symbol, key)], error: null } })
  },
}
