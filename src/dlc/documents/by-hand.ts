import type { ResolverConfig } from '../terms/resolver-config.ts'
import type { Plain } from './shown-event.ts'
import { GRACE_SECONDS } from '../terms/threshold.ts'

/** Attesting by hand, for events that nothing else settles (interface 7.9). */

/** The reason for such a decision. It is published with the event for ever. */
export interface ByHand {
  readonly kind: 'manual'
  /** Unix milliseconds. */
  readonly at: number
  /** Whether its maturity lay ahead. */
  readonly early: boolean
  /** Only where the event could still have settled by itself. */
  readonly override?: true
}

interface Dated {
  /** Unix seconds. */
  readonly maturityTs: number
  /** `null`: it waits for an administrator. */
  readonly resolver: ResolverConfig | null
}

/**
 * The evidence of a decision by hand, or `null` while the event still settles by itself: before its maturity, and after
 * it for as long as a silent feed is waited for. `override` permits it all the same, and the evidence says so.
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
