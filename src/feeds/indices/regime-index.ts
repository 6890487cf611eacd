import type { Conclusion, Declined, TickContext } from '../feed.ts'
import type { Bands } from '../math/hysteresis.ts'
import { type IndexCarry, type IndexContent, type IndexFormula, assembledIndex } from './assembled-index.ts'
import type { ReadingsOf } from './component.ts'
import { indexShortfall } from './index-shortfall.ts'
import { regimeSince } from './regime-since.ts'

/** The regime of an index, and the Unix second of the tick that entered it. */
interface Regime<N extends string> {
  regime: N
  regime_since: number
}

/** Rounds the inputs, computes the value, checks the floors and names the regime. */
export const concludeWithRegime = <K extends string, N extends string>(
  formula: IndexFormula<K>,
  bands: Bands<N>,
  readings: ReadingsOf<K>,
  context: Pick<TickContext, 'previous' | 'now'>,
): Conclusion<IndexContent<K, 'index'> & Regime<N>, IndexCarry<'index'> & { readonly regime: N }> | Declined => {
  const found = assembledIndex(formula, readings, context.now)
  if (found.kind === 'too_little') return indexShortfall(formula.keys, readings, found.standing)
  const { value, unit, ...more } = found.content
  const { regime, regime_since } = regimeSince(bands, value, context)
  return {
    kind: 'concluded',
    content: { value, unit, regime, regime_since, ...more },
    carry: { ...found.carry, regime },
  }
}
