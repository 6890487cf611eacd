import type { ContractState, PerpetualState } from '../../../src/feeds/boards/perpetual-boards.ts'
import { hoursBefore, hourOf, type HourRow } from '../../../src/feeds/derivatives/hourly.ts'
import type { IndexWatch } from '../../../src/feeds/derivatives/index-watch.ts'
import type { InterestRow } from '../../../src/feeds/derivatives/interest-rows.ts'
import type { PerpetualAsset, PerpetualFacts } from '../../../src/sources/perpetual.ts'
import type { States } from './market.ts'

/** One venue of a test: the rest of a contract follows from it. */
export interface TestVenue {
  /** Per eight hours, as the venue would write it. */
  readonly rate: string
  /** Left out where the rate is what it expects. */
  readonly estimate?: string | null
  readonly openInterestUsd?: number
  /** As the venue counts it; left out where it says dollars. */
  readonly openInterest?: PerpetualFacts['openInterest']
  readonly mark?: string
  /** `null` where it has none. */
  readonly index?: string | null
  /** How much older the index is than the rest. */
  readonly indexAgeMs?: number
  /** Left out where the index lives. */
  readonly watch?: IndexWatch
  readonly interest?: readonly InterestRow[]
  readonly ageMs?: number
  readonly rows?: readonly HourRow[]
  readonly premium?: number
}

/** A contract that settles every eight hours, observed so long ago. */
export const contract = (venue: TestVenue, now: number): ContractState => {
  const { rate, estimate, openInterestUsd = 1e9, ageMs = 1_000, rows = [], premium } = venue
  const { mark = '97010', index = '97000', indexAgeMs = 0, interest } = venue
  const at = now - ageMs
  const amount = venue.openInterest ?? { amount: String(openInterestUsd), unit: 'usd' as const }
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
      mark: { value: mark, at },
      ...(index !== null && { index: { value: index, at: at - indexAgeMs } }),
      openInterest: { value: amount, at },
    },
    rows,
    index: venue.watch ?? { movedAt: at, apartAt: at },
    ...(interest && { interest }),
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
