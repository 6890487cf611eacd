import { useEffect, useState } from 'preact/hooks'
import type { RefObject } from 'preact'
import type { FeedDetail } from '../wire/feeds.ts'
import { getJson } from '../wire/get-json.ts'

/** Values of the past day for the small charts of a list: asked for rows that are seen, few at a time. */

/** How many questions are under way at once. */
const AT_ONCE = 3
const MOST_POINTS = 32

const known = new Map<string, Promise<Known>>()
const waiting: (() => void)[] = []
let running = 0

const turn = (): Promise<void> =>
  running < AT_ONCE ? (running++, Promise.resolve()) : new Promise((resolve) => waiting.push(resolve))

const next = (): void => {
  const first = waiting.shift()
  if (first) first()
  else running--
}

const thinned = (values: readonly string[]): readonly string[] => {
  const every = Math.ceil(values.length / MOST_POINTS)
  return values.filter((_, at) => (values.length - 1 - at) % every === 0)
}

/** What is known of one item: nothing is drawn of words, and of numbers there may be too few yet. */
interface Known {
  readonly values: readonly string[]
  readonly isYoung: boolean
}

const load = async (page: string): Promise<Known> => {
  await turn()
  try {
    const { series } = await getJson<FeedDetail>(page)
    if (series?.kind !== 'number') return { values: [], isYoung: false }
    const values = thinned(series.points.map(({ value }) => value))
    return { values, isYoung: values.length < 2 }
  } catch {
    // A list without one of its small charts is still a list.
    return { values: [], isYoung: true }
  } finally {
    next()
  }
}

/** A service that has just been started gets its points one by one. */
const AGAIN_MS = 60_000

/** `null` until it is known; empty where there is nothing to draw. */
export const usePastDay = (page: string, place: RefObject<Element | null>): readonly string[] | null => {
  const [values, setValues] = useState<readonly string[] | null>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const asked = known.get(page) ?? load(page)
      known.set(page, asked)
      const told = await asked
      setValues(told.values)
      if (!told.isYoung) return
      known.delete(page)
      timer = setTimeout(() => seen.observe(element), AGAIN_MS)
    }
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      void ask()
    })
    seen.observe(element)
    return () => {
      seen.disconnect()
      clearTimeout(timer)
    }
  }, [page])
  return values
}
