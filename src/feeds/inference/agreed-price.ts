import type { TokenPrice } from '../../sources/inference/token-price.ts'
import { DAY_MS } from '../../time-units.ts'

/** What several lists say of one model's tokens, and what is believed of it. */

/** What one source says. `readAt` is Unix milliseconds. */
export interface PriceWitness extends TokenPrice {
  readonly source: string
  readonly readAt: number
  /** Since when it says this price, Unix milliseconds; absent: since it was first read. */
  readonly since?: number
}

/** Two sources that lie further apart do not agree. */
const MOST_APART = 0.01

/** What a source says alone must stand for so long, unless it said so when it was first read. */
const STOOD_MS = 3 * DAY_MS

/** The rule for people. */
export const AGREEMENT_RULE = `the first source, in the order genai-prices, LiteLLM, OpenRouter, with which another agrees to the digit, else the first with which another agrees within ${MOST_APART * 100} %, input and output. A single source is sold and degraded, a new price of it once it has stood for ${STOOD_MS / DAY_MS} days; sources of which no two agree are not sold`

/** A price and those who stand behind it. */
export interface AgreedPrice {
  readonly kind: 'agreed' | 'single'
  readonly price: TokenPrice
  readonly witnesses: readonly PriceWitness[]
  /** Those who say otherwise. */
  readonly against: readonly string[]
}

/** A difference of exactly the limit is within it, whatever the last bits of its floats are. */
const SLACK = 1e-9

const isNear = (a: string, b: string): boolean =>
  Math.abs(Number(a) - Number(b)) <= (MOST_APART + SLACK) * Math.min(Number(a), Number(b))

const isSame = (a: PriceWitness, b: PriceWitness): boolean =>
  Number(a.input) === Number(b.input) && Number(a.output) === Number(b.output)

const agree = (a: PriceWitness, b: PriceWitness): boolean => isNear(a.input, b.input) && isNear(a.output, b.output)

/** The first whose word another one repeats. */
const repeated = (told: readonly PriceWitness[], is: typeof agree): PriceWitness | undefined =>
  told.find((one) => told.some((other) => other !== one && is(one, other)))

/**
 * @param told in the order in which the sources are believed
 * @param now Unix milliseconds of the tick
 * @returns `null` if they contradict each other, if one alone says something new, or if nobody speaks
 */
export const agreedPrice = (told: readonly PriceWitness[], now: number): AgreedPrice | null => {
  const [only] = told
  if (only && told.length === 1) {
    const hasStood = only.since === undefined || now - only.since >= STOOD_MS
    return hasStood ? { kind: 'single', price: only, witnesses: told, against: [] } : null
  }
  const first = repeated(told, isSame) ?? repeated(told, agree)
  if (!first) return null
  const witnesses = told.filter((one) => agree(one, first))
  return {
    kind: 'agreed',
    price: first,
    witnesses,
    against: told.filter((one) => !witnesses.includes(one)).map(({ source }) => source),
  }
}
