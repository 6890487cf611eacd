import type { Declined } from '../feed.ts'
import { mad, MAD_TO_SIGMA, median, outlierTest } from '../math/robust.ts'
import type { Member } from './quotes.ts'

/** The agreed price of several venues. */
export interface Agreed {
  readonly kind: 'agreed'
  readonly price: number
  /** Survivors, sorted by name. */
  readonly members: readonly Member[]
  /** 1.4826 · MAD of the survivors. */
  readonly scaledMad: number
}

/** What it takes to publish. */
export interface AggregateRules {
  /** Smallest accepted distance from the median, as a fraction of it. */
  readonly floor: number
  readonly quorum: number
}

/** Rules for a pair that is quoted in dollars and in USDT. */
export interface SpotRules extends AggregateRules {
  /** Survivors that suffice when the USDT group is left out. */
  readonly quorumWithoutUsdt: number
  /** How far the two groups' medians may lie apart, as a fraction. */
  readonly maxDivergence: number
}

/**
 * Survivors further apart than this from their median are two opinions, not one price. A test based on the MAD alone
 * cannot see that: when half of the venues are wrong, the MAD is as large as the error.
 */
const MAX_DISAGREEMENT = 0.015

/** Whether the members lie further apart than one price can. */
export const contradict = (members: readonly Member[]): boolean => {
  const prices = members.map((member) => member.price)
  return prices.length > 1 && Math.max(...prices) / Math.min(...prices) - 1 > MAX_DISAGREEMENT
}

/** |median(group) / median(base) − 1| */
export const divergence = (group: readonly Member[], base: readonly Member[]): number =>
  Math.abs(median(group.map((m) => m.price)) / median(base.map((m) => m.price)) - 1)

const bySource = (a: Member, b: Member): number => (a.source < b.source ? -1 : 1)

const agree = (survivors: readonly Member[], quorum: number): Agreed | Declined => {
  if (survivors.length < quorum || survivors.length === 0)
    return { kind: 'quorum_missed', have: survivors.length, need: Math.max(quorum, 1) }
  const prices = survivors.map((member) => member.price)
  const price = median(prices)
  const spread = Math.max(...prices.map((each) => Math.abs(each / price - 1)))
  if (spread > MAX_DISAGREEMENT) return { kind: 'disagreement', spread, limit: MAX_DISAGREEMENT }
  return {
    kind: 'agreed',
    price,
    members: survivors.toSorted(bySource),
    scaledMad: MAD_TO_SIGMA * mad(prices, price),
  }
}

/** One group of members: outlier test, quorum, median. */
export const aggregate = (members: readonly Member[], rules: AggregateRules): Agreed | Declined => {
  if (members.length === 0) return { kind: 'quorum_missed', have: 0, need: rules.quorum }
  const { keeps } = outlierTest(
    members.map((member) => member.price),
    rules.floor,
  )
  return agree(
    members.filter((member) => keeps(member.price)),
    rules.quorum,
  )
}

/**
 * Dollar venues together with USDT venues already converted to dollars. The outlier test runs over the union; what
 * survives of the USDT group must then agree with what survives of the dollar group, or the whole group is left out.
 *
 * @param usdt `null` when USDT has no usable rate: the group is left out before it is looked at
 */
export const aggregateSpot = (
  usd: readonly Member[],
  usdt: readonly Member[] | null,
  rules: SpotRules,
): Agreed | Declined => {
  if (usdt === null) return withoutUsdt(usd, rules)
  const union = [...usd, ...usdt]
  if (union.length === 0) return { kind: 'quorum_missed', have: 0, need: rules.quorum }
  const { keeps } = outlierTest(
    union.map((member) => member.price),
    rules.floor,
  )
  const keptUsd = usd.filter((member) => keeps(member.price))
  const keptUsdt = usdt.filter((member) => keeps(member.price))
  const rejectedWhole = usdt.length > 0 && keptUsdt.length === 0
  const diverges = keptUsd.length >= 2 && keptUsdt.length > 0 && divergence(keptUsdt, keptUsd) > rules.maxDivergence
  return rejectedWhole || diverges ? withoutUsdt(usd, rules) : agree([...keptUsd, ...keptUsdt], rules.quorum)
}

/**
 * The dollar venues alone. Without the second group a lie of several dollar venues has no counterweight, and the
 * venues that make the USDT rate are dollar venues themselves: so what survives must outnumber what was rejected by
 * more than two to one.
 */
const withoutUsdt = (usd: readonly Member[], rules: SpotRules): Agreed | Declined => {
  const agreed = aggregate(usd, { floor: rules.floor, quorum: rules.quorumWithoutUsdt })
  if (agreed.kind !== 'agreed') return agreed
  const rejected = usd.length - agreed.members.length
  return agreed.members.length > 2 * rejected
    ? agreed
    : { kind: 'quorum_missed', have: agreed.members.length, need: 2 * rejected + 1 }
}
