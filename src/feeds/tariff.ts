/**
 * Prices of single queries (interface 4.2). All amounts are integers: satoshis on Lightning, millionths of a dollar
 * (the base units of USDC) on x402.
 */
export interface Tariff {
  readonly sats: number
  readonly microUsd: number
}

const MICRO_USD = 1_000_000

/** A product with a price in dollars alone costs 1,000 sats per dollar. */
export const SATS_PER_USD = 1_000

/** @param cents whole cents, so that no float enters a price */
const cents = (cents: number, sats = (cents * SATS_PER_USD) / 100): Tariff => {
  if (!Number.isInteger(sats)) throw new RangeError(`${cents} cents are not a whole number of sats`)
  return Object.freeze({ sats, microUsd: (cents * MICRO_USD) / 100 })
}

export const TARIFF = {
  spot: cents(1),
  vwap: cents(2),
  history: cents(5),
  indexHistory: cents(10),
  gas: cents(1),
  gasIndex: cents(5),
  funding: cents(5),
  termStructure: cents(5),
  openInterest: cents(1),
  basis: cents(2),
  index: cents(5, 500),
  weather: cents(10),
  seaState: cents(10, 133),
  marineRoute: cents(20, 267),
  voyage: cents(50, 667),
  vessel: cents(50, 667),
  liquidations: cents(3),
  liqFlow: cents(5),
  svi: cents(5),
  ivSurface: cents(5),
  iv: cents(3),
  expiry: cents(5),
  orderbook: cents(3),
  greeks: cents(5),
  instruments: cents(3),
  compute: cents(5),
  defi: cents(5),
  inference: cents(2),
  cot: cents(100),
  calendar: cents(5),
  surprises: cents(10),
  econ: cents(100),
  perp: cents(15),
  regime: cents(10),
  synopsis: cents(25),
  macroRisk: cents(100),
  perpSetup: cents(100),
  defiOpportunity: cents(75),
  regimeChange: cents(50),
  divergence: cents(50),
  consensus: cents(50),
  persistence: cents(15),
  /** Creating or cancelling a DLC event. */
  event: cents(700, 10_000),
} as const satisfies Readonly<Record<string, Tariff>>

/** A price in documents: `price_usd` is decimal text without a sign, `price_sats` whole satoshis. */
export const statedPrice = (price: Tariff): { readonly price_usd: string; readonly price_sats: number } => ({
  price_usd: inDollars(price).slice(1),
  price_sats: price.sats,
})

/** A price in sentences: `$0.01 or 10 sats`. */
export const priceInWords = (price: Tariff): string => `${inDollars(price)} or ${price.sats} sats`

/** `$0.01`: at least two decimals, more if the price needs them. */
export const inDollars = ({ microUsd }: Pick<Tariff, 'microUsd'>): string => {
  const digits = String(microUsd).padStart(7, '0')
  return `$${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}`
}
