import { coinbaseReply, coinbase } from '../exchanges/coinbase.ts'
import { item, items, whole } from '../shape.ts'
import { minuteBar, type MinuteVenue, stretchOf, within } from './minute-bar.ts'

const { source, symbols } = coinbase
const MOST = 300

const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * `[[1517443740,10106,10120.21,10106.01,10120.21,2.85107455],…]`: seconds, **low, high**, open, close, volume; newest
 * first, so the running minute is the first. A minute without trades is missing. The reply may have bars from before
 * the start.
 */
export const coinbaseMinutes: MinuteVenue = {
  source,
  symbols,
  most: MOST,
  /** Both ends are included: 300 bars are the limit and span 299 minutes. A request for more is refused. */
  minutes: (symbol, from, to) => {
    const asked = stretchOf(from, to, MOST)
    return {
      provider: source,
      path: `/products/${symbol}/candles?granularity=60&start=${iso(asked.first)}&end=${iso(asked.last)}`,
      read: (body) =>
        within(
          items(coinbaseReply(body)).map((row) =>
            minuteBar(whole(item(row, 0)) * 1000, {
              low: item(row, 1),
              high: item(row, 2),
              open: item(row, 3),
              close: item(row, 4),
              volume: item(row, 5),
            }),
          ),
          asked,
        ),
    }
  },
}
