import { DAY_MS } from '../../time-units.ts'
import { atTenor } from '../math/term.ts'
import { BELIEVED, type BelievedChain } from '../options/chains/believed-chains.ts'
import { type ComponentReading, FALLBACK } from '../reading.ts'

/**
 * Readings from option chains of a coin: the level of volatility, its slope over time, and the ratio of puts to calls.
 */

export const OPTIONS = {
  /** The near end of the slope, in days. */
  near: 7,
  /** How far a listed expiry may be from a tenor that has no expiry on one side, as a fraction of the tenor. */
  slopeReach: 0.25,
} as const

/** What one index takes of a chain. */
export interface OptionScope {
  /** The far end of the slope, in days. */
  readonly far: number
  /** Open interest of expiries within so many days is counted; `null` for all expiries. */
  readonly interestDays: number | null
}

/**
 * One value from one venue's chain. `isFallback`: an expiry was used for a tenor outside of the listed expiries, or the
 * chain is not whole. `coverage`: the share of the needed quotes that were there.
 */
export interface OptionReading {
  readonly value: number
  readonly isFallback: boolean
  readonly coverage: number
}

/** The reading with the highest confidence; among equals, the first in the order of preference. */
export const bestReading = <R extends OptionReading>(
  chains: readonly BelievedChain[],
  read: (chain: BelievedChain) => R | null,
): (ComponentReading & { readonly found: R }) | null =>
  chains
    .flatMap((chain): readonly (ComponentReading & { readonly found: R })[] => {
      const found = read(chain)
      if (!found || found.coverage === 0) return []
      const isFallback = !chain.isPrimary || found.isFallback || found.coverage < BELIEVED.leastCoverage
      const confidence = found.coverage * chain.fresh * (isFallback ? FALLBACK : 1)
      return [{ value: found.value, confidence, isFallback, sources: [chain.source], at: chain.at, found }]
    })
    .reduce<(ComponentReading & { readonly found: R }) | null>(
      (first, next) => (first && first.confidence >= next.confidence ? first : next),
      null,
    )

/** Implied volatility at the money at thirty days, in per cent a year. */
const level = (chain: BelievedChain): OptionReading | null => {
  const found = atTenor(chain.points, BELIEVED.tenor)
  return found && { value: found.iv, isFallback: !found.bracketed, coverage: chain.coverage }
}

/** Implied volatility at seven days over that at the far end. */
const slopeTo =
  (farDays: number) =>
  (chain: BelievedChain): OptionReading | null => {
    const [near, far] = [OPTIONS.near, farDays].map((days) => {
      const found = atTenor(chain.points, days)
      const isWithin = found && (found.bracketed || Math.abs(found.nearest - days) <= OPTIONS.slopeReach * days)
      return isWithin ? found : null
    })
    return near && far
      ? { value: near.iv / far.iv, isFallback: !near.bracketed || !far.bracketed, coverage: chain.coverage }
      : null
  }

/**
 * Open interest of puts over calls, both in dollars; none if nothing is open on one side, which no whole chain shows. It
 * needs no quotes, so missing quotes do not lower its coverage.
 */
const balanceAt =
  (now: number, days: number | null) =>
  ({ slices }: BelievedChain): OptionReading | null => {
    const counted = slices.filter(({ expiry }) => days === null || expiry - now <= days * DAY_MS)
    const puts = counted.reduce((sum, { putUsd }) => sum + putUsd, 0)
    const calls = counted.reduce((sum, { callUsd }) => sum + callUsd, 0)
    return puts > 0 && calls > 0 ? { value: puts / calls, isFallback: false, coverage: 1 } : null
  }

/** Each reading comes from one venue; the three may come from different venues. */
export const optionReadings = (
  chains: readonly BelievedChain[],
  now: number,
  { far, interestDays }: OptionScope,
): Readonly<Record<'iv' | 'ts' | 'pcr', ComponentReading | null>> => ({
  iv: bestReading(chains, level),
  ts: bestReading(chains, slopeTo(far)),
  pcr: bestReading(chains, balanceAt(now, interestDays)),
})
