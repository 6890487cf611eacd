import { expect } from 'bun:test'
import type { Json } from '../../../../src/canonical/jcs.ts'
import type { AnyFeed } from '../../../../src/feeds/feed.ts'
import { PRICE_LAYOUT } from '../../../../src/feeds/prices/price-answer.ts'
import { lookAt, OPEN, type States } from '../market.ts'

/** Bodies of prices as they are sold, changed here and there, and what `claros verify` finds in them. */

export type Body = Readonly<Record<string, Json>>

export const soldBody = (
  feed: AnyFeed,
  key: string,
  states: States,
  context: Parameters<typeof lookAt>[2] = {},
  now = OPEN,
): Body => {
  const found = feed.conclude(
    feed.subjects.find((each) => each.key === key)!,
    lookAt(states, now, context),
  )
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  // As it travels.
  return JSON.parse(JSON.stringify(found.content)) as Body
}

export const checks = (body: Body) => PRICE_LAYOUT.recompute!(body as never, body)
export const failing = (body: Body): readonly string[] => checks(body).flatMap(({ what, ok }) => (ok ? [] : [what]))

/** A body with one thing changed, found by its path. */
export const changed = (body: Body, path: readonly (string | number)[], to: unknown): Body => {
  const copy = structuredClone(body) as Record<string | number, never>
  const parent = path.slice(0, -1).reduce((at: Record<string | number, never>, step) => at[step]!, copy)
  expect(parent).toHaveProperty(String(path.at(-1)!))
  parent[path.at(-1)!] = to as never
  return copy
}
