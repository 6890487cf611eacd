import { isDecimal } from '../../canonical/decimal.ts'
import { DAY_SECONDS, inSeconds } from '../../time-units.ts'
import { attestationOf, inputFrom, missingInputs, type ShownInput } from '../attested.ts'
import { ECON_US } from '../econ/econ-published.ts'
import { actorId, type TickContext } from '../feed.ts'
import { EQUITY_STRESS } from '../indices/equity-stress-carry.ts'
import { NQ_VOLATILITY } from '../indices/nq-volatility-carry.ts'
import { LIFETIMES } from '../lifetimes.ts'
import type { ReadItem } from '../inputs.ts'

/** What the TradFi regime is made of, as its body shows it. */

/** A spread older than this is missing, seconds (methods 0.3). */
export const CURVE_SECONDS = 7 * DAY_SECONDS

const KEYS = { mesi: 'EQUITY', mnvi: 'NQ-USD', yield_curve: 'YIELD-CURVE' } as const

const ACTORS = {
  mesi: actorId(EQUITY_STRESS, { key: KEYS.mesi }),
  mnvi: actorId(NQ_VOLATILITY, { key: KEYS.mnvi }),
  yield_curve: actorId(ECON_US, { key: KEYS.yield_curve }),
} as const

/** The actors that it reads. */
export const TRADFI_ACTORS: readonly string[] = Object.values(ACTORS)

/** Two of the three parts have the least weight: of each pair one must be there. */
export const TRADFI_NEEDS: readonly (readonly ReadItem[])[] = TRADFI_ACTORS.flatMap((one, at) =>
  TRADFI_ACTORS.slice(at + 1).map((other) => [{ actor: one }, { actor: other }]),
)

export const tradfiInputs = (context: TickContext) => {
  const indexAge = LIFETIMES.ownIndex.expireSeconds
  const mesi = attestationOf(context, EQUITY_STRESS, KEYS.mesi, indexAge)
  const mnvi = attestationOf(context, NQ_VOLATILITY, KEYS.mnvi, indexAge)
  const told = attestationOf(context, ECON_US, KEYS.yield_curve)
  const isYoung = told !== null && inSeconds(context.now) - told.values.observed_at <= CURVE_SECONDS
  const curve = isYoung && isDecimal(told.values.value) ? told : null
  return {
    mesi_value: inputFrom(mesi, ACTORS.mesi, ({ value }) => value),
    mesi_regime: inputFrom(mesi, ACTORS.mesi, ({ regime }): string => regime),
    mnvi_value: inputFrom(mnvi, ACTORS.mnvi, ({ value }) => value),
    mnvi_regime: inputFrom(mnvi, ACTORS.mnvi, ({ regime }): string => regime),
    yield_curve_pct: inputFrom(curve, ACTORS.yield_curve, ({ value }) => Number(value)),
    yield_curve_observed_at: inputFrom(curve, ACTORS.yield_curve, ({ observed_at: found }) => found),
    vix: inputFrom(mesi, ACTORS.mesi, ({ vix }) => vix),
  }
}

/** The inputs of a body by their names. */
export type TradfiInputValues = Readonly<
  Record<'mesi_value' | 'mnvi_value' | 'yield_curve_pct' | 'vix', Pick<ShownInput<number>, 'value'>>
>

/** The actors of the parts that are there, ASCII-sorted. */
export const tradfiSources = (inputs: Readonly<Record<string, Pick<ShownInput, 'value' | 'actor'>>>): string[] => {
  const missing = missingInputs(inputs)
  return [
    ...new Set(Object.entries(inputs).flatMap(([name, { actor }]) => (missing.includes(name) ? [] : [actor]))),
  ].toSorted()
}
