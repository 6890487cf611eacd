import { DAY_MS } from '../../time-units.ts'

/** How long the same answer is handed out again, counted from the first time. */
export const REDELIVERY_MS = 120_000

/** How long a buyer who was never answered may fetch what was paid for. */
export const UNANSWERED_MS = DAY_MS

/** The end of the time window of an answer that is handed out for ever, Unix milliseconds. */
export const FOR_EVER = 8_640_000_000_000_000
