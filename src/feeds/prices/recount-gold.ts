import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { TAU } from '../math/agreement.ts'
import { BULLION, methodOf, TOKENS } from '../math/gold-agreement.ts'
import { type GoldAnswer, GoldAnswer as Shape, TOKEN_VENUES, type TokenAnswer } from './gold-answer.ts'
import { METAL_RULES } from './quotes.ts'
import { isByRules } from './recount-rules.ts'
import { inCurrency } from './recount-legs.ts'
import { again, confidenceIsTrue, isTrue, type StatedPrice, rateCheck } from './recount.ts'

/** Recounts gold: first the votes on each token, then the numbers that these give. */

const tokenCheck = (name: string, token: TokenAnswer, rate: number): Check => {
  const { usd, usdt } = TOKEN_VENUES[name as keyof typeof TOKEN_VENUES]
  const rules = {
    venues: [...usd, ...usdt],
    tethers: usdt,
    tau: TAU.crypto,
    expiresSeconds: METAL_RULES.expireMs / 1000,
  }
  const found = again(token, rate)
  return {
    what: `the value of ${name} follows from its votes`,
    ok: isByRules(token, rules) && isTrue(token, found) && found.value === Number(token.value),
  }
}

/** Whether each token's number is the value of its own agreement and as old as the oldest vote in that. */
const numbersAreTrue = ({ quotes, tokens }: GoldAnswer): boolean =>
  quotes.every(({ source, price, age_seconds: age }) => {
    if (source === BULLION) return true
    const token = new Map(Object.entries(tokens)).get(source)
    const ages = token?.quotes.flatMap(({ used, age_seconds }) => (used ? [age_seconds] : [])) ?? []
    return token?.value === price && age === Math.max(...ages)
  })

export const recountedGold = (stated: StatedPrice, body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (!Value.Check(Shape, body)) return [{ what: 'the votes are readable', ok: false }]
  const { agreement, quotes, tokens, usdt_rate: usdt } = body
  const rate = usdt ? Number(usdt.value) : Number.NaN
  const found = again({ agreement, quotes }, Number.NaN)
  const isCountTrue = isTrue({ agreement, quotes }, found)
  const { checks, value, method } = inCurrency(stated.currency, isCountTrue ? found.value : Number.NaN, body)
  const isPublished =
    agreement.configured === 1 + TOKENS.length &&
    agreement.tau === TAU.gold &&
    agreement.expires_seconds === METAL_RULES.expireMs / 1000
  const known: Check[] = [
    { what: 'the numbers are judged by the published rules', ok: isPublished },
    ...(checks.length > 0 ? checks : usdt ? [rateCheck(usdt)] : []),
    ...Object.entries(tokens).map(([name, token]) => tokenCheck(name, token, rate)),
    { what: 'the numbers of the tokens are their values', ok: numbersAreTrue(body) },
    { what: 'the used votes are those that agree', ok: isCountTrue },
  ]
  if (!isCountTrue) return known
  const price = value === null ? '' : fixed(value, stated.decimals)
  return [
    ...known,
    { what: 'the price follows from the votes', ok: price === stated.price, detail: price },
    {
      what: 'the confidence follows from the votes',
      ok: confidenceIsTrue(body, found, agreement.expires_seconds, methodOf(found.used) * method),
    },
  ]
}
