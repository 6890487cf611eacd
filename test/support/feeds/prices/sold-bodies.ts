import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AnyFeed } from '../../../../src/feeds/feed.ts'
import { PRICE_LAYOUT, PriceAnswer } from '../../../../src/feeds/prices/price-answer.ts'
import { failedOf } from '../changed-body.ts'
import { type Body, travelled } from '../content-of.ts'
import { concludedOn, type Market } from '../conclude-on.ts'

/** Bodies of prices as they are sold, and what `claros verify` finds in them. */

export const soldBody = (feed: AnyFeed, ...market: Market): Body => travelled(concludedOn(feed, ...market).content)

const Stated = Type.Pick(PriceAnswer, ['domain', 'price', 'currency', 'decimals', 'sources', 'method'])

/** By what the body itself says was signed. */
export const checks = (body: Body) => {
  if (!Value.Check(Stated, body)) throw new Error(`nothing is stated: ${JSON.stringify(body)}`)
  return PRICE_LAYOUT.recompute!(body, body)
}
export const failing = (body: Body): readonly string[] => failedOf(checks(body))
