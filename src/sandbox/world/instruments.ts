import { dollars, FACTORS, type Levels } from './factors.ts'
import { mix, seedOf, unit } from './prng.ts'

/** One entry of a venue's list, with the number of digits that the venue writes. */
export interface Instrument {
  readonly venue: string
  /** The venue's spelling: `XXBTZUSD`. */
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly priceDecimals: number
  readonly sizeDecimals: number
  /** False for an instrument that is listed but not traded: every real list has one. */
  readonly trading: boolean
  /** Trades expected per second. */
  readonly perSecond: number
  /** Half the difference of bid and ask, as a fraction of the price. */
  readonly halfSpread: number
  /** The seed of all random numbers of this instrument. */
  readonly seed: number
}

const LIVELY: Readonly<Record<string, number>> = { BTC: 0.6, ETH: 0.5, SOL: 0.4, XRP: 0.25, ADA: 0.2, DOGE: 0.2 }
const TIGHT: Readonly<Record<string, number>> = { BTC: 0.5, ETH: 0.6, SOL: 0.9, PAXG: 2, XAUT: 2 }
const BASIS_POINT = 1e-4

/**
 * A venue's list from a small table, one instrument per line: symbol, base/quote, price decimals, size decimals, and
 * `halted` where it is listed without being traded.
 */
export const listed = (venue: string, table: string): readonly Instrument[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [symbol = '', pair = '', price, size, state] = line.trim().split(/\s+/)
      const [base = '', quote = ''] = pair.split('/')
      return {
        venue,
        symbol,
        base,
        quote,
        priceDecimals: Number(price),
        sizeDecimals: Number(size),
        trading: state !== 'halted',
        perSecond: LIVELY[base] ?? 0.1,
        halfSpread: (TIGHT[base] ?? 1.2) * (quote === 'JPY' ? 2.5 : 1) * BASIS_POINT,
        seed: seedOf(`${venue} ${symbol}`),
      }
    })

/** Prices differ between venues: a lasting deviation of up to 1.5 basis points, and a random one of 0.3 per second. */
export const departure = (instrument: Instrument, worldSeed: number, at: number, volatility: number): number => {
  const own = mix(instrument.seed, worldSeed)
  const lasting = (unit(own) - 0.5) * 3
  const flicker = (unit(mix(own, Math.floor(at / 1000))) - 0.5) * 0.6 * Math.min(1, volatility)
  return (lasting + flicker) * BASIS_POINT
}

/** The market's price of a pair, the same at every venue. */
const level = (levels: Levels, base: string, quote: string): number => dollars(levels, base) / dollars(levels, quote)

/** How far venues of a coin lie apart, in units of the usual distance. */
const APART: ReadonlyMap<string, number> = new Map(
  FACTORS.flatMap(({ key }, place) => (key.startsWith('apart.') ? [[key.slice('apart.'.length), place] as const] : [])),
)

const apartness = (levels: Levels, base: string): number => {
  const place = APART.get(base)
  return place === undefined ? 1 : (levels[place] ?? 1)
}

/** The middle of one venue's book. `lie` is the factor of a provider that writes wrong prices. */
export const middle = (
  instrument: Instrument,
  worldSeed: number,
  moment: { levels: Levels; volatility: number },
  at: number,
  lie: number,
): number =>
  level(moment.levels, instrument.base, instrument.quote) *
  (1 + apartness(moment.levels, instrument.base) * departure(instrument, worldSeed, at, moment.volatility)) *
  lie

/** Best bid and ask around a price, in whole ticks and never crossed. */
export const touch = (instrument: Instrument, price: number): { readonly bid: number; readonly ask: number } => {
  const ticks = price * 10 ** instrument.priceDecimals
  const half = ticks * instrument.halfSpread
  const bid = Math.max(1, Math.floor(ticks - half))
  return { bid, ask: Math.max(bid + 1, Math.ceil(ticks + half)) }
}

/** A whole number of the smallest unit as decimal text: `scaled(970123n, 1)` is `97012.3`. */
export const scaled = (units: number | bigint, decimals: number): string => {
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The same without trailing zeros, for venues that write `97012.3` rather than `97012.30`. */
export const trimmed = (units: number | bigint, decimals: number): string => {
  const text = scaled(units, decimals)
  return decimals === 0 ? text : text.replace(/\.?0+$/, '')
}
