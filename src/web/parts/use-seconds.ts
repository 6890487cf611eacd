import { useEffect, useState } from 'preact/hooks'

const listeners = new Set<(now: number) => void>()
let timer: ReturnType<typeof setInterval> | undefined

const tick = (): void => {
  const now = Date.now()
  for (const listener of listeners) listener(now)
}

/** Unix milliseconds, anew each second: one timer for all that show an age. */
export const useSeconds = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    listeners.add(setNow)
    timer ??= setInterval(tick, 1000)
    return () => {
      listeners.delete(setNow)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return now
}
