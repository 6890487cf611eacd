/** A sliding window over the times of past requests. */
export interface RateWindow {
  /** Takes a place and returns `null`, or returns when (Unix milliseconds) a place will be free. */
  take(now: number): number | null
}

/** At most `requests` within any `perSeconds`. */
export const rateWindow = ({
  requests,
  perSeconds,
}: {
  readonly requests: number
  readonly perSeconds: number
}): RateWindow => {
  const taken: number[] = []
  const span = perSeconds * 1000
  return {
    take: (now) => {
      while (taken.length > 0 && taken[0]! <= now - span) taken.shift()
      if (taken.length >= requests) return taken[0]! + span
      taken.push(now)
      return null
    },
  }
}
