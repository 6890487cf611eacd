import type { Declined, Look } from '../feed.ts'
import { type Agreed, aggregate, aggregateSpot, contradict, type SpotRules } from './aggregate.ts'
import { CRYPTO_RULES, type Member, membersOf, PEG_RULES } from './quotes.ts'
import { inUsd, usdtRate } from './usdt.ts'

/** Which venues make a dollar price, and how many must survive. */
interface Recipe {
  readonly usd: readonly string[]
  readonly usdt: readonly string[]
  readonly quorum: number
  readonly quorumWithoutUsdt: number
}

const MAJORS = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex'] as const
const ALTS = { usd: ['coinbase', 'kraken', 'bitstamp', 'bitfinex'], usdt: ['binance', 'okx', 'bybit'] } as const

/** The table of venues and quorums. */
const RECIPES: Readonly<Record<string, Recipe>> = {
  BTC: { usd: [...MAJORS, 'binanceus'], usdt: ['binance', 'okx', 'gateio'], quorum: 6, quorumWithoutUsdt: 4 },
  ETH: { usd: MAJORS, usdt: [], quorum: 3, quorumWithoutUsdt: 3 },
  SOL: { usd: MAJORS, usdt: ['binance', 'okx', 'gateio', 'bybit'], quorum: 5, quorumWithoutUsdt: 3 },
  XRP: { ...ALTS, quorum: 4, quorumWithoutUsdt: 2 },
  ADA: { ...ALTS, quorum: 4, quorumWithoutUsdt: 2 },
  DOGE: { ...ALTS, quorum: 4, quorumWithoutUsdt: 2 },
}

const FLOOR = 0.001
const MAX_DIVERGENCE = 0.005

/** Every venue that may enter a coin's dollar price. */
export const spotVenues = (base: string): readonly string[] => [...RECIPES[base]!.usd, ...RECIPES[base]!.usdt]

/** How many venues a coin's dollar price is configured with: the denominator of its coverage. */
export const spotConfigured = (base: string): number => spotVenues(base).length

/** The rules a coin's dollar price is made by; published in the methodology. */
export const spotRules = (base: string): SpotRules => ({
  floor: FLOOR,
  quorum: RECIPES[base]!.quorum,
  quorumWithoutUsdt: RECIPES[base]!.quorumWithoutUsdt,
  maxDivergence: MAX_DIVERGENCE,
})

/** A coin in dollars: medians over venues, USDT books normalised, outliers and diverging groups left out. */
export const spotInUsd = ({ boards, now, quorum }: Look, base: string): Agreed | Declined => {
  const recipe = RECIPES[base]!
  const usd = membersOf(boards, recipe.usd, `${base}/USD`, CRYPTO_RULES, now)
  const rules = { ...spotRules(base), ...(quorum !== null && { quorum, quorumWithoutUsdt: quorum }) }
  if (recipe.usdt.length === 0) return aggregate(usd, rules)
  const rate = usdtRate(boards, now)
  const usdt = rate && inUsd(membersOf(boards, recipe.usdt, `${base}/USDT`, CRYPTO_RULES, now), rate)
  return aggregateSpot(usd, usdt, rules)
}

/** Whether a coin's dollar venues tell prices that cannot all be true: somebody among them lies or is broken. */
export const dollarsContradict = ({ boards, now }: Look, base: string): boolean =>
  contradict(membersOf(boards, RECIPES[base]!.usd, `${base}/USD`, CRYPTO_RULES, now))

/** Stablecoins against the dollar: who quotes them. */
export const PEG_VENUES: Readonly<Record<string, readonly string[]>> = {
  USDT: ['kraken', 'bitstamp', 'coinbase', 'gemini', 'bitfinex'],
  USDC: ['kraken', 'bitstamp', 'gemini', 'bitfinex'],
}

/** A stablecoin in dollars. */
export const pegInUsd = ({ boards, now, quorum }: Look, base: string): Agreed | Declined =>
  aggregate(membersOf(boards, PEG_VENUES[base]!, `${base}/USD`, PEG_RULES, now), { floor: 0.0005, quorum: quorum ?? 2 })

/** Oldest observation among members, Unix milliseconds. */
export const oldest = (members: readonly Member[]): number => Math.min(...members.map((member) => member.at))
