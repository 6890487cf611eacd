import { describe, expect, test } from 'bun:test'
import { AUTHORITIES, CALENDAR_BOARDS, type CalendarState } from '../../../src/feeds/calendar/calendar-boards.ts'
import { concludeAhead, concludeCalendar } from '../../../src/feeds/calendar/conclude-calendar.ts'
import { VALUES_BOARD } from '../../../src/feeds/calendar/values-board.ts'
import { DIALECTS } from '../../../src/sandbox/world/providers.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

/** The authorities of the world, told by dialects and read by the readers of the product. */

const heard = async (faults: object = {}, start?: number) => {
  const on = stage(start === undefined ? {} : { start })
  const world = polledBoards(on)
  const poll = async () => {
    for (const board of [...CALENDAR_BOARDS, VALUES_BOARD]) await world.poll(board)
  }
  await on.post(faults)
  await poll()
  const conclude = () => {
    const found = concludeAhead(lookAt(world.states, on.clock.now()))
    if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
    return found.content
  }
  return { on, world, poll, conclude }
}

test('every reader reads its authority, and knows each of its kinds', async () => {
  const { world } = await heard()
  const kinds = AUTHORITIES.map(({ board }) => {
    const { lists } = world.states.get(board.id) as CalendarState
    return [board.source.name, [...new Set(Object.values(lists).flatMap(({ last }) => Object.keys(last)))].toSorted()]
  })
  expect(Object.fromEntries(kinds)).toEqual({
    fedcalendar: ['rate_decision', 'rate_minutes'],
    beacalendar: ['gdp', 'pce', 'trade'],
    blscalendar: ['cpi', 'payrolls', 'ppi'],
    fredcalendar: ['cpi', 'gdp', 'payrolls', 'pce', 'ppi'],
    eurostatcalendar: ['cpi', 'cpi_flash', 'gdp', 'retail_sales', 'trade', 'unemployment'],
    ecbcalendar: ['rate_decision'],
    ons: ['cpi', 'gdp', 'retail_sales', 'unemployment'],
    statjapan: ['cpi', 'unemployment'],
  })
})

test('a title that no table knows is left out and counted', async () => {
  const { world } = await heard()
  const { board } = AUTHORITIES.find(({ calendar }) => calendar.source.name === 'eurostatcalendar')!
  expect(await world.poll(board)).toEqual({ kind: 'published', unknown: 1 })
})

test('two authorities that tell of the same events agree to the minute, in summer and in winter', async () => {
  for (const start of [Date.UTC(2026, 9, 20, 12), Date.UTC(2027, 2, 1, 12)]) {
    const { conclude } = await heard({}, start)
    const without = await heard({ status: { blscalendar: 403, beacalendar: 403 } }, start)
    const us = (content: ReturnType<typeof conclude>) =>
      content.events
        .filter(({ country, kind }) => country === 'US' && kind !== 'trade')
        .map(({ event, time }) => [event, time])
    expect(us(without.conclude())).toEqual(us(conclude()))
    expect(us(conclude()).length).toBeGreaterThan(3)
  }
})

describe('403 of one authority', () => {
  test.each(['blscalendar', 'fedcalendar', 'beacalendar', 'fredcalendar'])(
    '%s: thirty days are covered',
    async (name) => {
      const { conclude } = await heard({ status: { [name]: 403 } })
      expect(conclude()).toMatchObject({ coverage: { US: { covered: true } }, missing: [name], degraded: true })
    },
  )
})

test('with all silent from the start there is no calendar', async () => {
  const on = stage()
  const world = polledBoards(on)
  await on.post({ halt: CALENDAR_BOARDS.map(({ source }) => source.name) })
  for (const board of CALENDAR_BOARDS) expect((await world.poll(board)).kind).toBe('declined')
  expect(concludeAhead(lookAt(world.states, on.clock.now())).kind).toBe('input_missing')
})

test('the release of a crash is announced by its authority, and comes in ninety minutes', async () => {
  const { on, poll, conclude } = await heard()
  const before = conclude().event_count
  await on.post({ scenario: 'crash' })
  await poll()
  const minute = Math.floor(on.clock.now() / 60_000 + 90)
  const time = `${new Date(minute * 60_000).toISOString().slice(0, 19)}Z`
  const { event_count: count, next_time: next, events } = conclude()
  expect([count, next]).toEqual([before + 1, time])
  expect(events.find((each) => each.time === time)).toMatchObject({ event: 'US consumer prices', impact: 'high' })
})

test('an event that is ordered is announced by its authority, and told of today', async () => {
  const { on, world, poll, conclude } = await heard()
  const before = conclude().event_count
  const posted = await on.post({ event: { country: 'US', kind: 'cpi', inMinutes: 90 } })
  expect(posted.status).toBe(200)
  await poll()
  const now = on.clock.now()
  const time = `${new Date(Math.floor((now + 90 * 60_000) / 60_000) * 60_000).toISOString().slice(0, 19)}Z`
  expect(conclude()).toMatchObject({ event_count: before + 1, next_time: time })
  on.clock.move(2 * 3_600_000)
  await poll()
  const today = concludeCalendar('TODAY', lookAt(world.states, on.clock.now()))
  expect(today).toMatchObject({
    content: {
      event_count: 1,
      next_time: null,
      events: [{ event: 'US consumer prices', time, actual: expect.stringMatching(/^-?\d\.?\d?$/), unit: 'percent' }],
    },
  })
})

test('an order that nobody can announce is refused by name', async () => {
  const on = stage()
  const answer = async (event: unknown) => (await on.post({ event })).json() as Promise<{ details: readonly string[] }>
  expect((await answer({ country: 'CN', kind: 'cpi', inMinutes: 5 })).details[0]).toContain('nobody announces that')
  expect((await answer({ country: 'US', kind: 'cpi', inMinutes: 'soon', at: 1 })).details).toEqual([
    'event.at is not known; it takes country, kind and inMinutes',
    expect.stringContaining('event.inMinutes must be a number'),
  ])
  expect((await answer([])).details[0]).toContain('must be an object')
})

test('providers that share a host have paths of their own', () => {
  const all = DIALECTS.flatMap(({ provider, hosts, below = '' }) =>
    hosts.map((host) => ({ provider, at: host + below })),
  )
  expect(new Set(all.map(({ at }) => at)).size).toBe(all.length)
})

test('the vendor of the world tells numbers of what authorities announce, and surveys of its own', async () => {
  const { conclude } = await heard()
  const named = (name: string) => conclude().events.filter(({ event }) => event === name)
  expect(conclude()).toMatchObject({ values: 'tradingview', missing: [], degraded: false })
  expect(named('US payrolls and unemployment')[0]).toMatchObject({
    measure: 'Non Farm Payrolls',
    unit: 'persons',
    forecast: expect.stringMatching(/^\d{4,6}$/),
    actual: null,
    source: 'blscalendar',
  })
  expect(named('US trade balance')[0]).toMatchObject({ unit: 'USD', forecast: expect.stringMatching(/^-\d{10,11}$/) })
  expect(named('US PMI of services')[0]).toMatchObject({ unit: 'points', impact: 'medium', source: 'tradingview' })
})
