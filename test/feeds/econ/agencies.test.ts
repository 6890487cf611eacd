import { describe, expect, test } from 'bun:test'
import { EIA_BOARD } from '../../../src/feeds/econ/eia-board.ts'
import { recountedParts } from '../../../src/feeds/econ/recount-parts.ts'
import { BLS_BOARD, FREDGRAPH_BOARD, TREASURY_BOARD } from '../../../src/feeds/econ/us-boards.ts'
import type { EconAnswer } from '../../../src/feeds/econ/econ-answer.ts'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { type Item, registry } from '../../../src/feeds/registry.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { type Stage, stage } from '../../support/sandbox/world/still-world.ts'

/** The agencies of the simulated world, read by the real readers, over hours and releases. */

const HOUR = 3_600_000
const ITEMS = registry.items.filter(({ feed }) => feed.family === 'econ')
/** What is an agency's own number, or computed from one table. */
const AGENCIES = ITEMS.filter(({ subject }) => subject.key !== 'DXY')
const BOARDS = [...new Set(AGENCIES.flatMap(({ feed, subject }) => feed.boards(subject)))]

const opened = (on: Stage = stage()) => {
  const world = polledBoards(on)
  const poll = async () => {
    for (const board of BOARDS) await world.poll(board)
  }
  const say = ({ feed, subject }: Item) => feed.conclude(subject, lookAt(world.states, on.clock.now()))
  const answer = (actor: string): EconAnswer => {
    const found = say(registry.item(actor)!)
    if (found.kind !== 'concluded') throw new Error(`${actor}: ${JSON.stringify(found)}`)
    return found.content as EconAnswer
  }
  return { on, world, poll, say, answer }
}

test('nineteen values are sold, each under the path of its indicator', () => {
  expect(ITEMS.map(({ path }) => path.replace('/oracle/econ/', '')).toSorted()).toEqual(
    [
      'us/cpi us/cpi_core us/unrate us/nfp us/fedfunds us/gdp us/pce us/yield_curve',
      'eu/hicp eu/hicp_core eu/hicp_services eu/unrate eu/gdp eu/employment',
      'commodities/wti commodities/brent commodities/natgas commodities/copper commodities/dxy',
    ]
      .flatMap((line) => line.split(' '))
      .toSorted(),
  )
  for (const { feed } of ITEMS) expect(feed.sale.price).toEqual({ sats: 1_000, microUsd: 1_000_000 })
})

test('the string has the layout that published clients split', () => {
  const { feed, subject } = registry.item('econ/us/CPI')!
  const example = exampleOf(feed, subject)
  expect(feed.sale.canonical.write(feed.sale.tokens(example), { timestamp: 1_795_000_000, nonce: 482_910 })).toBe(
    'v1|ECON|US|CPI|336.104|index198284100|2026-10|2026-11-18|BLS|CUUR0000SA0|directapi|1795000000|482910',
  )
})

test('from the first readings on all of them are answered, and nobody disputes anybody', async () => {
  const { poll, say, answer } = opened()
  expect(AGENCIES.map((item) => say(item).kind)).toEqual(AGENCIES.map(() => 'input_missing'))
  await poll()
  for (const { actor } of AGENCIES) {
    const { disputed_by, missing, value, vintage_basis } = answer(actor)
    expect([actor, disputed_by, missing, vintage_basis]).toEqual([actor, [], [], 'first_read'])
    expect(value).toMatch(/^-?\d+(\.\d+)?$/)
  }
  const checked = AGENCIES.filter(({ actor }) => answer(actor).checked_by.length > 0).map(({ subject }) => subject.key)
  expect(checked).toEqual(
    ['COPPER', 'HICP', 'HICP-CORE', 'HICP-SERVICES', 'UNRATE', 'GDP', 'EMPLOYMENT'].concat(
      'CPI',
      'CPI-CORE',
      'UNRATE',
      'NFP',
      'FEDFUNDS',
    ),
  )
})

test('a reply that is 7 % higher at every source moves every number by 7 %', async () => {
  const [honest, higher] = [opened(), opened()]
  const sources = [...new Set(BOARDS.map(({ source }) => source.name))]
  await higher.on.post({ lie: Object.fromEntries(sources.map((name) => [name, 1.07])) })
  await Promise.all([honest.poll(), higher.poll()])
  for (const { actor } of AGENCIES) {
    const [was, is] = [Number(honest.answer(actor).value), Number(higher.answer(actor).value)]
    // What is printed with one decimal moves by whole tenths.
    expect([actor, Math.abs(is - was * 1.07) <= Math.max(0.051, Math.abs(was) * 1e-3)]).toEqual([actor, true])
    if (Math.abs(was) > 1.5) expect(is).not.toBe(was)
  }
})

