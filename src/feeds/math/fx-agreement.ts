import { type Agreed, agree, type AgreementRules, hearing, type NotAgreed, type Vote } from './agreement.ts'
import { median } from './robust.ts'

/**
 * The value of a currency in dollars: an agreement of markets, checked against the fixings of central banks (methods
 * 1.5).
 */

export interface FxVote extends Vote {
  /** `live`: a quote of the pair itself. `implied`: computed from the price of a coin in the currency. */
  readonly origin: 'live' | 'implied'
}

/** The value of a leg, where it comes from, and its confidence factor (methods 0.3). */
export type FxValue<V extends FxVote = FxVote> =
  | { readonly kind: 'market'; readonly value: number; readonly method: 1; readonly agreement: Agreed<V> }
  | { readonly kind: 'lone'; readonly value: number; readonly method: 0.7; readonly votes: readonly V[] }
  | { readonly kind: 'fixing'; readonly value: number; readonly method: 0.7 }

/** How far a market may differ from the fixings when no agreement with a live quote supports it. */
export const FIXING_GUARD = 0.01

/** With a single configured venue there can be no agreement. */
const LEAST_CONFIGURED = 2

const agreementOf = <V extends FxVote>(votes: readonly V[], rules: AgreementRules): Agreed<V> | NotAgreed =>
  rules.configured < LEAST_CONFIGURED
    ? { kind: 'quorum_missed', have: votes.length, need: LEAST_CONFIGURED }
    : agree(votes, rules)

const NO_VENUES: readonly string[] = []

/**
 * The value of an agreement; `null` if none of its venues may set the value, or if it needs the support of the fixings
 * and does not have it.
 */
const marketValue = <V extends FxVote>(
  { used }: Agreed<V>,
  others: readonly V[],
  fixing: number | null,
): number | null => {
  const isAlone = others.length === 0
  const makers = isAlone ? used : used.filter((vote) => others.includes(vote))
  if (makers.length === 0) return null
  const value = median(makers.map(({ price }) => price))
  const isLive = used.some(({ origin }) => origin === 'live') && (!isAlone || fixing === null)
  return isLive || isGuarded(value, fixing) ? value : null
}

const isGuarded = (value: number, fixing: number | null): boolean =>
  fixing !== null && Math.abs(value - fixing) / fixing <= FIXING_GUARD

/**
 * An agreement that includes a live quote wins over any fixing, because a real shock may move the market away from it.
 * Implied votes all depend on one price of one coin. Without a live quote they need the fixings to support them, and so
 * does a live quote that no other venue confirms.
 *
 * If the value goes into a cross price, venues that also vote beside that cross may only confirm what others say;
 * otherwise two of them would count three times. While no other venue answers, they set the value themselves, unless
 * the fixings contradict it.
 *
 * @param fixing median of the fixings in the direction of the votes; `null` if there are too few of them
 * @param beside the venues that also vote beside the cross
 */
export const fxValue = <V extends FxVote>(
  votes: readonly V[],
  rules: AgreementRules,
  fixing: number | null,
  beside: readonly string[] = NO_VENUES,
): FxValue<V> | NotAgreed => {
  const others = hearing(votes, rules.configured).heard.filter(({ source }) => !beside.includes(source))
  const agreement = agreementOf(votes, rules)
  if (agreement.kind === 'agreed') {
    const value = marketValue(agreement, others, fixing)
    if (value !== null) return { kind: 'market', value, method: 1, agreement }
  }
  const lone = others.filter(({ origin, price }) => origin === 'live' && isGuarded(price, fixing))
  if (lone.length > 0) return { kind: 'lone', value: median(lone.map(({ price }) => price)), method: 0.7, votes: lone }
  if (fixing !== null) return { kind: 'fixing', value: fixing, method: 0.7 }
  return agreement.kind === 'agreed' ? { kind: 'quorum_missed', have: 0, need: 1 } : agreement
}
