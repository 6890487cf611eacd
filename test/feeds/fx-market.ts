import { COIN, LEG_CURRENCIES, legPair, legVenues, isPerUsd } from '../../src/feeds/prices/fx-venues.ts'
import { spotTethers, spotVenues } from '../../src/feeds/prices/spot-legs.ts'
import { USDT_RATE_VENUES } from '../../src/feeds/prices/usdt.ts'
import { OPEN, type Prices, type States, tickers, USD } from './market.ts'

/** All venues that say anything of currencies, of the coin they are implied by, or of USDT. */

export const BTC = 84_000
export const TETHER = 0.9994

/** By how much a venue is off: in quotes of currencies, in prices of coins, in what USDT is worth. */
export interface Lie {
  readonly rates: number
  readonly coins: number
  readonly usdt: number
}

export const HONEST: Lie = { rates: 1, coins: 1, usdt: 1 }

const truth = (currency: string): number => USD[currency as keyof typeof USD]
const inMarket = (currency: string): number => (isPerUsd(currency) ? 1 / truth(currency) : truth(currency))

/** What one venue shows. */
const shown = (venue: string, { rates, coins, usdt }: Lie): Readonly<Record<string, number>> => ({
  ...(spotVenues(COIN).includes(venue) &&
    (spotTethers(COIN).includes(venue)
      ? { [`${COIN}/USDT`]: (BTC / TETHER) * coins }
      : { [`${COIN}/USD`]: BTC * coins })),
  ...((USDT_RATE_VENUES as readonly string[]).includes(venue) && { 'USDT/USD': TETHER * usdt }),
  ...Object.fromEntries(
    LEG_CURRENCIES.flatMap((currency) => {
      const { live, tether, implied } = legVenues(currency)
      return [
        ...(live.includes(venue) ? [[legPair(currency), inMarket(currency) * rates]] : []),
        ...(tether.includes(venue) ? [[`${currency}/USDT`, (truth(currency) / TETHER) * rates]] : []),
        ...(implied.includes(venue) ? [[`${COIN}/${currency}`, (BTC / truth(currency)) * coins]] : []),
      ] as [string, number][]
    }),
  ),
})

export const VENUES: readonly string[] = [
  ...new Set([
    ...spotVenues(COIN),
    ...USDT_RATE_VENUES,
    ...LEG_CURRENCIES.flatMap((currency) => Object.values(legVenues(currency)).flat() as string[]),
  ]),
]

/** @param lieOf what a venue is off by; `null` says nothing at all */
export const fxPrices = (lieOf: (venue: string) => Lie | null = () => HONEST): Prices =>
  Object.fromEntries(
    VENUES.flatMap((venue) => {
      const lie = lieOf(venue)
      return lie === null ? [] : [[venue, shown(venue, lie)]]
    }),
  )

export const fxMarket = (lieOf?: (venue: string) => Lie | null, now = OPEN): States => tickers(fxPrices(lieOf), now)
