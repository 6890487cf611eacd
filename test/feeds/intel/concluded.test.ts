import { expect, test } from 'bun:test'
import { ConsensusAnswer } from '../../../src/feeds/intel/consensus-answer.ts'
import { OpportunityAnswer } from '../../../src/feeds/intel/opportunity-answer.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'

/** Intelligence from the replies of the simulated world, through the real readers. */

test('consensus stands on what is read, and names what is not', async () => {
  const one = await fed(registry.item('intel/consensus/MARKET')!)
  const found = contentOf(ConsensusAnswer, one.conclude())
  expect(found.coverage).toBe(0.8)
  expect(found.votes).toMatchObject({ tradfi: null })
  for (const voter of ['perp_btc', 'perp_eth', 'perp_sol', 'stress', 'contagion', 'macro_risk'] as const)
    expect([voter, found.votes[voter] === null]).toEqual([voter, false])
  expect(found.missing).toContain('tradfi')
  expect(found.inputs.macro_risk.contentHash).toHaveLength(64)
  const { BULLISH, STRESSED, BEARISH, NEUTRAL } = found.shares
  expect(BULLISH + STRESSED + BEARISH + NEUTRAL).toBeCloseTo(1, 3)
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
