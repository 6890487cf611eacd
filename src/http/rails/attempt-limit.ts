import type { Clock, Random } from '../../ports.ts'
import { DAY_MS } from '../../time-units.ts'
import { createBuckets } from './lightning/buckets.ts'
import { limitKey, wideKey } from './lightning/limit-key.ts'
import { createMarks } from './marks.ts'

/**
 * Limits failed x402 payments per address, since a facilitator or a node simulates each payment. A bad signature is
 * refused before and is not counted.
 *
 * Many clients may share an address, and a new account costs nothing. So no client is shut out because of others there:
 * - an account that has paid lately is let through and has its own budget, until one of its payments fails;
 * - a new account is let through at random. The odds fall with the remaining budget of the address, so that just the
 *   budget is spent: they approach the rate at which it fills, divided by the rate of such payments;
 * - an account that failed here lately waits while less than half of the budget is left.
 *
 * The most that this can cost: as many failed simulations per address as its budget fills by, ten times as many for the
 * network around it (/24, /48), and one for each payment that settled.
 */
export interface AttemptLimit {
  /** Whether this payer may try from this address, and if so, counts it. */
  take(address: string, payer: string): boolean
  /** The payment settled: it is not counted, and its payer is known from now on. */
  paid(address: string, payer: string): void
  /** The payment failed when it was simulated or settled. */
  failed(address: string, payer: string): void
  /** The payment failed, but not because of its payer: it is not counted. */
  giveBack(address: string, payer: string): void
  /** Seconds after which a refused payer may try again. */
  waitSeconds(address: string, payer: string): number
}

export interface AttemptLimitOptions {
  readonly clock: Clock
  readonly random: Random
  /** Attempts of one address at once. */
  readonly burst: number
  /** Further attempts each second. */
  readonly perSecond: number
  /** Addresses, and payers, that are remembered. */
  readonly most: number
}

/** Enough for a buyer with many payments under way, too few to keep a facilitator busy. */
export const ATTEMPTS = { burst: 200, perSecond: 10, most: 100_000 } as const

/** The network around an address has this many times the budget. */
const WIDER = 10
/** A payer is known for this long after a payment. */
const KNOWN_MS = DAY_MS
/** After this time an account that failed counts as new: it may have got money since. */
const FAILED_MS = 60_000
/** A payer that was refused at random may try again after this time. */
const DRAW_SECONDS = 2

/** 1 while at least half is left, then in proportion to what is left. */
const oddsAt = (level: number, burst: number): number => (level < 1 ? 0 : Math.min(1, level / (burst / 2)))

const DRAWS = 1_000_000

export const createAttemptLimit = (options: AttemptLimitOptions): AttemptLimit => {
  const { clock, random, burst, perSecond, most } = options
  const near = createBuckets({ clock, burst, perSecond, most })
  const wide = createBuckets({ clock, burst: burst * WIDER, perSecond: perSecond * WIDER, most })
  /** Budgets of known payers, whatever their address. */
  const own = createBuckets({ clock, burst, perSecond, most })
  const known = createMarks({ clock, forMs: KNOWN_MS, most })
  /**
   * By address and payer: with a signature that only a contract can check, a client may fail in another payer's name.
   */
  const failedLately = createMarks({ clock, forMs: FAILED_MS, most })

  const isKnown = (payer: string): boolean => known.has(payer) && own.level(payer) >= 1

  const count = (address: string, tokens: number): void => {
    near.take(limitKey(address), tokens)
    wide.take(wideKey(address), tokens)
  }

  /** To both, since a payer may have become known meanwhile: no bucket ever holds more than its size. */
  const returned = (address: string, payer: string): void => {
    count(address, -1)
    if (known.has(payer)) own.take(payer, -1)
  }

  const oddsOf = (address: string, payer: string): number => {
    const odds = Math.min(
      oddsAt(near.level(limitKey(address)), burst),
      oddsAt(wide.level(wideKey(address)), burst * WIDER),
    )
    return odds < 1 && failedLately.has(at(address, payer)) ? 0 : odds
  }

  const isDrawn = (odds: number): boolean => odds >= 1 || (odds > 0 && random.integer(1, DRAWS) <= odds * DRAWS)

  return {
    take(address, shown) {
      const payer = shown.toLowerCase()
      if (isKnown(payer)) {
        own.take(payer, 1)
        return true
      }
      const drawn = isDrawn(oddsOf(address, payer))
      count(address, drawn ? 1 : 0)
      return drawn
    },

    paid(address, shown) {
      const payer = shown.toLowerCase()
      returned(address, payer)
      known.mark(payer)
      failedLately.clear(at(address, payer))
    },

    failed(address, shown) {
      const payer = shown.toLowerCase()
      known.clear(payer)
      failedLately.mark(at(address, payer))
    },

    giveBack: (address, shown) => returned(address, shown.toLowerCase()),

    waitSeconds: (address, shown) =>
      failedLately.has(at(address, shown.toLowerCase())) ? FAILED_MS / 1000 : DRAW_SECONDS,
  }
}

const at = (address: string, payer: string): string => `${limitKey(address)} ${payer}`
