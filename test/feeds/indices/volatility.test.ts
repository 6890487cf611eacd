import { describe, expect, test } from 'bun:test'
import type { DailyState } from '../../../src/feeds/boards/daily-boards.ts'
import type { OptionState } from '../../../src/feeds/boards/option-state.ts'
import { actorId, type Conclusion, type Earlier } from '../../../src/feeds/feed.ts'
import { FUNDING as FEED } from '../../../src/feeds/derivatives/funding-carry.ts'
import type { VolatilityAnswer } from '../../../src/feeds/indices/volatility-answer.ts'
import { VOLATILITY_LAYOUT } from '../../../src/feeds/indices/volatility-layout.ts'
import type { Slice } from '../../../src/feeds/options/kept/slice.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { lookAt, OPEN, type States } from '../../support/feeds/market.ts'

const DAY = 86_400_000
const TODAY = Math.floor(OPEN / DAY) * DAY
const ITEM = registry.item('index/volatility/BTC-USD')!

/** Daily ranges that make exactly this volatility. */
const daily = (volatility: number, more: { readonly days?: number; readonly until?: number } = {}): DailyState => {
  const { days = 30, until = TODAY } = more
  const range = (volatility / 100) * Math.sqrt((4 * Math.LN2) / 365)
  const bars = Array.from({ length: days }, (_, at) => ({
    start: until - (days - at) * DAY,
    high: String(100 * Math.exp(range)),
    low: '100',
  }))
  return { days: { BTC: bars } }
}

const slice = (days: number, atmIv: number | null, more: Partial<Slice> = {}): Slice => ({
  expiry: OPEN + days * DAY,
  forward: 97_000,
  atmIv,
  listed: 20,
  quoted: 20,
  putUsd: 70,
  callUsd: 100,
  ...more,
})

/** Expiries at 1, 7, 30 and 90 days: 40 at a week, 42 at a month, 44 at ninety days. */
const chain = (more: Partial<Slice> = {}, off = 0, at = OPEN - 5_000): OptionState => ({
  chains: { BTC: { at, slices: [slice(1, 99), ...[7, 30, 90].map((d, i) => slice(d, 40 + 2 * i + off, more))] } },
  interest: {},
})

const VENUES = ['deribit', 'okx', 'bybit'] as const
const WHOLE: States = new Map<string, unknown>([
  ...['binance', 'okx', 'kraken'].map((venue) => [`daily/${venue}`, daily(44.24)] as const),
  ...VENUES.map((venue, at) => [`options/${venue}`, chain({}, at)] as const),
])
const without = (...ids: readonly string[]): States => new Map([...WHOLE].filter(([id]) => !ids.includes(id)))
const withBoards = (...boards: readonly (readonly [string, unknown])[]): States => new Map([...WHOLE, ...boards])

const snapshot = (carry: Earlier['carry'], ageSeconds = 30, content: Earlier['content'] = {}): Earlier => ({
  timestamp: OPEN / 1_000 - ageSeconds,
  content,
  carry,
})
const FUNDING = snapshot({
  composite: 0.000031,
  predicted: null,
  zscore: null,
  divergenceBps: 1,
  confidence: 1,
  sources: ['okx', 'binance'],
})
const SPOT = { value: 97_012.3, observedAt: OPEN - 5_000, sources: ['kraken'], confidence: 1 }
const EARLIER = {
  [actorId(FEED, ITEM.subject)]: FUNDING,
  'price/spot/BTC-USD': snapshot(SPOT, 5, { price: '97012.30' }),
}

const tick = (states: States, earlier: Readonly<Record<string, Earlier>> = EARLIER, now = OPEN) =>
  ITEM.feed.conclude(ITEM.subject, lookAt(states, now, { earlier }))
const concluded = (...asked: Parameters<typeof tick>): VolatilityAnswer => {
  const found = tick(...asked)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return (found as Conclusion<VolatilityAnswer>).content
}

/** Whether what is sold passes the checks a buyer can make with the string alone. */
const recomputed = (content: VolatilityAnswer): boolean => {
  const timestamp = OPEN / 1_000
  const canonical = ITEM.feed.sale.canonical.write(ITEM.feed.sale.tokens(content), { timestamp, nonce: 482_910 })
  const checks = VOLATILITY_LAYOUT.recompute!(VOLATILITY_LAYOUT.read(canonical).values, content)
  expect(checks).toHaveLength(3)
  return checks.every(({ ok }) => ok)
}

