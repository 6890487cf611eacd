import { describe, expect, test } from 'bun:test'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { StressAnswer } from '../../../src/feeds/indices/stress-answer.ts'
import { STRESS_LAYOUT } from '../../../src/feeds/indices/stress-layout.ts'
import { dispersionBps } from '../../../src/feeds/indices/stress-readings.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'
import { contentOf, travelled } from '../../support/feeds/content-of.ts'

const ITEM = registry.item('index/stress/MARKET')!

const snapshot = (carry: Earlier['carry'], content: Earlier['content'] = {}, ageSeconds = 10): Earlier => ({
  timestamp: OPEN / 1_000 - ageSeconds,
  content,
  carry,
})

const volatility = (value: number, more: Earlier['carry'] = {}, ageSeconds = 10) =>
  // Its own oldest input is a day old, and that is in its confidence already.
  snapshot({ value, unit: 'index', confidence: 1, observedAt: OPEN - 86_400_000, ...more }, {}, ageSeconds)
const peg = (value: number, ageSeconds = 10) =>
  snapshot({
    value,
    confidence: 1,
    coverage: 1,
    observedAt: OPEN - ageSeconds * 1_000,
    sources: ['kraken', 'bitstamp'],
  })
const funding = (zscore: number | null, rates: readonly number[], ageSeconds = 10) =>
  snapshot(
    { zscore, composite: 0.0001, predicted: null, divergenceBps: 1, confidence: 1, sources: ['okx', 'bybit'] },
    { exchanges: rates.map((rate_8h) => ({ rate_8h })) },
    ageSeconds,
  )

/** In basis points: 1.4, 2 and 0.8 apart. */
const RATES = {
  BTC: [0.0001, 0.00012, 0.00018, 0.00024],
  ETH: [0.0001, 0.0002, 0.0003],
  SOL: [-0.00004, 0.00001, 0.00004],
}
const EARLIER: Readonly<Record<string, Earlier>> = {
  'index/volatility/BTC-USD': volatility(20.4),
  'index/volatility/ETH-USD': volatility(24.4),
  'price/pegs/USDT-USD': peg(0.9997),
  'price/pegs/USDC-USD': peg(1.0001),
  'funding/BTC-USD': funding(0.9, RATES.BTC),
  'funding/ETH-USD': funding(0.5, RATES.ETH),
  'funding/SOL-USD': funding(7, RATES.SOL),
}
const without = (...actors: readonly string[]) =>
  Object.fromEntries(Object.entries(EARLIER).filter(([actor]) => !actors.includes(actor)))

const conclude = (earlier: Readonly<Record<string, Earlier>> = EARLIER, previous: Earlier | null = null, now = OPEN) =>
  ITEM.feed.conclude(ITEM.subject, lookAt(new Map(), now, { earlier, previous }))
/** What is published, after a check that its value follows from its canonical string. */
const published = (...asked: Parameters<typeof conclude>): StressAnswer => {
  const content = contentOf(StressAnswer, conclude(...asked))
  const { canonical: layout, tokens } = ITEM.feed.sale
  const canonical = layout.write(tokens(content), { timestamp: content.computedAt, nonce: 482_910 })
  const checks = STRESS_LAYOUT.recompute!(STRESS_LAYOUT.read(canonical).values, travelled(content))
  expect([canonical, checks.filter(({ ok }) => !ok)]).toEqual([canonical, []])
  return content
}

