import type { Soon } from './soon.ts'
import type { Trace } from './trace.ts'

/** Answers a request of a client with this address, as if it had come over a socket. */
export type AskApp = (request: Request, address: string) => Soon<Response>

/**
 * A path with a protocol of its own. Hosts, addresses and the length of bodies are judged before it as before every
 * route, but it is no route: nothing is sold at it, and no document of routes lists it.
 */
export interface Mount {
  readonly path: string
  /** @param answer the whole app, for what is asked through this path; lines about that have the same request id */
  handle(request: Request, address: string, answer: AskApp, trace: Trace): Soon<Response>
}
