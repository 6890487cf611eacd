import { Type } from '@sinclair/typebox'
import { describe, expect, test } from 'bun:test'
import { BURST_FORGOTTEN_SECONDS, LEAST_HEARD, MINUTES } from '../../../src/feeds/math/liquidations.ts'
import type { Gap } from '../../../src/feeds/stream.ts'
import {
  enterLiquidations,
  type LiquidationEvent,
  type LiquidationState,
  NO_LIQUIDATIONS,
} from '../../../src/feeds/streams/liquidation-state.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/time-units.ts'
import { lookAt } from '../../support/feeds/market.ts'
import {
  conclude,
  event,
  everywhere,
  type Given,
  heard,
  context,
  NOW,
  VENUES,
} from '../../support/feeds/derivatives/liquidation-streams.ts'
import { contentOf } from '../../support/feeds/content-of.ts'

/** What the statistics say of markets whose truth is known, however much of them was heard. */

const BTC = 'liquidations/BTC-USD'

const NUMBER = Type.Union([Type.Number(), Type.Null()])
/** What is looked at here. */
const SHOWN = Type.Object({
  listened: Type.Number(),
  minutes_heard: Type.Number(),
  event_count: Type.Number(),
  long_usd: Type.String(),
  clustering: Type.Object({ fano: NUMBER, time: NUMBER }),
  burst: Type.Object({ active: Type.Boolean(), z: NUMBER }),
})

const shown = (at: ReturnType<typeof context>) => contentOf(SHOWN, conclude(BTC, at))

/** The same numbers from 0 to 1 in every run (Lehmer, 1951). */
const chance = (seed: number) => {
  let state = seed * 7_919 + 1
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** When the minutes of the hour begin, oldest first. */
const MINUTE_STARTS = Array.from({ length: MINUTES }, (_, minute) => NOW - (MINUTES - minute) * MINUTE_MS)

/** Events that know nothing of each other: ten a minute over all venues, a hundred thousand dollars each. */
const poisson = (seed: number): LiquidationEvent[] => {
  const draw = chance(seed)
  const events: LiquidationEvent[] = []
  for (let at = NOW - HOUR_MS; ;) {
    at += -Math.log(1 - draw()) * (MINUTE_MS / 10)
    if (at >= NOW) return events
    events.push(event({ at: Math.floor(at), usd: 100_000, said: `${seed}|${events.length}` }))
  }
}

/** Which minutes of the hour were heard: so many of them, taken at random, the last one always. */
const someMinutes = (seed: number, many: number): readonly boolean[] => {
  const draw = chance(seed + 500)
  const order = MINUTE_STARTS.map((_, minute) => [minute === MINUTES - 1 ? -1 : draw(), minute] as const)
  const kept = new Set(
    order
      .toSorted(([a], [b]) => a - b)
      .slice(0, many)
      .map(([, minute]) => minute),
  )
  return MINUTE_STARTS.map((_, minute) => kept.has(minute))
}

const minuteOf = (at: number): number => Math.floor((at - (NOW - HOUR_MS)) / MINUTE_MS)

/** The market as it reached a collector that heard those minutes, spread over the venues. */
const heardOf = (market: readonly LiquidationEvent[], heardMinutes: readonly boolean[]) => {
  const gaps = MINUTE_STARTS.flatMap((from, minute): readonly Gap[] =>
    heardMinutes[minute] ? [] : [{ from, until: from + MINUTE_MS }],
  )
  const reached = market.filter(({ at }) => heardMinutes[minuteOf(at)])
  const givenOf = (venue: number): Given => ({
    heardAt: NOW,
    spokeAt: NOW,
    gaps,
    events: reached.filter((_, at) => at % VENUES.length === venue),
  })
  return context(Object.fromEntries(VENUES.map((name, venue) => [name, givenOf(venue)])))
}

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1)
const ALL = MINUTE_STARTS.map(() => true)
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('six tenths of the minutes heard', () => {
  const MANY = 0.6 * MINUTES

  test('say of independent events what all minutes say: no clustering, and never a burst', () => {
    const whole = SEEDS.map((seed) => shown(heardOf(poisson(seed), ALL)))
    const part = SEEDS.map((seed) => shown(heardOf(poisson(seed), someMinutes(seed, MANY))))
    for (const found of part) expect(found).toMatchObject({ minutes_heard: MANY, listened: 0.6 })
    // One, give or take three standard errors of the mean of so many: sqrt(2 / (n - 1) / seeds).
    const near = (many: number) => 3 * Math.sqrt(2 / (many - 1) / SEEDS.length)
    expect(Math.abs(mean(whole.map(({ clustering }) => clustering.fano!)) - 1)).toBeLessThan(near(MINUTES))
    expect(Math.abs(mean(part.map(({ clustering }) => clustering.fano!)) - 1)).toBeLessThan(near(MANY))
    expect([...whole, ...part].filter(({ burst }) => burst.active)).toEqual([])
  })

  test('find the burst that all minutes find', () => {
    for (const seed of SEEDS) {
      const cascade = Array.from({ length: 80 }, (_, at) =>
        event({ at: NOW - 50_000 + at * 500, usd: 100_000, said: `cascade|${at}` }),
      )
      const market = [...poisson(seed), ...cascade]
      const found = [ALL, someMinutes(seed, MANY)].map((minutes) => shown(heardOf(market, minutes)))
      expect([seed, found.map(({ burst }) => burst.active)]).toEqual([seed, [true, true]])
    }
  })

  test('are the only ones that the last minute is held against', () => {
    const even = MINUTE_STARTS.map((from, minute) =>
      event({ at: from + 1_000, usd: minute === MINUTES - 1 ? 600_000 : 400_000, said: `even|${minute}` }),
    )
    // Half as much again as the mean, in quarters of the mean.
    for (const minutes of [ALL, someMinutes(1, MANY)]) expect(shown(heardOf(even, minutes)).burst.z).toBe(2)
  })

  test('are not the same as six tenths of each minute: that knows no minute, and measures nothing', () => {
    const gaps = MINUTE_STARTS.map((from): Gap => ({ from, until: from + 0.4 * MINUTE_MS }))
    const found = shown(everywhere({ heardAt: NOW, spokeAt: NOW, gaps, events: poisson(1) }))
    expect(found).toMatchObject({
      listened: 0.6,
      minutes_heard: 0,
      clustering: { fano: null, time: null },
      burst: { active: false, z: null },
    })
    expect(found.event_count).toBeGreaterThan(0)
  })

  test('of one venue in three leave the minutes of the others unknown', () => {
    const gaps = MINUTE_STARTS.slice(0, 24).map((from): Gap => ({ from, until: from + MINUTE_MS }))
    const found = shown(context({ okx: { heardAt: NOW, spokeAt: NOW, gaps } }))
    expect(found).toMatchObject({ minutes_heard: MANY, listened: expect.closeTo(0.8667, 3) })
  })
})

