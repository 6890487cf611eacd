import { describe, expect, test } from 'bun:test'
import { SentimentAnswer } from '../../../src/feeds/indices/sentiment-answer.ts'
import { SENTIMENT_KEYS, type SentimentKey } from '../../../src/feeds/indices/sentiment.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { type Fed, fed } from '../../support/feeds/fed-feeds.ts'

/** The index from the simulated world's replies to its value: every level that it is made of moves it. */

const COINS = ['BTC', 'ETH'] as const

const start = async (coin: string): Promise<Fed> => fed(registry.item(`index/sentiment/${coin}-USD`)!)
const published = ({ conclude }: Pick<Fed, 'conclude'>): SentimentAnswer => contentOf(SentimentAnswer, conclude())

/** A minute later, after the world was steered. */
const after = async (one: Fed, order: object): Promise<SentimentAnswer> => {
  expect((await one.on.post(order)).status).toBe(200)
  await one.minute()
  return published(one)
}

describe.each(COINS)('the sentiment index of %s, from the world', (coin) => {
  test('is whole while everybody answers', async () => {
    const content = published(await start(coin))
    expect(content).toMatchObject({ pair: `${coin}USD`, unit: 'index', degraded: false, confidence: 1 })
    const { skew, pcr, ts, basis, fr } = content.components
    // Puts are dearer by four per cent of the level for each deviation, and 25 delta lies at two thirds of one.
    expect(skew.value).toBeWithin(coin === 'BTC' ? -2.7 : -3.8, coin === 'BTC' ? -2 : -2.8)
    expect(skew.tenor_days).toBeWithin(7, 61)
    expect(pcr.value).toBeWithin(0.6, 0.85)
    expect(ts.value).toBeWithin(0.93, 0.96)
    expect(basis.value).toBeWithin(0.005, 0.05)
    expect(fr.value).toBeWithin(0.00005, 0.0002)
  })

  /** Each level, and how far the value moves with it and nothing else. */
  const LEVELS = {
    fr: { [`perp.${coin}`]: 0.999 },
    skew: { [`skew.${coin}`]: 1.2 },
    pcr: { [`puts.${coin}`]: 1.5 },
    ts: { [`slope.${coin}`]: 0.8 },
    basis: { [`apart.${coin}`]: 6 },
  } as const satisfies Record<SentimentKey, object>

  test.each(SENTIMENT_KEYS.map((key) => [key, LEVELS[key]] as const))('falls with %s alone: %p', async (key, set) => {
    const one = await start(coin)
    const before = published(one)
    const found = await after(one, { set })
    for (const each of SENTIMENT_KEYS) {
      const moved = Math.abs(found.components[each].value! - before.components[each].value!)
      const usual = { fr: 0.000_001, skew: 0.3, pcr: 0.03, ts: 0.001, basis: 0.01 }[each]
      expect([each, moved > usual]).toEqual([each, each === key])
    }
    expect(found.value).toBeLessThan(before.value - 3)
    expect(found.degraded).toBe(false)
  })

  test('goes through all its regimes and back', async () => {
    const one = await start(coin)
    const mood = (perp: number, skew: number, puts: number, slope: number, apart = 1) => ({
      set: {
        [`perp.${coin}`]: perp,
        [`skew.${coin}`]: skew,
        [`puts.${coin}`]: puts,
        [`slope.${coin}`]: slope,
        [`apart.${coin}`]: apart,
      },
    })
    const greed = mood(1.001, 0.8, 0.45, 1.3)
    const hope = mood(1.0004, 0.95, 0.75, 1.1)
    const calm = mood(1.0001, 1, 0.95, 1)
    const worry = mood(0.9995, 1.07, 1.2, 0.92)
    const fear = mood(0.998, 1.3, 1.8, 0.6, 6)
    const seen: [number, string][] = []
    for (const each of [calm, hope, greed, hope, calm, worry, fear, worry, calm, greed, fear]) {
      const { value, regime } = await after(one, each)
      seen.push([value, regime])
    }
    expect(seen.map(([, regime]) => regime)).toEqual([
      'NEUTRAL',
      'BULLISH',
      'EXTREMEBULLISH',
      'BULLISH',
      'NEUTRAL',
      'BEARISH',
      'EXTREMEBEARISH',
      'BEARISH',
      'NEUTRAL',
      'EXTREMEBULLISH',
      'EXTREMEBEARISH',
    ])
    expect(Math.min(...seen.map(([value]) => value))).toBeLessThan(-90)
    expect(Math.max(...seen.map(([value]) => value))).toBeGreaterThan(80)
  })

  test('a first venue without options: the next stands in, degraded', async () => {
    const one = await start(coin)
    await one.on.post({ halt: ['deribit'] })
    // A chain that has expired is gone.
    one.on.clock.move(1_800_000)
    await one.minute()
    const found = published(one)
    expect(found.degraded).toBe(true)
    for (const key of ['pcr', 'ts', 'skew'] as const) expect(found.components[key].sources).not.toContain('deribit')
  })
})
