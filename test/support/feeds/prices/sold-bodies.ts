import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { expect } from 'bun:test'
import type { AnyFeed } from '../../../../src/feeds/feed.ts'
import { PRICE_LAYOUT, PriceAnswer } from '../../../../src/feeds/prices/price-answer.ts'
import { type Body, travelled } from '../content-of.ts'
import { concludedOn, type Market } from '../conclude-on.ts'

/** Bodies of prices as they are sold, changed here and there, and what `claros verify` finds in them. */

export const soldBody = (feed: AnyFeed, ...market: Market): Body => travelled(concludedOn(feed, ...market).content)

const Stated = Type.Pick(PriceAnswer, ['domain', 'price', 'currency', 'decimals', 'sources', 'method'])

/** By what the body itself says was signed. */
export const checks = (body: Body) => {
  if (!Value.Check(Stated, body)) throw new Error(`nothing is stated: ${JSON.stringify(body)}`)
  return PRICE_LAYOUT.recompute!(body, body)
}
export const failing = (body: Body): readonly string[] => checks(body).flatMap(({ what, ok }) => (ok ? [] : [what]))

/**
 * A body with one thing changed, found by its path.
 *
 * @param to what stands there then, or a function of what stood there
 */
export const changed = (body: Body, path: readonly (string | number)[], to: unknown): Body => {
  const copy = structuredClone(body)
  const last = path.at(-1)!
  const parent = path.slice(0, -1).reduce<object>((at, step) => Reflect.get(at, step), copy)
  expect(parent).toHaveProperty(String(last))
  Reflect.set(parent, last, typeof to === 'function' ? to(Reflect.get(parent, last)) : to)
  return copy
}
