import { type Agreed, agree, type AgreementRules, hearing, type NotAgreed, type Vote } from './agreement.ts'
import { median } from './robust.ts'

/** What a currency is worth in dollars: an agreement of markets, guarded by the fixings of central banks (methods 1.5). */

export interface FxVote extends Vote {
  /** A quote of the pair itself, or one implied by what a coin costs in the currency. */
  readonly origin: 'live' | 'implied'
}

/** What a leg's value rests on, and how much that is worth (methods 0.3). */
export type FxValue<V extends FxVote = FxVote> =
  | { readonly kind: 'market'; readonly value: number; readonly method: 1; readonly agreement: Agreed<V> }
  | { readonly kind: 'lone'; readonly value: number; readonly method: 0.7; readonly votes: readonly V[] }
  | { readonly kind: 'fixing'; readonly value: number; readonly method: 0.7 }

/** How far from the fixings a market may lie that no agreement with a live quote speaks for. */
export const FIXING_GUARD = 0.01

/** A venue that agrees with itself is no agreement. */
const LEAST_CONFIGURED = 2

const agreementOf = <V extends FxVote>(votes: readonly V[], rules: AgreementRules): Agreed<V> | NotAgreed =>
  rules.configured < LEAST_CONFIGURED
    ? { kind: 'quorum_missed', have: votes.length, need: LEAST_CONFIGURED }
    : agree(votes, rules)

const NOBODY: readonly string[] = []

/** What an agreement comes to; `null` where those who made it are not enough. */
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
 * An agreement with a live quote in it wins over any fixing: a shock is not a lie. Implied votes all stand on one price
 * of one coin, so alone they need the fixings beside them, and so does a live quote that nobody confirms.
 *
 * Where the value goes into a cross, venues with a vote beside that cross only confirm what others say, or two of them
 * would have three votes. While no other is heard they make the value themselves, as far as the fixings do not speak
 * against it.
 *
 * @param fixing median of the fixings in the direction of the votes; `null` when there are too few of them
 * @param beside the venues with a vote beside the cross
 */
export const fxValue = <V extends FxVote>(
  votes: readonly V[],
  rules: AgreementRules,
  fixing: number | null,
  beside: readonly string[] = NOBODY,
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
