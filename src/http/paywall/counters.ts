import type { Rail } from '../../canonical/snapshot.ts'
import { deafMeter, type Meter } from '../../metrics/meter.ts'

/** Counts of payments that did not succeed, for operators. They are plain numbers, so counting costs a sale nothing. */
export interface Counters {
  /** @param rails those that were offered; none where a refused payment could be offered nothing */
  challenge(rails: readonly Rail[]): void
  /** What became of a request for an invoice. `limited`: this address has had enough of them for now. */
  invoice(outcome: 'made' | 'failed' | 'limited'): void
  refusal(rail: Rail, reason: string): void
  /** Counts of this process. Sales are in the ledger. */
  read(): CountersRead
}

export interface CountersRead {
  readonly challenges: number
  readonly refusals: Readonly<Record<string, number>>
}

export const createCounters = (meter: Meter = deafMeter): Counters => {
  let challenges = 0
  const refusals = new Map<string, number>()
  const add = (to: Map<string, number>, key: string) => to.set(key, (to.get(key) ?? 0) + 1)
  return {
    challenge: (rails) => {
      challenges++
      for (const rail of rails.length > 0 ? rails : ['none']) meter.count('claros_challenges_total', { rail })
    },
    invoice: (outcome) => meter.count('claros_invoices_total', { outcome }),
    refusal: (rail, reason) => {
      add(refusals, `${rail} ${reason}`)
      meter.count('claros_refusals_total', { rail, reason })
    },
    read: () => ({ challenges, refusals: Object.fromEntries(refusals) }),
  }
}
