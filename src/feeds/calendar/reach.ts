import { HOUR_MS } from '../../time-units.ts'

/** How far ahead a country must be known to count as covered. */
export const AHEAD_DAYS = 30

/** A list that was not read again for three days tells nothing more. */
export const LIST_LIFE_MS = 72 * HOUR_MS