describe('a burst over silence', () => {
  const one = (usd: number) => [event({ at: NOW - 5_000, usd })]

  test('that was heard begins at the least notional of its asset, and not below', () => {
    const quiet = { heardAt: NOW, spokeAt: NOW }
    expect(shown(context({ bybit: { ...quiet, events: one(1_000_000) } }))).toMatchObject({
      minutes_heard: 60,
      burst: { active: true, z: 1_000_000 },
    })
    expect(shown(context({ bybit: { ...quiet, events: one(999_999) } })).burst).toMatchObject({
      active: false,
      z: 999_999,
    })
  })

  test('that was not heard is none: the minutes before are unknown, not calm', () => {
    const deaf = (minutes: number): Given => ({
      heardAt: NOW,
      spokeAt: NOW,
      gaps: [{ from: NOW - HOUR_MS, until: NOW - (MINUTES - minutes) * MINUTE_MS }],
    })
    const after = (minutes: number) => {
      const given = deaf(minutes)
      return shown(context({ binance: given, bybit: { ...given, events: one(5_000_000) }, okx: given }))
    }
    expect(after(MINUTES - LEAST_HEARD)).toMatchObject({ minutes_heard: LEAST_HEARD, burst: { active: true } })
    expect(after(MINUTES - LEAST_HEARD + 1)).toMatchObject({
      minutes_heard: LEAST_HEARD - 1,
      burst: { active: false, z: null },
    })
  })

  test('of a venue that lives and says nothing is one, half believed', () => {
    const silent = { spokeAt: NOW - 901_000 }
    const { content } = conclude(BTC, context({ binance: silent, okx: silent, bybit: { events: one(2_000_000) } }))
    expect(content).toMatchObject({ burst: { active: true }, confidence: 0.67, degraded: true, listened: 1 })
  })

  const before = (seconds: number, seenSeconds: number, calmSince: number | null = null) => ({
    timestamp: NOW / 1000 - seconds,
    content: {},
    carry: { burst: { active: true, calmSince, seenAt: NOW / 1000 - seenSeconds } },
  })

  test('does not end by a calm that no tick watched', () => {
    const calmSince = NOW / 1000 - 600
    expect(shown(context({}, before(15, 700, calmSince))).burst.active).toBe(false)
    // The last tick lies nine minutes back: three calm minutes begin now.
    const found = conclude(BTC, context({}, before(540, 700, calmSince)))
    expect(found.carry['burst']).toMatchObject({ active: true, calmSince: NOW / 1000 })
  })

  test('is forgotten when nothing of its hour is left, heard or not', () => {
    const deaf = { heardAt: NOW, spokeAt: NOW, gaps: [{ from: NOW - HOUR_MS, until: NOW - 20 * MINUTE_MS }] }
    const after = (seconds: number) => shown(everywhere(deaf, before(15, seconds))).burst
    expect(after(BURST_FORGOTTEN_SECONDS - 1)).toMatchObject({ active: true, z: null })
    expect(after(BURST_FORGOTTEN_SECONDS)).toMatchObject({ active: false, z: null })
    // Ticks hand on when it was seen, not when they ran.
    expect(conclude(BTC, everywhere(deaf, before(15, 1_000))).carry['burst']).toMatchObject({
      seenAt: NOW / 1000 - 1_000,
    })
  })
})

