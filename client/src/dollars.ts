import { fromUnits, isDecimal, placesOf, toUnits } from '../../src/canonical/decimal.ts'

/** Dollars as people write them, and as base units of USDC: millionths of a dollar. */

const PLACES = 6

/** @returns `null` for what is no sum of dollars, such as `0.10` is one */
export const dollarUnits = (text: string): bigint | null =>
  isDecimal(text) && placesOf(text) <= PLACES && !text.startsWith('-') ? toUnits(text, PLACES) : null

/** `$0.01`: at least two decimals, more where the sum has them. */
export const inDollars = (units: bigint): string => `$${fromUnits(units, PLACES).replace(/(\.\d\d\d*?)0+$/, '$1')}`
