import { okx } from '../exchanges/okx.ts'
import { decimal, field, item, items, optional, refusal, reply, text, whole } from '../shape.ts'
import { BARS_ASKED, type BarVenue, fiveMinuteBar, barsInOrder } from './five-minute-bar.ts'

const { source } = okx

/** `{"code":"0","data":[["start","open","high","low","close","volume",…,"turnover","confirm"],…]}`: newest first. */
export const okxBars: BarVenue = {
  source,
  quote: 'USDT',
  bars: (coin) => ({
    provider: source,
    path: `/api/v5/market/candles?instId=${coin}-USDT&bar=5m&limit=${BARS_ASKED}`,
    read: (body) => {
      const answer = reply(body)
      const code = text(field(answer, 'code'))
      if (code !== '0') throw refusal(`${code} ${String(optional(answer, 'msg')?.value ?? '')}`)
      return barsInOrder(
        items(field(answer, 'data')).map((row) =>
          fiveMinuteBar(
            whole(item(row, 0)),
            { high: item(row, 2), low: item(row, 3), close: item(row, 4), volume: item(row, 5) },
            decimal(item(row, 7)),
          ),
        ),
      )
    },
  }),
}
