import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import { useEffect, useState } from 'preact/hooks'
import { type ToldRule, postJson, Refused } from '../wire/get-json.ts'
import type { EventPreview } from '../wire/events.ts'

/** What the free preview says of a draft. */
export type Advice =
  | { readonly kind: 'asking' }
  | { readonly kind: 'right'; readonly preview: EventPreview }
  | { readonly kind: 'wrong'; readonly rules: readonly ToldRule[] }
  | { readonly kind: 'failed'; readonly why: string }

/** So long after the last letter. */
const PAUSE_MS = 350

/**
 * Asks the free preview while somebody types. It creates nothing and costs nothing.
 *
 * @param body `null`: there is nothing to ask about yet
 */
export const usePreview = (kind: EventKind, body: Readonly<Record<string, unknown>> | null): Advice | null => {
  const [advice, setAdvice] = useState<Advice>({ kind: 'asking' })
  const text = body === null ? null : JSON.stringify(body)
  useEffect(() => {
    if (text === null) return undefined
    const ended = new AbortController()
    const ask = async () => {
      try {
        const preview = await postJson<EventPreview>(`/dlc/oracle/${kind}/preview`, JSON.parse(text), ended.signal)
        setAdvice({ kind: 'right', preview })
      } catch (problem) {
        if (ended.signal.aborted) return
        if (problem instanceof Refused && problem.details.length > 0)
          setAdvice({ kind: 'wrong', rules: problem.details })
        else setAdvice({ kind: 'failed', why: problem instanceof Error ? problem.message : String(problem) })
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [kind, text])
  return text === null ? null : advice
}
