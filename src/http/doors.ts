import type { Clock } from '../ports.ts'
import type { SettlerStates } from '../store/settler-state.ts'
import { isOfAge, type Shelf } from './shelf.ts'

/**
 * Whether the x402 rail takes payments right now. A closed door is no failure of the buyer's: it is answered with 503,
 * or left out of a challenge, and Lightning stays open.
 */
export interface Doors {
  /** `null` when open, otherwise why not, for people. */
  x402(): Promise<string | null>
  /** The facilitator did not answer: closed for a moment, then one buyer tries again. */
  facilitatorFailed(): void
  facilitatorAnswered(): void
}

export interface DoorOptions {
  readonly clock: Clock
  readonly shelf: Shelf
  readonly settlers: SettlerStates
  /** The actor that knows what the payment asset is worth in dollars; `null` on test networks, where it is worth nothing. */
  readonly peg: string | null
  /** Payments are settled by our own worker, which must be there and have gas. */
  readonly ownSettlement: boolean
}

/** Outside of this band a dollar token is not a dollar. */
const BAND = { low: 0.98, high: 1.02 } as const
/** Venues that disagree say nothing, and that is what a lost peg looks like: closed after two minutes, in whole seconds. */
const PEG_KNOWN_SECONDS = 119
/** A settling worker says every few seconds that it is there. */
const SETTLER_KNOWN_MS = 60_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 30_000

export const createDoors = ({ clock, shelf, settlers, peg, ownSettlement }: DoorOptions): Doors => {
  let closedUntil = 0
  let pause = FIRST_PAUSE_MS

  const offPeg = async (now: number): Promise<string | null> => {
    if (peg === null) return null
    const stock = await shelf.stock(peg, now)
    if (!stock || !isOfAge(stock, now, PEG_KNOWN_SECONDS)) return 'the price of USDC is not known right now'
    const price = Number(stock.snapshot.content.price)
    return price >= BAND.low && price <= BAND.high
      ? null
      : `USDC is off its peg at ${String(stock.snapshot.content.price)} dollars`
  }

  const settlerAway = async (now: number): Promise<string | null> => {
    if (!ownSettlement) return null
    const state = await settlers.read()
    if (!state || now - state.at > SETTLER_KNOWN_MS) return 'the settling worker is away'
    return state.open ? null : 'the settling account is short of gas'
  }

  return {
    x402: async () => {
      const now = clock.now()
      // No pause is longer than the longest: a clock was set back.
      if (now < closedUntil && closedUntil - now <= LONGEST_PAUSE_MS) return 'the facilitator does not answer'
      return (await settlerAway(now)) ?? (await offPeg(now))
    },
    facilitatorFailed: () => {
      closedUntil = clock.now() + pause
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
    },
    facilitatorAnswered: () => {
      closedUntil = 0
      pause = FIRST_PAUSE_MS
    },
  }
}
