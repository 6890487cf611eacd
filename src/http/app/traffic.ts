import type { Meter } from '../../metrics/meter.ts'
import type { Steady } from '../../ports.ts'
import { type Soon, soon } from '../wire/soon.ts'

/** What was asked for: an answer that is sold, its free copy, anything else that is free, a page, or nothing of ours. */
export type AskedFor = 'paid' | 'preview' | 'free' | 'page' | 'none'

/** The requests of one route. */
export interface Visits {
  /** The moment at which a request has come. */
  begin(): number
  /** Counts a request that began then, when it is answered. Hands its answer on. */
  end(begun: number, answered: Soon<Response>): Soon<Response>
}

/** Counts what the app answers, by route and status, and how long that takes. */
export interface Traffic {
  /** From now on: what the process asks itself before it listens is nobody's request. */
  open(): void
  /** @param route never taken from a request: the template of a path, or a word of ours */
  at(route: string, asked: AskedFor): Visits
}

export const createTraffic = (meter: Meter, steady: Steady): Traffic => {
  let isOpen = false
  return {
    open: () => {
      isOpen = true
    },
    at: (route, access) => {
      const time = meter.timer('claros_http_seconds', { access })
      const counters = new Map<number, () => void>()
      const counterOf = (status: number): (() => void) => {
        const made = meter.counter('claros_http_requests_total', { route, status: String(status) })
        counters.set(status, made)
        return made
      }
      const count = (begun: number, response: Response): Response => {
        if (!isOpen) return response
        const { status } = response
        ;(counters.get(status) ?? counterOf(status))()
        time(steady.ms() - begun)
        return response
      }
      return { begin: steady.ms, end: (begun, answered) => soon(answered, (response) => count(begun, response)) }
    },
  }
}

/** Counts nothing: for tests and benchmarks of other parts. */
export const NO_TRAFFIC: Traffic = {
  open: () => {},
  at: () => ({ begin: () => 0, end: (_begun, answered) => answered }),
}