describe('a flood', () => {
  const MANY = 12_000
  /** More than is kept one by one, over the whole hour. */
  const flood = Array.from({ length: MANY }, (_, at) =>
    event({ at: NOW - HOUR_MS + Math.floor((at * HOUR_MS) / MANY), usd: 10, said: String(at) }),
  )
  const empty = NO_LIQUIDATIONS
  const inLumps = (events: readonly LiquidationEvent[], state: LiquidationState, size: number): LiquidationState =>
    Array.from({ length: Math.ceil(events.length / size) }, (_, lump) => lump * size).reduce(
      (entered, from) => enterLiquidations(events.slice(from, from + size), entered, NOW),
      state,
    )
  const stateOf = (gathered: LiquidationState) => ({ ...heard(), heardAt: NOW, spokeAt: NOW, gathered })
  const at = (gathered: LiquidationState) => {
    const quiet = stateOf(empty)
    return lookAt(
      new Map<string, unknown>([
        ['liq/binance', quiet],
        ['liq/bybit', stateOf(gathered)],
        ['liq/okx', quiet],
      ]),
      NOW,
    )
  }
  const totalOf = ({ minutes }: LiquidationState): number =>
    minutes.flatMap(({ sums }) => sums).reduce((total, { count }) => total + count, 0)

  test.each([1, 999, MANY])('repeated after a reconnect, in lumps of %p, is told once', (size) => {
    const once = enterLiquidations(flood, empty, NOW)
    expect(totalOf(once)).toBe(MANY)
    // A few by one are enough where every lump is work.
    const again = size === 1 ? [...flood.slice(0, 20), ...flood.slice(1_990, 2_010), ...flood.slice(-20)] : flood
    expect(inLumps(again, once, size)).toEqual(once)
    expect(inLumps(again.toReversed(), once, size)).toEqual(once)
    expect(conclude('liq-flow/BTC-1h', at(inLumps(again, once, size))).content['event_count']).toBe(
      conclude('liq-flow/BTC-1h', at(once)).content['event_count'],
    )
  })

  test('repeated while it still comes is told once', () => {
    const half = enterLiquidations(flood.slice(0, MANY / 2), empty, NOW)
    const whole = inLumps(flood, half, 1_000)
    expect(totalOf(whole)).toBe(MANY)
    expect(whole).toEqual(enterLiquidations(flood, empty, NOW))
  })

  test('is even where it was even: the minutes that it pushed out are not calm', () => {
    const found = shown(at(enterLiquidations(flood, empty, NOW)))
    expect(found).toMatchObject({ minutes_heard: 50, listened: expect.closeTo(1 - 1 / 18, 3), event_count: 10_000 })
    expect(found.clustering.fano).toBeLessThan(0.1)
    expect(found.burst).toMatchObject({ active: false, z: 0 })
  })
})
