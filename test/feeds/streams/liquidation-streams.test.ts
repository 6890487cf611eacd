import { describe, expect, test } from 'bun:test'
import {
  enterLiquidations,
  LIQUIDATION_STREAMS,
  type LiquidationEvent,
  type LiquidationState,
} from '../../../src/feeds/streams/liquidation-streams.ts'
import { LIQUIDATION_VENUES } from '../../../src/sources/liquidations/venues.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time-units.ts'

const NOW = Date.parse('2026-11-18T17:00:30Z')
const NONE: LiquidationState = { latest: [], wholeFrom: 0, minutes: [] }

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
    expect(early.latest.map(({ at }) => at)).toEqual([NOW - HOUR_MS + 1, NOW - 1_000])
    const later = enterLiquidations([], early, NOW + 2)
    expect([later.latest.length, later.minutes.length]).toEqual([1, 2])
    expect(enterLiquidations([], later, NOW + DAY_MS + MINUTE_MS).minutes).toEqual([])
  })

  test('make a sum for each asset, side and minute, with the largest', () => {
    const minute = Math.floor(NOW / MINUTE_MS) * MINUTE_MS
    const { minutes } = enterLiquidations(
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
    expect([once.latest.length, twice.latest.length, twice.minutes[0]!.count]).toEqual([1, 2, 2])
  })

  test('from the future, or too old to be told from a repetition, are left out', () => {
    const found = enterLiquidations([event({ at: NOW + 61_000 }), event({ at: NOW - HOUR_MS - 1 }), null], NONE, NOW)
    expect(found).toEqual(NONE)
  })

  test('of a flood stay bounded one by one, say from when on none is missing, and stay whole in the sums', () => {
    const flood = Array.from({ length: 12_000 }, (_, at) => event({ at: NOW - 12_000 + at, said: String(at), usd: 1 }))
    const { latest, wholeFrom, minutes } = enterLiquidations(flood, NONE, NOW)
    expect([latest.length, wholeFrom, latest[0]!.at]).toEqual([10_000, NOW - 10_000, NOW - 10_000])
    expect(minutes.reduce((sum, { longUsd }) => sum + longUsd, 0)).toBe(12_000)
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
