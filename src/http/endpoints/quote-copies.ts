import type { Clock } from '../../ports.ts'
import { MINUTE_MS } from '../../time-units.ts'

/** A signed quote, as its worker wrote it. */
export interface QuoteCopy {
  readonly body: string
  /** Unix milliseconds. */
  readonly at: number
}

/** The same question is answered from a copy for so long, within the UTC day of the quote. */
export const COPY_MS = 10 * MINUTE_MS
/** At most five kilobytes each. */
export const MOST_COPIES = 1_000

export interface QuoteCopies {
  get(question: string): QuoteCopy | null
  /** @param until Unix milliseconds when the quote ends */
  keep(question: string, body: string, until: number): QuoteCopy
}

/** In the memory of one server, since strangers decide how many there are: the oldest one goes. */
export const createQuoteCopies = (clock: Clock): QuoteCopies => {
  const kept = new Map<string, QuoteCopy & { readonly until: number }>()
  return {
    get: (question) => {
      const found = kept.get(question)
      const now = clock.now()
      // After the clock was set back, a copy of the future means nothing.
      if (found && found.at <= now && now < found.until) return found
      kept.delete(question)
      return null
    },
    keep: (question, body, until) => {
      const at = clock.now()
      const copy = { body, at, until: Math.min(until, at + COPY_MS) }
      kept.delete(question)
      kept.set(question, copy)
      if (kept.size > MOST_COPIES) kept.delete(kept.keys().next().value!)
      return copy
    },
  }
}
