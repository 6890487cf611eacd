import { digitrafficSource, lastReport, shipName } from '../../sources/ais/digitraffic.ts'
import type { ShipReport } from '../../sources/ais/ship.ts'
import { UnreadableReply } from '../../sources/query.ts'
import { DAY_MS, HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '../../time-units.ts'
import { boardQuestion, type Board } from '../board.ts'
import { greatCircleNm } from '../math/great-circle.ts'
import { pointOf } from '../places/cell.ts'

/** What one provider of AIS said of one ship. */
export interface ShipState {
  /** Whether it knew the ship, by its last answer; `null` before the first. `at` in Unix milliseconds. */
  readonly told: { readonly at: number; readonly isKnown: boolean } | null
  /** The newest report of all answers: a provider forgets a ship, or falls back to an older report. */
  readonly last: ShipReport | null
  /** A newer report from further away than a ship goes, which none has confirmed yet. */
  readonly held: ShipReport | null
  readonly name: string | null
  /** When the name was last answered, Unix milliseconds; `null`: never. */
  readonly namedAt: number | null
}

/** The provider itself renews positions once a minute. */
export const SHIP_SECONDS = 120

/** Without an answer for so long a provider is missing: it does not answer, or nobody has asked for the ship. */
export const SILENT_SECONDS = 2 * SHIP_SECONDS

/** A position of six hours ago is none any more. It is remembered for as long while nobody asks for the ship. */
export const POSITION_LIFETIME = { freshSeconds: 900, expireSeconds: 6 * HOUR_SECONDS }

/** A report from further ahead has a wrong clock. Kept, it would hide all later ones. */
const AHEAD_MS = MINUTE_MS

/** No ship is faster. */
export const MOST_KNOTS = 60
/** Places and times of reports are that exact. */
const SLACK_NM = 1

const isReached = (from: ShipReport, to: ShipReport): boolean => {
  if (from.position === null || to.position === null) return true
  const hours = (to.at - from.at) / HOUR_MS
  return greatCircleNm(pointOf(from.position), pointOf(to.position)) <= MOST_KNOTS * hours + SLACK_NM
}

/** A report from out of reach is believed once a later one is within its reach; until then the one before stands. */
const heard = (report: ShipReport, { last, held }: ShipState): Pick<ShipState, 'last' | 'held'> => {
  if (last !== null && report.at < last.at) return { last, held }
  const isConfirmed = held !== null && report.at > held.at && isReached(held, report)
  if (last === null || isReached(last, report) || isConfirmed) return { last: report, held: null }
  return { last, held: held !== null && held.at >= report.at ? held : report }
}

const withReport = (state: ShipState, report: ShipReport | null, at: number): ShipState => {
  const told = { at, isKnown: report !== null }
  if (report === null) return { ...state, told }
  if (report.at > at + AHEAD_MS)
    throw new UnreadableReply(`a report of ${report.at}, ${report.at - at} ms ahead of its arrival`)
  return { ...state, told, ...heard(report, state) }
}

/** One board for each ship. Ships change their names seldom, so the name is asked for once a day. */
export const shipBoard = (mmsi: string): Board<ShipState> => ({
  id: `ais/${digitrafficSource.name}/${mmsi}`,
  source: digitrafficSource,
  everySeconds: SHIP_SECONDS,
  keepSeconds: POSITION_LIFETIME.expireSeconds,
  empty: { told: null, last: null, held: null, name: null, namedAt: null },
  asks: ({ now, state: { namedAt } }) => [
    boardQuestion(lastReport(mmsi), (report, at, state: ShipState) => withReport(state, report, at)),
    ...(namedAt !== null && now - namedAt < DAY_MS
      ? []
      : [boardQuestion(shipName(mmsi), (name, at, state: ShipState): ShipState => ({ ...state, name, namedAt: at }))]),
  ],
})
