import type { ResolverConfig } from '../terms/resolver-config.ts'
import type { Plain } from './shown-event.ts'
import { GRACE_SECONDS } from '../terms/threshold.ts'

/** Attesting by hand, for events that have no resolver (interface 7.9). */

/** The reason for such a decision. It is published with the event for ever. */
export interface ByHand {
  readonly kind: 'manual'
  /** Unix milliseconds. */
  readonly at: number
  /** Whether it was decided before its maturity. */
  readonly early: boolean
  /** Only if the event could still have been resolved by itself. */
  readonly override?: true
}

interface Dated {
  /** Unix seconds. */
  readonly maturityTs: number
  /** `null`: it waits for an administrator. */
  readonly resolver: ResolverConfig | null
}

/**
 * The evidence of a decision by hand. `null` while the event may still be resolved by itself: before its maturity, and
 * after it for as long as a missing price is waited for. `override` permits it all the same, and the evidence says so.
 *
 * @param now Unix milliseconds
 */
export const byHand = ({ maturityTs, resolver }: Dated, override: boolean, now: number): ByHand | null => {
  const isPending = resolver !== null && now <= (maturityTs + GRACE_SECONDS) * 1000
  if (isPending && !override) return null
  return { kind: 'manual', at: now, early: now < maturityTs * 1000, ...(isPending && { override: true }) }
}

/** Whether an administrator overrode the resolver that the creator chose. */
export const isOverride = (evidence: Plain): boolean => {
  const said = evidence as Partial<ByHand> | null
  return said?.kind === 'manual' && said.override === true
}
