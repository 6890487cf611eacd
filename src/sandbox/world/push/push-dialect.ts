import type { Forced } from '../forced.ts'

/** How one provider talks over a socket. */
export interface PushDialect {
  /** As it stands in canonical strings. */
  readonly provider: string
  readonly hosts: readonly string[]
  /** What a socket opened at this path (with its query) is subscribed to from the start; `null` where none is served. */
  opened(path: string): readonly string[] | null
  /** What a client's frame is answered with, and what it is subscribed to from then on. */
  said(frame: string): Said
  /** The frames that tell somebody with these subscriptions of what happened. */
  frames(forced: readonly Forced[], subscribed: ReadonlySet<string>, now: number): readonly string[]
}

export interface Said {
  readonly replies: readonly string[]
  readonly subscribes: readonly string[]
}

export const NOTHING: Said = Object.freeze({ replies: [], subscribes: [] })

/** What a frame says, or nothing where it is no JSON object. */
export const parsed = (frame: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(frame)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

/** The largest of each asset: what a venue shows that tells of one per symbol and second. */
export const sampled = (forced: readonly Forced[]): readonly Forced[] => {
  const largest = new Map<string, Forced>()
  for (const each of forced) if (each.usd > (largest.get(each.base)?.usd ?? 0)) largest.set(each.base, each)
  return [...largest.values()]
}
