import { describe, expect, test } from 'bun:test'
import { registry } from '../../../src/feeds/registry.ts'
import { enterLiquidations, type LiquidationState } from '../../../src/feeds/streams/liquidation-state.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/time-units.ts'
import vectors from '../../vectors/quant-liquidations.json'
import { lookAt } from '../../support/feeds/market.ts'
import {
  conclude,
  event,
  everywhere,
  type Given,
  heard,
  context,
  NOW,
  outcome,
} from '../../support/feeds/derivatives/liquidation-streams.ts'

const BTC = 'liquidations/BTC-USD'

describe('liquidations', () => {
  test.each(vectors.liquidations.cases.map((each) => [each.id, each] as const))(
    'golden %s, through the streams of its venues',
    (_id, { inputs, expected }) => {
      const venues = Object.fromEntries(
        ['binance', 'bybit', 'okx'].map((venue) => [
          venue,
          {
            events: inputs.events
              .filter((each) => each.venue === venue)
              .map(({ t, side, price, usd }) =>
                event({ at: Math.round(t * 1000), side: side as 'long' | 'short', price, usd }),
              ),
          },
        ]),
      )
      expect(inputs.as_of * 1000).toBe(NOW)
      expect(conclude(BTC, context(venues)).content).toMatchObject({
        long_usd: expected.long_usd.toFixed(2),
        short_usd: expected.short_usd.toFixed(2),
        imbalance: Number(expected.imbalance.toFixed(4)),
        dominant_side: expected.dominant_side,
        event_count: inputs.events.length,
        largest: { usd: expected.largest_usd.toFixed(2) },
        clustering: {
          fano: Number(expected.fano.toFixed(4)),
          time: Number(expected.clustering_time.toFixed(4)),
          price_hhi: Number(expected.clustering_price_hhi.toFixed(4)),
        },
        burst: {
          active: expected.burst,
          z: Number(expected.burst_z.toFixed(2)),
          last_minute_usd: expected.last_minute_usd.toFixed(2),
        },
        confidence: 1,
        degraded: false,
        sources: ['binance', 'bybit', 'okx'],
      })
    },
  )

  test('of another asset are not counted', () => {
    const venues = { bybit: { events: [event(), event({ asset: 'ETH', usd: 7 })] } }
    expect(conclude(BTC, context(venues)).content).toMatchObject({ long_usd: '1000.00', event_count: 1 })
    expect(conclude('liquidations/ETH-USD', context(venues)).content).toMatchObject({
      long_usd: '7.00',
      event_count: 1,
    })
  })

  test('a gap inside the hour lowers confidence, says where, and degrades', () => {
    const gaps = [{ from: NOW - HOUR_MS / 2, until: NOW - HOUR_MS / 4 }]
    const { content } = conclude(BTC, context({ okx: { gaps } }))
    expect(content).toMatchObject({ confidence: 0.92, degraded: true })
    expect(content['exchanges']).toMatchObject([
      { exchange: 'binance', listened: 1, status: 'live', coverage: 'sampled' },
      { exchange: 'bybit', listened: 1, status: 'live', coverage: 'full' },
      { exchange: 'okx', listened: 0.75, status: 'partial' },
    ])
  })

  test('a gap before the hour does not matter to it', () => {
    const gaps = [{ from: NOW - 3 * HOUR_MS, until: NOW - 2 * HOUR_MS }]
    expect(conclude(BTC, context({ okx: { gaps } })).content).toMatchObject({ confidence: 1, degraded: false })
  })

  test('a venue that lives and says nothing is silent and half believed', () => {
    const { content } = conclude(BTC, context({ binance: { spokeAt: NOW - 900_001 } }))
    expect(content).toMatchObject({
      confidence: 0.83,
      degraded: true,
      exchanges: [{ status: 'silent', listened: 1 }, {}, {}],
    })
  })

  test('a venue without a sign of life fades and then is missing', () => {
    const fading = conclude(BTC, context({ okx: { heardAt: NOW - 180_000 } })).content
    expect(fading['sources']).toEqual(['binance', 'bybit', 'okx'])
    // Half fresh, and 160 of 3600 seconds were not heard.
    expect(fading).toMatchObject({ confidence: 0.83, degraded: true, observed_at: (NOW - 180_000) / 1000 })
    const gone = conclude(BTC, context({ okx: { heardAt: NOW - 300_000 } })).content
    expect(gone).toMatchObject({ sources: ['binance', 'bybit'], confidence: 0.67, degraded: true })
  })

  test('one venue alone publishes nothing', () => {
    expect(outcome(BTC, context({ binance: null, okx: { heardAt: NOW - 300_000 } }))).toEqual({
      kind: 'quorum_missed',
      have: 1,
      need: 2,
    })
  })

  test('a flood that was more than is kept counts as not listened to', () => {
    const state = heard()
    const at = lookAt(
      new Map<string, unknown>([
        ['liq/binance', { ...state, gathered: { ...state.gathered, wholeFrom: NOW - HOUR_MS / 4 } }],
        ['liq/bybit', state],
      ]),
      NOW,
    )
    expect(conclude(BTC, at).content['exchanges']).toMatchObject([
      { listened: 0.25, status: 'partial' },
      { listened: 1 },
    ])
  })

  test('a burst outlives its minute', () => {
    const previous = {
      timestamp: NOW / 1000 - 15,
      content: {},
      carry: { burst: { active: true, calmSince: NOW / 1000 - 179 } },
    }
    expect(conclude(BTC, context({}, previous)).content).toMatchObject({ burst: { active: true } })
    const later = { ...previous, carry: { burst: { active: true, calmSince: NOW / 1000 - 180 } } }
    expect(conclude(BTC, context({}, later)).content).toMatchObject({ burst: { active: false } })
  })
})

