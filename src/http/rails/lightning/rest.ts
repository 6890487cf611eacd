/**
 * Leaves a node alone after a failure: half a second first, twice as long after each further one, half a minute at
 * most. When the pause is over one request goes out as a trial, and its outcome decides for everybody.
 */
export interface Rest {
  /** No failure since the last success. */
  readonly awake: boolean
  /** Until when no request may be sent; without meaning while awake. */
  readonly until: number
  mayAsk(now: number): boolean
  /** A request goes out. Its result is reported with the number returned here. */
  asked(): number
  worked(): void
  /** @returns the length of the pause; null if a later request has ended before */
  failed(asked: number, now: number): number | null
  /** A request ended without showing whether the node works: the next one is the trial. */
  undecided(asked: number): void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

export const createRest = (): Rest => {
  let row = 0
  let until = 0
  let trying = false
  let era = 0
  return {
    get awake() {
      return row === 0
    },
    get until() {
      return until
    },
    // A longer pause is not possible, so the clock was set back.
    mayAsk: (now) => row === 0 || ((now >= until || until - now > LONGEST_PAUSE_MS) && !trying),
    asked: () => {
      trying = row > 0
      return era
    },
    worked: () => {
      if (row > 0) era++
      row = 0
      trying = false
    },
    failed: (asked, now) => {
      // Four requests that fail together are one failure.
      if (asked !== era) return null
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(row, 16))
      row++
      era++
      until = now + pause
      trying = false
      return pause
    },
    undecided: (asked) => {
      if (asked === era) trying = false
    },
  }
}
