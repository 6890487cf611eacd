import { venuesOf } from '../boards/ticker-boards.ts'
import { PriceCarry } from './price-carry.ts'

/** Id and carry of the dollar price of POL. It is not sold: the cost of gas on Polygon reads it. */
export const NATIVE = { id: 'native', carry: PriceCarry } as const

/** The venues that quote POL, in dollars and in USDT. */
export const NATIVE_VENUES = { usd: venuesOf('POL/USD'), usdt: venuesOf('POL/USDT') } as const