describe('the volatility index', () => {
  test('of everything: five components, nothing degraded', () => {
    const content = concluded(WHOLE)
    expect(content).toEqual({
      pair: 'BTCUSD',
      // 9.09 + 3.75 + 2.7275 + 0.62 + 3
      value: 19.19,
      unit: 'index',
      confidence: 1,
      normalized: true,
      degraded: false,
      spotPrice: 97_012.3,
      components: {
        rv: { value: 44.24, weight: 0.3, confidence: 1, sources: ['binance', 'kraken', 'okx'] },
        iv: { value: 42, weight: 0.25, confidence: 1, sources: ['deribit'] },
        ts: { value: 0.9091, weight: 0.15, confidence: 1, sources: ['deribit'] },
        fr: { value: 0.000031, weight: 0.2, confidence: 1, sources: ['binance', 'okx'] },
        pcr: { value: 0.7, weight: 0.1, confidence: 1, sources: ['deribit'] },
      },
      methodVersion: 1,
      computedAt: OPEN / 1_000,
      // The last complete day ended at midnight.
      observed_at: TODAY / 1_000,
    })
    expect(recomputed(content)).toBe(true)
  })

  test('rounds its components first, and computes with what it printed', () => {
    // With 44.26 the sum is 19.195, whose double lies below that; with the digits behind it, above.
    const rv = 44.260_049_9
    const rough: States = new Map([
      ...WHOLE,
      ...['binance', 'okx', 'kraken'].map((venue) => [`daily/${venue}`, daily(rv)] as const),
    ])
    const content = concluded(rough)
    expect(content.components.rv.value).toBe(44.26)
    expect(content.value).toBe(19.19)
  })

  test('shows the spot price of the same minute, or none', () => {
    const old = { ...EARLIER, 'price/spot/BTC-USD': snapshot(SPOT, 61, { price: '97012.30' }) }
    expect(concluded(WHOLE, old)).not.toHaveProperty('spotPrice')
    expect(concluded(WHOLE, { [actorId(FEED, ITEM.subject)]: FUNDING })).not.toHaveProperty('spotPrice')
  })
})

describe('with less of its options', () => {
  test('half of a chain unquoted: another venue stands in, degraded, less to be believed, still recomputable', () => {
    const content = concluded(withBoards(['options/deribit', chain({ quoted: 10 })]))
    expect(content).toMatchObject({ degraded: true, confidence: 0.88, unit: 'index' })
    expect(content.components.iv).toEqual({ value: 43, weight: 0.25, confidence: 0.7, sources: ['okx'] })
    // Open interest needs no quotes.
    expect(content.components.pcr).toMatchObject({ confidence: 1, sources: ['deribit'] })
    expect(recomputed(content)).toBe(true)
  })

  test('half of every chain: the primary is used for what it is worth', () => {
    const states = withBoards(...VENUES.map((venue) => [`options/${venue}`, chain({ quoted: 10 })] as const))
    const content = concluded(states)
    expect(content).toMatchObject({ degraded: true, confidence: 0.74 })
    expect(content.components.iv).toMatchObject({ confidence: 0.35, sources: ['deribit'] })
    expect(recomputed(content)).toBe(true)
  })

  test('a few unquoted options cost confidence and nothing else', () => {
    const content = concluded(withBoards(['options/deribit', chain({ quoted: 16 })]))
    expect(content).toMatchObject({ degraded: false, confidence: 0.92 })
    expect(content.components.iv).toMatchObject({ value: 42, confidence: 0.8, sources: ['deribit'] })
  })

  test.each([
    [['options/deribit'], 'okx', 43],
    [['options/deribit', 'options/okx'], 'bybit', 44],
  ] as const)('without %p another venue stands in', (gone, source, iv) => {
    const content = concluded(without(...gone))
    expect(content).toMatchObject({ degraded: true, confidence: 0.85 })
    for (const key of ['iv', 'ts', 'pcr'] as const)
      expect(content.components[key]).toMatchObject({ confidence: 0.7, sources: [source] })
    expect(content.components.iv.value).toBe(iv)
    expect(recomputed(content)).toBe(true)
  })

  test('without any there is no index', () => {
    expect(tick(without(...VENUES.map((venue) => `options/${venue}`)))).toEqual({
      kind: 'input_missing',
      input: 'iv, ts, pcr (weight 0.50 of 0.6, confidence 0.50 of 0.4)',
    })
  })

  test('a chain fades from its second minute on and is gone after half an hour', () => {
    const aged = (seconds: number) =>
      withBoards(...VENUES.map((venue) => [`options/${venue}`, chain({}, 0, OPEN - seconds * 1_000)] as const))
    expect(concluded(aged(120)).confidence).toBe(1)
    expect(concluded(aged(960)).components.iv.confidence).toBe(0.5)
    for (const seconds of [1_800, 1_801, 86_400]) expect(tick(aged(seconds))).toMatchObject({ kind: 'input_missing' })
    // A venue whose clock is ahead is not fresher than fresh.
    expect(concluded(aged(-60)).confidence).toBe(1)
    // A primary that has aged by more than three tenths is worth less than a fresh fallback.
    const one = withBoards(['options/deribit', chain({}, 0, OPEN - 700_000)])
    expect(concluded(one).components.iv.sources).toEqual(['okx'])
  })
})

