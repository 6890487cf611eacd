import { PriceCarry } from './price-carry.ts'

/** Id and carry of the dollar price of POL. It is not sold: the cost of gas on Polygon reads it. */
export const NATIVE = { id: 'native', carry: PriceCarry } as const
