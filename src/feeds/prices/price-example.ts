import { fixed } from '../../canonical/decimal.ts'
import type { Subject } from '../subject.ts'
import { LEG_CURRENCIES, legPair } from './fx-legs.ts'
import { type Pair, pairOf } from './pairs.ts'
import type { PriceAnswer } from './price-answer.ts'

/** Dollars per unit, for examples only: plausible, never asked of anybody. A name that is not here counts as 1. */
const DOLLARS: Readonly<Record<string, number>> = {
  BTC: 97_012.3,
  ETH: 3_400,
  SOL: 180,
  XRP: 2.3,
  ADA: 0.8,
  DOGE: 0.2,
  XAU: 4_100.25,
  USDT: 0.9996,
  USDC: 0.9999,
  EUR: 1.15,
  GBP: 1.31,
  JPY: 1 / 155,
  CHF: 1 / 0.81,
  CAD: 1 / 1.4,
  CNY: 1 / 7.1,
}

const dollars = (name: string): number => DOLLARS[name] ?? 1

/** What live quotes of a leg are made of. */
const LEG_SOURCES = ['bitstamp', 'kraken']

/**
 * A feed's example, told of each of its pairs: name, price, currency, digits and legs are the pair's own. `sourcesOf`
 * names the venues of a base in dollars where they are not those of the example.
 */
export const priceExamples =
  (
    pairs: readonly Pair[],
    example: PriceAnswer,
    sourcesOf: (base: string) => readonly string[] = () => example.sources,
  ) =>
  (subject: Subject): PriceAnswer => {
    const pair = pairOf(pairs, subject)
    if (pair.domain === example.domain) return example
    const { observedAt } = example
    const currencies = [pair.base, pair.quote].filter((each) => LEG_CURRENCIES.includes(each))
    const isMoney = LEG_CURRENCIES.includes(pair.base) || pair.base === 'USD'
    const legs = [...(isMoney ? [] : [`${pair.base}/USD`]), ...currencies.map(legPair)]
    const { ageSeconds } = example.legs[0]!
    return {
      domain: pair.domain,
      price: fixed(dollars(pair.base) / dollars(pair.quote), pair.decimals),
      currency: pair.quote,
      decimals: pair.decimals,
      sources: [...new Set([...sourcesOf(pair.base), ...(currencies.length > 0 ? LEG_SOURCES : [])])].toSorted(),
      method: example.method,
      confidence: example.confidence,
      observedAt,
      legs: legs.map((leg) => ({ pair: leg, basis: 'live', observedAt, ageSeconds })),
      ...((currencies.length > 0 || example.marketStatus !== undefined) && {
        marketStatus: 'open',
        marketStatusSince: 1_794_779_200,
      }),
    }
  }