describe('tenors that are not listed', () => {
  const only = (...slices: readonly Slice[]): States =>
    new Map([
      ...without(...VENUES.map((venue) => `options/${venue}`)),
      ['options/deribit', { chains: { BTC: { at: OPEN, slices } }, interest: {} } satisfies OptionState],
    ])

  test('thirty days beyond the last expiry are flat, and a fallback', () => {
    const { components, degraded } = concluded(only(slice(7, 40), slice(20, 42)))
    expect(components.iv).toMatchObject({ value: 42, confidence: 0.7 })
    expect(components.ts).toMatchObject({ value: null, weight: 0, confidence: 0, sources: [] })
    expect(degraded).toBe(true)
  })

  test('ninety days within a quarter of an expiry are that expiry', () => {
    expect(concluded(only(slice(7, 40), slice(67.5, 50))).components.ts).toMatchObject({ value: 0.8, confidence: 0.7 })
    expect(concluded(only(slice(7, 40), slice(67.4, 50))).components.ts.value).toBeNull()
  })

  test('expiries within two days have no say in volatility, those within thirty in open interest', () => {
    const pcr = slice(1, 99, { putUsd: 170, callUsd: 100 })
    const { components } = concluded(only(pcr, slice(7, 40), slice(30, 42), slice(90, 44, { putUsd: 9_999 })))
    expect(components.iv.value).toBe(42)
    // (170 + 70 + 70) / 300
    expect(components.pcr.value).toBe(1.0333)
  })

  test('without a call nobody can say how many puts there are to one', () => {
    expect(concluded(only(...[7, 30, 90].map((d) => slice(d, 40, { callUsd: 0 })))).components.pcr.value).toBeNull()
  })
})

describe('realized volatility', () => {
  const bars = (state: DailyState, ...venues: readonly string[]) =>
    venues.map((venue) => [`daily/${venue}`, state] as const)

  test('is the median over venues; a missing one costs its share of the confidence', () => {
    const states = withBoards(...bars(daily(40), 'okx'), ...bars(daily(60), 'kraken'))
    expect(concluded(states).components.rv).toMatchObject({ value: 44.24, confidence: 1 })
    const two = concluded(withBoards(...bars(daily(60), 'kraken'), ['daily/okx', { days: {} }]))
    expect(two.components.rv).toEqual({
      value: 52.12,
      weight: 0.3,
      confidence: 0.67,
      sources: ['binance', 'kraken'],
    })
    expect(two.degraded).toBe(false)
  })

  test('needs twenty-seven of the last thirty complete days', () => {
    const all = ['binance', 'okx', 'kraken']
    expect(concluded(withBoards(...bars(daily(44, { days: 27 }), ...all))).components.rv.value).toBe(44)
    expect(concluded(withBoards(...bars(daily(44, { days: 26 }), ...all))).components.rv.value).toBeNull()
    // The running day and what lies before the window are not among them.
    const running = daily(44, { days: 27, until: TODAY + DAY })
    expect(concluded(withBoards(...bars(running, ...all))).components.rv.value).toBeNull()
    expect(concluded(withBoards(...bars(daily(44, { days: 60 }), ...all))).components.rv.value).toBe(44)
  })

  test('fades when the newest day is missing for more than two hours of the next', () => {
    const at = (hours: number) => {
      const now = TODAY + hours * 3_600_000
      const states: States = new Map<string, unknown>([
        ...bars(daily(44, { days: 40, until: TODAY - DAY }), 'binance', 'okx', 'kraken'),
        ...VENUES.map((venue) => [`options/${venue}`, chain({}, 0, now)] as const),
      ])
      return [states, {}, now] as const
    }
    expect(concluded(...at(2)).components.rv).toMatchObject({ value: 44, confidence: 1 })
    expect(concluded(...at(14)).components.rv).toMatchObject({ value: 44, confidence: 0.5 })
    expect(tick(...at(26))).toMatchObject({ kind: 'input_missing', input: expect.stringMatching(/^rv, fr /) })
  })
})

