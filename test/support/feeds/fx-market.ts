import { COIN, LEG_CURRENCIES, legPair, legVenues, isPerUsd } from '../../../src/feeds/prices/fx-venues.ts'
import { spotTethers, spotVenues } from '../../../src/feeds/prices/spot-legs.ts'
import { USDT_RATE_VENUES } from '../../../src/feeds/prices/usdt.ts'
import { HYBRID_VENUES } from '../../../src/feeds/prices/hybrid-venues.ts'
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
    ...['BTC', 'ETH', 'SOL'].flatMap(spotVenues),
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

const COINS: Readonly<Record<string, number>> = { BTC, ETH: 3_400, SOL: 140 }

/** The same, and every coin that is sold in euros and yen, in dollars and directly. */
export const hybridPrices = (lieOf: (venue: string) => Lie | null = () => HONEST): Prices => {
  const prices: Record<string, Record<string, number>> = {}
  const show = (venue: string, pair: string, price: number): void => {
    const lie = lieOf(venue)
    if (lie !== null) prices[venue] = { ...prices[venue], [pair]: price * lie.coins }
  }
  for (const [coin, price] of Object.entries(COINS))
    for (const venue of spotVenues(coin))
      if (spotTethers(coin).includes(venue)) show(venue, `${coin}/USDT`, price / TETHER)
      else show(venue, `${coin}/USD`, price)
  for (const [pair, venues] of Object.entries(HYBRID_VENUES)) {
    const [coin, currency] = pair.split('/') as [string, string]
    for (const venue of venues) show(venue, pair, COINS[coin]! / truth(currency))
  }
  const currencies = fxPrices(lieOf)
  return Object.fromEntries(VENUES.map((venue) => [venue, { ...prices[venue], ...currencies[venue] }]))
}

export const fxMarket = (lieOf?: (venue: string) => Lie | null, now = OPEN): States => tickers(fxPrices(lieOf), now)
