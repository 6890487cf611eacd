import { fixed } from '../../canonical/decimal.ts'

/**
 * The dollar against six currencies, by the weights that are used since 1973 with the euro in place of its ten
 * forerunners (methods 8.2). A computation, not the index of ICE.
 */

/** The pairs as the market quotes them, their weights, and the currency. */
export const DOLLAR_LEGS = [
  { pair: 'EURUSD', currency: 'EUR', weight: -0.576 },
  { pair: 'USDJPY', currency: 'JPY', weight: 0.136 },
  { pair: 'GBPUSD', currency: 'GBP', weight: -0.119 },
  { pair: 'USDCAD', currency: 'CAD', weight: 0.091 },
  { pair: 'USDSEK', currency: 'SEK', weight: 0.042 },
  { pair: 'USDCHF', currency: 'CHF', weight: 0.036 },
] as const

type DollarPair = (typeof DOLLAR_LEGS)[number]['pair']
export type DollarCurrency = (typeof DOLLAR_LEGS)[number]['currency']

/** The scale at which the index was 100 in March 1973. */
export const DOLLAR_SCALE = 50.14348112
const PLACES = 3
/** Decimals to which legs are rounded before the index is computed. */
export const LEG_PLACES = 6

/** Decimal text by pair. */
export type DollarParts = Readonly<Record<DollarPair, string>>

/** The index from the legs as they are printed. */
export const dollarIndex = (parts: DollarParts): string =>
  fixed(
    DOLLAR_LEGS.reduce((product, { pair, weight }) => product * Number(parts[pair]) ** weight, DOLLAR_SCALE),
    PLACES,
  )
