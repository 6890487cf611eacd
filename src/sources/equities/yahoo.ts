import type { MetalQuote } from '../market.ts'
import type { Query, Source } from '../query.ts'
import { UnreadableReply } from '../query.ts'
import { field, item, items, millisFromSeconds, type Piece, positive, reply, same } from '../shape.ts'
import { zonedDate } from '../zoned.ts'
import { lastDays, type MarketDay, type MarketLevel, type MarketSymbol, NEW_YORK, possible } from './market-day.ts'

export const yahoo: Source = {
  name: 'yahoo',
  origin: 'https://query2.finance.yahoo.com',
  // No limit is published; whoever asks often is refused for hours.
  rate: { requests: 20, perSeconds: 60 },
  timeoutMs: 15_000,
  maxBytes: 524_288,
  // Requests without the name of a browser are refused.
  headers: { 'user-agent': 'Mozilla/5.0' },
  rights: 'unlicensed',
  terms: 'https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html',
  termsNote: 'For personal use alone. Asked with an agreement alone.',
}

const TICKERS: Readonly<Record<MarketSymbol, string>> = {
  VIX: '^VIX',
  VIX9D: '^VIX9D',
  VVIX: '^VVIX',
  SPX: '^GSPC',
  NDX: '^NDX',
  HYG: 'HYG',
  LQD: 'LQD',
}

/** The last level of a symbol and its days. */
export interface MarketChart {
  readonly level: MarketLevel
  readonly days: readonly MarketDay[]
}

/** A day on which a market was closed has `null` in every column. */
const daysOf = (result: Piece): readonly MarketDay[] => {
  const quote = item(field(field(result, 'indicators'), 'quote'), 0)
  const [opens, highs, lows, closes] = ['open', 'high', 'low', 'close'].map((name) => items(field(quote, name)))
  const starts = items(field(result, 'timestamp'))
  return starts.flatMap((start, place): readonly MarketDay[] => {
    const [open, high, low, close] = [opens, highs, lows, closes].map((column) => column?.[place])
    if (!open || !high || !low || !close) throw new UnreadableReply(`${start.path} has no price`)
    if ([open, high, low, close].some(({ value }) => value === null)) return []
    const prices = { open: positive(open), high: positive(high), low: positive(low), close: positive(close) }
    return [{ date: zonedDate(millisFromSeconds(start), NEW_YORK), ...prices }]
  })
}

/** The nearest future of copper at COMEX, dollars per pound. */
export const COPPER_FUTURE = 'HG=F'

/** Its last price, as a float of 32 bits is spelled. */
export const copperFuture: Query<MetalQuote> = {
  provider: yahoo,
  path: `/v8/finance/chart/${encodeURIComponent(COPPER_FUTURE)}?range=1d&interval=1d`,
  read: (body) => {
    const meta = field(item(field(field(reply(body), 'chart'), 'result'), 0), 'meta')
    same(field(meta, 'symbol'), COPPER_FUTURE)
    same(field(meta, 'currency'), 'USD')
    return {
      price: positive(field(meta, 'regularMarketPrice')),
      at: millisFromSeconds(field(meta, 'regularMarketTime')),
    }
  },
}

/** Half a year of days and the last level. Prices are closes as they were traded, without dividends. */
export const yahooChart = (symbol: MarketSymbol): Query<MarketChart> => ({
  provider: yahoo,
  path: `/v8/finance/chart/${encodeURIComponent(TICKERS[symbol])}?range=6mo&interval=1d`,
  read: (body) => {
    const result = item(field(field(reply(body), 'chart'), 'result'), 0)
    const meta = field(result, 'meta')
    same(field(meta, 'symbol'), TICKERS[symbol])
    const level = {
      value: possible(symbol, positive(field(meta, 'regularMarketPrice'))),
      at: millisFromSeconds(field(meta, 'regularMarketTime')),
    }
    return { level, days: lastDays(symbol, daysOf(result)) }
  },
})
