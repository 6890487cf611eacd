import type { Meter } from '../../metrics/meter.ts'
import type { Steady } from '../../ports.ts'

/** What was asked for: an answer that is sold, its free copy, anything else that is free, a page, or nothing of ours. */
export type AskedFor = 'paid' | 'preview' | 'free' | 'page' | 'none'

/** The requests of one route. */
export interface Visits {
  /** @param begun the moment at which the request came, as `begin` said it */
  answered(begun: number, status: number): void
}

/** Counts what the app answers, by route and status, and how long that takes. */
export interface Traffic {
  /** From now on: what the process asks itself before it listens is nobody's request. */
  open(): void
  /** The present moment. */
  begin(): number
  /** @param route never taken from a request: the template of a path, or a word of ours */
  at(route: string, asked: AskedFor): Visits
}

export const createTraffic = (meter: Meter, steady: Steady): Traffic => {
  let isOpen = false
  return {
    open: () => {
      isOpen = true
    },
    begin: steady.ms,
    at: (route, access) => {
      const time = meter.timer('claros_http_seconds', { access })
      const counters = new Map<number, () => void>()
      const counterOf = (status: number): (() => void) => {
        const made = meter.counter('claros_http_requests_total', { route, status: String(status) })
        counters.set(status, made)
        return made
      }
      return {
        answered: (begun, status) => {
          if (!isOpen) return
          const count = counters.get(status) ?? counterOf(status)
          count()
          time(steady.ms() - begun)
        },
      }
    },
  }
}

const NO_VISITS: Visits = { answered: () => {} }

/** Counts nothing: for tests and benchmarks of other parts. */
export const NO_TRAFFIC: Traffic = { open: () => {}, begin: () => 0, at: () => NO_VISITS }
