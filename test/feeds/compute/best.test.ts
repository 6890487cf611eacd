import { describe, expect, test } from 'bun:test'
import { BestAnswer, bestAnswer } from '../../../src/feeds/compute/best-answer.ts'
import type { GpuPrice } from '../../../src/feeds/compute/gpu-prices.ts'
import { rowsOf } from '../../../src/feeds/compute/model-rows.ts'
import { concludeBest } from '../../../src/feeds/compute/conclude-compute.ts'
import type { GpuModel } from '../../../src/sources/compute/gpu-models.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { boardsOf, euroAt, gpuPrice, offer, toldBy } from '../../support/feeds/gpu-offers.ts'
import { contentOf, travelled } from '../../support/feeds/content-of.ts'
import { changed, failedOf } from '../../support/feeds/changed-body.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'

const HOUR = 3_600_000

const concluded = (boards: Map<string, unknown>, model: GpuModel = 'h100_sxm', earlier = {}) =>
  concludeBest(model, lookAt(boards, OPEN, { earlier }))
const answer = (...asked: Parameters<typeof concluded>): BestAnswer => contentOf(BestAnswer, concluded(...asked))

const H100 = { runpod: { h100_sxm: 2.99 }, 'skypilot-aws': { h100_sxm: 6.88 }, vast: { h100_sxm: 1.73 } } as const

describe('the best price', () => {
  test('is the cheapest on demand, per GPU and hour; the market stands apart', () => {
    const found = answer(toldBy(H100))
    expect(found.best).toEqual({
      provider: 'runpod',
      price_usd_per_gpu_hour: 2.99,
      instance_type: 'runpod machine',
      region: null,
      gpu_count: 8,
      tag: 'on_demand',
      source: 'runpod',
      observed_at: OPEN / 1_000 - 60,
    })
    expect(found.all.map(({ provider }) => provider)).toEqual(['runpod', 'aws'])
    expect(found.market.map(({ provider }) => provider)).toEqual(['vast'])
    expect(found).toMatchObject({ count: 3, sources: ['runpod', 'skypilot-aws', 'vast'], held: [], disputed: [] })
  })

  test('names who is missing, and counts nobody who needs a key that is not there', () => {
    const found = answer(toldBy(H100))
    // Nine tell of H100 SXM without a key, of which three spoke: 3 / 9.
    expect(found.missing).toEqual(['akash', 'azure', 'scaleway', 'skypilot-lambda', 'skypilot-nebius', 'skypilot-oci'])
    expect([found.confidence, found.degraded]).toEqual([0.33, true])
    const keyed = answer(toldBy({ ...H100, lambda: { a100_sxm: 2 } }))
    expect(keyed.missing).toContain('lambda')
  })

  test('rounds the price of a machine over its GPUs once, to four decimals', () => {
    const machine = offer('skypilot-aws', 'h100_sxm', 0, { price: '23.0001', gpus: 8 })
    expect(answer(boardsOf({ 'skypilot-aws': [machine], vast: [offer('vast', 'h100_sxm', 2)] })).best).toMatchObject({
      price_usd_per_gpu_hour: 2.875,
    })
  })
})

describe('euros', () => {
  const boards = boardsOf({
    scaleway: [offer('scaleway', 'h100_sxm', 0, { price: '6.6198', gpus: 2, currency: 'EUR' })],
    runpod: [offer('runpod', 'h100_sxm', 3.5)],
    'skypilot-aws': [offer('skypilot-aws', 'h100_sxm', 6.88)],
  })

  test('become dollars at the rate that is sold here', () => {
    // 6.6198 / 2 = 3.3099 euros, at 1.15 dollars 3.806385.
    const found = answer(boards, 'h100_sxm', euroAt(1.15))
    expect(found.all.map((row) => row.price_usd_per_gpu_hour)).toEqual([3.5, 3.8064, 6.88])
  })

  test.each([
    ['without a rate', {}],
    ['at a rate of more than an hour ago', euroAt(1.15, OPEN - HOUR - 2_000)],
  ])('are nobody’s dollars %s', (_what, earlier) => {
    const found = answer(boards, 'h100_sxm', earlier)
    expect(found.all.map(({ provider }) => provider)).toEqual(['runpod', 'aws'])
    expect(found.missing).toContain('scaleway')
  })
})

