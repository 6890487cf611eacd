import type { TokenPrice } from '../../sources/inference/token-price.ts'

/** What several lists say of one model's tokens, and what is believed of it. */

/** What one source says. `readAt` is Unix milliseconds. */
export interface PriceWitness extends TokenPrice {
  readonly source: string
  readonly readAt: number
}

/** Two sources that lie further apart do not agree. */
const MOST_APART = 0.01

/** The rule for people. */
export const AGREEMENT_RULE = `the first source, in the order genai-prices, LiteLLM, OpenRouter, with which another agrees: input and output within ${MOST_APART * 100} %. A single source is sold and degraded; sources of which no two agree are not sold`

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

const agree = (a: PriceWitness, b: PriceWitness): boolean => isNear(a.input, b.input) && isNear(a.output, b.output)

/** @param told in the order in which the sources are believed; `null` if they contradict each other, or nobody speaks */
export const agreedPrice = (told: readonly PriceWitness[]): AgreedPrice | null => {
  const [only] = told
  if (only && told.length === 1) return { kind: 'single', price: only, witnesses: told, against: [] }
  const first = told.find((one) => told.some((other) => other !== one && agree(one, other)))
  if (!first) return null
  const witnesses = told.filter((one) => agree(one, first))
  return {
    kind: 'agreed',
    price: first,
    witnesses,
    against: told.filter((one) => !witnesses.includes(one)).map(({ source }) => source),
  }
}
