import type { Shot } from './buyers.ts'

/** Load on one server: closed loop, kept-alive connections, no pipelining. */

export interface Load {
  readonly port: number
  /** Asked again and again, or a list of requests of which each is sent once. */
  readonly what: string | readonly Shot[]
  readonly seconds: number
}

/** What a load test came to. */
export interface Loaded {
  /** Answers below 400. */
  readonly ok: number
  readonly failed: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** The list was too short: the figures are worth nothing. */
  readonly exhausted: boolean
}

export type Generator = (load: Load) => Promise<Loaded>

export const CONNECTIONS = 64
