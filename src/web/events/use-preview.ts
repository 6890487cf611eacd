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

const ASKING: Advice = { kind: 'asking' }

const adviceOf = (problem: unknown): Advice =>
  problem instanceof Refused && problem.details.length > 0
    ? { kind: 'wrong', rules: problem.details }
    : { kind: 'failed', why: problem instanceof Error ? problem.message : String(problem) }

/**
 * Asks the free preview while somebody types. It creates nothing and costs nothing. What it said of other terms is not
 * shown: nobody shall pay for terms by the price of others.
 *
 * @param body `null`: there is nothing to ask about yet
 */
export const usePreview = (kind: EventKind, body: Readonly<Record<string, unknown>> | null): Advice | null => {
  const [told, setTold] = useState<{ readonly of: string; readonly advice: Advice } | null>(null)
  const text = body === null ? null : JSON.stringify(body)
  const asked = `${kind} ${text}`
  useEffect(() => {
    if (text === null) return undefined
    const ended = new AbortController()
    const ask = async () => {
      const advice = await postJson<EventPreview>(`/dlc/oracle/${kind}/preview`, JSON.parse(text), ended.signal).then(
        (preview): Advice => ({ kind: 'right', preview }),
        adviceOf,
      )
      if (!ended.signal.aborted) setTold({ of: asked, advice })
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [asked])
  if (text === null) return null
  return told?.of === asked ? told.advice : ASKING
}
