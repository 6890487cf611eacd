import type { PriceTable, TokenPrice } from '../../sources/inference/token-price.ts'
import { UnreadableReply } from '../../sources/query.ts'
import { DAY_MS } from '../../time-units.ts'

/** A price as a list is kept. Times are Unix milliseconds. */
export interface KeptPrice extends TokenPrice {
  /** Since when the list says this price; absent: since it was first read. */
  readonly since?: number
}

/** One list as it was last read, of our models alone. */
export interface KeptTable {
  readonly readAt: number
  readonly prices: Readonly<Record<string, KeptPrice>>
}

/** A list that has less than this share of the models that it had, or at first of ours, was cut or is another list. */
const LEAST_KEPT = 0.75
const LEAST_AT_FIRST = 0.5
/** One model may vanish from the shortest list. */
const MAY_VANISH = 1
/** A list that stays short for so long is short. */
const SHORT_MS = 8 * DAY_MS

/** The rule for people. */
export const SHORT_RULE = `a list with less than ${LEAST_AT_FIRST} of the models that it should name, or less than ${LEAST_KEPT} of those that it named before and without more than one of them, is not read for ${SHORT_MS / DAY_MS} days: it was cut, or is another list. The former one stands with its age`

const isShort = (have: number, before: number | null, named: number): boolean =>
  before === null ? have < LEAST_AT_FIRST * named : have < LEAST_KEPT * before && before - have > MAY_VANISH

const since = (told: TokenPrice, before: KeptPrice | undefined, readAt: number): KeptPrice => {
  if (!before || before.input !== told.input || before.output !== told.output) return { ...told, since: readAt }
  return before
}

/**
 * A list after a reply.
 *
 * @param named how many of our models it should name
 * @param before `null` before the first reply
 * @throws UnreadableReply of a list that was cut, and of one that is not ours
 */
export const enteredTable = (told: PriceTable, before: KeptTable | null, named: number, readAt: number): KeptTable => {
  const [have, had] = [Object.keys(told).length, before && Object.keys(before.prices).length]
  const isGivenUp = before !== null && readAt - before.readAt >= SHORT_MS
  if (have === 0 || (!isGivenUp && isShort(have, had, named)))
    throw new UnreadableReply(`${have} of ${had ?? named} models: a list that was cut, or another list`)
  return {
    readAt,
    prices: Object.fromEntries(
      Object.entries(told).map(([name, price]) => [name, before ? since(price, before.prices[name], readAt) : price]),
    ),
  }
}
