import { describe, expect, test } from 'bun:test'
import type { AnyFeed } from '../../src/feeds/feed.ts'
import { closedFeeds } from '../../src/feeds/closed-feeds.ts'
import type { AskedInput, FeedInput } from '../../src/feeds/inputs.ts'
import { itemOf, type Registry, registry } from '../../src/feeds/registry.ts'
import { type AllowedRights, permission } from '../../src/sources/permission.ts'
import { partOf } from '../support/part-of.ts'

const GIVEN_NOTHING = () => false

/** A feed of the registry under another name, with other inputs. */
const feedOn = (
  id: string,
  needs: readonly (readonly FeedInput[])[] | null,
  after: readonly string[] = [],
): AnyFeed => {
  const [some] = registry.feeds.filter(({ onDemand, keeps, subjects }) => !onDemand && !keeps && subjects.length === 1)
  const { boards: _boards, streams: _streams, files: _files, needs: _needs, ...rest } = some!
  return { ...rest, id, boards: () => [], after: () => after, ...(needs && { needs: () => needs }) }
}

const source = (name: string, rights: 'open' | 'unlicensed', keyed?: { readonly needed: true }): AskedInput => ({
  source: { name, rights, ...(keyed && { keyed: { origin: '', ...keyed } }) },
})
const OPEN = source('free', 'open')
const DEAR = source('dear', 'unlicensed')
const KEYED = source('keyed', 'open', { needed: true })
const FILE: FeedInput = { id: 'file', empty: null, setting: 'SOME_FILE' }

const registryOf = (feeds: readonly AnyFeed[]): Registry =>
  partOf<Registry>({
    items: feeds.map((feed) => itemOf(feed, feed.subjects[0]!)),
    internal: [],
    onDemand: [],
  })

const closedOf = (
  needs: readonly (readonly FeedInput[])[],
  allows = permission('permitted', [], []),
  given: (setting: string) => boolean = GIVEN_NOTHING,
) =>
  [...closedFeeds(registryOf([feedOn('a', needs)]), allows, given).values()]
    .flat()
    .map((each) => Object.values(each).join(' '))

describe('a feed is closed', () => {
  test('where a group has no source that may be asked, and not where one may', () => {
    expect(closedOf([[DEAR, OPEN]])).toEqual([])
    expect(closedOf([[DEAR, KEYED]])).toEqual(['dear not_licensed SOURCES_LICENSED', 'keyed needs_key PROVIDER_KEYS'])
    expect(closedOf([[OPEN], [DEAR]])).toEqual(['dear not_licensed SOURCES_LICENSED'])
    expect(closedOf([[DEAR], [DEAR]])).toEqual(['dear not_licensed SOURCES_LICENSED'])
  })

  test('where a board asks several sources of which one may not be asked', () => {
    const pair = { ...OPEN, besides: [DEAR.source] }
    expect(closedOf([[pair]])).toEqual(['dear not_licensed SOURCES_LICENSED'])
    expect(closedOf([[pair, OPEN]])).toEqual([])
  })

  test('until a licence, a key or a file is given', () => {
    const group = [[DEAR, KEYED, FILE]]
    expect(closedOf(group).at(-1)).toBe('a file of the operator not_licensed SOME_FILE')
    expect(closedOf(group, permission('permitted', ['dear'], []))).toEqual([])
    expect(closedOf(group, permission('permitted', [], ['keyed']))).toEqual([])
    expect(closedOf(group, permission('permitted', [], []), (setting) => setting === 'SOME_FILE')).toEqual([])
    // A licence for a source that answers nobody without a key opens nothing.
    expect(closedOf([[KEYED]], permission('permitted', ['keyed'], []))).toEqual(['keyed needs_key PROVIDER_KEYS'])
    expect(closedOf([[KEYED]], permission('open', [], ['keyed']))).toEqual([])
  })

  test('that reads other feeds alone, when all of these are closed', () => {
    const key = feedOn('a', []).subjects[0]!.key
    const closed = (...open: readonly FeedInput[]) => {
      const feeds = [
        feedOn('a', [[DEAR]]),
        feedOn('b', [[open[0] ?? DEAR]]),
        feedOn('c', null, [`a/${key}`, `b/${key}`]),
        feedOn('d', null, [`c/${key}`]),
      ]
      return [...closedFeeds(registryOf(feeds), permission('permitted', [], []), GIVEN_NOTHING).keys()]
    }
    expect(closed()).toEqual(['a', 'b', 'c', 'd'].map((id) => `${id}/${key}`))
    expect(closed(OPEN)).toEqual([`a/${key}`])
  })

  test('that needs another feed, when that one is closed, whatever else it reads', () => {
    const key = feedOn('a', []).subjects[0]!.key
    const feeds = [
      feedOn('a', [[DEAR]]),
      feedOn('b', [[OPEN]]),
      feedOn('needing', [[{ actor: `a/${key}` }]], [`a/${key}`, `b/${key}`]),
      feedOn('either', [[{ actor: `a/${key}` }, { actor: `b/${key}` }]], [`a/${key}`, `b/${key}`]),
      feedOn('with a file', [[{ actor: `a/${key}` }, FILE]], [`a/${key}`]),
      feedOn('of nobody', [[{ actor: 'nobody/ALL' }]]),
    ]
    const closed = closedFeeds(registryOf(feeds), permission('permitted', [], []), GIVEN_NOTHING)
    expect([...closed.keys()]).toEqual(['a', 'needing', 'with a file'].map((id) => `${id}/${key}`))
    expect(closed.get(`needing/${key}`)).toEqual(closed.get(`a/${key}`)!)
  })

  test('by settings alone: all of ours are open where everything is allowed, and some of them by default too', () => {
    const under = (rights: AllowedRights, keys: readonly string[] | null = []) =>
      closedFeeds(registry, permission(rights, [], keys), GIVEN_NOTHING)
    expect([...under('all').keys()]).toEqual([])
    const open = [...under('open').keys()]
    expect(open).toContain('price/spot/BTC-USD')
    // Internal ones, those that read them alone, and feeds whose subjects start on demand.
    for (const actor of ['native/POL-USD', 'gas/index/ALL']) expect(open).toContain(actor)
    expect(open).not.toContain('price/metals/XAU-USD')
    // Places are told of by an authority whose data is free.
    expect(open).not.toContain('marine/seastate')
    // Every item and every feed on demand stands on a source that somebody may refuse.
    const all = closedFeeds(registry, () => ({ source: 's', reason: 'needs_key', setting: 'S' }), GIVEN_NOTHING)
    expect(all.size).toBe(registry.items.length + registry.internal.length + registry.onDemand.length)
  })
})