describe('what does not become the best price', () => {
  test('a quote of more than a day ago', () => {
    const old = (ms: number) =>
      boardsOf({
        runpod: [offer('runpod', 'h100_sxm', 2, { seenAt: OPEN - ms })],
        'skypilot-aws': [offer('skypilot-aws', 'h100_sxm', 3)],
        vast: [offer('vast', 'h100_sxm', 2)],
      })
    expect(answer(old(24 * HOUR)).best.provider).toBe('runpod')
    expect(answer(old(24 * HOUR + 1)).best.provider).toBe('aws')
  })

  test.each([
    ['of a whole machine', 23.92],
    ['in cents', 299],
    ['of a second', 0.04],
  ])('a price %s: outside of the rails it is dropped by name', (_what, usd) => {
    const found = answer(toldBy({ ...H100, 'skypilot-nebius': { h100_sxm: usd } }))
    expect(found.best.price_usd_per_gpu_hour).toBe(2.99)
    expect(found.dropped).toMatchObject([{ provider: 'nebius', reason: 'outside_rails' }])
    expect([found.missing.includes('skypilot-nebius'), found.degraded]).toEqual([true, true])
  })

  test('a bargain that three list prices contradict', () => {
    const found = answer(toldBy({ ...H100, 'skypilot-nebius': { h100_sxm: 0.37 } }))
    expect(found.best.provider).toBe('runpod')
    expect(found.missing).toContain('skypilot-nebius')
    expect(found.dropped).toEqual([
      { provider: 'nebius', source: 'skypilot-nebius', price_usd_per_gpu_hour: 0.37, reason: 'far_below_median' },
    ])
  })

  test('a machine that is listed for less than an hour, or no longer for more than one', () => {
    const cheap = (more: object) =>
      boardsOf({
        runpod: [offer('runpod', 'h100_sxm', 2, more)],
        'skypilot-aws': [offer('skypilot-aws', 'h100_sxm', 3)],
        vast: [offer('vast', 'h100_sxm', 2)],
      })
    expect(answer(cheap({ newSince: OPEN - 60_000 })).best.provider).toBe('aws')
    expect(answer(cheap({ leftAt: OPEN - HOUR })).best.provider).toBe('aws')
    const leaving = answer(cheap({ leftAt: OPEN - HOUR + 1 }))
    expect([leaving.best.provider, leaving.held, leaving.degraded]).toEqual(['runpod', ['runpod'], true])
  })

  test('a market or a community, however cheap', () => {
    const community = offer('runpod', 'rtx_4090', 0.34, { tag: 'community' })
    const boards = boardsOf({
      runpod: [community, offer('runpod', 'rtx_4090', 0.69)],
      vast: [offer('vast', 'rtx_4090', 0.4)],
    })
    expect(answer(boards, 'rtx_4090').best.price_usd_per_gpu_hour).toBe(0.69)
  })
})

describe('a source', () => {
  const tickOf = (prices: readonly GpuPrice[]) => {
    const configured = [...new Set(prices.map(({ source }) => source))]
    const found = rowsOf('h100_sxm', { prices, outside: [], configured })
    if (found.kind !== 'found') throw new Error(found.kind)
    return bestAnswer(found, OPEN)
  }
  const three = [gpuPrice('a', 3), gpuPrice('b', 3.1), gpuPrice('c', 3.2)]

  test('of which one price is dropped is not missing, and the answer is degraded', () => {
    expect(tickOf(three)).toMatchObject({ missing: [], degraded: false, confidence: 1 })
    expect(tickOf([...three, gpuPrice('a', 0.3, { region: 'eu' })])).toMatchObject({
      missing: [],
      degraded: true,
      confidence: 1,
    })
    expect(tickOf([...three, gpuPrice('d', 0.3)])).toMatchObject({ missing: ['d'], degraded: true, confidence: 0.75 })
  })

  test('that stands behind the word of a seller is not missing', () => {
    const both = [...three, gpuPrice('a', 3, { source: 'skypilot-a' })]
    expect(tickOf(both)).toMatchObject({ missing: [], sources: ['a', 'b', 'c'], degraded: false })
  })
})

describe('there is none', () => {
  test.each([
    [
      'without a list price',
      { vast: { h200: 2 }, akash: { h200: 2.2 } },
      { kind: 'input_missing', input: 'a list price of h200' },
    ],
    ['of one seller alone', { runpod: { h200: 3.5 } }, { kind: 'quorum_missed', have: 1, need: 2 }],
  ] as const)('%s', (_what, told, reason) => {
    expect(concluded(toldBy(told), 'h200')).toEqual(reason)
  })
})

