import type { View } from './view.ts'

/**
 * A row of OKX's index tickers: the present price, and what it was around it within a day.
 *
 * @param price the price as OKX spells it, times a factor
 */
export const okxIndexTicker = (instId: string, price: (factor: number) => string, { now }: View) => ({
  instId,
  idxPx: price(1),
  high24h: price(1.02),
  sodUtc0: price(0.99),
  open24h: price(0.99),
  low24h: price(0.98),
  sodUtc8: price(0.99),
  ts: String(now),
})
