import { okx } from '../exchanges/okx.ts'
import { field, item, items, optional, refusal, reply, text, whole } from '../shape.ts'
import { dailyBar, DAYS_ASKED, type DailyVenue } from './daily-bar.ts'

const { source } = okx

/**
 * `{"code":"0","data":[["1597017600000","3.721","3.743","3.677",…,"0"],…]}`: newest first; the last value of a running
 * day is "0".
 */
export const okxDaily: DailyVenue = {
  source,
  /** `1Dutc`, because a plain `1D` begins at 16:00 UTC. */
  days: (coin) => ({
    provider: source,
    path: `/api/v5/market/candles?instId=${coin}-USDT&bar=1Dutc&limit=${DAYS_ASKED}`,
    read: (body) => {
      const answer = reply(body)
      const code = text(field(answer, 'code'))
      if (code !== '0') throw refusal(`${code} ${String(optional(answer, 'msg')?.value ?? '')}`)
      return items(field(answer, 'data'))
        .map((row) => dailyBar(whole(item(row, 0)), item(row, 2), item(row, 3)))
        .toReversed()
    },
  }),
}
