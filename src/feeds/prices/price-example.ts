import { fixed } from '../../canonical/decimal.ts'
import type { Subject } from '../subject.ts'
import { TAU } from '../math/agreement.ts'
import { LEG_CURRENCIES, legPair } from './fx-venues.ts'
import { type Pair, pairOfSubject } from './pairs.ts'
import type { PriceAnswer } from './price-answer.ts'
import { USDT_RULES } from './quotes.ts'
import { USDT_RATE_VENUES } from './usdt.ts'
import { type CountAnswer, exact, type QuoteAnswer, TETHER, type VotesAnswer } from './votes-answer.ts'

/** Plausible dollars per unit, for examples only and taken from no venue. A name that is not here counts as 1. */
const DOLLARS: Readonly<Record<string, number>> = {
  BTC: 97_012.3,
  ETH: 3_400,
  SOL: 180,
  XRP: 2.3,
  ADA: 0.8,
  DOGE: 0.2,
  POL: 0.23,
  XAU: 4_100.25,
  PAXG: 4_101.5,
  XAUT: 4_099.75,
  USDT: 0.9996,
  USDC: 0.9999,
  EUR: 1.15,
  GBP: 1.31,
  JPY: 1 / 155,
  CHF: 1 / 0.81,
  CAD: 1 / 1.4,
  CNY: 1 / 7.1,
}

export const exampleDollars = (name: string): number => DOLLARS[name] ?? 1

/** The sources of a leg in examples. */
const LEG_SOURCES = ['bitstamp', 'kraken']

/** The rules of an example's votes. */
export interface ExampleVotes {
  readonly tau: number
  readonly expiresSeconds: number
  /** The venues of a base that quote it in USDT. */
  tethers(base: string): readonly string[]
}

const voteOf = (source: string, price: number, currency: string, age_seconds: number): QuoteAnswer => ({
  source,
  price: exact(price),
  currency,
  age_seconds,
  used: true,
})

const countOf = (quotes: readonly QuoteAnswer[], tau: number, expires_seconds: number): CountAnswer => ({
  agreement: { configured: quotes.length, tau, width: 0, expires_seconds },
  quotes: [...quotes],
})

/** The votes on a dollar price, at which all venues quote the same. */
const votesOf = (example: PriceAnswer, base: string, { tau, expiresSeconds, tethers }: ExampleVotes): VotesAnswer => {
  const { age_seconds: ageSeconds } = example.legs[0]!
  const price = Number(example.price)
  const inTether = tethers(base)
  const quotes = example.sources.map((source) =>
    inTether.includes(source)
      ? voteOf(source, price / DOLLARS['USDT']!, TETHER, ageSeconds)
      : voteOf(source, price, 'USD', ageSeconds),
  )
  if (inTether.length === 0) return countOf(quotes, tau, expiresSeconds)
  const rates = USDT_RATE_VENUES.toSorted().map((source) => voteOf(source, DOLLARS['USDT']!, 'USD', ageSeconds))
  return {
    ...countOf(quotes, tau, expiresSeconds),
    usdt_rate: { value: exact(DOLLARS['USDT']!), ...countOf(rates, TAU.peg, USDT_RULES.expireMs / 1000) },
  }
}

/**
 * Examples for all pairs of a feed: name, price, currency, decimals and legs are the pair's own, all else is from
 * `example`. `sourcesOf` names the dollar venues of a base if they are not those of the example.
 */
export const priceExamples =
  (
    pairs: readonly Pair[],
    example: PriceAnswer,
    sourcesOf: (base: string) => readonly string[] = () => example.sources,
    votes?: ExampleVotes,
  ) =>
  (subject: Subject): PriceAnswer => {
    const pair = pairOfSubject(pairs, subject)
    const answer = pair.domain === example.domain ? example : exampleOf(pair, example, sourcesOf)
    return votes && pair.quote === 'USD' ? { ...answer, ...votesOf(answer, pair.base, votes) } : answer
  }

const exampleOf = (pair: Pair, example: PriceAnswer, sourcesOf: (base: string) => readonly string[]): PriceAnswer => {
  const { observed_at } = example
  const currencies = [pair.base, pair.quote].filter((each) => LEG_CURRENCIES.includes(each))
  const isMoney = LEG_CURRENCIES.includes(pair.base) || pair.base === 'USD'
  const legs = [...(isMoney ? [] : [`${pair.base}/USD`]), ...currencies.map(legPair)]
  const { age_seconds: ageSeconds } = example.legs[0]!
  return {
    domain: pair.domain,
    price: fixed(exampleDollars(pair.base) / exampleDollars(pair.quote), pair.decimals),
    currency: pair.quote,
    decimals: pair.decimals,
    sources: [...new Set([...sourcesOf(pair.base), ...(currencies.length > 0 ? LEG_SOURCES : [])])].toSorted(),
    method: example.method,
    confidence: example.confidence,
    observed_at,
    legs: legs.map((leg) => ({ pair: leg, basis: 'live', observed_at, age_seconds: ageSeconds })),
    ...((currencies.length > 0 || example.marketStatus !== undefined) && {
      marketStatus: 'open',
      marketStatusSince: 1_794_779_200,
    }),
  }
}