describe('the stress index', () => {
  test('is made of what other feeds know', () => {
    const { value, regime, confidence, degraded, components } = published()
    expect(components.vol).toMatchObject({ value: 22.4, sources: ['MSVI:BTCUSD', 'MSVI:ETHUSD'] })
    expect(components.stbl).toMatchObject({ value: 0.03, sources: ['bitstamp', 'kraken'] })
    expect(components.fr.value).toBe(0.7)
    expect(components.disp.value).toBe(1.4)
    // Vector "calm".
    expect({ value, regime, confidence, degraded }).toEqual({
      value: 13.77,
      regime: 'CALM',
      confidence: 1,
      degraded: false,
    })
  })

  test.each([
    [3, 1, 2],
    [-3, -1, 2],
    [3, -1, 1],
    [1, -3, 1],
    [3, -3, 0],
  ])('takes the size of funding after the mean (methods 4.1): %p and %p are %p', (btc, eth, size) => {
    const found = published({
      ...EARLIER,
      'funding/BTC-USD': funding(btc, RATES.BTC),
      'funding/ETH-USD': funding(eth, RATES.ETH),
    })
    expect(found.components.fr.value).toBe(size)
  })

  test('takes the size of the one score that is there', () => {
    const found = published({ ...without('funding/ETH-USD'), 'funding/BTC-USD': funding(-2, RATES.BTC) })
    expect(found.components.fr).toMatchObject({ value: 2, confidence: 0.5 })
  })

  test('one volatility index stands in for the other, at 0.7', () => {
    const { components, degraded } = published(without('index/volatility/ETH-USD'))
    expect(components.vol).toMatchObject({ value: 20.4, confidence: 0.7, sources: ['MSVI:BTCUSD'] })
    expect(degraded).toBe(true)
  })

  test('a volatility in per cent is no index', () => {
    const { components } = published({
      ...EARLIER,
      'index/volatility/ETH-USD': volatility(140, { unit: 'pct_annualized' }),
    })
    expect(components.vol).toMatchObject({ value: 20.4, confidence: 0.7 })
  })

  test('each input fades by its own clock, and is gone when it has expired', () => {
    const aged = published({
      ...EARLIER,
      'index/volatility/BTC-USD': volatility(20.4, {}, 2_100),
      'index/volatility/ETH-USD': volatility(24.4, {}, 2_100),
      'price/pegs/USDT-USD': peg(0.9997, 165),
      'price/pegs/USDC-USD': peg(1.0001, 165),
    })
    expect(aged.components).toMatchObject({ vol: { confidence: 0.5 }, stbl: { confidence: 0.5 } })
    const gone = published({
      ...EARLIER,
      'price/pegs/USDT-USD': peg(0.9997, 300),
      'price/pegs/USDC-USD': peg(1.0001, 300),
    })
    expect(gone.components.stbl).toEqual({ value: null, weight: 0, confidence: 0, sources: [] })
    expect(gone.degraded).toBe(true)
  })

  test('venues that disagree about a coin off its peg do not make the departure less certain', () => {
    const torn = { ...peg(0.97), carry: { ...peg(0.97).carry, confidence: 0.1, coverage: 1 } }
    const { stbl } = published({ ...EARLIER, 'price/pegs/USDT-USD': torn }).components
    expect([stbl.value, stbl.confidence]).toEqual([3, 1])
  })

  test('one coin without a score of three days: the other, at one half', () => {
    const found = published({ ...EARLIER, 'funding/ETH-USD': funding(null, RATES.ETH) })
    expect(found.components.fr).toMatchObject({ value: 0.9, confidence: 0.5 })
    expect(found.components.disp).toMatchObject({ value: 1.4, confidence: 1 })
    expect(found.degraded).toBe(true)
  })

  test('is not published below six tenths of its weight, and says what is missing', () => {
    const funds = ['funding/BTC-USD', 'funding/ETH-USD', 'funding/SOL-USD']
    expect(conclude(without(...funds))).toMatchObject({
      kind: 'input_missing',
      input: expect.stringMatching(/^fr, disp \(weight 0\.55 of 0\.6, /),
    })
    expect(conclude({})).toMatchObject({ kind: 'input_missing', input: 'vol, stbl, fr, disp (no component is there)' })
  })
})

describe('its regime', () => {
  /** Makes the index exactly as high as its volatility says, give or take what the others add. */
  const at = (vol: number) => ({
    ...EARLIER,
    'index/volatility/BTC-USD': volatility(vol),
    'index/volatility/ETH-USD': volatility(vol),
    'funding/BTC-USD': funding(2.8, RATES.BTC),
    'funding/ETH-USD': funding(2.8, RATES.ETH),
  })
  const after = (content: StressAnswer): Earlier => ({ timestamp: content.computedAt, content, carry: {} })

  test('goes on from the last snapshot, with two points on each side', () => {
    const values: [number, string][] = []
    let previous: Earlier | null = null
    for (const vol of [8, 11, 14, 16.5, 8, 5, 2]) {
      const content = published(at(vol), previous)
      values.push([content.value, content.regime])
      previous = after(content)
    }
    expect(values).toEqual([
      [25.2, 'ELEVATED'],
      [26.1, 'ELEVATED'],
      [27, 'ELEVATED'],
      [27.75, 'ELEVATED'],
      [25.2, 'ELEVATED'],
      [24.3, 'ELEVATED'],
      [23.4, 'ELEVATED'],
    ])
    const calm = after(published(at(0), { ...previous!, content: { regime: 'CALM' } }))
    expect(published(at(13), calm)).toMatchObject({ value: 26.7, regime: 'CALM' })
    expect(published(at(14), calm)).toMatchObject({ value: 27, regime: 'ELEVATED' })
  })

  test('says since when it holds', () => {
    const first = published(at(14), null, OPEN)
    expect(first.regime_since).toBe(OPEN / 1_000)
    const later = published(at(14), after(first), OPEN + 60_000)
    expect(later.regime_since).toBe(OPEN / 1_000)
    const other = published(at(100), after(later), OPEN + 120_000)
    expect([other.regime, other.regime_since]).toEqual(['HIGH', OPEN / 1_000 + 120])
  })
})

describe('dispersion of venue funding', () => {
  test('is the range of whoever survives, in basis points', () => {
    expect(dispersionBps([0.0001, 0.0003])).toBeCloseTo(2, 9)
    expect(dispersionBps([0.0001, 0.00011, 0.00012, 0.00013, 0.003])).toBeCloseTo(0.3, 9)
    // Within one basis point of the median nobody is rejected, however close the others stand.
    expect(dispersionBps([0.0001, 0.0001, 0.0001, 0.0001, 0.00019])).toBeCloseTo(0.9, 9)
  })

  test('of fewer than two is not known', () => {
    expect(dispersionBps([0.0001])).toBeNull()
    expect(dispersionBps([])).toBeNull()
  })
})
