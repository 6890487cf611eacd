import { EXPIRY_TYPES, expiryType, isFriday } from '../../math/expiry-calendar.ts'

/** How venues speak of an expiry, told from its date alone (methods 9.2). */
export const EXPIRY_TAGS = ['daily', ...EXPIRY_TYPES] as const
export type ExpiryTag = (typeof EXPIRY_TAGS)[number]

/**
 * The type of a Friday; daily on every other day.
 *
 * @param expiry Unix milliseconds
 */
export const expiryTag = (expiry: number): ExpiryTag => (isFriday(expiry) ? expiryType(expiry) : 'daily')
