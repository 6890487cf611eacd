import type { Forced } from '../forced.ts'
import { price, size } from '../dialect.ts'
import type { Instrument } from '../instruments.ts'
import type { View } from '../view.ts'

/** How one provider talks over a socket. */
export interface PushDialect {
  /** As it stands in canonical strings. */
  readonly provider: string
  readonly hosts: readonly string[]
  /** What a socket opened at this path (with its query) is subscribed to from the start; `null` where none is served. */
  opened(path: string): readonly string[] | null
  /** What a client's frame is answered with, and what it is subscribed to from then on. */
  said(frame: string): Said
  /** The frames that tell somebody with these subscriptions of positions that were closed by force. */
  frames?(forced: readonly Forced[], subscribed: ReadonlySet<string>, now: number): readonly string[]
  /**
   * The frames that tell of the best prices of this moment.
   *
   * @param next counts the frames of this connection, from 1
   */
  books?(view: View, subscribed: ReadonlySet<string>, next: () => number): readonly string[]
}

/** Whether an export of a file is a provider that pushes. */
export const isPushDialect = (value: unknown): value is PushDialect =>
  typeof value === 'object' && value !== null && 'provider' in value && 'opened' in value

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

/** The instruments among what somebody has subscribed to, and what they are called there. */
export const chosen = (
  find: (name: string) => Instrument | null,
  subscribed: ReadonlySet<string>,
): readonly (readonly [string, Instrument])[] =>
  [...subscribed].flatMap((name) => {
    const one = find(name)
    return one?.trading ? [[name, one] as const] : []
  })

/** The sides of a quote as a venue writes them. */
export const sidesOf = (one: Instrument, view: View) => {
  const { bid, bidLots, ask, askLots, last } = view.quote(one)
  return {
    bid: price(one, bid),
    bidSize: size(one, bidLots),
    ask: price(one, ask),
    askSize: size(one, askLots),
    last: price(one, last.ticks),
    lastAt: last.at,
  }
}

/** The largest of each asset: what a venue shows that tells of one per symbol and second. */
export const sampled = (forced: readonly Forced[]): readonly Forced[] => {
  const largest = new Map<string, Forced>()
  for (const each of forced) if (each.usd > (largest.get(each.base)?.usd ?? 0)) largest.set(each.base, each)
  return [...largest.values()]
}
