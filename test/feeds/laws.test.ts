import { describe, expect, test } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import { type AnyFeed, exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { EXAMPLE_TICK } from '../../src/feeds/venue-parts.ts'
import { importGraph } from '../../scripts/test-files.ts'
import { fileOf, modulesIn } from '../house/code.ts'
import { CODE, FILES, ROOT } from '../house/files.ts'
import { NOT_COUNTED_AGAIN, NUMBERS } from './law-tables.ts'

/** Laws that every feed is under, held by tables in which it must stand: one that is forgotten is red. */

const named = (file: string): readonly (string | null)[] =>
  modulesIn(CODE.get(file)!).map((module) => fileOf(file, module))

const ids = registry.feeds.map(({ id }) => id).toSorted()

/** The files that define feeds, each with what it defines. */
const definitions = await Promise.all(
  FILES.filter((file) => file.endsWith('.feed.ts')).map(async (file) => ({
    file,
    defined: Object.values((await import(`../../${file}`)) as object) as readonly unknown[],
  })),
)
const graph = importGraph(ROOT)

/** Whether what a row names is of its feed: the actors of it, or a file that its definition stands on. */
const isOwn = (feed: AnyFeed, names: string): boolean =>
  names === `${feed.id}/` ||
  definitions.some(({ file, defined }) => defined.includes(feed) && graph.reaches(file, names))

test('no row lends its numbers to another feed', () => {
  for (const feed of registry.feeds) expect([feed.id, isOwn(feed, NUMBERS[feed.id]!.names)]).toEqual([feed.id, true])
  const funding = registry.feeds.find(({ id }) => id === 'funding')!
  for (const names of ['', 'price/spot/', 'src/feeds/prices/spot.feed.ts', NUMBERS['marine/seastate']!.names])
    expect([names, isOwn(funding, names)]).toEqual([names, false])
})

test('the numbers of every feed are tested', () => {
  expect(Object.keys(NUMBERS).toSorted()).toEqual(ids)
  for (const [id, { test: file, names, vectors }] of Object.entries(NUMBERS)) {
    expect([id, FILES.includes(file)]).toEqual([id, true])
    const { bare, texts } = CODE.get(file)!
    const isNamed = named(file).includes(names) || texts.some((text) => text.startsWith(names))
    expect([id, isNamed, /\bconclude/.test(bare)]).toEqual([id, true, true])
    if (vectors === undefined) continue
    expect([id, named(vectors).some((module) => module?.startsWith('test/vectors/'))]).toEqual([id, true])
  }
})

describe('the body of every feed is counted again by whoever verifies it, or says why not', () => {
  const counted = registry.feeds.filter(({ sale }) => sale.canonical.recompute !== undefined)

  test('no feed is left out, and no reason outlives its feed', () => {
    expect([...counted.map(({ id }) => id), ...Object.keys(NOT_COUNTED_AGAIN)].toSorted()).toEqual(ids)
    for (const reason of Object.values(NOT_COUNTED_AGAIN)) expect(reason.length).toBeGreaterThan(40)
  })

  type Body = Readonly<Record<string, Json>>

  const checks = (feed: AnyFeed, body: Body) => {
    const { canonical, tokens } = feed.sale
    const written = canonical.write(tokens(body), { timestamp: EXAMPLE_TICK, nonce: 482_910 })
    return canonical.recompute!(canonical.read(written).values, body)
  }

  test.each(counted.map((feed) => [feed.id, feed] as const))('%s', (_id, feed) => {
    for (const subject of feed.subjects) {
      const shown = { ...exampleOf(feed, subject), timestamp: EXAMPLE_TICK }
      const found = checks(feed, JSON.parse(JSON.stringify(shown)) as Body)
      expect([subject.key, found.length > 0, found.filter(({ ok }) => !ok)]).toEqual([subject.key, true, []])
    }
  })
})
