import { expect, test } from 'bun:test'
import { readConfig, WorkerConfig } from '../../../src/config.ts'
import { scheduleOf } from '../../../src/actors/publisher/schedule.ts'
import { closedFeeds } from '../../../src/feeds/closed-feeds.ts'
import { itemOf, registry } from '../../../src/feeds/registry.ts'
import { type AllowedRights, type Permission, permission } from '../../../src/sources/permission.ts'

/** What settings say of themselves. */
const { TICKS_GROUPED_ABOVE: DEFAULT } = readConfig(WorkerConfig, { KEYS_DIR: '/nowhere' })

const under = (allows: Permission, groupedAbove = DEFAULT) =>
  scheduleOf(registry, {}, { allows, closed: closedFeeds(registry, allows, () => false), groupedAbove })

const schedules = under(permission('all'))

test('every board, every item and every past that is filled in has one repeatable job of its own', () => {
  const actors = schedules.map(({ actor }) => actor)
  expect(new Set(actors).size).toBe(actors.length)
  expect(actors.toSorted()).toEqual(
    [
      ...[...registry.boards, ...registry.fills].map(({ id }) => id),
      ...[...registry.items, ...registry.internal].map(({ actor }) => actor),
    ].toSorted(),
  )
})

test('a provider is polled once, however many feeds read its board', () => {
  expect(schedules.filter(({ actor }) => actor.startsWith('ticker/kraken')).length).toBe(1)
  const readers = registry.items.filter(({ feed, subject }) =>
    feed.boards(subject).some(({ id }) => id === 'ticker/kraken'),
  )
  expect(readers.length).toBeGreaterThan(20)
})

test('periods are those of the definitions, in milliseconds, on the lane of ticks', () => {
  const every = new Map(schedules.map(({ actor, everyMs }) => [actor, everyMs]))
  const periods = ['ticker/kraken', 'trades/okx/BTC-USDT', 'metal/goldapi', 'fixing/ecb', 'instruments/kraken']
  expect(periods.map((actor) => every.get(actor))).toEqual([5_000, 15_000, 60_000, 3_600_000, 3_600_000])
  const items = [
    'price/spot/BTC-USD',
    'price/vwap/BTC-USD',
    'price/fx/EUR-USD',
    'price/metals/XAU-USD',
    'price/pegs/USDT-USD',
  ]
  expect(items.map((actor) => every.get(actor))).toEqual([1_000, 15_000, 60_000, 60_000, 15_000])
  expect(new Set(schedules.map(({ lane }) => lane))).toEqual(new Set(['ticks']))
})

test('sources whose rights the operator does not allow are not asked, and what stands on them alone does not run', () => {
  const boardsUnder = (rights: AllowedRights) => {
    const actors = new Set(under(permission(rights)).map(({ actor }) => actor))
    return registry.boards.filter(({ id }) => actors.has(id))
  }
  expect(boardsUnder('open').every(({ source }) => source.rights === 'open')).toBe(true)
  expect(boardsUnder('open').map(({ id }) => id)).toContain('metal/goldapi')
  expect(boardsUnder('open').map(({ id }) => id)).not.toContain('ticker/kraken')
  expect(boardsUnder('permitted').every(({ source }) => ['open', 'attribution'].includes(source.rights))).toBe(true)
  expect(boardsUnder('permitted').map(({ id }) => id)).toContain('ticker/kraken')
  expect(boardsUnder('all').length).toBe(registry.boards.length)
  const open = under(permission('open')).map(({ actor }) => actor)
  expect(open).toContain('price/metals/XAU-USD')
  expect(open).not.toContain('price/spot/BTC-USD')
  expect(open).not.toContain('gas/index/ALL')
})

test('places on demand that run on leave their jobs when their feed is closed', () => {
  const [feed] = registry.onDemand
  const item = itemOf(feed!, feed!.subjects[0]!)
  const jobsOf = (closed: ReadonlyMap<string, never[]>) =>
    scheduleOf(registry, {}, { allows: permission('all'), closed, groupedAbove: DEFAULT }, [item]).filter(
      ({ actor }) => actor === item.actor,
    )
  expect([jobsOf(new Map()).length, jobsOf(new Map([[feed!.id, []]])).length]).toEqual([1, 0])
})

test('a source that answers nobody without a key is asked with one alone', () => {
  const asked = (keys: readonly string[]) => {
    const actors = new Set(under(permission('all', [], keys)).map(({ actor }) => actor))
    return registry.boards
      .filter(({ id, source }) => source.keyed?.needed === true && actors.has(id))
      .map(({ id }) => id)
  }
  expect([asked([]), asked(['eia', 'kraken'])]).toEqual([[], ['stats/eia']])
  const [keyless] = registry.boards.filter(({ id }) => id === 'stats/fredgraph')
  expect(permission('all', [], [])(keyless!.source)).toBe(null)
})
