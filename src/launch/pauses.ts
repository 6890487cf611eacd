const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** After a process has run this long, the pause is the shortest one again. */
const STABLE_MS = 60_000

/** Milliseconds to wait before a process is started again: longer each time, unless it ran long enough. */
export const createPauses = (): ((livedMs: number) => number) => {
  let next = FIRST_PAUSE_MS
  return (livedMs) => {
    const pause = livedMs > STABLE_MS ? FIRST_PAUSE_MS : next
    next = Math.min(LONGEST_PAUSE_MS, pause * 2)
    return pause
  }
}
