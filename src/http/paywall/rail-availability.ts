import { SMALL_MICRO_USD } from '../../payments/small-amount.ts'
import { PEG_SEEN, type PegSeen } from '../../feeds/prices/accepted-peg.ts'
import type { Clock } from '../../ports.ts'
import type { BoardStore } from '../../store/published/boards.ts'
import type { SettlerStates } from '../../store/claims/settler-state.ts'
import { MOST_OFF_MS } from '../../store/redis/store-clock.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { SETTLER_KNOWN_MS } from './chain-seen.ts'
import type { Settler } from '../rails/settlement.ts'
import { shared } from '../wire/shared.ts'

/**
 * Whether the x402 rail takes payments right now. When it does not, that is not the buyer's fault: the answer is 503,
 * or a challenge without x402, and Lightning stays open.
 */
export interface RailAvailability {
  /** `null` when open, otherwise why not, for people. */
  x402(): Promise<string | null>
  /** Why the open rail does not take so many millionths of a dollar; `null` when it does. */
  tooMuch(microUsd: number): Promise<string | null>
  /** A warning for the operator while the rail is open; `null` if there is none. */
  warning(): Promise<string | null>
}

export interface RailAvailabilityOptions {
  readonly clock: Clock
  readonly boards: Pick<BoardStore, 'read'>
  readonly settlers: SettlerStates
  /** Whether the payment asset has to be worth a dollar; on test networks it is worth nothing. */
  readonly pegged: boolean
  /** Our own worker settles payments, so it must run and have gas. */
  readonly ownSettlement: boolean
  /** The settler; `null` if the rail is not configured. */
  readonly settler: Pick<Settler, 'closed' | 'warning'> | null
  /** Whether a worker can check on the chain what a facilitator has settled. */
  isChainSeen(): Promise<boolean>
}

/** Dollars per USDC. Outside of this range USDC is not taken as a dollar. */
const BAND = { low: 0.98, high: 1.02 } as const
/**
 * With two quiet books of four there is no majority for a while, which is normal. After half an hour the rail closes.
 */
const PEG_KNOWN_MS = 30 * MINUTE_MS
/** After this time without a majority the operator is warned. */
const PEG_USUAL_MS = 5 * MINUTE_MS
/** The stamp of a worker whose clock is right is at most this far ahead. */
const PEG_AHEAD_MS = 2 * MOST_OFF_MS
const PEG_SHARED_MS = 500
const UNSEEN = `no node of the chain answers: a facilitator's word is taken up to $${SMALL_MICRO_USD / 1_000_000}`

export const createRailAvailability = (options: RailAvailabilityOptions): RailAvailability => {
  const { clock, boards, settlers, pegged, ownSettlement, settler, isChainSeen } = options

  const lastSeen = shared(clock, PEG_SHARED_MS, async () => {
    const [seen] = await boards.read([PEG_SEEN.id])
    return seen ? { at: seen.at, value: (seen.state as PegSeen).value } : null
  })

  /** For how long no venues have agreed on the price of USDC, in milliseconds; `null` if that is not known. */
  const unknownFor = (at: number, now: number): number | null => (at - now > PEG_AHEAD_MS ? null : now - at)

  const offPeg = async (now: number): Promise<string | null> => {
    if (!pegged) return null
    const seen = await lastSeen()
    const age = seen && unknownFor(seen.at, now)
    if (seen === null || age === null || age > PEG_KNOWN_MS) return 'the price of USDC is not known right now'
    return seen.value >= BAND.low && seen.value <= BAND.high
      ? null
      : `USDC is off its peg at ${seen.value.toFixed(5)} dollars`
  }

  const quietPeg = async (now: number): Promise<string | null> => {
    const seen = pegged ? await lastSeen() : null
    const age = seen && unknownFor(seen.at, now)
    return age !== null && age > PEG_USUAL_MS
      ? `venues have not agreed on the price of USDC for ${Math.floor(age / MINUTE_MS)} minutes; the rail closes after ${PEG_KNOWN_MS / MINUTE_MS}`
      : null
  }

  const settlerAway = async (now: number): Promise<string | null> => {
    if (!ownSettlement) return null
    const state = await settlers.read()
    if (!state || now - state.at > SETTLER_KNOWN_MS) return 'the settling worker is away'
    return state.open ? null : 'the settling account is short of gas'
  }

  /** Whether claims of a facilitator cannot be checked. Our own settlement needs no such check. */
  const isUnseen = async (): Promise<boolean> => !ownSettlement && settler !== null && !(await isChainSeen())

  return {
    x402: async () => {
      const now = clock.now()
      return (await settler?.closed?.()) ?? (await settlerAway(now)) ?? (await offPeg(now))
    },
    tooMuch: async (microUsd) => (microUsd > SMALL_MICRO_USD && (await isUnseen()) ? UNSEEN : null),
    warning: async () =>
      (await settler?.warning?.()) ?? ((await isUnseen()) ? UNSEEN : null) ?? (await quietPeg(clock.now())),
  }
}
