import { binance } from '../exchanges/binance.ts'
import { BINANCE_WEIGHTS } from '../exchanges/binance-family.ts'
import { item, items, reply, unrefused, whole } from '../shape.ts'
import { dailyBar, DAYS_ASKED, type DailyVenue } from './daily-bar.ts'

const { source } = binance

/**
 * `[[1546300800000,"3701.23","3810.16","3642.00",…],…]`: open time, open, high, low; oldest first, the running day
 * last.
 */
export const binanceDaily: DailyVenue = {
  source,
  days: (coin) => ({
    provider: source,
    path: `/api/v3/klines?symbol=${coin}USDT&interval=1d&limit=${DAYS_ASKED}`,
    weight: BINANCE_WEIGHTS.candles,
    read: (body) =>
      items(unrefused(reply(body), 'msg')).map((row) => dailyBar(whole(item(row, 0)), item(row, 2), item(row, 3))),
  }),
}
