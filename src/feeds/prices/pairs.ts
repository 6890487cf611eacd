import type { Subject } from '../subject.ts'

/** A priced pair: its spellings, and the decimals of its published price. */
export interface Pair extends Subject {
  readonly base: string
  readonly quote: string
  readonly decimals: number
}

const pair = (base: string, quote: string, decimals: number): Pair => ({
  base,
  quote,
  decimals,
  key: `${base}-${quote}`,
  domain: base + quote,
  name: `${base}/${quote}`,
  path: { base: base.toLowerCase(), quote: quote.toLowerCase() },
})

/** Coins. */
export const SPOT_PAIRS: readonly Pair[] = [
  pair('BTC', 'USD', 2),
  pair('BTC', 'EUR', 2),
  pair('BTC', 'JPY', 0),
  pair('ETH', 'USD', 2),
  pair('ETH', 'EUR', 2),
  pair('ETH', 'JPY', 0),
  pair('SOL', 'USD', 2),
  pair('SOL', 'EUR', 2),
  pair('SOL', 'JPY', 2),
  pair('XRP', 'USD', 4),
  pair('ADA', 'USD', 4),
  pair('DOGE', 'USD', 5),
]

/** Five-minute VWAPs. */
export const VWAP_PAIRS: readonly Pair[] = [pair('BTC', 'USD', 2), pair('BTC', 'EUR', 2), pair('ETH', 'USD', 2)]

/** Twenty of the 21 pairs of seven currencies. CHF/CNY is not sold. */
export const FX_PAIRS: readonly Pair[] = [
  ['EUR', ['USD', 'JPY', 'GBP', 'CHF', 'CNY', 'CAD']],
  ['GBP', ['USD', 'JPY', 'CHF', 'CNY', 'CAD']],
  ['USD', ['JPY', 'CHF', 'CNY', 'CAD']],
  ['CHF', ['JPY', 'CAD']],
  ['CNY', ['JPY', 'CAD']],
  ['CAD', ['JPY']],
].flatMap(([base, quotes]) => (quotes as string[]).map((quote) => pair(base as string, quote, quote === 'JPY' ? 3 : 5)))

/** Gold. */
export const METAL_PAIRS: readonly Pair[] = [pair('XAU', 'USD', 2), pair('XAU', 'EUR', 2), pair('XAU', 'JPY', 0)]

/** Stablecoins. */
export const PEG_PAIRS: readonly Pair[] = [
  pair('USDT', 'USD', 5),
  pair('USDC', 'USD', 5),
  pair('USDT', 'EUR', 5),
  pair('USDT', 'JPY', 3),
]

/** The pair of a subject. Feed definitions receive subjects, but prices need base, quote and decimals. */
export const pairOfSubject = (pairs: readonly Pair[], subject: Subject): Pair => {
  const found = pairs.find((each) => each.key === subject.key)
  if (!found) throw new Error(`${subject.key} is not among ${pairs.map((each) => each.key).join(', ')}`)
  return found
}
