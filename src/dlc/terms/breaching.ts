import { type DecimalText, compareDecimals } from './scale.ts'
import { type Direction, isBreached, TICK_SECONDS } from './threshold.ts'

/**
 * When a contract is breached: by two agreements at or past its strike, the second of which rests on newer votes
 * (decision 0027). The price is compared with a level, so a price is pending and not a list of contracts: a first price
 * is pending for every strike from which no later price has come back.
 */

/** How new the live votes of a price's own market are, Unix milliseconds. */
export interface Observed {
  /** A majority of the configured venues was observed at this time or later. */
  readonly majorityAt: number
  readonly newestAt: number
}

/** The one contract that an extra price was concluded for, outside of the schedule. */
export interface OnlyFor {
  readonly id: string
  readonly direction: Direction
  readonly strike: DecimalText
}

export interface SequencedPrice {
  readonly sequence: number
  /** Unix milliseconds. */
  readonly at: number
  readonly price: DecimalText
  /**
   * `null`: it was carried or fixed, or too few live votes agree. It breaches nothing, but it can end a pending breach.
   */
  readonly observed: Observed | null
  /** `null`: it counts for every contract of its pair. */
  readonly only: OnlyFor | null
}

/** A price that nothing has confirmed yet. */
export interface FirstPrice {
  readonly sequence: number
  readonly at: number
  readonly price: DecimalText
  /** Votes that confirm it are newer than this, Unix milliseconds. */
  readonly after: number
  /** The lowest and the highest price since, itself included. Later prices came back from every strike beyond them. */
  readonly low: DecimalText
  readonly high: DecimalText
  readonly only: OnlyFor | null
}

/** What a price changed about the pending ones. */
export interface BreachVerdict {
  /** Breached by this price and that first one: contracts up to its `low` and from its `high` on, or the one named. */
  readonly confirmed: readonly FirstPrice[]
  readonly pending: readonly FirstPrice[]
}

const second = (ms: number): number => Math.floor(ms / 1000)

/** Whether a price of this time may resolve and breach: only at whole multiples of the cadence, in whole seconds. */
export const isOnBeat = (at: number): boolean => second(at) % TICK_SECONDS === 0

/** When a price out of turn is confirmed: the next beat that lies far enough behind it. Unix milliseconds. */
export const confirmationOf = (at: number): number =>
  Math.ceil((at + TICK_SECONDS * 1000) / (TICK_SECONDS * 1000)) * TICK_SECONDS * 1000

const confirms = ({ at, observed }: SequencedPrice, first: FirstPrice): boolean =>
  observed !== null && second(at) - second(first.at) >= TICK_SECONDS && observed.majorityAt > first.after

const lower = (a: DecimalText, b: DecimalText): DecimalText => (compareDecimals(a, b) <= 0 ? a : b)
const higher = (a: DecimalText, b: DecimalText): DecimalText => (compareDecimals(a, b) >= 0 ? a : b)

const since = (first: FirstPrice, { price }: SequencedPrice): FirstPrice => ({
  ...first,
  low: lower(first.low, price),
  high: higher(first.high, price),
})

const firstOf = ({ sequence, at, price, observed, only }: SequencedPrice): readonly FirstPrice[] =>
  observed === null || (only !== null && !isBreached(only.direction, only.strike, price))
    ? []
    : [{ sequence, at, price, after: Math.max(at, observed.newestAt), low: price, high: price, only }]

/** Whether no price since has come back from a contract's strike. */
export const pendsFor = ({ low, high, only }: FirstPrice, { id, direction, strike }: OnlyFor): boolean =>
  (only === null || only.id === id) && isBreached(direction, strike, direction === 'above' ? low : high)

/** A price of its pair's cadence. */
const judgeAll = (pending: readonly FirstPrice[], price: SequencedPrice): BreachVerdict => {
  const left = pending
    .map((first) => since(first, price))
    .filter((first) => first.only === null || pendsFor(first, first.only))
  return {
    confirmed: left.filter((first) => confirms(price, first)),
    pending: [...left.filter((first) => !confirms(price, first)), ...firstOf(price)],
  }
}

/**
 * A price out of turn. The requester chose its time, so it changes nothing for other contracts. Between two beats it
 * can only be a first price.
 */
const judgeOne = (pending: readonly FirstPrice[], price: SequencedPrice, only: OnlyFor): BreachVerdict => {
  if (!isOnBeat(price.at)) return { confirmed: [], pending: [...pending, ...firstOf(price)] }
  const judged = pending.map((first) => {
    const seen = since(first, price)
    const isHeld = pendsFor(seen, only)
    return {
      first,
      seen,
      isConfirmed: isHeld && confirms(price, first),
      isBroken: first.only?.id === only.id && !isHeld,
    }
  })
  return {
    confirmed: judged.filter(({ isConfirmed }) => isConfirmed).map(({ seen }) => ({ ...seen, only })),
    pending: [
      ...judged
        .filter(({ first, isConfirmed, isBroken }) => first.only === null || (!isConfirmed && !isBroken))
        .map(({ first }) => first),
      ...firstOf(price),
    ],
  }
}

/** Judges one price. Prices are judged in sequence, each once, and every process gets the same result. */
export const judgePrice = (pending: readonly FirstPrice[], price: SequencedPrice): BreachVerdict =>
  price.only === null ? judgeAll(pending, price) : judgeOne(pending, price, price.only)
