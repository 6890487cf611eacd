/** Runs at most so many calls at a time; the others wait in their order. */
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
      // The place goes to the next one that waits, so that a new call cannot overtake it.
      if (next) next()
      else running--
    }
  }
}
