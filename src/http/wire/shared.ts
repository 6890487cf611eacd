import type { Clock } from '../../ports.ts'

/** All callers share one read while it runs, and for `ms` after it. A failed one is not shared later. */
export const shared = <T>(clock: Clock, ms: number, read: () => Promise<T>): (() => Promise<T>) => {
  let underWay: { readonly at: number; readonly seen: Promise<T> } | null = null
  return () => {
    const now = clock.now()
    // After the clock was set back, nothing is kept.
    if (underWay && now >= underWay.at && now - underWay.at < ms) return underWay.seen
    const begun = { at: now, seen: read() }
    underWay = begun
    begun.seen.catch(() => {
      if (underWay === begun) underWay = null
    })
    return begun.seen
  }
}
