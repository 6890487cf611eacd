import { describe, expect, test } from 'bun:test'
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

describe('items of one period that are more than the setting says', () => {
  const byMembers = (groupedAbove: number) => under(permission('all'), groupedAbove)
  const alone = new Map(schedules.map(({ actor, everyMs }) => [actor, everyMs]))

  test('are none today: every actor keeps a job of its own', () => {
    expect(schedules.filter(({ lane, members }) => lane !== 'ticks' || members !== undefined)).toEqual([])
    const largest = Math.max(
      ...[...Map.groupBy(schedules, ({ everyMs }) => everyMs).values()].map(({ length }) => length),
    )
    expect(largest * 4).toBeLessThan(DEFAULT)
  })

  test('share jobs, each in one, in its own period; providers are still asked by jobs of their own', () => {
    const grouped = byMembers(0)
    const groups = grouped.filter(({ lane }) => lane === 'groups')
    const ticked = grouped.flatMap(({ actor, members, everyMs }) =>
      (members ?? [actor]).map((each) => [each, everyMs] as const),
    )
    expect(ticked.length).toBe(alone.size)
    expect(new Map(ticked.toSorted())).toEqual(new Map([...alone].toSorted()))
    expect(groups.flatMap(({ members }) => members!).toSorted()).toEqual(
      [...registry.items, ...registry.internal].map(({ actor }) => actor).toSorted(),
    )
    expect(groups.every(({ actor, everyMs }) => actor.startsWith(`group/${everyMs}/b`))).toBe(true)
    expect(new Set(groups.map(({ actor }) => actor)).size).toBe(groups.length)
  })

  test('are counted by period: exactly as many as the setting keep their own jobs', () => {
    const items = new Set([...registry.items, ...registry.internal].map(({ actor }) => actor))
    const counts = Map.groupBy(
      schedules.filter(({ actor }) => items.has(actor)),
      ({ everyMs }) => everyMs,
    )
    const [everyMs, those] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[1]!
    const periodsInGroups = (above: number) =>
      new Set(byMembers(above).flatMap((each) => (each.lane === 'groups' ? [each.everyMs] : [])))
    expect(periodsInGroups(those.length).has(everyMs)).toBe(false)
    expect(periodsInGroups(those.length - 1).has(everyMs)).toBe(true)
    expect(periodsInGroups(those.length).size).toBeGreaterThan(0)
  })

  test('that were started on demand keep their own jobs, since they ask providers', () => {
    const [feed] = registry.onDemand
    const item = itemOf(feed!, feed!.subjects[0]!)
    const settings = { allows: permission('all'), closed: new Map(), groupedAbove: 0 }
    const found = scheduleOf(registry, {}, settings, [item]).filter(({ actor }) => actor === item.actor)
    expect(found.map(({ lane }) => lane)).toEqual(['ticks'])
  })
})
