const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** A process that lived this long is forgiven its earlier deaths. */
const STABLE_MS = 60_000

/** How long to wait before a process that died is started again: longer each time, unless it had lived well. */
export const createPauses = (): ((livedMs: number) => number) => {
  let next = FIRST_PAUSE_MS
  return (livedMs) => {
    const pause = livedMs > STABLE_MS ? FIRST_PAUSE_MS : next
    next = Math.min(LONGEST_PAUSE_MS, pause * 2)
    return pause
  }
}
