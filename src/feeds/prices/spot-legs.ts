import { venuesOf } from '../boards/ticker-boards.ts'
import type { TickContext } from '../feed.ts'
import { type NotAgreed, TAU } from '../math/agreement.ts'
import { SPOT_PAIRS } from './pairs.ts'
import { CRYPTO_RULES, type VenueQuote, PEG_RULES } from './quotes.ts'
import { USDT_RATE_VENUES, usdtRate } from './usdt.ts'
import { type Ballot, directBallot, mixedBallot, votesOf } from './votes.ts'

/** The venues of a dollar price. */
interface Recipe {
  readonly usd: readonly string[]
  readonly usdt: readonly string[]
}

/** Coins with a majority of venues in dollars alone. Their books in USDT are only read for the VWAP. */
const IN_DOLLARS_ALONE = ['ETH']

/** The venues that vote on each coin (methods 1.2): all that list it. */
const RECIPES: Readonly<Record<string, Recipe>> = Object.fromEntries(
  [...new Set(SPOT_PAIRS.map(({ base }) => base))].map((base) => [
    base,
    { usd: venuesOf(`${base}/USD`), usdt: IN_DOLLARS_ALONE.includes(base) ? [] : venuesOf(`${base}/USDT`) },
  ]),
)

/** All venues of a coin's dollar price. */
export const spotVenues = (base: string): readonly string[] => [...RECIPES[base]!.usd, ...RECIPES[base]!.usdt]

/** The venues of a coin that quote it in USDT. */
export const spotTethers = (base: string): readonly string[] => RECIPES[base]!.usdt

/** All venues that a coin's dollar price reads. If some quote it in USDT, these include the venues of the USDT rate. */
export const spotReads = (base: string): readonly string[] => [
  ...spotVenues(base),
  ...(RECIPES[base]!.usdt.length > 0 ? USDT_RATE_VENUES : []),
]

/** The dollar price of a coin: an agreement of venues in dollars and in USDT. */
export const spotInUsd = ({ boards, now, quorum }: TickContext, base: string): Ballot | NotAgreed => {
  const { usd, usdt } = RECIPES[base]!
  const judging = { configured: usd.length + usdt.length, tau: TAU.crypto, quorum }
  const dollars = votesOf(boards, usd, `${base}/USD`, CRYPTO_RULES, now)
  if (usdt.length === 0) return directBallot(dollars, judging)
  const tethers = votesOf(boards, usdt, `${base}/USDT`, CRYPTO_RULES, now)
  return mixedBallot(dollars, tethers, usdtRate(boards, now, quorum), judging)
}

/** The venues that quote stablecoins in dollars. */
export const PEG_VENUES: Readonly<Record<string, readonly string[]>> = {
  USDT: USDT_RATE_VENUES,
  USDC: venuesOf('USDC/USD'),
}

/** The dollar price of a stablecoin. */
export const pegInUsd = ({ boards, now, quorum }: TickContext, base: string): Ballot | NotAgreed => {
  const venues = PEG_VENUES[base]!
  const votes = votesOf(boards, venues, `${base}/USD`, PEG_RULES, now)
  return directBallot(votes, { configured: venues.length, tau: TAU.peg, quorum })
}

/** Time of the oldest observation, Unix milliseconds. */
export const oldest = (quotes: readonly Pick<VenueQuote, 'at'>[]): number => Math.min(...quotes.map(({ at }) => at))
