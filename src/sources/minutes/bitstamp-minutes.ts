import { bitstampReply, bitstamp } from '../exchanges/bitstamp.ts'
import { field, items, whole } from '../shape.ts'
import { minuteBar, type MinuteVenue, stretchOf, within } from './minute-bar.ts'

const { source, symbols } = bitstamp
const MOST = 1000

/**
 * `{"data":{"pair":"BTC/USD","ohlc":[{"timestamp":"1577836200","open":"7164.21","high":"7170.66","low":"7164.21",
 * "close":"7170.66","volume":"0.08549090"},…]}}`: oldest first, the running minute last. A minute without trades has
 * volume zero and the price before it.
 */
export const bitstampMinutes: MinuteVenue = {
  source,
  symbols,
  most: MOST,
  /**
   * If both ends are given, the venue counts `limit` bars back from `end` and ignores `start`. So the limit must be
   * exact.
   */
  minutes: (symbol, from, to) => {
    const asked = stretchOf(from, to, MOST)
    const { first, last, count } = asked
    return {
      provider: source,
      path: `/api/v2/ohlc/${symbol}/?step=60&limit=${count}&start=${first / 1000}&end=${last / 1000}`,
      read: (body) =>
        within(
          items(field(field(bitstampReply(body), 'data'), 'ohlc')).map((row) =>
            minuteBar(whole(field(row, 'timestamp')) * 1000, {
              open: field(row, 'open'),
              high: field(row, 'high'),
              low: field(row, 'low'),
              close: field(row, 'close'),
              volume: field(row, 'volume'),
            }),
          ),
          asked,
        ),
    }
  },
}
