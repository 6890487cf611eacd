import type { TickContext } from '../../feed.ts'
import { SPOT } from '../../prices/price-carry.ts'

/** How old a spot price may be and still count as of the same minute. */
const SAME_MINUTE_SECONDS = 60

/**
 * Our own spot price of a pair in the same minute; `null` if there is none. The actor of that price stands in `after`.
 *
 * @param key the key of the pair: `BTC-USD`
 */
export const ownSpot = (context: TickContext, key: string): number | null => {
  const spot = context.earlier(SPOT, key)
  const price = spot?.content['price']
  if (!spot || typeof price !== 'string' || context.now / 1_000 - spot.timestamp > SAME_MINUTE_SECONDS) return null
  return Number(price)
}
