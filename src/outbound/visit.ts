import type { Clock } from '../ports.ts'
import {
  type AddressRule,
  checkAddress,
  NOT_PUBLIC,
  type OutboundPolicy,
  type AddressRefusal,
  type Target,
} from './address.ts'
import { type Exchanged, exchange, type Message } from './exchange.ts'
import { isPublic } from './public-address.ts'

/**
 * The only way to call addresses from customers. Each visit checks the address again and resolves its name once. All of
 * its IP addresses must be public, and the connection goes to one of exactly those.
 */

/** The limit for every answer, even when a caller would accept a longer one. */
export const MAX_ANSWER_BYTES = 65_536

export interface VisitRequest extends Message {
  readonly url: string
  /** The limit for resolution, connection, sending and reading together: 10 s for a resolver, 15 s for a webhook. */
  readonly timeLimitMs: number
}

/**
 * Results are values, not exceptions. They contain no error texts of the network, which would describe it to a
 * customer.
 */
export type Visit =
  | Exclude<Exchanged, { kind: 'unreachable' }>
  | { readonly kind: 'refused'; readonly rule: AddressRule }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }

/**
 * `unresolved`: the name has no address at present. It may have one when the call is made, and is checked again then.
 */
export type Prospect = { readonly kind: 'fine' | 'unresolved' } | ({ readonly kind: 'refused' } & AddressRefusal)

export interface Visitor {
  visit(request: VisitRequest): Promise<Visit>
  /** Why a visit would be refused, found without connecting: for registration. */
  prospect(url: string, timeLimitMs: number): Promise<Prospect>
}

export interface VisitorOptions extends OutboundPolicy {
  /** Measures the time limit. With a clock that does not move, each visit would end at once. */
  readonly clock: Clock
  /** All addresses of a name, as text; the operating system's resolver if not given. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** A certificate authority to trust instead of the runtime's list, PEM: only for tests. */
  readonly ca?: string
}

/**
 * The resolver of the C library, which `node:dns` and `fetch` use here, is avoided. It blocks a thread for each name,
 * and there are only as many threads as the machine has cores. Two names with silent servers would stop all other
 * resolutions of the process for ten seconds, those of the facilitator included.
 */
const systemResolve = async (host: string): Promise<readonly string[]> =>
  (await Bun.dns.lookup(host, { backend: 'c-ares' })).map(({ address }) => address)

/** How many of a name's addresses are tried, in the resolver's order, until one accepts a connection. */
const MAX_TRIES = 3

export const createVisitor = ({ allow, clock, resolve = systemResolve, ca }: VisitorOptions): Visitor => {
  /**
   * The addresses that may be called; none when the name does not resolve; `null` when one of them may not be called.
   */
  const judged = async ({ host, literal, exempt }: Target): Promise<readonly string[] | null> => {
    const addresses = literal ? [host] : await resolve(host).catch(() => [])
    // A private address among public ones is an attack or a mistake, so none of them is used.
    return exempt || addresses.every(isPublic) ? addresses : null
  }

  /** Runs `work` until the time limit, and aborts it then. */
  const within = async <T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | 'late'> => {
    const over = new AbortController()
    const done = new AbortController()
    let late = false
    const limit = clock.sleep(limitMs, done.signal).then(() => {
      late = !done.signal.aborted
      over.abort()
      return 'late' as const
    })
    try {
      const result = await Promise.race([work(over.signal), limit])
      // The aborted work fails with an error of its own, which may arrive first.
      return late ? 'late' : result
    } finally {
      done.abort()
    }
  }

  const call = async (target: Target, message: Message, signal: AbortSignal): Promise<Visit> => {
    const addresses = await judged(target)
    if (addresses === null) return { kind: 'refused', rule: 'address' }
    for (const address of addresses.slice(0, MAX_TRIES)) {
      if (signal.aborted) break
      const answer = await exchange(target, address, message, { signal, ca })
      if (answer.kind !== 'unreachable') return answer
      if (answer.connected) break
    }
    return { kind: 'unreachable' }
  }

  return {
    visit: async (request) => {
      const checked = checkAddress(request.url, { allow })
      if (!checked.ok) return { kind: 'refused', rule: checked.refusal.rule }
      const message = { ...request, maxBytes: Math.min(request.maxBytes, MAX_ANSWER_BYTES) }
      const visit = await within(request.timeLimitMs, (signal) => call(checked.target, message, signal))
      return visit === 'late' ? { kind: 'timeout' } : visit
    },

    prospect: async (url, timeLimitMs) => {
      const checked = checkAddress(url, { allow })
      if (!checked.ok) return { kind: 'refused', ...checked.refusal }
      const addresses = await within(timeLimitMs, () => judged(checked.target))
      if (addresses === null) return { kind: 'refused', rule: 'address', message: NOT_PUBLIC }
      return { kind: addresses === 'late' || addresses.length === 0 ? 'unresolved' : 'fine' }
    },
  }
}
