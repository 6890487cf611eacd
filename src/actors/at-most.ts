/** Runs so many at a time; the others wait their turn, in their order. */
export const atMost = (count: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= count) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on, so that nobody who comes now goes before who waits.
      if (next) next()
      else running--
    }
  }
}
