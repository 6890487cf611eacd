import type { ContractState, PerpetualState } from '../../../src/feeds/boards/perpetual-boards.ts'
import { hoursBefore, hourOf, type HourRow } from '../../../src/feeds/derivatives/hourly.ts'
import type { PerpetualAsset } from '../../../src/sources/perpetual.ts'
import type { States } from './market.ts'

/** One venue of a test: the rest of a contract follows from it. */
export interface TestVenue {
  /** Per eight hours, as the venue would write it. */
  readonly rate: string
  /** Left out where the rate is what it expects. */
  readonly estimate?: string | null
  readonly openInterestUsd?: number
  readonly ageMs?: number
  readonly rows?: readonly HourRow[]
  readonly premium?: number
}

/** A contract that settles every eight hours, observed so long ago. */
export const contract = (venue: TestVenue, now: number): ContractState => {
  const { rate, estimate, openInterestUsd = 1e9, ageMs = 1_000, rows = [], premium } = venue
  const at = now - ageMs
  return {
    facts: {
      funding: {
        value: {
          rate,
          unit: 'fraction',
          isExpected: estimate === undefined,
          estimate: estimate ?? null,
          nextAt: now + 3_600_000,
        },
        at,
      },
      intervalHours: { value: 8, at },
      mark: { value: '97010', at },
      index: { value: '97000', at },
      openInterest: { value: { amount: String(openInterestUsd), unit: 'usd' }, at },
    },
    rows,
    ...(premium !== undefined && { premium: { since: 0, count: 1, mean: premium } }),
  }
}

/** Boards of perpetuals by venue, all about one coin. */
export const perpetuals = (
  venues: Readonly<Record<string, TestVenue>>,
  now: number,
  asset: PerpetualAsset = 'BTC',
): States =>
  new Map(
    Object.entries(venues).map(([name, venue]) => [
      `perp/${name}`,
      {
        contracts: { [asset]: contract(venue, now) },
        termsAt: now,
        changedAt: now - (venue.ageMs ?? 1_000),
      } satisfies PerpetualState,
    ]),
  )

/** Hours before now, oldest first, the last of them just before the running one. */
export const hourly = (rates: readonly number[], now: number, openInterestUsd: number | null = 1e9): HourRow[] => {
  const hours = hoursBefore(now).slice(-rates.length)
  return [
    ...rates.map((rate8h, at): HourRow => ({ hour: hours[at]!, rate8h, openInterestUsd })),
    { hour: hourOf(now), rate8h: 0.001, openInterestUsd },
  ]
}
