import { DAY_MS } from '../../time-units.ts'

/** How long the same goods are handed out again, from the first answer on. */
export const REDELIVERY_MS = 120_000

/** How long a buyer who was never answered may fetch what he paid for. */
export const UNANSWERED_MS = DAY_MS

/** Until when goods are handed out that a payment stands for as long as there is an oracle, Unix milliseconds. */
export const FOR_EVER = 8_640_000_000_000_000
