import { venuesOf } from '../boards/ticker-boards.ts'
import { SPOT_PAIRS } from './pairs.ts'

/** Venues that quote a coin directly in another currency: beside them the cross rate has one vote (methods 1.6). */

/** Direct prices, beside which a cross stands. */
export interface Beside {
  readonly coin: string
  readonly venues: readonly string[]
}

/** Currencies, the dollar aside, that coins are sold in. */
const CURRENCIES = ['EUR', 'JPY']

export const HYBRID_VENUES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  CURRENCIES.flatMap((currency) =>
    SPOT_PAIRS.filter(({ quote }) => quote === currency).map(({ name }) => [name, venuesOf(name)]),
  ),
)

/** What the cross of a hybrid stands beside. */
export const besideOf = (base: string, quote: string): Beside => ({
  coin: base,
  venues: HYBRID_VENUES[`${base}/${quote}`]!,
})
