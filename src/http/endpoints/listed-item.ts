import { type Static, Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { titleOf } from '../../feeds/feed.ts'
import { mainTextOf, mainUnitOf, type MainValue } from '../../feeds/main-value.ts'
import type { Item } from '../../feeds/registry.ts'
import { previewPath } from '../../feeds/route-paths.ts'
import { statedPrice } from '../../feeds/tariff.ts'
import type { RefusedSource } from '../../sources/permission.ts'
import type { ToldShortfall } from '../../store/published/shortfalls.ts'
import { skillOf } from '../discovery/skills.ts'
import { CLOSED_REASON } from '../paywall/closed-feeds.ts'
import { unsoldWords } from '../paywall/shortfall.ts'
import { pageOfItem, soldAt } from './find-item.ts'
import type { ItemFacts } from './item-facts.ts'

/** One item as `/feeds` lists it: everything that is free to know, and no number of the answer that is for sale. */

/** What the value of a free copy is, and what stands beside it. */
export const ValueFields = {
  kind: Type.Union([Type.Literal('number'), Type.Literal('word')]),
  unit: Type.Union([Type.String(), Type.Null()], { description: 'What is written beside it' }),
  field: Type.String({ description: 'Its field in the free copy; dots lead into objects' }),
}

const Delayed = Type.Object(
  {
    value: Type.String({ description: 'As text: a decimal or a word' }),
    ...ValueFields,
    age_seconds: Type.Integer(),
    max_age_minutes: Type.Integer({ description: 'How old it may get' }),
  },
  { title: 'DelayedValue', description: 'The main value of the free copy' },
)

export const ListedItem = Type.Object(
  {
    feed: Type.String(),
    family: Type.String(),
    group: Type.String({ description: 'The name of the skill that it belongs to, as agent cards have it' }),
    layer: Type.String(),
    subject: Type.String(),
    title: Type.String(),
    path: Type.String({ description: 'Where it is sold' }),
    page: Type.String({ description: 'Where people read about it' }),
    sellable: Type.Boolean(),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it is not sold now' }),
    age_seconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Of the answer that is for sale; null where there is none',
    }),
    period_seconds: Type.Integer({ description: 'How often there is a new answer' }),
    sellable_seconds: Type.Integer({ description: 'How old an answer may be and still be sold' }),
    confidence: Type.Union([Type.Number(), Type.Null()], { description: 'Of the answer that is for sale' }),
    sources: Type.Array(Type.String(), { description: 'Of the answer that is for sale' }),
    price_usd: Type.String(),
    price_sats: Type.Integer(),
    preview: Type.Union([Type.String(), Type.Null()], { description: 'Where its free copy is' }),
    delayed: Type.Union([Delayed, Type.Null()]),
  },
  { title: 'ListedItem' },
)
export type ListedItem = Static<typeof ListedItem>

/** What was read of one item. */
export interface ItemReading {
  /** Seconds; `null`: there is no answer. */
  readonly ageSeconds: number | null
  readonly sellable: boolean
  readonly lacks: readonly RefusedSource[] | null
  readonly facts: ItemFacts
  readonly shortfall: ToldShortfall | null
  readonly copy: Readonly<Record<string, Json>> | null
}

const reasonOf = (
  item: Item,
  { sellable, lacks, ageSeconds, shortfall }: ItemReading,
  nowTs: number,
): string | null => {
  if (sellable) return null
  if (lacks !== null) return CLOSED_REASON
  // What was told before the last answer is over.
  if (shortfall !== null && (ageSeconds === null || shortfall.at > nowTs - ageSeconds)) return shortfall.message
  return unsoldWords(ageSeconds, item.feed.sale.sellableSeconds)
}

/** What is shown of a value, of either kind. */
export const valueFields = (main: MainValue, copy: Readonly<Record<string, Json>>) => ({
  kind: main.kind,
  unit: mainUnitOf(main, copy),
  field: main.field,
})

const delayedOf = ({ feed }: Item, { copy }: ItemReading, nowTs: number): Static<typeof Delayed> | null => {
  const { preview } = feed.sale
  const value = copy && preview?.main ? mainTextOf(preview.main, copy) : null
  if (!copy || !preview?.main || value === null) return null
  return {
    value,
    ...valueFields(preview.main, copy),
    age_seconds: Math.max(0, nowTs - Number(copy['timestamp'])),
    max_age_minutes: preview.staleMinutes,
  }
}

/** @param nowTs Unix seconds */
export const listedItem = (item: Item, read: ItemReading, nowTs: number): ListedItem => {
  const { feed, subject } = item
  return {
    feed: feed.id,
    family: feed.family,
    group: skillOf(item.path)?.name ?? feed.family,
    layer: feed.layer,
    subject: subject.name,
    title: titleOf(feed, subject),
    path: soldAt(item),
    page: pageOfItem(item),
    sellable: read.sellable,
    reason: reasonOf(item, read, nowTs),
    age_seconds: read.ageSeconds,
    period_seconds: feed.everySeconds,
    sellable_seconds: feed.sale.sellableSeconds,
    confidence: read.facts.confidence,
    sources: [...read.facts.sources],
    ...statedPrice(feed.sale.price),
    preview: feed.sale.preview ? soldAt({ path: previewPath(item), query: item.query }) : null,
    delayed: delayedOf(item, read, nowTs),
  }
}
