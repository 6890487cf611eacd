import { DAY_MS } from '../../time-units.ts'

/** Weeks in which a vendor is asked for releases. */

export const WEEK_MS = 7 * DAY_MS
/** Unix time began on a Thursday; weeks begin on Monday. */
const MONDAY_MS = 4 * DAY_MS

/** The first moment of the week that holds this one, Unix milliseconds. */
export const weekOf = (at: number): number => Math.floor((at - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS
