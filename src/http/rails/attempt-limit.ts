import type { Clock, Random } from '../../ports.ts'
import { DAY_MS } from '../../time-units.ts'
import { createBuckets } from './lightning/buckets.ts'
import { limitKey, wideKey } from './lightning/limit-key.ts'
import { createMarks } from './marks.ts'

/**
 * How many payments over x402 one address may show in vain: each has a facilitator or a node simulate it. A bad signature
 * is refused before and counts nothing.
 *
 * Many share an address, and an account costs nothing, so nobody is shut out for what others there do:
 * - who has paid lately is let through and counted by himself, until a payment of his fails;
 * - an account that is new is let through by chance, and the odds sink with what is left of the address's budget. They
 *   settle where just the budget is spent: at the rate at which it fills, divided by the rate at which such payments come;
 * - an account that failed here lately waits while less than half of the budget is left.
 *
 * What this costs at most: so many simulations in vain per address as the budget fills by, ten times that for what lies
 * around it (/24, /48), and one for each payment that settled.
 */
export interface AttemptLimit {
  /** Whether this payer may try from this address, and if so, counts it. */
  take(address: string, payer: string): boolean
  /** It settled: not counted, and its payer is known. */
  paid(address: string, payer: string): void
  /** It was refused where it was simulated or settled. */
  failed(address: string, payer: string): void
  /** It came to nothing, and not through its payer: not counted. */
  giveBack(address: string, payer: string): void
  /** Seconds after which to try again, for one who may not now. */
  waitSeconds(address: string, payer: string): number
}

export interface AttemptLimitOptions {
  readonly clock: Clock
  readonly random: Random
  /** So many at once, of one address. */
  readonly burst: number
  /** So many more each second. */
  readonly perSecond: number
  /** So many addresses and so many payers are remembered. */
  readonly most: number
}

/** Enough for a buyer with many payments under way, too few to keep a facilitator busy. */
export const ATTEMPTS = { burst: 200, perSecond: 10, most: 100_000 } as const

/** What lies around an address has so many times as much. */
const WIDER = 10
/** Who paid is known so long. */
const KNOWN_MS = DAY_MS
/** Who failed is new again after this: an account may have been filled since. */
const FAILED_MS = 60_000
/** Those who are let in by chance may draw again soon. */
const DRAW_SECONDS = 2

/** 1 while at least half is left, then in proportion to what is left. */
const oddsAt = (level: number, burst: number): number => (level < 1 ? 0 : Math.min(1, level / (burst / 2)))

const DRAWS = 1_000_000

export const createAttemptLimit = (options: AttemptLimitOptions): AttemptLimit => {
  const { clock, random, burst, perSecond, most } = options
  const near = createBuckets({ clock, burst, perSecond, most })
  const wide = createBuckets({ clock, burst: burst * WIDER, perSecond: perSecond * WIDER, most })
  /** Of payers that are known, wherever they pay from. */
  const own = createBuckets({ clock, burst, perSecond, most })
  const known = createMarks({ clock, forMs: KNOWN_MS, most })
  /** By address and payer: with a signature that only a contract can judge anybody may fail in the name of another. */
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
