import type { Json } from '../../../src/canonical/jcs.ts'
import { placesOf } from '../../../src/canonical/decimal.ts'
import type { Body } from './content-of.ts'

/** The places of a body where a lie could stand, and what could stand there instead. */

export type LeafPath = readonly (string | number)[]

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows of a list are alike; of so many each place is tried. */
const MOST_ROWS = 6

/** Every value that is no object, lists themselves among them: a lie may leave an entry out. */
const under = (value: Json, path: LeafPath): readonly LeafPath[] => {
  if (Array.isArray(value))
    return [path, ...value.slice(0, MOST_ROWS).flatMap((each, at) => under(each, [...path, at]))]
  if (isObject(value)) return Object.entries(value).flatMap(([key, each]) => under(each, [...path, key]))
  return [path]
}

/** All but the time of the answer, by which the string is found. */
export const leavesOf = (body: Body): readonly LeafPath[] =>
  Object.entries(body).flatMap(([key, value]) => (key === 'timestamp' ? [] : under(value, [key])))

/** Words of the tables, and one of none. */
const WORDS =
  `CALM ELEVATED HIGH EXTREME DECOUPLED MIXED COUPLED CONTAGION LOW MODERATE CRITICAL RISK_ON NEUTRAL STRESS PANIC NONE
   CONTANGO BACKWARDATION FLAT DEEP NORMAL THIN FRAGILE BULLISH BEARISH STRESSED STRONG WEAK CONFLICTED LONG SHORT RISK_OFF
   CAUTIOUS BULLISH_MOMENTUM MILD_BULLISH NEUTRAL_CHOPPY MILD_BEARISH BEARISH_MOMENTUM SQUEEZE_SETUP LONG_TRAP
   VOLATILITY_SPIKE BTC ETH SOL aligned crypto_leads_recovery tradfi_stressed_crypto_unmoved mesi mnvi balanced funding
   orderbook aave base USDC lie`.split(/\s+/)

/** With as many decimals as it has: another number of them would be told by the string alone. */
const numbersNear = (value: number): readonly number[] => {
  const places = placesOf(String(value))
  const step = 10 ** -places
  return [value + step, value - step, value + 10 * step, 100 * value, -value].map((each) =>
    Number(each.toFixed(places)),
  )
}

/** Other values of this place, some of which its schema may not allow. */
export const mutantsOf = (body: Body, path: LeafPath): readonly Json[] => {
  const value = path.reduce<Json>((at, step) => Reflect.get(at as object, step) as Json, body as Json)
  const others = (): readonly Json[] => {
    if (Array.isArray(value))
      return [value.slice(0, -1), [...value, value.at(-1) ?? 'lie'], ...(value.length > 1 ? [value.toReversed()] : [])]
    if (typeof value === 'number') return [...numbersNear(value), null]
    if (typeof value === 'boolean') return [!value, null]
    if (typeof value === 'string') return [...WORDS, `${value}x`, null]
    return [0, 1, -1, 0.5, true, false, { regime: 'NEUTRAL', since: 1 }, ...WORDS]
  }
  return others().filter((other) => JSON.stringify(other) !== JSON.stringify(value))
}
