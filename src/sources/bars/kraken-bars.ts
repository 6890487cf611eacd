import { kraken } from '../exchanges/kraken.ts'
import { askedPair } from '../exchanges/kraken-pair.ts'
import { UnreadableReply } from '../query.ts'
import { decimal, entries, field, item, items, refusal, reply, text, whole } from '../shape.ts'
import { BARS_ASKED, type BarVenue, fiveMinuteBar, barsInOrder } from './five-minute-bar.ts'

const { source, symbols } = kraken

/** Places of the turnover, which is made of the mean price and the volume of a bar. */
const TURNOVER_PLACES = 8

/** `{"error":[],"result":{"XXBTZUSD":[[seconds,open,high,low,close,vwap,volume,count],…]}}`: oldest first. */
export const krakenBars: BarVenue = {
  source,
  quote: 'USD',
  bars: (coin) => {
    const pair = symbols[`${coin}/USD`] ?? `${coin}USD`
    return {
      provider: source,
      path: `/0/public/OHLC?pair=${pair}&interval=5`,
      read: (body) => {
        const answer = reply(body)
        const errors = items(field(answer, 'error'))
        if (errors.length > 0) throw refusal(errors.map(text).join(', '))
        const result = field(answer, 'result')
        const own = entries(result).find(([key]) => askedPair(key, [pair]) !== null)
        if (!own) throw new UnreadableReply(`${result.path}.${pair} is missing`)
        return barsInOrder(
          items(own[1])
            .slice(-BARS_ASKED)
            .map((row) =>
              fiveMinuteBar(
                whole(item(row, 0)) * 1_000,
                { high: item(row, 2), low: item(row, 3), close: item(row, 4), volume: item(row, 6) },
                (Number(decimal(item(row, 5))) * Number(decimal(item(row, 6)))).toFixed(TURNOVER_PLACES),
              ),
            ),
        )
      },
    }
  },
}