describe('over the simulated sellers', async () => {
  const item = registry.item('compute/best/H100-SXM')!
  const one = await fed(item)
  const honest = contentOf(BestAnswer, one.conclude())

  test('everybody speaks and agrees', () => {
    // The level of the world, which the cheapest asks.
    expect(honest.best).toMatchObject({ provider: 'runpod', price_usd_per_gpu_hour: 2.89 })
    expect(honest.all.map(({ provider }) => provider)).toEqual([
      'runpod',
      'nebius',
      'nebius',
      'lambda',
      'lambda',
      'scaleway',
      'oci',
      'oci',
      'aws',
      'aws',
      'azure',
      'azure',
    ])
    // Scaleway asks euros: 2.89 · 1.18 dollars, and back over an exchange rate of the venues.
    expect(honest.all.find(({ provider }) => provider === 'scaleway')!.price_usd_per_gpu_hour).toBeCloseTo(3.4102, 2)
    expect(honest).toMatchObject({ missing: [], degraded: false, confidence: 1, dropped: [] })
  })

  test('the body verifies, and a body that was changed does not', () => {
    const body = travelled(honest)
    const checks = (of: typeof body) => {
      const { canonical, tokens } = item.feed.sale
      const written = canonical.write(tokens(body), { timestamp: 1_795_000_000, nonce: 482_910 })
      return failedOf(canonical.recompute!(canonical.read(written).values, of))
    }
    expect(checks(body)).toEqual([])
    expect(checks(changed(body, ['best', 'price_usd_per_gpu_hour'], 2.5)).length).toBe(2)
    expect(checks(changed(body, ['all', 0, 'price_usd_per_gpu_hour'], 2.5)).length).toBe(1)
    expect(checks(changed(body, ['market', 0, 'tag'], 'on_demand')).length).toBe(1)
    expect(checks(changed(body, ['count'], 3)).length).toBe(1)
    expect(checks(changed(body, ['confidence'], 0.5)).length).toBe(1)
    expect(checks(changed(body, ['all', 0, 'source'], 'nobody')).length).toBeGreaterThan(0)
    expect(checks(changed(body, ['all'], 'none'))).toEqual(['the rows are readable'])
  })

  test('nor does one whose rows cannot be sold, whatever else fits', () => {
    const body = travelled(honest)
    const { canonical, tokens } = item.feed.sale
    const verdict = (all: readonly object[], market: readonly object[]) => {
      const rows = { best: all[0]!, all, market, count: all.length + market.length }
      const other = travelled({ ...body, ...rows })
      return failedOf(canonical.recompute!(tokens(other, 'ab'.repeat(32)), other)).filter((what) =>
        what.includes('order'),
      )
    }
    const row = honest.all[0]!
    const dearer = { ...row, provider: 'another', price_usd_per_gpu_hour: row.price_usd_per_gpu_hour + 1 }
    const spot = { ...dearer, tag: 'market' }
    const WRONG = ['the best price is the first of the list prices, and the rows are in order']
    expect(verdict([row, dearer], [])).toEqual([])
    expect(verdict([row], [spot])).toEqual([])
    // One word alone, a price per machine, and rows that are not the cheapest first.
    expect(verdict([row, { ...dearer, provider: row.provider }], [])).toEqual(WRONG)
    expect(verdict([row, { ...dearer, price_usd_per_gpu_hour: 15.01 }], [])).toEqual(WRONG)
    expect(verdict([row, dearer], [{ ...spot, price_usd_per_gpu_hour: 0.0499 }])).toEqual(WRONG)
    expect(verdict([dearer, row], [])).toEqual(WRONG)
    expect(
      verdict(
        [row],
        [
          { ...spot, price_usd_per_gpu_hour: 3.2 },
          { ...spot, price_usd_per_gpu_hour: 3.1 },
        ],
      ),
    ).toEqual(WRONG)
  })

  test('a seller that reprices by a half is held back for an hour, and then believed', async () => {
    await one.on.post({ lie: { runpod: 0.5 } })
    await one.minute()
    const held = contentOf(BestAnswer, one.conclude())
    expect([held.best.price_usd_per_gpu_hour, held.held, held.degraded]).toEqual([2.89, ['runpod'], true])
    one.on.clock.move(HOUR)
    await one.minute()
    expect(contentOf(BestAnswer, one.conclude()).best.price_usd_per_gpu_hour).toBe(1.445)
  })
})

test('a model may be spelled with a hyphen', () => {
  const items = registry.items.filter(({ feed }) => feed.id === 'compute/best')
  expect(items.map(({ path, alsoAt }) => [path, ...alsoAt].map((each) => each.split('/').at(-1)!))).toEqual([
    ['a100_sxm', 'a100-sxm'],
    ['h100_sxm', 'h100-sxm'],
    ['h200'],
    ['l40s'],
    ['rtx_4090', 'rtx-4090'],
  ])
})
