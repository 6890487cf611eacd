import { venuesOf } from '../boards/ticker-boards.ts'
import type { TickContext } from '../feed.ts'
import { type NotAgreed, TAU } from '../math/agreement.ts'
import { SPOT_PAIRS } from './pairs.ts'
import { CRYPTO_RULES, type VenueQuote, PEG_RULES } from './quotes.ts'
import { USDT_RATE_VENUES, usdtRate } from './usdt.ts'
import { type Ballot, directBallot, mixedBallot, votesOf } from './votes.ts'

/** Which venues make a dollar price. */
interface Recipe {
  readonly usd: readonly string[]
  readonly usdt: readonly string[]
}

/** Coins of which a majority can be had in dollars alone; their books in USDT are read for the VWAP. */
const IN_DOLLARS_ALONE = ['ETH']

/** Who votes on which coin (methods 1.2): everybody who lists it. */
const RECIPES: Readonly<Record<string, Recipe>> = Object.fromEntries(
  [...new Set(SPOT_PAIRS.map(({ base }) => base))].map((base) => [
    base,
    { usd: venuesOf(`${base}/USD`), usdt: IN_DOLLARS_ALONE.includes(base) ? [] : venuesOf(`${base}/USDT`) },
  ]),
)

/** Every venue that may enter a coin's dollar price. */
export const spotVenues = (base: string): readonly string[] => [...RECIPES[base]!.usd, ...RECIPES[base]!.usdt]

/** Those of them that quote USDT. */
export const spotTethers = (base: string): readonly string[] => RECIPES[base]!.usdt

/** Every venue that a coin's dollar price looks at: those that say what USDT is worth too, where it has books in USDT. */
export const spotReads = (base: string): readonly string[] => [
  ...spotVenues(base),
  ...(RECIPES[base]!.usdt.length > 0 ? USDT_RATE_VENUES : []),
]

/** A coin in dollars: venues in dollars and in USDT, of which a majority agrees. */
export const spotInUsd = ({ boards, now, quorum }: TickContext, base: string): Ballot | NotAgreed => {
  const { usd, usdt } = RECIPES[base]!
  const judging = { configured: usd.length + usdt.length, tau: TAU.crypto, quorum }
  const dollars = votesOf(boards, usd, `${base}/USD`, CRYPTO_RULES, now)
  if (usdt.length === 0) return directBallot(dollars, judging)
  const tethers = votesOf(boards, usdt, `${base}/USDT`, CRYPTO_RULES, now)
  return mixedBallot(dollars, tethers, usdtRate(boards, now, quorum), judging)
}

/** Stablecoins against the dollar: who quotes them. */
export const PEG_VENUES: Readonly<Record<string, readonly string[]>> = {
  USDT: USDT_RATE_VENUES,
  USDC: venuesOf('USDC/USD'),
}

/** A stablecoin in dollars. */
export const pegInUsd = ({ boards, now, quorum }: TickContext, base: string): Ballot | NotAgreed => {
  const venues = PEG_VENUES[base]!
  const votes = votesOf(boards, venues, `${base}/USD`, PEG_RULES, now)
  return directBallot(votes, { configured: venues.length, tau: TAU.peg, quorum })
}

/** Oldest observation among members, Unix milliseconds. */
export const oldest = (members: readonly Pick<VenueQuote, 'at'>[]): number => Math.min(...members.map(({ at }) => at))
