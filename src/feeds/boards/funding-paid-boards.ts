import {
  PERPETUAL_ASSETS,
  type PerpetualAsset,
  type PerpetualVenue,
  type FundingPaid,
} from '../../sources/perpetual.ts'
import { PERPETUAL_VENUES } from '../../sources/perpetuals/venues.ts'
import { HOUR_MS } from '../../time-units.ts'
import { boardQuestion, type Board } from '../board.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { FUNDING_HOURS } from '../math/funding.ts'

/** The rates that one venue reports as paid, oldest first. */
export interface FundingPaidState {
  readonly paid: Readonly<Partial<Record<PerpetualAsset, readonly FundingPaid[]>>>
}

/** Venues pay at most once an hour and report the rate some minutes later. */
const PAID_SECONDS = 1_800

/** The days that are sold, and one payment more: a rate holds for the hours since the payment before it. */
const KEPT_MS = (SOLD_DAYS.funding * 24 + FUNDING_HOURS) * HOUR_MS

/** Venues may correct a rate shortly after its payment, and stamp the same payment some seconds apart. */
const AGAIN_MS = FUNDING_HOURS * HOUR_MS

/** Each payment once, in its newer version. Payments that are neither sold nor needed as history are dropped. */
const merged = (
  before: readonly FundingPaid[],
  reported: readonly FundingPaid[],
  oldest: number,
): readonly FundingPaid[] => {
  const hourOf = ({ at }: FundingPaid): number => Math.round(at / HOUR_MS)
  const all = new Map([...before, ...reported].map((each) => [hourOf(each), each]))
  return [...all.values()].filter(({ at }) => at >= oldest).toSorted((a, b) => a.at - b.at)
}

/**
 * The rates that one venue paid on each coin. The first request covers everything that is sold, later ones only the
 * time since. After an outage the next request closes the gap, as far back as the venue's history goes.
 */
const paidBoard = (venue: PerpetualVenue): Board<FundingPaidState> => ({
  id: `settled/${venue.name}`,
  source: venue.source,
  everySeconds: PAID_SECONDS,
  empty: { paid: {} },
  asks: ({ now, state }) =>
    PERPETUAL_ASSETS.map((asset) => {
      const known = state.paid[asset] ?? []
      const oldest = now - KEPT_MS
      const since = Math.max(oldest, (known.at(-1)?.at ?? oldest) - AGAIN_MS)
      return boardQuestion(
        venue.history(asset, since, now),
        (reported: readonly FundingPaid[], _at, before: FundingPaidState) => ({
          paid: { ...before.paid, [asset]: merged(before.paid[asset] ?? [], reported, oldest) },
        }),
      )
    }),
})

/** One board of paid rates per venue, by venue name. */
export const FUNDING_PAID_BOARDS: ReadonlyMap<string, Board<FundingPaidState>> = new Map(
  PERPETUAL_VENUES.map((venue) => [venue.name, paidBoard(venue)]),
)
