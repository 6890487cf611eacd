import type { Forced } from '../forced.ts'
import { price, size } from '../dialect.ts'
import type { Instrument } from '../instruments.ts'
import type { View } from '../view.ts'

/** The interface of one provider over a socket. */
export interface PushDialect {
  /** The name in canonical strings. */
  readonly provider: string
  readonly hosts: readonly string[]
  /**
   * The first subscriptions of a socket that is opened at this path (with its query); `null` where the path does not
   * exist.
   */
  opened(path: string): readonly string[] | null
  /** The replies to a client's frame, and its subscriptions from then on. */
  said(frame: string): Said
  /** The frames with liquidations for a client with these subscriptions. */
  frames?(forced: readonly Forced[], subscribed: ReadonlySet<string>, now: number): readonly string[]
  /**
   * The frames with the best prices of this moment.
   *
   * @param next counts the frames of this connection, from 1
   */
  books?(view: View, subscribed: ReadonlySet<string>, next: () => number): readonly string[]
}

/** Whether an export is a provider that pushes data. */
export const isPushDialect = (value: unknown): value is PushDialect =>
  typeof value === 'object' && value !== null && 'provider' in value && 'opened' in value

export interface Said {
  readonly replies: readonly string[]
  readonly subscribes: readonly string[]
}

export const NOTHING: Said = Object.freeze({ replies: [], subscribes: [] })

/** The fields of a frame; none where it is not a JSON object. */
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

/** The subscribed instruments, with their names in the subscription. */
export const chosen = (
  find: (name: string) => Instrument | null,
  subscribed: ReadonlySet<string>,
): readonly (readonly [string, Instrument])[] =>
  [...subscribed].flatMap((name) => {
    const one = find(name)
    return one?.trading ? [[name, one] as const] : []
  })

/** The sides of a quote in the form that a venue writes. */
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

/** The largest liquidation of each asset: for venues that report one per symbol and second. */
export const sampled = (forced: readonly Forced[]): readonly Forced[] => {
  const largest = new Map<string, Forced>()
  for (const each of forced) if (each.usd > (largest.get(each.base)?.usd ?? 0)) largest.set(each.base, each)
  return [...largest.values()]
}
