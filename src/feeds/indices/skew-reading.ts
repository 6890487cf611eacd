import { DAY_MS } from '../../time-units.ts'
import { riskReversal, wings } from '../math/delta25.ts'
import { median } from '../math/robust.ts'
import type { BelievedChain } from '../options/chains/believed-chains.ts'
import { IV_RULES } from '../options/iv/iv-measures.ts'
import { type KeptOption, keptOptions } from '../options/kept/kept-option.ts'
import { otmSmile } from '../options/iv/otm-smile.ts'
import { yearsTo } from '../options/kept/years.ts'
import { bestReading, type OptionReading } from './option-readings.ts'
import type { ComponentReading } from '../reading.ts'

/** The skew of a coin's options as a component: the 25-delta risk reversal of one expiry, in points of volatility. */

/** The expiry nearest to the tenor is read, if it has at least and at most so many days. */
export const SKEW = { tenor: IV_RULES.tenor, ...IV_RULES.skew } as const

/** The skew, and the tenor of the expiry that it was read from. */
export interface SkewReading extends ComponentReading {
  /** Whole days. */
  readonly tenorDays: number
}

interface Skew extends OptionReading {
  readonly tenorDays: number
}

const skewAt = (options: readonly KeptOption[], years: number): number | null => {
  if (options.length === 0) return null
  const forward = median(options.map((option) => option.forward))
  return riskReversal(wings(otmSmile(options, forward), forward, years))
}

/**
 * Call less put of the expiry nearest to thirty days whose smile reaches 25 delta on both sides; `null` if none within
 * the allowed tenors does. A smile with one wing says nothing about the other.
 */
const skewOf =
  (now: number) =>
  ({ kept, coverage, isThin }: BelievedChain): Skew | null => {
    const off = (expiry: number): number => Math.abs(expiry - now - SKEW.tenor * DAY_MS)
    const expiries = [...new Set(kept.map(({ expiry }) => expiry))]
      .filter((expiry) => expiry - now >= SKEW.least * DAY_MS && expiry - now <= SKEW.most * DAY_MS)
      .toSorted((a, b) => off(a) - off(b))
    for (const at of expiries) {
      // Options are unpacked by the expiry: mostly the first one has both wings.
      const options = keptOptions(
        kept.filter(({ expiry }) => expiry === at),
        now,
      )
      const value = skewAt(options, yearsTo(at, now))
      if (value !== null) return { value, tenorDays: Math.round((at - now) / DAY_MS), isFallback: isThin, coverage }
    }
    return null
  }

/** The skew of the venue with the highest confidence; `null` if no chain has one. */
export const skewReading = (chains: readonly BelievedChain[], now: number): SkewReading | null => {
  const reading = bestReading(chains, skewOf(now))
  return reading && { ...reading, tenorDays: reading.found.tenorDays }
}
