import { rounded, roundedOrNull } from '../../../canonical/measure.ts'
import { inSeconds } from '../../../time-units.ts'
import type { Conclusion, TickContext } from '../../feed.ts'
import { FALLBACK } from '../../reading.ts'
import { isFriday, nextFridays } from '../../math/expiry-calendar.ts'
import { VENUE_PLACES } from '../../venue-parts.ts'
import type { ExpiryAnswer } from './expiry-answer.ts'
import { EXPIRY_PLACES, isNear, RULE, timesOf } from './expiry-times.ts'
import { fromMainChain, MAIN_VENUES, originOf } from '../chains/main-chain.ts'
import { ownSpot } from '../chains/own-spot.ts'
import type { Slice } from '../kept/slice.ts'

/** How many expiries are told. */
export const EXPIRIES = 8

type Expiry = ExpiryAnswer['next']

const held = ({ forward, putUsd, callUsd }: Slice) => ({
  open_interest_coins: rounded((putUsd + callUsd) / forward, EXPIRY_PLACES.coins),
  open_interest_usd: Math.round(putUsd + callUsd),
  put_call_ratio: roundedOrNull(callUsd > 0 ? putUsd / callUsd : null, EXPIRY_PLACES.ratio),
})

const UNKNOWN = { open_interest_coins: null, open_interest_usd: null, put_call_ratio: null }

const answerOf = (
  currency: string,
  [next, ...upcoming]: readonly [Expiry, ...Expiry[]],
  fetchedAt: number,
): Pick<ExpiryAnswer, 'currency' | 'next' | 'within_24h' | 'upcoming'> => ({
  currency,
  next,
  within_24h: isNear(next.time, fetchedAt),
  upcoming,
})

/** Every Friday, while no venue tells. */
const byRule = (currency: string, now: number): ExpiryAnswer => {
  const fetchedAt = inSeconds(now)
  const named = nextFridays(now, EXPIRIES).map((at) => ({ ...timesOf(inSeconds(at), fetchedAt), ...UNKNOWN }))
  return {
    ...answerOf(currency, [named[0]!, ...named.slice(1)], fetchedAt),
    source: 'rule',
    sources: [RULE],
    exchange_count: 0,
    missing: MAIN_VENUES.toSorted(),
    confidence: rounded(FALLBACK, VENUE_PLACES.confidence),
    degraded: true,
    observed_at: fetchedAt,
    fetched_at: fetchedAt,
  }
}

/**
 * The next expiries of a coin's options that a venue lists on Fridays, or by the rule. Daily expiries are left out.
 *
 * @param pair the key of the coin's pair: `BTC-USD`
 */
export const concludeExpiry = (currency: string, pair: string, context: TickContext): Conclusion<ExpiryAnswer> => {
  const { boards, now } = context
  const fetchedAt = inSeconds(now)
  const found = fromMainChain(boards, currency, ownSpot(context, pair), now, ({ slices, odd = [] }) => {
    const [first, ...more] = [...slices.map(({ expiry }) => expiry), ...odd]
      .toSorted((a, b) => a - b)
      .filter(isFriday)
      .slice(0, EXPIRIES)
      .map((expiry): Expiry => {
        const slice = slices.find((each) => each.expiry === expiry)
        return { ...timesOf(inSeconds(expiry), fetchedAt), ...(slice ? held(slice) : UNKNOWN) }
      })
    const isFallback = [first, ...more].some((each) => each?.open_interest_usd === null)
    return first ? { value: [first, ...more] as const, needsQuotes: false, isFallback } : null
  })
  const content: ExpiryAnswer = found
    ? {
        ...answerOf(currency, found.value, fetchedAt),
        source: 'listed',
        ...originOf(found, now),
      }
    : byRule(currency, now)
  return { kind: 'concluded', content, carry: {} }
}
