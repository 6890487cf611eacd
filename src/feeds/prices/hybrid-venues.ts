import { venuesOf } from '../boards/ticker-boards.ts'
import { SPOT_PAIRS } from './pairs.ts'

/** Venues that quote a coin directly in another currency. Beside them the cross rate has one vote (methods 1.6). */

/** Direct prices of a coin, which a cross rate is compared with. */
export interface Beside {
  readonly coin: string
  readonly venues: readonly string[]
}

/** Currencies besides the dollar in which coins are sold. */
const CURRENCIES = ['EUR', 'JPY']

export const HYBRID_VENUES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  CURRENCIES.flatMap((currency) =>
    SPOT_PAIRS.filter(({ quote }) => quote === currency).map(({ name }) => [name, venuesOf(name)]),
  ),
)

/** The direct prices beside the cross of a pair. */
export const besideOf = (base: string, quote: string): Beside => ({
  coin: base,
  venues: HYBRID_VENUES[`${base}/${quote}`]!,
})
