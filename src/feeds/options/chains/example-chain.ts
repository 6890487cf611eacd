import { DAY_MS, DAY_SECONDS, SECOND_MS } from '../../../time-units.ts'
import { EXAMPLE_AT } from '../../venue-parts.ts'
import type { BelievedChain } from './believed-chains.ts'
import { type KeptOption, keptExpiries } from '../kept/kept-option.ts'

/** A small option chain for examples in documents: plausible values, taken from no venue. */

/** Dollars per coin, and the step between strikes. */
const COINS: Readonly<Record<string, { readonly price: number; readonly step: number }>> = {
  BTC: { price: 97_012, step: 5_000 },
  ETH: { price: 3_400, step: 200 },
  SOL: { price: 180, step: 10 },
}

/** Eight in the morning, UTC, of the day after so many. */
const expiryAfter = (days: number): number => (Math.floor(EXAMPLE_AT / DAY_SECONDS) + days) * DAY_MS + (8 * DAY_MS) / 24

const EXPIRIES = [
  { expiry: expiryAfter(11), stem: '4DEC26', level: 41.2 },
  { expiry: expiryAfter(32), stem: '25DEC26', level: 43.6 },
]
const STEPS = [-4, -3, -2, -1, 0, 1, 2, 3, 4]

/** Strikes around the forward, a smile with dearer puts, and a bid and an ask for each option. */
export const exampleChain = (coin: string, source: string): BelievedChain => {
  const { price, step } = COINS[coin] ?? { price: 100, step: 5 }
  const middle = Math.round(price / step) * step
  const options = EXPIRIES.flatMap(({ expiry, stem, level }, place) =>
    STEPS.flatMap((at) =>
      (['call', 'put'] as const).map((kind): KeptOption => {
        const strike = middle + at * step
        const markIv = Number((level - 0.6 * at + 0.25 * at * at).toFixed(2))
        return {
          symbol: `${coin}-${stem}-${strike}-${kind === 'call' ? 'C' : 'P'}`,
          expiry,
          strike,
          kind,
          markIv,
          bidIv: markIv - 0.5,
          askIv: markIv + 0.5,
          bid: null,
          ask: null,
          forward: price * (1 + 0.003 * (place + 1)),
          interest: 120 - 20 * Math.abs(at),
          volumeUsd: price * (12 - Math.abs(at)),
        }
      }),
    ),
  )
  return {
    source,
    isPrimary: true,
    isThin: false,
    at: EXAMPLE_AT * SECOND_MS,
    fresh: 1,
    coverage: 1,
    slices: EXPIRIES.map(({ expiry, level }, place) => ({
      expiry,
      forward: price * (1 + 0.003 * (place + 1)),
      atmIv: level,
      listed: STEPS.length * 2,
      quoted: STEPS.length * 2,
      putUsd: 0,
      callUsd: 0,
    })),
    points: [],
    kept: keptExpiries(options),
  }
}
