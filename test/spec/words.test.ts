import type { TSchema } from '@sinclair/typebox'
import { describe, expect, test } from 'bun:test'
import { type AnyFeed, exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import type { Subject } from '../../src/feeds/subject.ts'
import { COMPONENT_WEIGHTS, SIGNALS, STALE_MINUTES, WORDS } from './words.ts'

/** The words, weights and ages of the contract against the definitions of feeds. */

interface Sold {
  readonly feed: AnyFeed
  readonly subject: Subject
}

const soldAt = (path: string): Sold => {
  const item = registry.items.find((each) => each.path === path)
  if (item) return item
  const feed = registry.onDemand.find(({ sale }) => sale.path === path)
  if (!feed) throw new Error(`nothing is sold at ${path}`)
  return { feed, subject: feed.subjects[0]! }
}

/** Every word that a schema allows; `null` beside them is no word. */
const wordsOf = (schema: TSchema): readonly string[] =>
  schema['anyOf']
    ? (schema['anyOf'] as readonly TSchema[]).flatMap(wordsOf)
    : typeof schema['const'] === 'string'
      ? [schema['const']]
      : []

test.each(WORDS)('$path: $field is one of the words of the contract', ({ path, field, words }) => {
  const { properties } = soldAt(path).feed.answer as TSchema & { properties: Readonly<Record<string, TSchema>> }
  expect(wordsOf(properties[field]!).toSorted()).toEqual([...words].toSorted())
})

test.each(Object.entries(COMPONENT_WEIGHTS))('%s weighs its components as the contract does', (path, weights) => {
  const { components } = soldAt(path).feed.methodology as {
    readonly components: readonly { readonly weight: number }[]
  }
  expect(components.map(({ weight }) => Math.round(weight * 100))).toEqual([...weights])
})

test.each(Object.entries(SIGNALS))('%s rests on %d signals', (path, count) => {
  const { feed, subject } = soldAt(path)
  expect(Object.keys(exampleOf(feed, subject)['signals'] as object).length).toBe(count)
})

describe.each(Object.entries(STALE_MINUTES))('a free copy is at most %s minutes old', (minutes, paths) => {
  test.each([...paths])('%s', (path) => {
    expect(soldAt(path).feed.sale.preview?.staleMinutes).toBe(Number(minutes))
  })
})
