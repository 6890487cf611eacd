import { describe, expect, test } from 'bun:test'
import { agreedGold, type GoldVote } from '../../../src/feeds/math/gold-agreement.ts'

describe('gold', () => {
  const gold = (goldapi: number | null, PAXG: number | null, XAUT: number | null) =>
    agreedGold(
      Object.entries({ goldapi, PAXG, XAUT }).flatMap(([source, price]) =>
        price === null ? [] : [{ source: source as GoldVote['source'], price }],
      ),
    )

  test('is the median of three that agree, and of two that do', () => {
    expect(gold(4_000, 4_004, 4_010)).toMatchObject({ method: 1, agreement: { value: 4_004, rejected: [] } })
    expect(gold(4_000, null, 4_010)).toMatchObject({ method: 1, agreement: { value: 4_005 } })
  })

  test('by two tokens alone is worth less, whether bullion is silent or outvoted', () => {
    expect(gold(null, 4_004, 4_010)).toMatchObject({ method: 0.7, agreement: { value: 4_007 } })
    expect(gold(4_400, 4_004, 4_010)).toMatchObject({
      method: 0.7,
      agreement: { value: 4_007, rejected: [{ source: 'goldapi' }] },
    })
  })

  test('is 0.8 % wide at most', () => {
    expect(gold(1_000, 1_008, null)).toMatchObject({ kind: 'gold' })
    expect(gold(1_000, 1_008.001, null)).toMatchObject({ kind: 'disagreement', limit: 0.008 })
    expect(gold(1_000, null, null)).toEqual({ kind: 'quorum_missed', have: 1, need: 2 })
  })
})
