import { concludeInterest } from '../../../src/feeds/derivatives/conclude-interest.ts'
import { InterestAnswer } from '../../../src/feeds/derivatives/interest-answer.ts'
import type { InterestCarry } from '../../../src/feeds/derivatives/interest-carry.ts'
import type { InterestRow } from '../../../src/feeds/derivatives/interest-rows.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { contentOf } from './content-of.ts'
import { lookAt, OPEN } from './market.ts'
import { perpetuals, type TestVenue } from './perpetuals.ts'

/** Open interest of bitcoin over venues of a test. */

const BTC = PERPETUAL_SUBJECTS[0]!
export type Venues = Readonly<Record<string, TestVenue>>

/** A venue with so many dollars. */
export const usd = (openInterestUsd: number, interest?: readonly InterestRow[]): TestVenue => ({
  rate: '0.0001',
  openInterestUsd,
  ...(interest && { interest }),
})

/** Five billion dollars in four venues. */
export const FOUR: Venues = { binance: usd(2e9), bybit: usd(1e9), deribit: usd(5e8), okx: usd(1.5e9) }

interface Otherwise {
  readonly now?: number
  readonly previous?: Earlier<InterestCarry>
  readonly told?: Readonly<Record<string, readonly InterestRow[]>>
  readonly quorum?: number
}

export const run = (venues: Venues, { now = OPEN, previous, told = {}, quorum }: Otherwise = {}) => {
  const states = perpetuals(venues, OPEN)
  for (const [name, rows] of Object.entries(told)) states.set(`interest/${name}`, { told: { BTC: rows } })
  const context = lookAt(states, now, quorum === undefined ? {} : { quorum })
  return concludeInterest(BTC, { ...context, previous: previous ?? null })
}

export const answer = (venues: Venues, otherwise?: Otherwise): InterestAnswer =>
  contentOf(InterestAnswer, run(venues, otherwise))

export const carried = (venues: Venues, otherwise?: Otherwise): InterestCarry => {
  const found = run(venues, otherwise)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.carry
}

/** The snapshot of a minute ago over these venues. */
export const after = (venues: Venues): Earlier<InterestCarry> => ({
  timestamp: OPEN / 1_000 - 60,
  content: {},
  carry: carried(venues),
})