test('what is printed with too few digits to show 7 % is five times as much when every source says so', async () => {
  const [honest, higher] = [opened(), opened()]
  const sources = [...new Set(BOARDS.map(({ source }) => source.name))]
  await higher.on.post({ lie: Object.fromEntries(sources.map((name) => [name, 5])) })
  await Promise.all([honest.poll(), higher.poll()])
  for (const actor of ['econ/us/YIELD-CURVE', 'econ/eu/GDP']) {
    const [was, is] = [Number(honest.answer(actor).value), Number(higher.answer(actor).value)]
    // Five times half of the last digit.
    expect([actor, was !== 0 && Math.abs(is - was * 5) <= 0.25]).toEqual([actor, true])
    expect(Math.abs(is)).toBeGreaterThan(Math.abs(was) * 2)
  }
})

describe('an agency that lies by 5 % after an honest day', () => {
  /** An afternoon on which nobody publishes for six hours. */
  const QUIET = Date.UTC(2026, 10, 18, 14)
  const AT_FIRST = ['bls', 'eurostat', 'nyfed', 'ustreasury', 'fredgraph'].map(
    (source) => [source, AGENCIES.filter((item) => item.feed.boards(item.subject)[0]!.source.name === source)] as const,
  )

  test.each(AT_FIRST.filter(([, items]) => items.length > 0))(
    '%s moves nothing within an hour',
    async (source, items) => {
      const { on, world, poll, answer } = opened(stage({ start: QUIET }))
      await poll()
      const before = items.map(({ actor }) => answer(actor).value)
      on.clock.move(6 * HOUR)
      await poll()
      on.clock.move(6 * HOUR)
      await on.post({ lie: { [source]: 1.05 } })
      await poll()
      expect(items.map(({ actor }) => answer(actor).value)).toEqual(before)
      expect(
        JSON.stringify(
          items.flatMap(({ feed, subject }) => feed.boards(subject)).map(({ id }) => world.states.get(id)),
        ),
      ).toContain('held')
    },
  )

  test('is believed by and by, and disputed by the second', async () => {
    const { on, poll, answer } = opened()
    await poll()
    const honest = Number(answer('econ/us/CPI').value)
    on.clock.move(6 * HOUR)
    await on.post({ lie: { bls: 1.05 } })
    await poll()
    on.clock.move(HOUR)
    await poll()
    const { value, disputed_by, degraded, revised } = answer('econ/us/CPI')
    expect(Number(value) / honest).toBeCloseTo(1.05, 4)
    expect([disputed_by, degraded, revised]).toEqual([['fredgraph'], true, true])
  })
})

describe('releases', () => {
  test('a new month replaces the last one, and is seen on its day', async () => {
    const { on, poll, answer } = opened()
    await poll()
    const before = answer('econ/us/CPI')
    await on.post({ release: { series: 'us.cpi', value: 337.104 } })
    on.clock.move(6 * HOUR)
    await poll()
    expect(answer('econ/us/CPI')).toMatchObject({
      value: '337.104',
      period: '2026-11',
      vintage_basis: 'observed',
      vintage_date: '2026-11-18',
      revised: false,
      previous: { value: before.value, period: before.period },
      checked_by: ['fredgraph'],
    })
  })

  test('a revision is another vintage of the same month', async () => {
    const { on, poll, answer } = opened()
    await poll()
    const before = answer('econ/eu/UNRATE')
    on.clock.move(24 * HOUR)
    await on.post({ revise: { series: 'eu.unrate', value: Number(before.value) + 0.2 } })
    await poll()
    expect(answer('econ/eu/UNRATE')).toMatchObject({
      value: (Number(before.value) + 0.2).toFixed(1),
      period: before.period,
      vintage_date: '2026-11-19',
      vintage_basis: 'observed',
      revised: true,
    })
  })

  test('October 2025 is missing, and stays missing', async () => {
    const { world, poll } = opened()
    await poll()
    const { series } = world.states.get(BLS_BOARD.id) as typeof BLS_BOARD.empty
    const periods = series['CUUR0000SA0']!.rows.map(({ period }) => period)
    expect([periods.includes('2025-09'), periods.includes('2025-10'), periods.includes('2025-11')]).toEqual([
      true,
      false,
      true,
    ])
    expect(periods.every((period) => /^\d{4}-(0[1-9]|1[0-2])$/.test(period))).toBe(true)
  })
})

