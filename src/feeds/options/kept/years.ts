import { DAY_MS } from '../../../time-units.ts'

/** Years of 365 days, as options count them (methods 0.1). Both times are Unix milliseconds. */
export const yearsTo = (expiry: number, now: number): number => (expiry - now) / (365 * DAY_MS)
