import { describe, expect, test } from 'bun:test'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { concludeSynopsis } from '../../../src/feeds/regimes/conclude-synopsis.ts'
import { recountSynopsis } from '../../../src/feeds/regimes/recount-synopsis.ts'
import type { SynopsisAnswer } from '../../../src/feeds/regimes/synopsis-answer.ts'
import { synopsisExample } from '../../../src/feeds/regimes/synopsis-example.ts'
import { SYNOPSIS_SALE } from '../../../src/feeds/regimes/synopsis-sale.ts'
import { EXAMPLE_TICK } from '../../../src/feeds/venue-parts.ts'
import { travelled } from '../../support/feeds/content-of.ts'
import { lookAt } from '../../support/feeds/market.ts'

/** A Wednesday, 11:06:40 UTC. */
const T = 1_795_000_000
const HASH = 'ab'.repeat(32)

type Content = Earlier['content']

const EVENT = {
  event: 'US consumer prices',
  country: 'US',
  date: '2026-11-20',
  time: '2026-11-20T13:30:00Z',
  impact: 'high',
  estimated: false,
}
const CALENDAR = {
  event_count: 4,
  high_impact_count: 1,
  next_time: EVENT.time,
  events: [],
  coverage: { US: { until: null }, EU: { until: null } },
  confidence: 1,
}

const CONTENTS: Readonly<Record<string, Content>> = {
  'index/stress/MARKET': { value: 38.21, regime: 'ELEVATED', confidence: 0.95 },
  'index/contagion/MARKET': { value: 28.1, regime: 'COUPLED', confidence: 0.9 },
  'index/sentiment/BTC-USD': { value: -12.71, regime: 'NEUTRAL', confidence: 0.8 },
  'index/volatility/BTC-USD': { value: 21.08, unit: 'index', confidence: 0.98 },
  'funding/BTC-USD': { composite_rate_8h: 0.0001, zscore_3d: null, regime: 'NEUTRAL', sources: [], confidence: 1 },
  'funding/ETH-USD': { composite_rate_8h: 0.0002, zscore_3d: 1.1, regime: 'NEUTRAL', sources: [], confidence: 1 },
  'oi/BTC-USD': {
    total_oi_usd: 25_000_000_000,
    delta_1h_pct: 0.1,
    delta_4h_pct: null,
    delta_24h_pct: -2,
    sources: [],
    confidence: 1,
  },
  'liq-flow/BTC-1h': { window: '1h', long_usd: '10.00', short_usd: '0.00', dominant_side: 'long', confidence: 1 },
  'price/spot/BTC-USD': { price: '86107.20', confidence: 0.99 },
  'price/spot/ETH-USD': { price: '3012.45', confidence: 0.99 },
  'price/vwap/BTC-USD': { price: '86100.00', confidence: 0.99 },
  'basis/BTC-USD': { median_bps: 3.1, spread_bps: 4, regime: 'CONTANGO', sources: [], confidence: 1 },
  'econ/calendar-today/TODAY': { ...CALENDAR, event_count: 4, high_impact_count: 1 },
  'econ/calendar/30D': {
    ...CALENDAR,
    next_time: '2026-11-20T13:30:00Z',
    events: [{ ...EVENT, event: 'A day', date: '2026-11-19', time: null }, EVENT],
  },
  'econ/expiry/BTC': { next: { date: '2026-11-20', time: 1_795_161_600, type: 'weekly' }, confidence: 1 },
}

interface Change {
  readonly ages?: Readonly<Record<string, number>>
  readonly without?: readonly string[]
  readonly contents?: Readonly<Record<string, Content>>
  readonly at?: number
}

const concluded = ({ ages = {}, without = [], contents = {}, at = T }: Change = {}) => {
  const entries = Object.entries({ ...CONTENTS, ...contents }).flatMap(([actor, content]): [string, Earlier][] =>
    without.includes(actor)
      ? []
      : [[actor, { timestamp: at - (ages[actor] ?? 10), content, carry: {}, contentHash: HASH }]],
  )
  return concludeSynopsis(lookAt(new Map(), at * 1_000, { earlier: Object.fromEntries(entries) }))
}
const contentOf = (change?: Change): SynopsisAnswer => {
  const found = concluded(change)
  if (found.kind !== 'concluded') throw new Error(found.kind)
  return found.content
}
const failed = (body: object, timestamp = T) =>
  recountSynopsis(null, travelled({ timestamp, ...body })).flatMap(({ ok, what }) => (ok ? [] : [what]))

