import type { Clock } from '../../ports.ts'

/** One look serves all who ask while it is under way, and for some milliseconds after. A failed one serves nobody else. */
export const shared = <T>(clock: Clock, ms: number, look: () => Promise<T>): (() => Promise<T>) => {
  let underWay: { readonly at: number; readonly seen: Promise<T> } | null = null
  return () => {
    const now = clock.now()
    // A clock that was set back keeps nothing.
    if (underWay && now >= underWay.at && now - underWay.at < ms) return underWay.seen
    const begun = { at: now, seen: look() }
    underWay = begun
    begun.seen.catch(() => {
      if (underWay === begun) underWay = null
    })
    return begun.seen
  }
}
