import { describe, expect, test } from 'bun:test'
import {
  enterLiquidations,
  eventsSince,
  type LiquidationEvent,
  LIQUIDATIONS_IN_PARTS,
  type LiquidationState,
  NO_LIQUIDATIONS,
} from '../../../src/feeds/streams/liquidation-state.ts'
import { LIQUIDATION_STREAMS } from '../../../src/feeds/streams/liquidation-streams.ts'
import { LIQUIDATION_VENUES } from '../../../src/sources/liquidations/venues.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time-units.ts'

const NOW = Date.parse('2026-11-18T17:00:30Z')
const NONE = NO_LIQUIDATIONS

const event = (fields: Partial<LiquidationEvent> = {}): LiquidationEvent => ({
  asset: 'BTC',
  side: 'long',
  price: 97_000,
  usd: 1_000,
  at: NOW - 1_000,
  said: 'BTCUSDT|97000|0.01',
  ...fields,
})

describe('liquidations that are gathered', () => {
  test('are kept one by one for an hour, and by the minute for a day', () => {
    const early = enterLiquidations([event({ at: NOW - HOUR_MS + 1 }), event()], NONE, NOW)
    expect(eventsSince(early, NOW - HOUR_MS).map(({ at }) => at)).toEqual([NOW - HOUR_MS + 1, NOW - 1_000])
    expect(eventsSince(early, NOW + 2 - HOUR_MS)).toHaveLength(1)
    // A reader whose clock is behind, or who waited for the store, still finds the hour before its own now.
    expect(enterLiquidations([], early, NOW + 2 * MINUTE_MS)).toBe(early)
    const later = enterLiquidations([], early, NOW + 3 * MINUTE_MS)
    expect(later.minutes.map(({ events, sums }) => [events.length, sums.length])).toEqual([
      [0, 1],
      [1, 1],
    ])
    expect(enterLiquidations([], later, NOW + DAY_MS + MINUTE_MS).minutes).toEqual([])
  })

  test('change the minutes that they are of, and no other: the others are not written again', () => {
    const [early, late] = [event({ at: NOW - 10 * MINUTE_MS }), event()]
    const before = enterLiquidations([early, late], NONE, NOW)
    expect(enterLiquidations([early, late], before, NOW + 1)).toBe(before)
    const after = enterLiquidations([event({ said: 'another' })], before, NOW + 1)
    expect(after.minutes[0]).toBe(before.minutes[0]!)
    expect(after.minutes[1]!.events).toHaveLength(2)
    const mixed = enterLiquidations([event({ at: NOW - 1_001, said: 'late' })], after, NOW + 1)
    expect(mixed.minutes[1]!.events.map(({ at }) => NOW - at)).toEqual([1_001, 1_000, 1_000])
    const delayed = enterLiquidations([event({ at: NOW - 5 * MINUTE_MS })], after, NOW + 2)
    expect(delayed.minutes.map((minute) => after.minutes.indexOf(minute))).toEqual([0, -1, 1])
  })

  test('come back whole from their parts, in any order, and from what was stored before there were parts', () => {
    const given = [event({ at: NOW - 3 * MINUTE_MS }), event(), event({ asset: 'ETH', said: 'e', usd: 3 })]
    const state = { ...enterLiquidations(given, NONE, NOW), wholeFrom: 7 }
    const { partsOf, keyOf, restOf, join, isPart, fromWhole } = LIQUIDATIONS_IN_PARTS
    expect(new Set(partsOf(state).map(keyOf)).size).toBe(2)
    expect(join(restOf(state), partsOf(state).toReversed())).toEqual(state)
    const whole = {
      latest: given,
      wholeFrom: 7,
      minutes: state.minutes.flatMap(({ start, sums }) => sums.map((sum) => ({ start, ...sum }))),
    }
    expect(fromWhole(whole)).toEqual(state)
    expect(partsOf(state).every(isPart)).toBe(true)
    for (const wrong of [{}, { ...partsOf(state)[0]!, events: undefined }, { ...partsOf(state)[0]!, sums: [{}] }])
      expect(isPart(wrong)).toBe(false)
    expect([join({}, []), fromWhole({ wholeFrom: 7, minutes: [] }), fromWhole(undefined)]).toEqual([null, null, null])
  })

  test('make a sum for each asset, side and minute, with the largest', () => {
    const minute = Math.floor(NOW / MINUTE_MS) * MINUTE_MS
    const found = enterLiquidations(
      [
        event({ said: 'a', usd: 1 }),
        event({ said: 'b', usd: 5, side: 'short', price: 96_000 }),
        event({ said: 'c', usd: 2 }),
        event({ said: 'd', usd: 9, asset: 'ETH' }),
        event({ said: 'e', usd: 7, at: minute - 1 }),
      ],
      NONE,
      NOW,
    )
    const minutes = found.minutes.flatMap(({ start, sums }) => sums.map((sum) => ({ start, ...sum })))
    expect(
      minutes.map(({ start, asset, longUsd, shortUsd, count }) => [start - minute, asset, longUsd, shortUsd, count]),
    ).toEqual([
      [-MINUTE_MS, 'BTC', 7, 0, 1],
      [0, 'BTC', 3, 5, 3],
      [0, 'ETH', 9, 0, 1],
    ])
    expect(minutes[1]!.largest).toEqual({ side: 'short', usd: 5, price: 96_000, at: NOW - 1_000 })
  })

  test('told twice are one, in one frame or after a reconnect; a twin of another size is another', () => {
    const once = enterLiquidations([event(), event()], NONE, NOW)
    const twice = enterLiquidations([event(), event({ said: 'BTCUSDT|97000|0.02' })], once, NOW + 1_000)
    const events = (state: LiquidationState) => eventsSince(state, NOW - HOUR_MS).length
    expect([events(once), events(twice), twice.minutes[0]!.sums[0]!.count]).toEqual([1, 2, 2])
  })

  test('from the future, or too old to be told from a repetition, are left out', () => {
    const found = enterLiquidations([event({ at: NOW + 61_000 }), event({ at: NOW - HOUR_MS - 1 }), null], NONE, NOW)
    expect(found).toEqual(NONE)
  })

  test('of a flood stay bounded one by one, say from when on none is missing, and stay whole in the sums', () => {
    const flood = Array.from({ length: 12_000 }, (_, at) => event({ at: NOW - 12_000 + at, said: String(at), usd: 1 }))
    const found = enterLiquidations(flood, NONE, NOW)
    const latest = eventsSince(found, NOW - HOUR_MS)
    expect([latest.length, found.wholeFrom, latest[0]!.at]).toEqual([10_000, NOW - 10_000, NOW - 10_000])
    expect(found.minutes.flatMap(({ sums }) => sums).reduce((total, { longUsd }) => total + longUsd, 0)).toBe(12_000)
  })
})

