import { binance } from '../exchanges/binance.ts'
import { BINANCE_WEIGHTS } from '../exchanges/binance-family.ts'
import { decimal, item, items, reply, unrefused, whole } from '../shape.ts'
import { BARS_ASKED, type BarVenue, fiveMinuteBar, barsInOrder } from './five-minute-bar.ts'

const { source } = binance

/** `[[start,"open","high","low","close","volume",end,"turnover",…],…]`: oldest first, the running bar last. */
export const binanceBars: BarVenue = {
  source,
  quote: 'USDT',
  bars: (coin) => ({
    provider: source,
    path: `/api/v3/klines?symbol=${coin}USDT&interval=5m&limit=${BARS_ASKED}`,
    weight: BINANCE_WEIGHTS.candles,
    read: (body) =>
      barsInOrder(
        items(unrefused(reply(body), 'msg')).map((row) =>
          fiveMinuteBar(
            whole(item(row, 0)),
            { high: item(row, 2), low: item(row, 3), close: item(row, 4), volume: item(row, 5) },
            decimal(item(row, 7)),
          ),
        ),
      ),
  }),
}
