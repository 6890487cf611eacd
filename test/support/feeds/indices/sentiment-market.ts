import type { OptionState } from '../../../../src/feeds/boards/option-state.ts'
import type { Earlier } from '../../../../src/feeds/feed.ts'
import { type KeptOption, keptExpiries } from '../../../../src/feeds/options/kept/kept-option.ts'
import type { Slice } from '../../../../src/feeds/options/kept/slice.ts'
import { OPEN, type States, tickers } from '../market.ts'

/** A market that makes a sentiment index whose every number was worked out by hand. */

export const DAY = 86_400_000

const FORWARD = 97_000

/** An option thirty days ahead with bid and offer. */
export const option = (kind: KeptOption['kind'], strike: number, markIv: number, days = 30): KeptOption => ({
  symbol: `BTC-${days}-${strike}-${kind === 'call' ? 'C' : 'P'}`,
  expiry: OPEN + days * DAY,
  strike,
  kind,
  markIv,
  bidIv: markIv - 1,
  askIv: markIv + 1,
  bid: null,
  ask: null,
  forward: FORWARD,
  interest: 100,
  volumeUsd: null,
})

/** Strikes beyond 25 delta on their own side of the forward, and some nearer to it. */
const OWN = {
  call: [98_000, 103_000, 108_000, 115_000, 120_000, 125_000, 130_000, 140_000, 150_000, 160_000],
  put: [96_000, 90_000, 84_000, 78_000, 72_000, 66_000, 60_000, 54_000, 48_000, 42_000],
} as const

/** One flat wing: every strike has this volatility, so its 25-delta point has it too. */
export const wing = (kind: KeptOption['kind'], iv: number, days = 30): readonly KeptOption[] =>
  OWN[kind].map((strike) => option(kind, strike, iv, days))

/** A risk reversal of this many points of volatility. */
export const smile = (skew: number, days = 30): readonly KeptOption[] => [
  ...wing('call', 45, days),
  ...wing('put', 45 - skew, days),
]

export const slice = (days: number, atmIv: number | null, putUsd = 0, callUsd = 0): Slice => ({
  expiry: OPEN + days * DAY,
  forward: FORWARD,
  atmIv,
  listed: 20,
  quoted: 20,
  putUsd,
  callUsd,
})

/** 38.172/40 = 0.9543 from a week to 77 days, and 87.54 puts to 100 calls, most of them later than thirty days. */
export const SLICES = [slice(7, 38.172, 7.54, 10), slice(30, 39, 20, 30), slice(77, 40, 5, 10), slice(200, 42, 55, 50)]

export const chain = (
  kept: readonly KeptOption[] = smile(-4.13),
  slices: readonly Slice[] = SLICES,
  at = OPEN - 5_000,
): OptionState => ({ chains: { BTC: { at, slices, kept: keptExpiries(kept) } }, interest: {} })

const DOLLARS = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex', 'binanceus']
const TETHERS = ['binance', 'okx', 'gateio']

/** Nine venues around 97,000, the highest and the lowest 0.047958 % apart. */
export const prices = (off: Readonly<Record<string, number>> = {}, ageMs = 1_000): States => {
  const price = (venue: string): number => {
    const apart = { coinbase: 23.259_63, kraken: -23.259_63, ...off }[venue] ?? 0
    return FORWARD + apart
  }
  return tickers(
    Object.fromEntries([
      ...DOLLARS.map((venue) => [venue, { 'BTC/USD': price(venue), 'USDT/USD': 1 }] as const),
      ...TETHERS.map(
        (venue) => [venue, { 'BTC/USDT': price(venue), ...(venue === 'okx' && { 'USDT/USD': 1 }) }] as const,
      ),
    ]),
    OPEN,
    ageMs,
  )
}

export const funding = (composite: number, ageSeconds = 10): Earlier => ({
  timestamp: OPEN / 1_000 - ageSeconds,
  content: {},
  carry: { composite, predicted: null, zscore: null, divergenceBps: 1, confidence: 1, sources: ['okx', 'bybit'] },
})