describe('the quota of the Bureau of Labor Statistics', () => {
  const calls = async (on: Stage) =>
    (
      (await on.json<{ byProvider: Record<string, { count: number }> }>('world/requests')).byProvider['bls'] ?? {
        count: 0,
      }
    ).count

  test('a day of ticks asks four times', async () => {
    const { on, world } = opened()
    for (let hour = 0; hour < 24; hour++) {
      await world.poll(BLS_BOARD)
      on.clock.move(HOUR)
    }
    expect(await calls(on)).toBe(4)
  })

  test('while nothing comes every tick asks again, and still less often than a day allows', async () => {
    const { on, world } = opened()
    await on.post({ halt: ['bls'] })
    for (let hour = 0; hour < 24; hour++) {
      expect((await world.poll(BLS_BOARD)).kind).toBe('declined')
      on.clock.move(HOUR)
    }
    expect(await calls(on)).toBe(24)
    await on.post({ clear: true })
    expect((await world.poll(BLS_BOARD)).kind).toBe('published')
  })

  test('the 26th call of a day is refused with status 200, and the reader sees it', async () => {
    const { on, world, answer, poll } = opened()
    await poll()
    for (let call = 1; call < 25; call++) await on.ask('api.bls.gov/publicAPI/v1/timeseries/data/CUUR0000SA0')
    on.clock.move(6 * HOUR)
    expect(await world.poll(BLS_BOARD)).toMatchObject({ kind: 'declined', cause: 'unreadable' })
    expect(answer('econ/us/CPI').sources).toEqual(['bls'])
    on.clock.move(6 * HOUR)
    expect((await world.poll(BLS_BOARD)).kind).toBe('published')
  })
})

test('oil and gas may cost less than nothing, and are signed so', () => {
  const now = Date.UTC(2026, 10, 18)
  const row = (series: string, value: string) => ({ series, value, period: '2026-11-17' })
  const eia = JSON.stringify({ response: { data: [row('RWTC', '-37.63'), row('RBRTE', '-10.5')] } })
  const graph = 'observation_date,DCOILWTICO\n2026-11-17,-37.63\n'
  for (const [board, name, asked, body] of [
    [FREDGRAPH_BOARD, 'DCOILWTICO', 'id=DCOILWTICO', graph],
    [FREDGRAPH_BOARD, 'DCOILBRENTEU', 'id=DCOILBRENTEU', graph.replace('WTICO', 'BRENTEU')],
    [EIA_BOARD, 'RWTC', 'petroleum', eia],
  ] as const) {
    const ask = board.asks({ now, listed: null, state: board.empty }).find(({ query }) => query.path.includes(asked))
    expect(ask!.enter(body, now, board.empty).series[name]!.rows.at(-1)!.value).toBe('-37.63')
  }
  const { feed, subject } = registry.item('econ/commodities/WTI')!
  const example = { ...(exampleOf(feed, subject) as EconAnswer), value: '-37.63' }
  expect(feed.sale.canonical.write(feed.sale.tokens(example), { timestamp: 1_795_000_000, nonce: 482_910 })).toContain(
    '|WTI|-37.63|usdperbarrel|',
  )
})

test('the yield curve is counted again from the long and the short yield, in this order', () => {
  const body = {
    indicator: 'YIELD_CURVE',
    value: '0.45',
    parts: [
      { name: '10 Yr', value: '4.63' },
      { name: '2 Yr', value: '4.18' },
    ],
  }
  expect(recountedParts(body).map(({ ok }) => ok)).toEqual([true])
  expect(recountedParts({ ...body, value: '-0.45' }).map(({ ok }) => ok)).toEqual([false])
})

describe('the turn of the year at the Treasury', () => {
  test('on the first days the table of the last year is asked too, and later it is not', async () => {
    const on = stage({ start: Date.UTC(2027, 0, 1, 12) })
    const { world, answer } = opened(on)
    await world.poll(TREASURY_BOARD)
    expect(world.asked.map((path) => /\.csv\/(\d+)/.exec(path)![1])).toEqual(['2026', '2027'])
    expect(answer('econ/us/YIELD-CURVE').period).toBe('2026-12-31')
    on.clock.move(5 * 24 * HOUR)
    await world.poll(TREASURY_BOARD)
    await world.poll(TREASURY_BOARD)
    expect(world.asked.map((path) => /\.csv\/(\d+)/.exec(path)![1]).slice(2)).toEqual(['2026', '2027', '2027'])
    expect(answer('econ/us/YIELD-CURVE').period).toMatch(/^2027-01-0\d$/)
  })
})
