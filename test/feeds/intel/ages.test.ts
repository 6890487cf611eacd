import { expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { type Earlier, exampleOf } from '../../../src/feeds/feed.ts'
import { type Item, registry } from '../../../src/feeds/registry.ts'
import { EXAMPLE_TICK } from '../../../src/feeds/venue-parts.ts'
import { lookAt } from '../../support/feeds/market.ts'

/** One age for each input, whoever of intelligence reads it: it is missing when it is twice as old as it may be sold. */

const ITEMS = registry.items.filter(({ feed }) => feed.family === 'intel')

/** The inputs that are attestations: the record of runs is none, and has ages of its own. */
const readBy = ({ feed, subject }: Item): readonly Item[] =>
  feed.after(subject).flatMap((actor) => registry.item(actor) ?? [])

/** What it was published with, so old. */
const published = ({ feed, subject }: Item, ageSeconds: number): Earlier => ({
  timestamp: EXAMPLE_TICK - ageSeconds,
  content: exampleOf(feed, subject),
  carry: {},
  contentHash: 'c0'.repeat(32),
})

/** The inputs that are there, by the actor that they name; `null` if nothing is concluded. */
const heard = (item: Item, ages: Readonly<Record<string, number>>): ReadonlySet<string> | null => {
  const earlier = Object.fromEntries(readBy(item).map((each) => [each.actor, published(each, ages[each.actor] ?? 0)]))
  const found = item.feed.conclude(item.subject, lookAt(new Map(), EXAMPLE_TICK * 1_000, { earlier, previous: null }))
  if (found.kind !== 'concluded') return null
  const { inputs } = found.content as { readonly inputs: Readonly<Record<string, { actor: string; value: Json }>> }
  return new Set(Object.values(inputs).flatMap(({ actor, value }) => (value === null ? [] : [actor])))
}

const PAIRS = ITEMS.flatMap((item) => readBy(item).map((input) => [item.actor, input.actor, item, input] as const))

test('every service of intelligence but the record of runs reads attestations', () => {
  expect(new Set(PAIRS.map(([actor]) => actor)).size).toBe(6)
})

test.each(PAIRS)('%s hears %s until it is twice as old as it may be sold', (_actor, named, item, input) => {
  const most = 2 * input.feed.sale.sellableSeconds
  const fresh = heard(item, {})
  // Changes are compared with a record that is not here.
  if (fresh === null) return expect(item.actor).toBe('intel/regime-change/MARKET')
  expect([named, fresh.has(named)]).toEqual([named, true])
  expect([named, heard(item, { [named]: most })?.has(named)]).toEqual([named, true])
  // Without what it needs nothing is concluded at all.
  expect([named, heard(item, { [named]: most + 1 })?.has(named) ?? false]).toEqual([named, false])
})
