import { describe, expect, test } from 'bun:test'
import { AllAnswer } from '../../../src/feeds/compute/all-answer.ts'
import { CompareAnswer } from '../../../src/feeds/compute/compare-answer.ts'
import { concludeAll, concludeCompare } from '../../../src/feeds/compute/conclude-compute.ts'
import type { AnyFeed } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { changed, failedOf } from '../../support/feeds/changed-body.ts'
import { type Body, contentOf, travelled } from '../../support/feeds/content-of.ts'
import { toldBy } from '../../support/feeds/gpu-offers.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'

const THREE = {
  runpod: { a100_sxm: 1.49, h100_sxm: 2.99, rtx_4090: 0.69, h200: 4.39 },
  'skypilot-aws': { a100_sxm: 3.4, h100_sxm: 6.88 },
  'skypilot-lambda': { a100_sxm: 1.4 },
  vast: { rtx_4090: 0.4 },
} as const

const at = (told: Parameters<typeof toldBy>[0]) => lookAt(toldBy(told), OPEN)

describe('all prices', () => {
  const found = contentOf(AllAnswer, concludeAll(at(THREE)))

  test('are those of the models that have two sellers', () => {
    expect(found.models.map(({ gpu_model, best }) => `${gpu_model} ${best.provider}`)).toEqual([
      'a100_sxm lambda',
      'h100_sxm runpod',
      'rtx_4090 runpod',
    ])
    expect(found).toMatchObject({
      offer_count: 7,
      model_count: 3,
      absent: ['h200', 'l40s'],
      sources: ['runpod', 'skypilot-aws', 'skypilot-lambda', 'vast'],
      degraded: true,
    })
  })

  test('of two models are not sold', () => {
    const { a100_sxm: _, ...runpod } = THREE.runpod
    expect(concludeAll(at({ ...THREE, runpod, 'skypilot-aws': { h100_sxm: 6.88 } }))).toEqual({
      kind: 'quorum_missed',
      have: 2,
      need: 3,
    })
  })
})

describe('the comparison', () => {
  test('ranks the best price of each model', () => {
    const found = contentOf(CompareAnswer, concludeCompare(at(THREE)))
    expect(found.ranking.map((row) => `${row.gpu_model} ${row.provider} ${row.price_usd_per_gpu_hour}`)).toEqual([
      'rtx_4090 runpod 0.69',
      'a100_sxm lambda 1.4',
      'h100_sxm runpod 2.99',
    ])
    expect(found.cheapest.gpu_model).toBe('rtx_4090')
    expect(found.sources).toEqual(['runpod', 'skypilot-lambda'])
  })
})

const checksOf = (feed: AnyFeed, body: Body, of: Body): readonly string[] => {
  const { canonical, tokens } = feed.sale
  const written = canonical.write(tokens(body), { timestamp: 1_795_000_000, nonce: 482_910 })
  return failedOf(canonical.recompute!(canonical.read(written).values, of))
}

test('a body of all that was changed does not verify', () => {
  const { feed } = registry.item('compute/all/EVERY')!
  const body = travelled(contentOf(AllAnswer, concludeAll(at(THREE))))
  expect(checksOf(feed, body, body)).toEqual([])
  expect(checksOf(feed, body, changed(body, ['models', 0, 'best', 'provider'], 'me'))).toEqual([
    'every best price is the first of its list prices',
  ])
  expect(checksOf(feed, body, changed(body, ['offer_count'], 8))).toEqual(['offers and models are counted again'])
  expect(checksOf(feed, body, changed(body, ['models', 0, 'all', 0, 'observed_at'], 1)).length).toBeGreaterThan(0)
})

test('a comparison that was changed does not verify', () => {
  const { feed } = registry.item('compute/compare/EVERY')!
  const body = travelled(contentOf(CompareAnswer, concludeCompare(at(THREE))))
  expect(checksOf(feed, body, body)).toEqual([])
  expect(checksOf(feed, body, changed(body, ['ranking', 1, 'price_usd_per_gpu_hour'], 0.1))).toEqual([
    'the cheapest is the first of the ranking, and that is in order',
  ])
  expect(checksOf(feed, body, changed(body, ['cheapest', 'gpu_model'], 'h200')).length).toBe(2)
  expect(checksOf(feed, body, changed(body, ['sources'], ['runpod']))).toEqual([
    'sources, age and confidence follow from the rows',
  ])
})