describe('without funding', () => {
  test('the index stands on four components', () => {
    const content = concluded(WHOLE, {})
    expect(content).toMatchObject({ degraded: true, confidence: 0.8, unit: 'index' })
    expect(content.components.fr).toEqual({ value: null, weight: 0, confidence: 0, sources: [] })
    expect(content.components.rv.weight).toBe(0.375)
    expect(recomputed(content)).toBe(true)
  })

  test('funding fades from its fifth minute on and is gone after half an hour', () => {
    const at = (ageSeconds: number) =>
      concluded(WHOLE, { [actorId(FEED, ITEM.subject)]: { ...FUNDING, timestamp: OPEN / 1_000 - ageSeconds } })
    expect(at(300).components.fr.confidence).toBe(1)
    expect(at(1_050).components.fr.confidence).toBe(0.5)
    expect(at(1_800).components.fr.value).toBeNull()
  })

  test('and without options: a volatility in per cent, degraded, still recomputable', () => {
    const content = concluded(without(...VENUES.map((venue) => `options/${venue}`)), {})
    expect(content).toMatchObject({
      value: 44.24,
      unit: 'pct_annualized',
      normalized: false,
      degraded: true,
      confidence: 0.55,
    })
    expect(content.components.rv.weight).toBe(1)
    expect(recomputed(content)).toBe(true)
  })

  test('and without anything: nothing', () => {
    expect(tick(new Map(), {})).toMatchObject({ kind: 'input_missing' })
  })
})

describe('a chain that is not believed', () => {
  const ivOf = (...boards: readonly (readonly [string, unknown])[]) => {
    const { components, degraded } = concluded(withBoards(...boards))
    return { sources: components.iv.sources, value: components.iv.value, degraded }
  }

  test('one whose level the two others contradict: the next stands in', () => {
    expect(ivOf(['options/deribit', chain({}, 88)])).toEqual({ sources: ['okx'], value: 43, degraded: true })
    expect(ivOf(['options/deribit', chain({}, -30)])).toMatchObject({ sources: ['okx'] })
    // Ten points and a quarter are not too far apart for two markets.
    expect(ivOf(['options/deribit', chain({}, 9)])).toEqual({ sources: ['deribit'], value: 51, degraded: false })
  })

  test('is believed where the two others disagree between themselves, or where there is but one other', () => {
    expect(ivOf(['options/deribit', chain({}, 30)], ['options/okx', chain({}, 90)])).toMatchObject({
      sources: ['deribit'],
    })
    expect(concluded(without('options/okx')).components.iv.sources).toEqual(['deribit'])
  })

  test('Binance is neither read nor heard about the others', () => {
    const alone = ['options/deribit', chain({}, 88)] as const
    const pair = without('options/bybit')
    const found = (states: States) => concluded(states).components.iv
    const before = found(new Map([...pair, alone]))
    expect(before).toMatchObject({ sources: ['deribit'], value: 130 })
    expect(found(new Map([...pair, alone, ['options/binance', chain({}, 1)]]))).toEqual(before)
    const nobody = without(...VENUES.map((venue) => `options/${venue}`))
    expect(tick(new Map([...nobody, ['options/binance', chain()]])).kind).toBe('input_missing')
  })

  test('one whose forwards are not near our own spot price; without such a price nobody can say', () => {
    const other = ['options/deribit', chain({ forward: 291_000 })] as const
    expect(ivOf(other)).toMatchObject({ sources: ['okx'], degraded: true })
    const found = tick(withBoards(other), { [actorId(FEED, ITEM.subject)]: FUNDING })
    expect(found).toMatchObject({ content: { components: { iv: { sources: ['deribit'] } } } })
  })
})
