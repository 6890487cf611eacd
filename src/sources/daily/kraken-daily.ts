import { kraken } from '../exchanges/kraken.ts'
import { askedPair } from '../exchanges/kraken-pair.ts'
import { UnreadableReply } from '../query.ts'
import { entries, field, item, items, refusal, reply, text, whole } from '../shape.ts'
import { dailyBar, DAYS_ASKED, type DailyVenue } from './daily-bar.ts'

const { source, symbols } = kraken

/** `{"error":[],"result":{"XXBTZUSD":[[seconds,open,high,low,…],…],"last":…}}`: oldest first, the running day last. */
export const krakenDaily: DailyVenue = {
  source,
  /** The reply always has the latest 720 days. The last ones are kept. */
  days: (coin) => {
    const pair = symbols[`${coin}/USD`] ?? `${coin}USD`
    return {
      provider: source,
      path: `/0/public/OHLC?pair=${pair}&interval=1440`,
      read: (body) => {
        const answer = reply(body)
        const errors = items(field(answer, 'error'))
        if (errors.length > 0) throw refusal(errors.map(text).join(', '))
        const result = field(answer, 'result')
        const own = entries(result).find(([key]) => askedPair(key, [pair]) !== null)
        if (!own) throw new UnreadableReply(`${result.path}.${pair} is missing`)
        return items(own[1])
          .slice(-DAYS_ASKED)
          .map((row) => dailyBar(whole(item(row, 0)) * 1_000, item(row, 2), item(row, 3)))
      },
    }
  },
}
