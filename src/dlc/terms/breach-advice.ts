import type { DlcPair } from './pairs.ts'
import type { DecimalText } from './scale.ts'
import { type Direction, isBreached } from './threshold.ts'

/** What a threshold contract is about. */
interface Contract {
  readonly pair: DlcPair
  readonly direction: Direction
  readonly strikeText: DecimalText
}

/**
 * A contract may be bought although the price is beyond its strike already. That is no error, but mostly not what the
 * buyer wants, so `advice` says it.
 *
 * @param last the last price that counted; `at` in Unix milliseconds
 */
export const breachAdvice = (
  { pair, direction, strikeText }: Contract,
  last: { readonly price: DecimalText; readonly at: number } | null,
): readonly string[] =>
  last !== null && isBreached(direction, strikeText, last.price)
    ? [
        `the last ${pair} price, ${last.price} at ${new Date(last.at).toISOString()}, is at or ${direction} the strike: the contract is breached by the next two prices unless the price turns`,
      ]
    : []
