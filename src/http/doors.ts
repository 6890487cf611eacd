import { SMALL_MICRO_USD } from '../payments/small-amount.ts'
import type { Clock } from '../ports.ts'
import type { SettlerStates } from '../store/settler-state.ts'
import { SETTLER_KNOWN_MS } from './chain-seen.ts'
import type { Settler } from './rails/settlement.ts'
import { isOfAge, type Shelf } from './shelf.ts'

/**
 * Whether the x402 rail takes payments right now. A closed door is no failure of the buyer's: it is answered with 503,
 * or left out of a challenge, and Lightning stays open.
 */
export interface Doors {
  /** `null` when open, otherwise why not, for people. */
  x402(): Promise<string | null>
  /** Why the open rail does not take so many millionths of a dollar; `null` when it does. */
  tooMuch(microUsd: number): Promise<string | null>
  /** What an operator should look at while the rail is open; `null` for nothing. */
  warning(): Promise<string | null>
}

export interface DoorOptions {
  readonly clock: Clock
  readonly shelf: Shelf
  readonly settlers: SettlerStates
  /** The actor that knows what the payment asset is worth in dollars; `null` on test networks, where it is worth nothing. */
  readonly peg: string | null
  /** Payments are settled by our own worker, which must be there and have gas. */
  readonly ownSettlement: boolean
  /** Who settles; `null` where the rail is not configured. */
  readonly settler: Pick<Settler, 'closed' | 'warning'> | null
  /** Whether somebody can ask the chain what a facilitator has really settled. */
  isChainSeen(): Promise<boolean>
}

/** Outside of this band a dollar token is not a dollar. */
const BAND = { low: 0.98, high: 1.02 } as const
/** Venues that disagree say nothing, and that is what a lost peg looks like: closed after two minutes, in whole seconds. */
const PEG_KNOWN_SECONDS = 119
const UNSEEN = `no node of the chain answers: a facilitator's word is taken up to $${SMALL_MICRO_USD / 1_000_000}`

export const createDoors = (options: DoorOptions): Doors => {
  const { clock, shelf, settlers, peg, ownSettlement, settler, isChainSeen } = options

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

  /** Whoever settles by himself needs nobody's word. */
  const isUnseen = async (): Promise<boolean> => !ownSettlement && settler !== null && !(await isChainSeen())

  return {
    x402: async () => {
      const now = clock.now()
      return (await settler?.closed?.()) ?? (await settlerAway(now)) ?? (await offPeg(now))
    },
    tooMuch: async (microUsd) => (microUsd > SMALL_MICRO_USD && (await isUnseen()) ? UNSEEN : null),
    warning: async () => (await settler?.warning?.()) ?? ((await isUnseen()) ? UNSEEN : null),
  }
}
