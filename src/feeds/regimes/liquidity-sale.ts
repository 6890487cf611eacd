import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { inputsCheck } from '../recount-inputs.ts'
import { TARIFF } from '../tariff.ts'
import type { HoldRule } from './held-regime.ts'
import { LiquidityAnswer, liquidityOf } from './liquidity-answer.ts'
import { LIQUIDITY } from './liquidity-carry.ts'
import { LEAST_SIGNALS, LIQUIDITY_PLACES } from './liquidity-facts.ts'
import { coinInputs } from './liquidity-inputs.ts'
import { LIQUIDITY_DOMINANTS, LIQUIDITY_REGIMES } from './liquidity-words.ts'
import { isAllowed, repeats } from './recount-regime.ts'
import { mainWord } from '../main-value.ts'

/** A change must hold at two evaluations, which are a minute apart and some seconds early or late. */
export const LIQUIDITY_HOLD: HoldRule = { holdSeconds: 55, pauseSeconds: 600 }

/** Checks what follows from the inputs of a body, by the functions and tables that the feed uses. */
const recountLiquidity = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(LiquidityAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const { btc, eth } = body.inputs
  const found = liquidityOf(body.inputs)
  return [
    inputsCheck(btc, (context) => coinInputs(context, 'BTC'), at),
    inputsCheck(eth, (context) => coinInputs(context, 'ETH'), at),
    {
      what: 'scores, sum, confidence and what is missing follow from the inputs',
      ok: repeats(body, found.shown) && found.count >= LEAST_SIGNALS,
    },
    { what: 'the score allows the regime', ok: isAllowed(found, body, at, LIQUIDITY_HOLD), detail: found.outcome },
  ]
}

/** `v1|REGIME|LIQUIDITY|<regime>|<score>|<confidence>|<dominant>|SHA256:<content>|<timestamp>|<nonce>` */
export const LIQUIDITY_SALE = boundSale(
  'REGIME',
  {
    kind: oneOf('LIQUIDITY'),
    regime: oneOf(...LIQUIDITY_REGIMES),
    stress_score: measure(LIQUIDITY_PLACES.score),
    confidence: measure(LIQUIDITY_PLACES.confidence),
    dominant_signal: oneOf(...LIQUIDITY_DOMINANTS),
  },
  {
    answer: LiquidityAnswer,
    path: '/oracle/regime/liquidity',
    catalogue: '/oracle/regime/liquidity/catalogue',
    price: TARIFF.regime,
    sellableSeconds: LIQUIDITY.sellableSeconds,
    apart: () => ({ kind: 'LIQUIDITY' as const }),
    preview: { staleMinutes: 1_440, main: mainWord('regime'), fields: ['regime'] },
    recompute: recountLiquidity,
  },
)
