import type { TickContext } from '../feed.ts'
import { type Bands, regimeOf } from '../math/hysteresis.ts'

/** The Unix second of the tick that entered a regime: that of the last snapshot while it is the same, else now. */
export const sinceWhen = (regime: string, { previous, now }: Pick<TickContext, 'previous' | 'now'>): number => {
  const since = previous?.content['regime_since']
  return previous?.content['regime'] === regime && typeof since === 'number' ? since : Math.floor(now / 1_000)
}

/**
 * The regime of a value and the Unix second of the tick that entered it. Both go on from the last snapshot, which is
 * stored and so does not depend on a process.
 *
 * @param value rounded as it is published, so that a buyer can check the regime from signed rows
 */
export const regimeSince = <N extends string>(
  bands: Bands<N>,
  value: number,
  { previous, now }: Pick<TickContext, 'previous' | 'now'>,
): { readonly regime: N; readonly regime_since: number } => {
  const before = previous?.content['regime']
  const regime = regimeOf(bands, value, typeof before === 'string' ? before : null)
  return { regime, regime_since: sinceWhen(regime, { previous, now }) }
}
