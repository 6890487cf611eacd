import { cboe, cboeDays, cboeHistory, cboeLevel } from '../../sources/equities/cboe.ts'
import { MARKET_SYMBOLS, type MarketSymbol } from '../../sources/equities/market-day.ts'
import { yahoo, yahooChart } from '../../sources/equities/yahoo.ts'
import { HOUR_MS, HOUR_SECONDS } from '../../time-units.ts'
import { type Ask, type Board, boardQuestion } from '../board.ts'
import { type MarketTable, withSeries } from './market-series.ts'
import { isInSession } from './session.ts'

/** What two tellers say of equities, asked each five minutes in the session of New York and hourly outside. */

/** The state of a teller. */
export interface ToldMarkets {
  readonly table: MarketTable
  /** The last poll, Unix milliseconds. */
  readonly polledAt: number
}

const EMPTY: ToldMarkets = { table: {}, polledAt: 0 }
const EVERY_SECONDS = 300
/** A poll that comes a little early counts as being on time. */
const EARLY_MS = 30_000

const VOLATILITIES = ['VIX', 'VIX9D', 'VVIX'] as const satisfies readonly MarketSymbol[]
/** What is bought and sold, at prices that every teller should have alike. */
export const TRADED = ['SPX', 'NDX', 'HYG', 'LQD'] as const satisfies readonly MarketSymbol[]

const told = (state: ToldMarkets, symbol: MarketSymbol, part: Parameters<typeof withSeries>[2], at: number) => ({
  table: withSeries(state.table, symbol, part),
  polledAt: at,
})

const isDue = ({ polledAt }: ToldMarkets, now: number): boolean =>
  isInSession(now) || now - polledAt >= HOUR_MS - EARLY_MS

const asksWhenDue =
  (asks: readonly Ask<ToldMarkets>[]): Board<ToldMarkets>['asks'] =>
  ({ now, state }) =>
    isDue(state, now) ? asks : []

/** Indices of volatility, fifteen minutes late. */
export const CBOE_LEVELS: Board<ToldMarkets> = {
  id: 'market/cboe',
  source: cboe,
  everySeconds: EVERY_SECONDS,
  empty: EMPTY,
  rests: true,
  asks: asksWhenDue(
    VOLATILITIES.map((symbol) =>
      boardQuestion(cboeLevel(symbol), (level, at, state: ToldMarkets) => told(state, symbol, { level }, at)),
    ),
  ),
}

/** Whole histories, some megabytes together: closes of indices of volatility, bars of the others. */
export const CBOE_DAYS: Board<ToldMarkets> = {
  id: 'market/cboe-days',
  source: cboe,
  everySeconds: HOUR_SECONDS,
  empty: EMPTY,
  asks: () =>
    [
      ...VOLATILITIES.map((symbol) => [symbol, cboeHistory(symbol)] as const),
      ...TRADED.map((symbol) => [symbol, cboeDays(symbol)] as const),
    ].map(([symbol, query]) =>
      boardQuestion(query, (days, at, state: ToldMarkets) => told(state, symbol, { days }, at)),
    ),
}

/** The second teller, of everything. */
export const YAHOO_MARKETS: Board<ToldMarkets> = {
  id: 'market/yahoo',
  source: yahoo,
  everySeconds: EVERY_SECONDS,
  empty: EMPTY,
  rests: true,
  asks: asksWhenDue(
    MARKET_SYMBOLS.map((symbol) =>
      boardQuestion(yahooChart(symbol), (chart, at, state: ToldMarkets) => told(state, symbol, chart, at)),
    ),
  ),
}

export const MARKET_BOARDS = [CBOE_LEVELS, CBOE_DAYS, YAHOO_MARKETS] as const
