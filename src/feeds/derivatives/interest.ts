import type { PerpetualAsset } from '../../sources/perpetual.ts'
import { DAY_MS, HOUR_MS } from '../../time-units.ts'
import { INTEREST_BOARDS } from '../boards/interest-boards.ts'
import type { TickContext } from '../feed.ts'
import { MOST_FACTOR } from '../math/plausible-parts.ts'
import { SPAN_HOURS, SPAN_TOLERANCE, type Span } from '../math/open-interest.ts'
import { median } from '../math/robust.ts'
import { type Amount, dollarsOf, type VenueInterest } from './interest-content.ts'
import { type InterestRow, mergedInterest, nearestRow, rowsSince, type ValuedRow, valuedRows } from './interest-rows.ts'
import { type OpenPositions, positionsOf } from './perpetual.ts'
import { PERPETUAL_PARTS, type VenueContract, venueContracts } from './venue-contracts.ts'
import { PERPETUAL_BOARDS } from '../boards/perpetual-boards.ts'

/** What is read of the boards about one coin's open interest. */
export interface InterestReadings {
  /** Venues with a fresh amount, by name. */
  readonly venues: readonly VenueInterest[]
  /** Median dollars of the last day, by venue, also of venues that have nothing fresh to say. */
  readonly usual: Readonly<Record<string, number>>
}

type Context = Pick<TickContext, 'boards' | 'now'>

/** The rows of every venue of the method that has any, observed or told. */
const rowsOf = ({ boards, now }: Context, asset: PerpetualAsset): ReadonlyMap<string, readonly ValuedRow[]> => {
  const found = PERPETUAL_PARTS.venues.map((exchange): readonly InterestRow[] => {
    const board = INTEREST_BOARDS.get(exchange)
    const told = (board && boards.read(board)?.told[asset]) ?? []
    return mergedInterest(told, boards.read(PERPETUAL_BOARDS.get(exchange)!)?.contracts[asset]?.interest ?? [], now)
  })
  const valued = valuedRows(found)
  return new Map(PERPETUAL_PARTS.venues.map((exchange, at) => [exchange, valued[at]!]))
}

/**
 * A venue's amount before. One that is a factor away from today's is misread, then or now, and would make the change of the
 * whole market.
 */
const amountBefore = (rows: readonly ValuedRow[], today: number, span: Span, now: number): Amount | null => {
  const spanMs = SPAN_HOURS[span] * HOUR_MS
  const row = nearestRow(rows, now - spanMs, SPAN_TOLERANCE * spanMs)
  if (!row) return null
  const [, coins, usd] = row
  return usd * MOST_FACTOR >= today && usd <= today * MOST_FACTOR && coins > 0 ? { coins, usd } : null
}

const venueOf = (
  { exchange, facts }: VenueContract,
  positions: OpenPositions,
  rows: readonly ValuedRow[],
  now: number,
): VenueInterest => {
  const { amount: native, unit } = facts.openInterest!.value
  const usd = dollarsOf(native, unit, positions.mark)
  const before = (span: Span) => amountBefore(rows, usd, span, now)
  return {
    exchange,
    native,
    unit,
    mark: positions.mark,
    coins: positions.openInterestCoins,
    usd,
    at: positions.at,
    before: { '1h': before('1h'), '4h': before('4h'), '24h': before('24h') },
  }
}

/** Everything about one coin's open interest that the boards hold. */
export const interestReadings = (context: Context, asset: PerpetualAsset): InterestReadings => {
  const { now } = context
  const rows = rowsOf(context, asset)
  const venues = venueContracts(context, asset).flatMap((contract): readonly VenueInterest[] => {
    const positions = positionsOf(contract.facts)
    return positions ? [venueOf(contract, positions, rows.get(contract.exchange) ?? [], now)] : []
  })
  const usual = [...rows].flatMap(([exchange, all]) => {
    const amounts = rowsSince(all, now, DAY_MS).map(([, , usd]) => usd)
    const amount = amounts.length === 0 ? 0 : Math.round(median(amounts))
    return amount > 0 ? [[exchange, amount] as const] : []
  })
  return { venues, usual: Object.fromEntries(usual) }
}
