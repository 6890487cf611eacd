import { type Agreed, agree, type AgreementRules, type NotAgreed, type Vote } from './agreement.ts'
import { median } from './robust.ts'

/** What a currency is worth in dollars: an agreement of markets, guarded by what the central banks last fixed. */

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

/**
 * An agreement with a live quote in it wins over any fixing: a shock is not a lie. Implied votes all stand on one price
 * of one coin, so alone they need the fixings beside them, and so does a live quote that nobody confirms.
 *
 * @param fixing median of the fixings in the direction of the votes; `null` when there are too few of them
 * @param beside venues that have a vote beside this value already, where it goes into a cross: they confirm what others say,
 *   or two of them would have three votes
 */
export const fxValue = <V extends FxVote>(
  votes: readonly V[],
  rules: AgreementRules,
  fixing: number | null,
  beside: readonly string[] = NOBODY,
): FxValue<V> | NotAgreed => {
  const isGuarded = (value: number): boolean => fixing !== null && Math.abs(value - fixing) / fixing <= FIXING_GUARD
  const isOther = ({ source }: V): boolean => !beside.includes(source)
  const agreement = agreementOf(votes, rules)
  if (agreement.kind === 'agreed') {
    const { used } = agreement
    const makers = votes.some(isOther) ? used.filter(isOther) : used
    const value = makers.length > 0 ? median(makers.map(({ price }) => price)) : null
    if (value !== null && (used.some(({ origin }) => origin === 'live') || isGuarded(value)))
      return { kind: 'market', value, method: 1, agreement }
  }
  const lone = votes.filter((vote) => vote.origin === 'live' && isGuarded(vote.price) && isOther(vote))
  if (lone.length > 0) return { kind: 'lone', value: median(lone.map(({ price }) => price)), method: 0.7, votes: lone }
  if (fixing !== null) return { kind: 'fixing', value: fixing, method: 0.7 }
  return agreement.kind === 'agreed' ? { kind: 'quorum_missed', have: 0, need: 1 } : agreement
}
