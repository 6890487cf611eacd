import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { LiquidityAnswer } from './liquidity-answer.ts'
import { LIQUIDITY } from './liquidity-carry.ts'
import { LIQUIDITY_PLACES } from './liquidity-evaluated.ts'
import { DOMINANTS, LIQUIDITY_REGIMES } from './liquidity-words.ts'
import { recountLiquidity } from './recount-liquidity.ts'

/** `v1|REGIME|LIQUIDITY|<regime>|<score>|<confidence>|<dominant>|SHA256:<content>|<timestamp>|<nonce>` */
export const LIQUIDITY_SALE = boundSale(
  'REGIME',
  {
    scope: oneOf('LIQUIDITY'),
    regime: oneOf(...LIQUIDITY_REGIMES),
    stress_score: measure(LIQUIDITY_PLACES.score),
    confidence: measure(LIQUIDITY_PLACES.confidence),
    dominant_signal: oneOf(...DOMINANTS),
  },
  {
    answer: LiquidityAnswer,
    path: '/oracle/regime/liquidity',
    catalogue: '/oracle/regime/liquidity/catalogue',
    price: TARIFF.regime,
    sellableSeconds: LIQUIDITY.sellableSeconds,
    preview: { staleMinutes: 1_440, fields: ['regime'] },
    recompute: recountLiquidity,
  },
)
