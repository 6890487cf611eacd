import { useEffect, useState } from 'preact/hooks'
import { getJson } from './get-json.ts'

/** What a page knows of something that it asks for again and again. */
export interface Polled<T> {
  /** The last that came; `null` before the first. */
  readonly value: T | null
  /** Unix milliseconds of the browser's clock when it came. */
  readonly at: number
  /** Why the last question failed; `null` when it did not. */
  readonly failure: string | null
}

const MOST_MS = 60_000

/**
 * Asks again every `everyMs` while the page is seen, and half as often after each failure in a row, down to once a minute.
 *
 * @param everyMs `null`: it is asked once
 */
export const usePolled = <T>(path: string | null, everyMs: number | null): Polled<T> => {
  const [state, setState] = useState<Polled<T>>({ value: null, at: 0, failure: null })
  useEffect(() => {
    if (path === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    const ended = new AbortController()
    const ask = async () => {
      clearTimeout(timer)
      try {
        const value = await getJson<T>(path, { signal: ended.signal })
        failures = 0
        setState({ value, at: Date.now(), failure: null })
      } catch (problem) {
        if (ended.signal.aborted) return
        failures++
        setState((before) => ({ ...before, failure: problem instanceof Error ? problem.message : String(problem) }))
      }
      if (everyMs !== null || failures > 0) {
        const wait = Math.min((everyMs ?? 5_000) * 2 ** failures, Math.max(MOST_MS, everyMs ?? 0))
        if (document.visibilityState === 'visible') timer = setTimeout(() => void ask(), wait)
      }
    }
    const seen = () => {
      if (document.visibilityState === 'visible') void ask()
      else clearTimeout(timer)
    }
    if (everyMs !== null) document.addEventListener('visibilitychange', seen)
    void ask()
    return () => {
      ended.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [path, everyMs])
  return state
}
