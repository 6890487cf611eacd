import { fixed } from '../../canonical/decimal.ts'
import { type Agreed, TAU } from '../math/agreement.ts'
import { agreedVwap } from '../math/vwap-agreement.ts'
import { sumsOf } from '../math/vwap.ts'
import { agreedConfidence } from './confidence.ts'
import type { Priced } from './price-answer.ts'
import { USDT_RATE_VENUES } from './usdt.ts'
import type { PriceVote } from './votes.ts'
import { exact, TETHER } from './votes-answer.ts'
import { type VenueWindow, venueWindow } from './vwap.ts'
import { type WindowsAnswer, windowsAnswer } from './vwap-answer.ts'

/** Windows for documents: every venue has traded at one price, the first of them most. */

const USDT = 0.9996

export const exampleRate = (now: number, ageSeconds: number): Agreed<PriceVote> => ({
  kind: 'agreed',
  configured: USDT_RATE_VENUES.length,
  tau: TAU.peg,
  value: USDT,
  width: 0,
  used: USDT_RATE_VENUES.toSorted().map((source) => ({
    source,
    price: USDT,
    quoted: USDT,
    currency: 'USD',
    at: now - ageSeconds * 1000,
    range: 0,
  })),
  rejected: [],
})

const windowAt = (venue: string, place: number, dollars: number, inTether: boolean, at: number): VenueWindow => {
  const [currency, rate] = inTether ? [TETHER, USDT] : ['USD', 1]
  const sums = sumsOf([{ price: exact(Number((dollars / rate).toFixed(2))), size: String(24 / (place + 1)) }])
  return venueWindow(venue, { sums, coverage: 0.97, at }, { currency, rate })!
}

/** What documents show beside the fields that every price has: all of it follows, as in an answer that is sold. */
export const withWindows = (
  answer: Priced,
  dollars: number,
  venues: readonly string[],
  { tethers, expiresSeconds }: { readonly tethers: readonly string[]; readonly expiresSeconds: number },
): Priced & WindowsAnswer => {
  const { ageSeconds, observedAt } = answer.legs[0]!
  const at = observedAt * 1000
  const now = at + ageSeconds * 1000
  const windows = venues.map((venue, place) => windowAt(venue, place, dollars, tethers.includes(venue), at))
  const found = agreedVwap(windows, { configured: venues.length, tau: TAU.crypto })
  if (found.kind !== 'vwap') throw new Error(`an example that does not agree: ${found.kind}`)
  const { confidence } = agreedConfidence(
    found.agreement,
    venues.map(() => ageSeconds),
    expiresSeconds,
  )
  return {
    ...answer,
    confidence: Number(fixed(confidence, 2)),
    ...windowsAnswer({ found, usdt: exampleRate(now, ageSeconds), unheard: [], uncovered: [], expiresSeconds, now }),
  }
}
