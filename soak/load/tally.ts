import type { Read } from '../judge/latency.ts'

/** What buyers saw. */

/** Something that a buyer noticed, for the account of each kill. */
export interface Noticed {
  /** Seconds since the run began. */
  readonly at: number
  /** `lost`, or the code of a refusal. */
  readonly what: string
}

const MOST_FAULTS = 50

/** The whole string belongs to one buyer where it ends in a time and a nonce; without a nonce it is sold to all. */
const ONE_BUYER = /\|\d{10}\|[1-9]\d{5}$/

export type Tally = ReturnType<typeof createTally>

/** @param seconds since the run began */
export const createTally = (seconds: () => number) => {
  const faults: string[] = []
  const reads: Read[] = []
  const noticed: Noticed[] = []
  const sold = new Map<string, number>()
  const refused = new Map<string, number>()
  const repeated = new Map<string, number>()
  const free = new Map<string, number>()
  const canonicals = new Set<string>()
  const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
  let [verified, skipped, faulty] = [0, 0, 0]

  const fault = (what: string): void => {
    faulty++
    if (faults.length < MOST_FAULTS) faults.push(`${seconds().toFixed(0)} s: ${what}`)
  }
  const notice = (what: string): void => void noticed.push({ at: seconds(), what })

  return {
    faults,
    reads,
    noticed,
    /** Answers by rail and family, `l402 item`. */
    sold,
    /** Refusals before and after a payment, by code. */
    refused,
    /** Payments that were shown once more, by what came back. */
    repeated,
    /** Requests that cost nothing, by status. */
    free,
    fault,
    notice,
    faultCount: () => faulty,
    verified: () => verified,
    skipped: () => skipped,
    skip: () => void skipped++,
    /** A paid request that was answered. */
    read: (at: number, ms: number) => void reads.push({ at, ms }),
    sale: (rail: string, family: string, canonical: unknown) => {
      count(sold, `${rail} ${family}`)
      verified++
      if (typeof canonical !== 'string' || !ONE_BUYER.test(canonical)) return
      if (canonicals.has(canonical)) fault(`two buyers have ${canonical}`)
      canonicals.add(canonical)
    },
    refusal: (code: string) => {
      count(refused, code)
      notice(code)
    },
    repeat: (what: string) => count(repeated, what),
    freeAnswer: (status: number) => count(free, String(status)),
    soldOver: (rail: string): number =>
      [...sold].reduce((sum, [name, each]) => (name.startsWith(`${rail} `) ? sum + each : sum), 0),
  }
}
