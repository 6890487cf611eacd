import type { Conclusion, Declined, TickContext } from '../../../../src/feeds/feed.ts'
import { registry } from '../../../../src/feeds/registry.ts'
import type { Gap, Streamed } from '../../../../src/feeds/stream.ts'
import {
  enterLiquidations,
  type LiquidationEvent,
  type LiquidationState,
  NO_LIQUIDATIONS,
} from '../../../../src/feeds/streams/liquidation-state.ts'
import { HOUR_MS } from '../../../../src/time-units.ts'
import { lookAt } from '../market.ts'

/** Liquidation streams in memory, and what the feeds conclude of them. */

export const NOW = 1_775_900_040_000

/** One stream of a test: the rest of it follows. */
export type Given = Partial<Pick<Streamed<LiquidationState>, 'since' | 'heardAt' | 'spokeAt'>> & {
  readonly gaps?: readonly Gap[]
  readonly events?: readonly LiquidationEvent[]
}

/** A stream that has listened for two days. */
export const heard = ({ events = [], ...given }: Given = {}): Streamed<LiquidationState> => ({
  since: NOW - 48 * HOUR_MS,
  heardAt: NOW - 1_000,
  spokeAt: NOW - 1_000,
  gaps: [],
  gathered: enterLiquidations(events, NO_LIQUIDATIONS, NOW),
  ...given,
})

export const event = (fields: Partial<LiquidationEvent> = {}): LiquidationEvent => ({
  asset: 'BTC',
  side: 'long',
  price: 84_000,
  usd: 1_000,
  at: NOW - 5_000,
  said: JSON.stringify(fields),
  ...fields,
})

export const VENUES = ['binance', 'bybit', 'okx'] as const

/** Every venue as it is given, or listening since two days; `null` is one that never was. */
export const context = (
  venues: Readonly<Record<string, Given | null>> = {},
  previous?: TickContext['previous'],
): TickContext =>
  lookAt(
    new Map(VENUES.flatMap((name) => (venues[name] === null ? [] : [[`liq/${name}`, heard(venues[name])] as const]))),
    NOW,
    previous ? { previous } : {},
  )

/** The same of every venue. */
export const everywhere = (given: Given, previous?: TickContext['previous']): TickContext =>
  context(Object.fromEntries(VENUES.map((name) => [name, given])), previous)

type Concluded = Conclusion<Readonly<Record<string, unknown>>>

export const outcome = (actor: string, at: TickContext): Concluded | Declined => {
  const { feed, subject } = registry.item(actor)!
  return feed.conclude(subject, at) as Concluded | Declined
}

export const conclude = (actor: string, at: TickContext): Concluded => {
  const found = outcome(actor, at)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found
}
