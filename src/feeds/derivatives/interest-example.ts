import type { Subject } from '../subject.ts'
import { EXAMPLE_AT, isDegraded } from '../venue-parts.ts'
import type { InterestAnswer } from './interest-answer.ts'
import { dollarsOf, interestContent, type VenueInterest } from './interest-content.ts'
import { exampleCoin, examplePerpetuals } from './perpetual-example.ts'
import { PERPETUAL_PARTS } from './venue-contracts.ts'

/** What today's amounts are of those before: a market that grew for a day and shrank in the last hour. */
const GROWN = { '1h': 0.996, '4h': 1.004, '24h': 1.021 } as const

/** An example answer for any subject. It is made by the functions of the feed, so that it verifies. */
export const interestExample = (subject: Subject): InterestAnswer => {
  const { price } = exampleCoin(subject)
  const venues = examplePerpetuals(subject).map(({ exchange, openInterestUsd, unit }): VenueInterest => {
    const native = Math.round(unit === 'usd' ? openInterestUsd : openInterestUsd / price)
    const usd = dollarsOf(native, unit, price)
    const amount = (grown: number) => ({ usd: Math.round(usd / grown), coins: usd / grown / price })
    return {
      exchange,
      native,
      unit,
      mark: price,
      usd,
      coins: unit === 'usd' ? native / price : native,
      at: EXAMPLE_AT * 1_000,
      before: { '1h': amount(GROWN['1h']), '4h': amount(GROWN['4h']), '24h': amount(GROWN['24h']) },
    }
  })
  const usual = Object.fromEntries(venues.map(({ exchange, usd }) => [exchange, Math.round(usd / GROWN['4h'])]))
  return {
    pair: subject.domain,
    ...interestContent(venues, usual),
    rejected: [],
    ...PERPETUAL_PARTS.example,
    degraded: isDegraded(PERPETUAL_PARTS.example),
  }
}
