import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure, orUnknown } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { publishedAnswer, inputFrom } from '../attested.ts'
import { boundSale } from '../bound-sale.ts'
import { actorId, type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { STRESS } from '../indices/stress-carry.ts'
import { PERP } from '../regimes/perp-carry.ts'
import { perpExample } from '../regimes/perp-example.ts'
import { PERP_COINS, PERP_REGIMES, type PerpCoin } from '../regimes/perp-words.ts'
import { inputsCheck, NOTHING_TOLD } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import { shownTable } from '../rules/decision-table.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_CATALOGUE, INTEL_FEED, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { SetupAnswer, type SetupInputs, setupsOf } from './setup-answer.ts'
import { DRIVERS, LEAST_CONFIDENCE, MARKET_BIAS, MARKET_BIASES, RAISED_RISK, SETUP_POINTS } from './setup-rules.ts'
import { mainWord } from '../main-value.ts'

const MARKET: Subject = { key: 'MARKET', domain: 'MARKET', name: 'market', path: {} }

type Published = Pick<ReturnType<typeof perpExample>, 'regime' | 'bias' | 'confidence' | 'risk' | 'signals'>

const factsOf = ({ regime, bias, confidence, risk, signals }: Published) => ({
  regime,
  bias,
  confidence,
  risk,
  contributions: Object.fromEntries(Object.entries(signals).map(([name, { contribution }]) => [name, contribution])),
})

const inputOf = (context: TickContext, key: PerpCoin): SetupInputs['btc'] => {
  const found = publishedAnswer(context, PERP, key)
  const actor = actorId(PERP, { key })
  if (!found) return { value: null, timestamp: null, actor, contentHash: null }
  const { values, timestamp, contentHash } = found
  return { value: factsOf(values), timestamp, actor, contentHash }
}

const STRESS_ACTOR = actorId(STRESS, MARKET)

const inputsOf = (context: TickContext): SetupInputs => ({
  btc: inputOf(context, 'BTC'),
  eth: inputOf(context, 'ETH'),
  sol: inputOf(context, 'SOL'),
  stress: inputFrom(publishedAnswer(context, STRESS, 'MARKET'), STRESS_ACTOR, ({ regime }): string => regime),
})

const conclude = (context: TickContext): Conclusion<SetupAnswer> | Declined => {
  const inputs = inputsOf(context)
  const found = setupsOf(inputs)
  if (!found) return { kind: 'input_missing', input: 'perpetual regimes' }
  return {
    kind: 'concluded',
    content: { service: 'perp_setup', layer: 'Oracle Intelligence', ...found, inputs, disclaimer: DISCLAIMER },
    carry: {},
  }
}

const NONE = 'NONE' as const

/** Whether coin, regime and score of the string are those of the body. */
const saysSetup = (
  stated: { readonly setup: string; readonly setup_regime: string; readonly setup_score: number | null },
  body: Readonly<Record<string, Json>>,
): boolean => {
  if (!Value.Check(SetupAnswer, body)) return false
  const { highest_confidence_setup: setup } = body
  return (
    stated.setup === (setup?.currency ?? NONE) &&
    stated.setup_regime === (setup?.regime ?? NONE) &&
    stated.setup_score === (setup?.score ?? null)
  )
}

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(SetupAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const found = setupsOf(body.inputs)
  return [
    inputsCheck(body.inputs, inputsOf(NOTHING_TOLD), at),
    {
      what: 'scores, setup, edge, invalidations and confidence follow from the inputs',
      ok: found !== null && repeats(body, found),
    },
  ]
}

const example = (): SetupAnswer => {
  const input = (key: PerpCoin): SetupInputs['btc'] => ({
    value: factsOf(perpExample(key)),
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
      actor: STRESS_ACTOR,
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
    qualifies: `confidence of at least ${LEAST_CONFIDENCE} and a bias; the highest score wins, ties in the order ${PERP_COINS.join(', ')}`,
    drivers: Object.fromEntries(Object.entries(DRIVERS).map(([regime, words]) => [regime, [...words]])),
    edge: 'drivers of the regime, then up to three signals whose weighted score points its way, the strongest first',
    invalidation: 'each condition of the row of the regime, negated; and a spike, whose row comes first',
    confidence: 'of the setup; without one the mean of the coins that were scanned',
  },

  after: () => [...PERP_COINS.map((key) => actorId(PERP, { key })), STRESS_ACTOR],
  needs: () => [PERP_COINS.map((key) => ({ actor: actorId(PERP, { key }) }))],
  conclude: (_market, context) => conclude(context),

  // `v1|INTEL|PERP_SETUP|<coin or NONE>|<regime or NONE>|<score or NA>|<market bias>|<confidence>|SHA256:<content>|…`
  sale: boundSale(
    'INTEL',
    {
      kind: oneOf('PERP_SETUP'),
      setup: oneOf(...PERP_COINS, NONE),
      setup_regime: oneOf(...PERP_REGIMES, NONE),
      setup_score: orUnknown(measure(1)),
      market_bias: oneOf(...MARKET_BIASES),
      confidence: measure(INTEL_PLACES),
    },
    {
      ...INTEL_SALE,
      answer: SetupAnswer,
      path: '/oracle/intel/perp/setup',
      catalogue: '/oracle/intel/perp/catalogue',
      alsoListedAt: [INTEL_CATALOGUE],
      price: TARIFF.perpSetup,
      apart: ({ highest_confidence_setup: setup }) => ({
        kind: 'PERP_SETUP' as const,
        setup: setup?.currency ?? NONE,
        setup_regime: setup?.regime ?? NONE,
        setup_score: setup?.score ?? null,
      }),
      preview: {
        staleMinutes: INTEL_STALE_MINUTES,
        main: mainWord('market_bias'),
        fields: ['service', 'market_bias', 'setups_found'],
      },
      recompute: (stated, body) => [
        ...recount(stated, body),
        { what: 'the string says the setup of the body', ok: saysSetup(stated, body) },
      ],
    },
  ),
})
