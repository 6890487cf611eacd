import { actorId, type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { PERP } from '../regimes/perp-carry.ts'
import { perpExample } from '../regimes/perp-example.ts'
import { PERP_COINS, type PerpCoin } from '../regimes/perp-words.ts'
import { shownTable } from '../rules/decision-table.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_FEED, MARKET } from './intel-fields.ts'
import { SetupAnswer, type SetupInputs, setupsOf } from './setup-answer.ts'
import { SETUP_STRESS, setupFacts, setupInputs } from './setup-inputs.ts'
import { DRIVERS, MARKET_BIAS, QUALIFYING, RAISED_RISK, SETUP_POINTS } from './setup-rules.ts'
import { PERP_SETUP_SALE } from './perp-setup-sale.ts'

const conclude = (context: TickContext): Conclusion<SetupAnswer> | Declined => {
  const inputs = setupInputs(context)
  const found = setupsOf(inputs)
  if (!found) return { kind: 'input_missing', input: 'perpetual regimes' }
  return {
    kind: 'concluded',
    content: { service: 'perp_setup', layer: 'Oracle Intelligence', ...found, inputs, disclaimer: DISCLAIMER },
    carry: {},
  }
}

const example = (): SetupAnswer => {
  const input = (key: PerpCoin): SetupInputs['btc'] => ({
    value: setupFacts(perpExample(key)),
    timestamp: EXAMPLE_AT,
    actor: actorId(PERP, { key }),
    contentHash: '5be1f0a94c7d3e28a6b9c0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5',
  })
  const inputs: SetupInputs = {
    btc: input('BTC'),
    eth: input('ETH'),
    sol: input('SOL'),
    stress: {
      value: 'CALM',
      timestamp: EXAMPLE_AT,
      actor: SETUP_STRESS,
      contentHash: '7ce1f0a94c7d3e28a6b9c0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5',
    },
  }
  return { service: 'perp_setup', layer: 'Oracle Intelligence', ...setupsOf(inputs)!, inputs, disclaimer: DISCLAIMER }
}

export const perpSetup = defineFeed({
  ...INTEL_FEED,
  id: 'intel/perp-setup',
  summary: 'The best supported perpetual setup among three coins, what speaks for it and what would end it',
  noun: 'perpetual setup',
  subjects: [MARKET],
  answer: SetupAnswer,
  example: example(),
  methodology: {
    marketBias: shownTable(MARKET_BIAS),
    raisedRisk: shownTable(RAISED_RISK),
    score: '100 * confidence and the points of all rows that hold',
    points: shownTable(SETUP_POINTS),
    qualifies: shownTable(QUALIFYING),
    best: `the highest score of those that qualify, ties in the order ${PERP_COINS.join(', ')}`,
    drivers: Object.fromEntries(Object.entries(DRIVERS).map(([regime, words]) => [regime, [...words]])),
    edge: 'drivers of the regime, then up to three signals whose weighted score points its way, the strongest first',
    invalidation: 'each condition of the row of the regime, negated; and a spike, whose row comes first',
    confidence: 'of the setup; without one the mean of the coins that were scanned',
  },

  after: () => [...PERP_COINS.map((key) => actorId(PERP, { key })), SETUP_STRESS],
  needs: () => [PERP_COINS.map((key) => ({ actor: actorId(PERP, { key }) }))],
  conclude: (_market, context) => conclude(context),

  sale: PERP_SETUP_SALE,
})