describe('a synopsis', () => {
  test('repeats fifteen answers with their hashes', () => {
    const content = contentOf()
    expect(content).toMatchObject({ present: 15, confidence: 0.8, degraded: false, absent: {} })
    expect<unknown>(content.snapshot['mssi']).toEqual({
      value: 38.21,
      regime: 'ELEVATED',
      confidence: 0.95,
      timestamp: T - 10,
      age_seconds: 10,
      actor: 'index/stress/MARKET',
      contentHash: HASH,
    })
    expect(content.snapshot['next_event']).toMatchObject({
      next_time: '2026-11-20T13:30:00Z',
      event: 'US consumer prices',
      country: 'US',
      impact: 'high',
    })
    expect(content.snapshot['oi_btc']).toMatchObject({ delta_1h_pct: 0.1, delta_4h_pct: null, delta_24h_pct: -2 })
    expect(failed(content)).toEqual([])
    const { canonical, tokens, preview } = SYNOPSIS_SALE
    expect(canonical.write(tokens(content, HASH), { timestamp: T, nonce: 482_910 })).toBe(
      `v1|SYNOPSIS|MARKET|15|0.80|SHA256:${HASH}|${T}|482910`,
    )
    expect(preview?.fields(content, { key: 'MARKET', domain: 'MARKET', name: 'Market', path: {} })).toEqual({
      regimes: { mssi: 'ELEVATED', msti: 'COUPLED', msxi_btc: 'NEUTRAL' },
      spot_btc: '86107.20',
    })
  })

  test('without contagion has fourteen parts and says so', () => {
    const content = contentOf({ without: ['index/contagion/MARKET'] })
    // 0.8 * 14 / 15 = 0.7467
    expect(content).toMatchObject({ present: 14, confidence: 0.75, degraded: true, absent: { msti: 'no_answer' } })
    expect(content.snapshot['msti']).toBeNull()
    expect(failed(content)).toEqual([])
  })

  test.each([
    ['price/vwap/BTC-USD', 'vwap_btc', 60],
    ['price/spot/ETH-USD', 'spot_eth', 30],
    ['index/contagion/MARKET', 'msti', 900],
    ['liq-flow/BTC-1h', 'liq_flow_btc_1h', 90],
    ['index/volatility/BTC-USD', 'msvi_btc', 300],
    ['econ/calendar-today/TODAY', 'calendar_today', 1_500],
    ['econ/expiry/BTC', 'expiry_btc', 3_000],
  ] as const)('repeats %s while it may be sold, and not a second longer', (actor, name, most) => {
    expect(contentOf({ ages: { [actor]: most } }).absent).toEqual({})
    const old = contentOf({ ages: { [actor]: most + 1 } })
    expect(old.absent).toEqual({ [name]: 'too_old' })
    expect(old.snapshot[name]).toBeNull()
  })

  test('needs twelve, stress and the price of bitcoin', () => {
    const three = ['index/contagion/MARKET', 'oi/BTC-USD', 'basis/BTC-USD']
    expect(contentOf({ without: three })).toMatchObject({ present: 12, confidence: 0.64 })
    expect(concluded({ without: [...three, 'funding/ETH-USD'] })).toEqual({
      kind: 'input_missing',
      input: 'msti, funding_eth, oi_btc, basis_btc',
    })
    expect(concluded({ without: ['index/stress/MARKET'] }).kind).toBe('input_missing')
    expect(concluded({ ages: { 'price/spot/BTC-USD': 31 } }).kind).toBe('input_missing')
  })

  test('does not call the events of yesterday those of today', () => {
    const midnight = Date.parse('2026-11-19T00:00:00Z') / 1_000
    expect(contentOf({ at: midnight + 9, ages: { 'econ/calendar-today/TODAY': 9 } }).absent).toEqual({})
    expect(contentOf({ at: midnight + 9 }).absent).toEqual({ calendar_today: 'too_old' })
  })

  test('names no event and no expiry that has passed', () => {
    const event = Date.parse('2026-11-20T13:30:00Z') / 1_000
    expect(contentOf({ at: 1_795_161_599 }).absent).toEqual({})
    expect(contentOf({ at: 1_795_161_600 }).absent).toEqual({ expiry_btc: 'too_old' })
    expect(contentOf({ at: event }).absent).toEqual({ next_event: 'too_old', expiry_btc: 'too_old' })
    expect(contentOf({ at: event - 1 }).absent).toEqual({ expiry_btc: 'too_old' })
  })

  test('says of no event that there is none', () => {
    const none = { ...CALENDAR, next_time: null, events: [] }
    expect(contentOf({ contents: { 'econ/calendar/30D': none } }).snapshot['next_event']).toMatchObject({
      next_time: null,
      event: null,
    })
  })

  test('does not repeat what has another form', () => {
    const contents = { 'oi/BTC-USD': { total_oi_usd: 'much' }, 'index/contagion/MARKET': {} }
    expect(contentOf({ contents }).absent).toEqual({ msti: 'no_answer', oi_btc: 'no_answer' })
  })
})

describe('a buyer finds', () => {
  const AT = EXAMPLE_TICK
  const RIGHT = synopsisExample()
  const part = (name: string, change: object) => ({
    ...RIGHT,
    snapshot: { ...RIGHT.snapshot, [name]: { ...RIGHT.snapshot[name], ...change } },
  })
  test('the example right', () => expect(failed(RIGHT, AT)).toEqual([]))
  test.each<readonly [string, object, string]>([
    ['another number of parts', { ...RIGHT, present: 14 }, 'number of parts'],
    ['another confidence', { ...RIGHT, confidence: 0.96 }, 'number of parts'],
    ['a part with less confidence', part('vwap_btc', { confidence: 0.9 }), 'number of parts'],
    ['another price in short', { ...RIGHT, spot_btc: '97303.34' }, 'number of parts'],
    ['a whole one that says it is not', { ...RIGHT, degraded: true }, 'number of parts'],
    ['a part without stress', { ...RIGHT, snapshot: { ...RIGHT.snapshot, mssi: null } }, 'number of parts'],
    ['another age', part('msti', { age_seconds: 11 }), 'every part could be sold'],
    ['a part too old', part('spot_btc', { timestamp: AT - 31, age_seconds: 31 }), 'every part could be sold'],
    ['another actor', part('spot_btc', { actor: 'price/spot/ETH-USD' }), 'every part could be sold'],
    ['a reason for what is there', { ...RIGHT, absent: { msti: 'too_old' } }, 'every absent part'],
    ['a part without a hash', part('msti', { contentHash: null }), 'the parts are readable'],
  ])('%s', (_name, body, what) => {
    expect(failed(body, AT).join()).toContain(what)
  })
})
