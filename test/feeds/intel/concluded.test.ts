import { expect, test } from 'bun:test'
import { ConsensusAnswer } from '../../../src/feeds/intel/consensus-answer.ts'
import { DivergenceAnswer } from '../../../src/feeds/intel/divergence-answer.ts'
import { OpportunityAnswer } from '../../../src/feeds/intel/opportunity-answer.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'

/** Intelligence from the replies of the simulated world, through the real readers. */

test('consensus stands on all seven voters, and names what is not there yet', async () => {
  const one = await fed(registry.item('intel/consensus/MARKET')!)
  const found = contentOf(ConsensusAnswer, one.conclude())
  expect([found.coverage, Object.values(found.votes).filter((vote) => vote === null)]).toEqual([1, []])
  // Changes compare with a record of two hours.
  expect(found.missing).toEqual(['regimes_changed'])
  for (const name of ['macro_risk', 'tradfi', 'divergence'] as const)
    expect([name, found.inputs[name].contentHash?.length]).toEqual([name, 64])
  const { BULLISH, STRESSED, BEARISH, NEUTRAL } = found.shares
  expect(BULLISH + STRESSED + BEARISH + NEUTRAL).toBeCloseTo(1, 3)
})

test('divergence is what lies between the perpetuals and the TradFi regime', async () => {
  const one = await fed(registry.item('intel/divergence/MARKET')!)
  const found = contentOf(DivergenceAnswer, one.conclude())
  // Changes compare with a record of two hours.
  expect(found.missing).toEqual(['regimes_changed'])
  expect(found.degraded).toBe(true)
  for (const [name, input] of Object.entries(found.inputs))
    expect([name, input.contentHash?.length]).toEqual([name, input.value === null ? undefined : 64])
  const score = { RISK_ON: 1, NEUTRAL: 0, STRESS: -0.75, PANIC: -1 }[found.inputs.tradfi.value!]
  expect(found.tradfi_score).toBe(score)
  expect(found.gap).toBeCloseTo(Math.abs(found.crypto_score - found.tradfi_score), 4)
  expect(found.divergence_score).toBeGreaterThanOrEqual(3 * found.gap - 0.06)
})

test('the best lending opportunity is the first of what was compared, after the penalties of both regimes', async () => {
  const one = await fed(registry.item('intel/defi-opportunity/MARKET')!)
  const found = contentOf(OpportunityAnswer, one.conclude())
  expect(found.missing).toEqual([])
  expect(found.all_opportunities).toEqual(found.eligible.slice(0, 5))
  const { rationale: _, ...best } = found.highest_opportunity
  expect(best).toEqual(found.eligible[0]!)
  const base = { CALM: 0, ELEVATED: 1, HIGH: 2.5, EXTREME: 4 }[found.market_context.mssi_regime ?? ''] ?? Number.NaN
  const across =
    { DECOUPLED: 0, MIXED: 0, COUPLED: 1, CONTAGION: 2 }[found.market_context.msti_regime ?? ''] ?? Number.NaN
  for (const row of found.eligible)
    expect([row.protocol, row.stress_penalty]).toEqual([
      row.protocol,
      Math.min(4, base + (['spark', 'sky'].includes(row.protocol) ? 0 : across)),
    ])
})
