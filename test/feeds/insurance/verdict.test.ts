import { describe, expect, test } from 'bun:test'
import { riskRefusal, VERDICT_ROWS, verdictOn } from '../../../src/feeds/insurance/verdict.ts'

/** A sum of 100,000 USDC with an exposure of 1.5 pays at most 0.2 · 100,000 · 1.5 = 30,000 USDC. */
const VESSEL = { sumUsdc: 100_000, exposure: 1.5 }
const MOST_CENTS = 3_000_000n
const RICH = { capital: 100_000_000n, open: 0n }
const POOR = { capital: 0n, open: 0n }

const voyage = (extreme: number, premium: number) => ({
  price: { chances: { heavy: 1, severe: 1, extreme }, premium },
  vessel: VESSEL,
})
const CALM = voyage(0.1, 500)

const verdict = (...asked: Parameters<typeof verdictOn>) => {
  const { status, reason } = verdictOn(...asked)
  return `${status} ${reason}`
}

describe('the verdict', () => {
  test.each([
    ['refused extreme_risk', voyage(0.500_001, 500), RICH],
    ['quoted null', voyage(0.5, 500), RICH],
    ['refused premium_exceeds_quarter', voyage(0.1, 25_000.01), RICH],
    ['quoted null', voyage(0.1, 25_000), RICH],
    ['indicative no_capital', CALM, POOR],
    ['indicative no_capital', CALM, { capital: 0n, open: 5n }],
    ['quoted null', CALM, { capital: MOST_CENTS, open: 0n }],
    ['refused pool_exhausted', CALM, { capital: MOST_CENTS - 1n, open: 0n }],
    ['refused pool_exhausted', CALM, { capital: MOST_CENTS, open: 1n }],
    ['quoted null', CALM, { capital: MOST_CENTS + 5n, open: 5n }],
  ])('%s', (expected, judged, pool) => expect(verdict(judged, pool)).toBe(expected))

  test('is that of the first row that holds', () => {
    expect(verdict(voyage(0.9, 90_000), POOR)).toBe('refused extreme_risk')
    expect(verdict(voyage(0.1, 90_000), POOR)).toBe('refused premium_exceeds_quarter')
    expect([riskRefusal(voyage(0.9, 90_000)), riskRefusal(CALM)]).toEqual(['extreme_risk', null])
    expect(VERDICT_ROWS.map(({ reason }) => reason)).toEqual([
      'extreme_risk',
      'premium_exceeds_quarter',
      'no_capital',
      'pool_exhausted',
      null,
    ])
  })
})
