import { describe, expect, test } from 'bun:test'
import { agree } from '../../../src/feeds/math/agreement.ts'
import { agreedConfidence, isLiveEnough, statedAge } from '../../../src/feeds/prices/confidence.ts'

describe('confidence of an agreement', () => {
  const votes = [100, 100, 100.1].map((price, at) => ({ source: `v${at}`, price }))
  const found = agree(votes, { configured: 5, tau: 0.005 })
  if (found.kind !== 'agreed') throw new Error(found.kind)

  test('follows from the body: its used votes, their printed ages, the configured venues', () => {
    const confidence = agreedConfidence(found, [0, 30, 60], 60)
    expect(confidence).toMatchObject({ coverage: 0.6, agreement: 1, freshness: 0.75 })
    expect(confidence.confidence).toBeCloseTo(0.45, 12)
  })

  test('sells by coverage and freshness alone', () => {
    const of = (coverage: number, freshness: number) =>
      isLiveEnough({ coverage, freshness, agreement: 0.01, confidence: 0 })
    expect([of(0.6, 0.5), of(0.5, 0.6), of(0.59, 0.5)]).toEqual([true, true, false])
  })

  test('takes ages as they are printed, to a tenth of a second', () => {
    expect([statedAge(1_249), statedAge(1_250), statedAge(-5), statedAge(59_960)]).toEqual([1.2, 1.3, 0, 60])
  })
})