describe('the streams', () => {
  test('are one per venue, each with its two clocks', () => {
    expect([...LIQUIDATION_STREAMS.keys()]).toEqual(LIQUIDATION_VENUES.map(({ name }) => name))
    for (const { linkMs, speechMs } of LIQUIDATION_STREAMS.values())
      expect([linkMs, speechMs]).toEqual([20_000, 900_000])
  })

  test('price what they know, and take anything else as a sign that the venue talks', () => {
    const frame = (symbol: string) =>
      JSON.stringify({ topic: `allLiquidation.${symbol}`, data: [{ T: 1, s: symbol, S: 'Buy', v: '2', p: '3400' }] })
    const bybit = LIQUIDATION_STREAMS.get('bybit')!
    expect(bybit.reader()(frame('ETHUSDT'), 0)).toEqual({
      kind: 'events',
      events: [{ asset: 'ETH', side: 'long', price: 3400, usd: 6800, at: 1, said: 'ETHUSDT|3400|2' }],
    })
    expect(bybit.reader()(frame('XRPUSDT'), 0)).toEqual({ kind: 'events', events: [null] })
  })

  test('cannot read what is of another time, or in another unit: left out, it would make a sum that looks whole', () => {
    const frame = (at: number, s = 'BTCUSDT') =>
      JSON.stringify({ topic: 'allLiquidation.X', data: [{ T: at, s, S: 'Buy', v: '2', p: '3400' }] })
    const read = LIQUIDATION_STREAMS.get('bybit')!.reader()
    for (const at of [NOW + MINUTE_MS, NOW - DAY_MS]) expect(read(frame(at), NOW).kind).toBe('events')
    for (const at of [NOW + MINUTE_MS + 1, NOW - DAY_MS - 1, NOW * 1_000, Math.floor(NOW / 1_000)])
      expect(() => read(frame(at), NOW)).toThrow(UnreadableReply)
    // Nobody sums up what is not priced.
    expect(read(frame(1, 'XRPUSDT'), NOW)).toEqual({ kind: 'events', events: [null] })
  })

  test('end a connection whose subscription of a priced instrument is refused, and not for one that only shows life', () => {
    const refusal = (more: object) => JSON.stringify({ success: false, ret_msg: 'no', op: 'subscribe', ...more })
    const bybit = LIQUIDATION_STREAMS.get('bybit')!.reader()
    const broken = { kind: 'broken' as const, words: 'a subscription was refused: no' }
    expect(bybit(refusal({ req_id: 'BTCUSDT' }), NOW)).toEqual(broken)
    expect(bybit(refusal({}), NOW)).toEqual(broken)
    expect(bybit(refusal({ req_id: 'XRPUSDT' }), NOW)).toEqual({ kind: 'other' })
    expect(bybit(refusal({ op: 'ping' }), NOW)).toEqual({ kind: 'other' })
    const named = 'error:handler not found,topic:allLiquidation.1000PEPEUSDT'
    expect(bybit(refusal({ ret_msg: named }), NOW)).toEqual({ kind: 'other' })
    const okx = LIQUIDATION_STREAMS.get('okx')!.reader()
    expect(okx('{"event":"error","code":"60018","msg":"no such channel"}', NOW)).toEqual({
      kind: 'broken',
      words: 'a subscription was refused: 60018 no such channel',
    })
  })

  test.each([...LIQUIDATION_STREAMS.values()].map((stream) => [stream.id, stream] as const))(
    '%s finds no event in garbage, and says so of what is no JSON object',
    (_id, stream) => {
      for (const frame of ['', '<html>', '\u0000', '"x"', '{"data":'])
        expect(() => stream.reader()(frame, 0)).toThrow(UnreadableReply)
      for (const frame of ['{}', '{"data":{}}', '{"topic":"tickers.BTCUSDT","data":[{}]}'])
        try {
          expect(stream.reader()(frame, 0)).toEqual({ kind: 'other' })
        } catch (problem) {
          expect(problem).toBeInstanceOf(UnreadableReply)
        }
    },
  )
})
