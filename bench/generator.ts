import type { Shot } from './buyers.ts'

/** Load on one server: closed loop, kept-alive connections, no pipelining. */

export interface Load {
  readonly port: number
  /** A path that is requested again and again, or a list of requests of which each is sent once. */
  readonly what: string | readonly Shot[]
  readonly seconds: number
}

/** The result of a load test. */
export interface Loaded {
  /** Number of answers with a status below 400. */
  readonly ok: number
  readonly failed: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** The list was too short, so the figures are not valid. */
  readonly exhausted: boolean
}

export type Generator = (load: Load) => Promise<Loaded>

export const CONNECTIONS = 64
