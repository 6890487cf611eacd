import type { Clock } from '../../ports.ts'

/** How long the first of a batch waits for others, and how many go into one transaction. */
export interface Batch {
  /** 100 to 200: less than a tenth of a block of Base. */
  readonly windowMs: number
  readonly max: number
}

interface Window<T, R> {
  readonly items: T[]
  readonly results: PromiseWithResolvers<readonly R[]>
}

/** Collects the calls of a short time and runs them together. Each caller gets its own result. */
export const collect = <T, R>(
  clock: Clock,
  { windowMs, max }: Batch,
  together: (items: readonly T[]) => Promise<readonly R[]>,
): ((item: T) => Promise<R>) => {
  let open: Window<T, R> | null = null

  const close = (window: Window<T, R>): void => {
    // A full window has been sent already before its time is up.
    if (open !== window) return
    open = null
    together(window.items).then(window.results.resolve, window.results.reject)
  }
  const start = (): Window<T, R> => {
    const window: Window<T, R> = { items: [], results: Promise.withResolvers() }
    clock.sleep(windowMs).then(() => close(window), window.results.reject)
    return window
  }
  return async (item) => {
    const window = (open ??= start())
    const index = window.items.push(item) - 1
    if (window.items.length >= max) close(window)
    return (await window.results.promise)[index]!
  }
}