describe('liquidation flow', () => {
  /** One event of one dollar more in each further window. */
  const events = [
    event({ at: NOW - 60_000, usd: 1 }),
    event({ at: NOW - 2 * HOUR_MS, usd: 10, side: 'short' }),
    event({ at: NOW - 23 * HOUR_MS, usd: 100 }),
    event({ at: NOW - 25 * HOUR_MS, usd: 1000 }),
  ]
  /** Entered when they happened, as a collector does. */
  const gathered = events
    .toReversed()
    .reduce<LiquidationState>((state, each) => enterLiquidations([each], state, each.at), heard().gathered)
  const at = lookAt(
    new Map<string, unknown>([
      ['liq/bybit', { ...heard(), gathered }],
      ['liq/okx', heard()],
    ]),
    NOW,
  )

  test.each([
    ['1h', '1.00', '0.00', 'long', 1],
    ['4h', '1.00', '10.00', 'short', 2],
    ['24h', '101.00', '10.00', 'long', 3],
  ] as const)('of %s is the sum of its minutes, and of no other', (window, long, short, side, count) => {
    expect(conclude(`liq-flow/BTC-${window}`, at).content).toMatchObject({
      window,
      long_usd: long,
      short_usd: short,
      dominant_side: side,
      event_count: count,
    })
  })

  test('names the largest, and begins at a full minute', () => {
    const { content } = conclude('liq-flow/BTC-24h', at)
    expect(content['largest']).toMatchObject({ exchange: 'bybit', usd: '100.00', time: NOW / 1000 - 23 * 3600 })
    expect((NOW / 1000 - (content['window_from'] as number)) % 60).toBe((NOW / 1000) % 60)
    expect(content['window_from']).toBe(NOW / 1000 + 60 - 86_400)
  })

  test('has nothing of the minutes after its own, which a tick that waited for the store may find', () => {
    const late = { events: [event({ at: NOW - 1 }), event({ at: NOW + 30_000 }), event({ at: NOW + MINUTE_MS })] }
    // NOW begins a minute, and that is the last one.
    expect(conclude('liq-flow/BTC-1h', context({ okx: late })).content).toMatchObject({ event_count: 2 })
  })

  test('of a long window says how little of it a young collector has heard', () => {
    const since = NOW - 6 * HOUR_MS
    const young = everywhere({ since })
    expect(conclude('liq-flow/BTC-4h', young).content).toMatchObject({ confidence: 1, degraded: false })
    expect(conclude('liq-flow/BTC-24h', young).content).toMatchObject({ confidence: 0.25, degraded: true })
  })
})

