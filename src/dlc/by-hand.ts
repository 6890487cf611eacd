import type { ResolverConfig } from './resolver-config.ts'
import type { Plain } from './shown-event.ts'
import { GRACE_SECONDS } from './threshold.ts'

/** Attesting by hand: for events that nothing else settles. */

/** What such a decision rests on; published with the event, for ever. */
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
 * What a decision by hand rests on, or `null` while the event settles by itself in the way its creator chose: before
 * its maturity, and after it for as long as a silent feed is waited for. `override` goes ahead of that, and says so.
 *
 * @param now Unix milliseconds
 */
export const byHand = ({ maturityTs, resolver }: Dated, override: boolean, now: number): ByHand | null => {
  const isPending = resolver !== null && now <= (maturityTs + GRACE_SECONDS) * 1000
  if (isPending && !override) return null
  return { kind: 'manual', at: now, early: now < maturityTs * 1000, ...(isPending && { override: true }) }
}

/** Whether an administrator went ahead of the way its creator chose. */
export const isOverride = (evidence: Plain): boolean => {
  const said = evidence as Partial<ByHand> | null
  return said?.kind === 'manual' && said.override === true
}
