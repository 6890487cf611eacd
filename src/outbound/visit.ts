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
 * The only way to addresses that customers give us. Each visit judges the address anew, resolves its name once, wants
 * every address of it to be public, and connects to one of exactly those.
 */

/** No answer to an oracle is longer, whatever a caller would accept. */
export const MAX_ANSWER_BYTES = 65_536

export interface VisitRequest extends Message {
  readonly url: string
  /** Resolution, connection, sending and reading together: 10 s for a resolver, 15 s for a webhook. */
  readonly timeLimitMs: number
}

/** Values, not exceptions; and no texts of the network, which would describe it to a stranger. */
export type Visit =
  | Exclude<Exchanged, { kind: 'unreachable' }>
  | { readonly kind: 'refused'; readonly rule: AddressRule }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }

/** `unresolved`: the name has no address just now. It may have one when the call is made, and is judged again then. */
export type Prospect = { readonly kind: 'fine' | 'unresolved' } | ({ readonly kind: 'refused' } & AddressRefusal)

export interface Visitor {
  visit(request: VisitRequest): Promise<Visit>
  /** What a visit would be refused for, found without connecting: for registration. */
  prospect(url: string, timeLimitMs: number): Promise<Prospect>
}

export interface VisitorOptions extends OutboundPolicy {
  /** Sleeps through the time limit. A clock that stands would end each visit at once. */
  readonly clock: Clock
  /** All addresses of a name, as text; the operating system's resolver if not given. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** A certificate authority to trust instead of the runtime's list, PEM: for tests. */
  readonly ca?: string
}

/**
 * Not the resolver of the C library, which `node:dns` and `fetch` use here: it keeps a thread waiting for each name, there
 * are as many as the machine has cores, and two names whose servers are silent would keep the whole process from every
 * other name for ten seconds, the facilitator's among them.
 */
const systemResolve = async (host: string): Promise<readonly string[]> =>
  (await Bun.dns.lookup(host, { backend: 'c-ares' })).map(({ address }) => address)

/** How many of a name's addresses are tried, in the resolver's order, while none accepts a connection. */
const MAX_TRIES = 3

export const createVisitor = ({ allow, clock, resolve = systemResolve, ca }: VisitorOptions): Visitor => {
  /** The addresses that may be dialled; none when the name does not resolve; `null` when one of them may not be. */
  const judged = async ({ host, literal, exempt }: Target): Promise<readonly string[] | null> => {
    const addresses = literal ? [host] : await resolve(host).catch(() => [])
    // One private address among public ones is an attack or a mistake; neither is worth picking from.
    return exempt || addresses.every(isPublic) ? addresses : null
  }

  /** Runs `work` until the time limit, and tells it when that has come. */
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
      // Aborting ends the work with a failure of its own, which may be heard first.
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
