import { bitfinexReply, bitfinex } from '../exchanges/bitfinex.ts'
import { item, items, whole } from '../shape.ts'
import { minuteBar, type MinuteVenue, stretchOf, within } from './minute-bar.ts'

const { source, symbols } = bitfinex
/** The venue allows 10,000, but those may be a megabyte, which is the most that is read of a reply. */
const MOST = 5000

/**
 * `[[1678465320000,20097,20114,20125,20094,1.43504645],…]`: milliseconds, open, **close, high, low**, volume; oldest
 * first by this request, the running minute last. A minute without trades is missing.
 */
export const bitfinexMinutes: MinuteVenue = {
  source,
  symbols,
  most: MOST,
  minutes: (symbol, from, to) => {
    const asked = stretchOf(from, to, MOST)
    const { first, last, count } = asked
    return {
      provider: source,
      path: `/v2/candles/trade:1m:${symbol}/hist?start=${first}&end=${last}&limit=${count}&sort=1`,
      read: (body) =>
        within(
          items(bitfinexReply(body)).map((row) =>
            minuteBar(whole(item(row, 0)), {
              open: item(row, 1),
              close: item(row, 2),
              high: item(row, 3),
              low: item(row, 4),
              volume: item(row, 5),
            }),
          ),
          asked,
        ),
    }
  },
}
