import { beforeEach, describe, expect, test } from 'bun:test'
import { actorId } from '../../../src/feeds/feed.ts'
import { FUNDING as FEED } from '../../../src/feeds/derivatives/funding-carry.ts'
import { VolatilityAnswer } from '../../../src/feeds/indices/volatility-answer.ts'
import { VOLATILITY_LAYOUT } from '../../../src/feeds/indices/volatility-layout.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { stage, type Stage } from '../../support/sandbox/world/still-world.ts'
import { type PolledWorld, polledWorld } from '../../support/polled-world.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { contentOf, travelled } from '../../support/feeds/content-of.ts'

/** The index from the simulated world's replies to its value, while providers fail one after the other. */

const OPTIONS = ['deribit', 'okx', 'bybit']

describe.each(['BTC', 'ETH'])('the volatility index of %s, from the world', (coin) => {
  const item = registry.item(`index/volatility/${coin}-USD`)!
  let on: Stage
  let world: PolledWorld
  beforeEach(async () => {
    on = stage()
    world = polledWorld(on)
    await pollAll()
  })

  const pollAll = async (): Promise<void> => {
    for (const board of item.feed.boards(item.subject)) await world.poll(board)
  }
  const conclude = () => {
    const timestamp = Math.floor(on.clock.now() / 1_000) - 10
    const rates = { composite: 0.00005, predicted: null, zscore: null, divergenceBps: 1 }
    const carry = { ...rates, confidence: 1, sources: ['binance'] }
    const earlier = { [actorId(FEED, item.subject)]: { timestamp, content: {}, carry } }
    return item.feed.conclude(item.subject, lookAt(world.states, on.clock.now(), { earlier }))
  }
  /** What is published, after a check that its value follows from its canonical string. */
  const published = (): VolatilityAnswer => {
    const content = contentOf(VolatilityAnswer, conclude())
    const envelope = { timestamp: content.computedAt, nonce: 482_910 }
    const canonical = item.feed.sale.canonical.write(item.feed.sale.tokens(content), envelope)
    const checks = VOLATILITY_LAYOUT.recompute!(VOLATILITY_LAYOUT.read(canonical).values, travelled(content))
    expect([canonical, checks.filter(({ ok }) => !ok)]).toEqual([canonical, []])
    return content
  }
  /** A minute later, after the world was steered. */
  const after = async (order: object): Promise<void> => {
    expect((await on.post(order)).status).toBe(200)
    on.clock.move(60_000)
    await pollAll()
  }

  test('is whole while everybody answers', () => {
    const content = published()
    expect(content).toMatchObject({ pair: `${coin}USD`, unit: 'index', degraded: false, confidence: 1 })
    expect(content.components.rv.value).toBeWithin(coin === 'BTC' ? 38 : 52, coin === 'BTC' ? 54 : 74)
    expect(content.components.ts.value).toBeWithin(0.92, 0.97)
  })

  test('rises with the level of volatility, and with nothing else that stands still', async () => {
    const before = published()
    await after({ volatility: 0, set: { [`vol.${coin}`]: 90 } })
    const { value, components } = published()
    expect(Math.abs(components.iv.value! - 90)).toBeLessThan(1)
    expect(components.rv.value).toBe(before.components.rv.value)
    expect(value).toBeGreaterThan(before.value + 5)
  })

  test('half of the first chain empty: degraded, less to be believed, made from the next', async () => {
    const before = published()
    await after({ thin: { deribit: 0.5 } })
    const content = published()
    expect(content.degraded).toBe(true)
    expect(content.confidence).toBeLessThan(before.confidence - 0.1)
    expect(content.components.iv.sources).toEqual(['okx'])
    expect(Math.abs(content.components.iv.value! - before.components.iv.value!)).toBeLessThan(1)
  })

  test('half of every chain empty: what is left is used for what it is worth', async () => {
    await after({ thin: Object.fromEntries(OPTIONS.map((venue) => [venue, 0.5])) })
    const content = published()
    expect(content).toMatchObject({ degraded: true, unit: 'index' })
    expect(content.components.iv.confidence).toBeWithin(0.25, 0.45)
  })

  test('venues fall silent one by one: each stands in for the last, then nothing is published', async () => {
    const sources: string[] = []
    for (const venue of OPTIONS) {
      sources.push(published().components.iv.sources.join())
      await on.post({ halt: [venue] })
      // A chain that has expired is gone.
      on.clock.move(1_800_000)
      await pollAll()
    }
    expect(sources).toEqual(OPTIONS)
    expect(conclude()).toMatchObject({ kind: 'input_missing', input: expect.stringMatching(/^iv, ts, pcr /) })
    await after({ clear: true })
    expect(published()).toMatchObject({ degraded: false })
  })
})
