import { mayBe, regimeOf } from '../math/hysteresis.ts'
import { decide } from '../rules/decision-table.ts'
import type { TradfiCarry, TradfiRegime } from './tradfi-carry.ts'
import { OVERRIDE_TABLE, TRADFI_BANDS } from './tradfi-weights.ts'

/** From a composite to a regime: a dead band around each boundary, and PANIC by the override. */

/** What the override looks at. */
export interface Alarms {
  readonly mesi_value: number | null
  readonly vix: number | null
}

const callOf = ({ mesi_value, vix }: Alarms): 'ENTER' | 'LEAVE' | null =>
  decide(OVERRIDE_TABLE, { mesi_value, vix })?.outcome ?? null

/**
 * @param composite rounded as the body shows it
 * @param before `null` at a first start
 */
export const tradfiRegime = (composite: number, alarms: Alarms, before: TradfiCarry | null): TradfiCarry => {
  const call = callOf(alarms)
  const overridden = call === 'ENTER' || (call !== 'LEAVE' && before?.overridden === true)
  return { regime: overridden ? 'PANIC' : regimeOf(TRADFI_BANDS, composite, before?.regime ?? null), overridden }
}

/** Whether the inputs allow a regime, whatever was before. */
export const allowsTradfi = (
  composite: number,
  alarms: Alarms,
  { regime, overridden }: { readonly regime: TradfiRegime; readonly overridden: boolean },
): boolean => {
  const call = callOf(alarms)
  if (overridden) return call !== 'LEAVE' && regime === 'PANIC'
  return call !== 'ENTER' && mayBe(TRADFI_BANDS, composite, regime)
}
