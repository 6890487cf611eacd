import { expect, test } from 'bun:test'
import { ConsensusAnswer } from '../../../src/feeds/intel/consensus-answer.ts'
import { OpportunityAnswer } from '../../../src/feeds/intel/opportunity-answer.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'

/** Intelligence from the replies of the simulated world, through the real readers. */

test('consensus stands on perpetuals, stress and macro risk while the other markets are not read', async () => {
  const one = await fed(registry.item('intel/consensus/MARKET')!)
  const found = contentOf(ConsensusAnswer, one.conclude())
  expect(found.coverage).toBe(0.7333)
  expect(found.votes).toMatchObject({ tradfi: null, contagion: null })
  for (const voter of ['perp_btc', 'perp_eth', 'perp_sol', 'stress', 'macro_risk'] as const)
    expect([voter, found.votes[voter] === null]).toEqual([voter, false])
  expect(found.missing).toContain('tradfi')
  expect(found.inputs.macro_risk.contentHash).toHaveLength(64)
  const { BULLISH, STRESSED, BEARISH, NEUTRAL } = found.shares
  expect(BULLISH + STRESSED + BEARISH + NEUTRAL).toBeCloseTo(1, 3)
})

test('the best lending opportunity is the first of what was compared, and contagion that is unknown costs a point', async () => {
  const one = await fed(registry.item('intel/defi-opportunity/MARKET')!)
  const found = contentOf(OpportunityAnswer, one.conclude())
  expect(found.market_context.msti_regime).toBeNull()
  expect(found.missing).toEqual(['contagion'])
  expect(found.all_opportunities).toEqual(found.eligible.slice(0, 5))
  const { rationale: _, ...best } = found.highest_opportunity
  expect(best).toEqual(found.eligible[0]!)
  const base = { CALM: 0, ELEVATED: 1, HIGH: 2.5, EXTREME: 4 }[found.market_context.mssi_regime ?? ''] ?? Number.NaN
  for (const row of found.eligible)
    expect([row.protocol, row.stress_penalty]).toEqual([
      row.protocol,
      Math.min(4, base + (['spark', 'sky'].includes(row.protocol) ? 0 : 1)),
    ])
})
