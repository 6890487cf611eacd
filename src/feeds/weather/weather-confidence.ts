import { rounded } from '../../canonical/measure.ts'
import { addDays } from '../../sources/zoned.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { freshness, type Lifetime } from '../math/freshness.ts'

/** The confidence of a weather answer (methods 0.3): coverage times freshness times method. */

/** Age since the end of the window's last day. Archives are always some days late; a week is too late. */
const ARCHIVE_LIFETIME: Lifetime = { freshSeconds: 36 * HOUR_SECONDS, expireSeconds: 168 * HOUR_SECONDS }

const PLACES = 2

/** The rule as text for the methodology. */
export const CONFIDENCE_RULE = `days_known / window_days * freshness: 1 up to ${ARCHIVE_LIFETIME.freshSeconds / HOUR_SECONDS} h after the end of the last day, then linearly to 0 at ${ARCHIVE_LIFETIME.expireSeconds / HOUR_SECONDS} h; of a window whose end was asked for always 1`

/**
 * @param end the last day; `null` if it was asked for, and is as old as the buyer wants it
 * @param days length of the window
 * @param now Unix milliseconds
 * @param method confidence factor of the calculation, 1 for the usual one
 */
export const weatherConfidence = (
  { end, known }: { readonly end: string | null; readonly known: number },
  days: number,
  now: number,
  method = 1,
): number => {
  const fresh =
    end === null ? 1 : freshness((now - Date.parse(`${addDays(end, 1)}T00:00:00Z`)) / 1_000, ARCHIVE_LIFETIME)
  return rounded((known / days) * fresh * method, PLACES)
}