describe('a collector that has not heard for long', () => {
  /** A steady market: the same every ten seconds, as far back as was heard. */
  const steady = (minutes: number): Given => ({
    since: NOW - minutes * 60_000,
    heardAt: NOW,
    spokeAt: NOW,
    events: Array.from({ length: minutes * 6 }, (_, at) =>
      event({ at: NOW - 5_000 - at * 10_000, usd: 200_000 + at, price: 84_000 + (at % 7) }),
    ),
  })
  const all = (minutes: number) => everywhere(steady(minutes))
  const shown = (minutes: number) => {
    const { burst, clustering } = conclude(BTC, all(minutes)).content as {
      burst: { active: boolean; z: number | null }
      clustering: { fano: number | null; time: number | null }
    }
    return { active: burst.active, z: burst.z, time: clustering.time, fano: clustering.fano }
  }

  test.each([7, 20, 29])('%p minutes are no yardstick: nothing is called a burst or clustered', (minutes) => {
    expect(shown(minutes)).toEqual({ active: false, z: null, time: null, fano: null })
  })

  test.each([31, 45, 60])('%p minutes are one, and what was not heard is not calm', (minutes) => {
    const { active, z, time } = shown(minutes)
    expect(active).toBe(false)
    expect(Math.abs(z!)).toBeLessThan(1)
    expect(time!).toBeLessThan(0.2)
  })

  test('a burst that was on goes on while nobody can measure its end', () => {
    const previous = { timestamp: NOW / 1000 - 15, content: {}, carry: { burst: { active: true, calmSince: null } } }
    expect(conclude(BTC, everywhere(steady(20), previous)).content).toMatchObject({ burst: { active: true, z: null } })
  })
})

describe('a window of which little was heard', () => {
  const hours = (window: string): number => Number(window.slice(0, -1))
  /** Listening for such a share of a window, at every venue. */
  const since = (window: string, share: number): Given => ({
    since: NOW - share * hours(window) * HOUR_MS,
    heardAt: NOW,
    spokeAt: NOW,
  })

  test.each(['1h', '4h', '24h'])('of %s is not sold below a tenth, and says how much it was', (window) => {
    const actor = `liq-flow/BTC-${window}`
    // Windows begin at a full minute, up to one later than the tick less its hours.
    expect(outcome(actor, everywhere(since(window, 0.08)))).toEqual({
      kind: 'little_heard',
      listened: expect.closeTo(0.08, 2),
      least: 0.1,
    })
    expect(conclude(actor, everywhere(since(window, 0.12))).content).toMatchObject({
      listened: expect.closeTo(0.12, 2),
      degraded: true,
    })
  })

  test('is judged by the share that is printed, one tenth being enough', () => {
    expect(outcome(BTC, everywhere(since('1h', 0.09994)))).toEqual({
      kind: 'little_heard',
      listened: 0.0999,
      least: 0.1,
    })
    expect(conclude(BTC, everywhere(since('1h', 0.09996))).content).toMatchObject({ listened: 0.1 })
  })

  test('counts a venue that is missing as one that heard nothing', () => {
    const two = (share: number) => context({ binance: null, bybit: since('1h', share), okx: since('1h', share) })
    expect(outcome(BTC, two(0.14))).toMatchObject({ kind: 'little_heard', listened: 0.0933 })
    expect(conclude(BTC, two(0.6)).content).toMatchObject({ listened: 0.4 })
  })

  test('is none that a flood left nothing of', () => {
    const state = heard()
    const flooded = { ...state, gathered: { ...state.gathered, wholeFrom: NOW - HOUR_MS / 20 } }
    const at = lookAt(
      new Map<string, unknown>(['binance', 'bybit', 'okx'].map((name) => [`liq/${name}`, flooded])),
      NOW,
    )
    expect(outcome(BTC, at)).toEqual({ kind: 'little_heard', listened: 0.05, least: 0.1 })
    // The sums by the minute are whole.
    expect(conclude('liq-flow/BTC-1h', at).content).toMatchObject({ listened: 1 })
  })

  test('is all of it when every venue listened, in the body and in its free copy', () => {
    for (const actor of [BTC, 'liq-flow/BTC-24h']) {
      const { feed, subject } = registry.item(actor)!
      const { content } = conclude(actor, context())
      expect(content).toMatchObject({ listened: 1 })
      expect(feed.sale.preview!.fields(content, subject)).toMatchObject({ listened: 1, confidence: 1, degraded: false })
    }
    expect(conclude(BTC, context()).content).toMatchObject({ minutes_heard: 60 })
  })
})
