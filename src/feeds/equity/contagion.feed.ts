import { rounded } from '../../canonical/measure.ts'
import { previewOf } from '../bound-sale.ts'
import { FIXED_DAYS_BOARD } from '../econ/dollar-index-days.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import type { ReadingsOf } from '../indices/component.ts'
import { CONTAGION, type ContagionCarry } from '../indices/contagion-carry.ts'
import { linearTokens } from '../indices/linear-layout.ts'
import { concludeWithRegime } from '../indices/regime-index.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { fisherError } from '../math/pearson.ts'
import { TARIFF } from '../tariff.ts'
import { CLOSES_BOARDS } from './closes-boards.ts'
import { bitcoinCloses, returnsBehind, togetherMeasure } from './common-closes.ts'
import { CONTAGION_EXAMPLE, ContagionAnswer, SESSION } from './contagion-answer.ts'
import { contagionMethodology } from './contagion-methodology.ts'
import { CONTAGION_BANDS, CONTAGION_INDEX, type ContagionKey } from './contagion.ts'
import { CONTAGION_LAYOUT } from './contagion-layout.ts'
import { dollarMomentum } from './dollar-momentum.ts'
import { CBOE_DAYS, MARKET_BOARDS, YAHOO_MARKETS } from './market-boards.ts'
import { OWN_MARKETS } from './market-file.ts'
import { levelNow } from './market-measures.ts'
import { heardOf, type MarketMeasure } from './market-tellers.ts'
import { mainNumber } from '../main-value.ts'
import { asFallback } from '../reading.ts'
import { areClosesUnknown } from './early-closes.ts'
import { isForeignSession } from './session.ts'

const ERROR_PLACES = 4

const conclude = (context: TickContext): Conclusion<ContagionAnswer, ContagionCarry> | Declined => {
  const { boards, now } = context
  const bitcoin = bitcoinCloses(boards)
  const isStandIn = isForeignSession(now) || areClosesUnknown(now)
  const heard = (key: ContagionKey, measure: MarketMeasure) => {
    const found = heardOf(boards, now, CONTAGION_INDEX.scales[key], measure)
    return found && isStandIn ? asFallback(found) : found
  }
  const readings: ReadingsOf<ContagionKey> = {
    corr: heard('corr', togetherMeasure(bitcoin, 'correlation')),
    eqv: heard('eqv', levelNow('VIX')),
    dxy: dollarMomentum(boards, now),
    beta: heard('beta', togetherMeasure(bitcoin, 'beta')),
  }
  const found = concludeWithRegime(CONTAGION_INDEX, CONTAGION_BANDS, readings, context)
  if (found.kind !== 'concluded') return found
  const returns = readings.corr === null ? null : returnsBehind(boards, bitcoin, now)
  const { value, unit, regime, regime_since, confidence, degraded, ...more } = found.content
  return {
    ...found,
    content: {
      scope: 'MARKET',
      value,
      unit,
      regime,
      regime_since,
      confidence,
      degraded,
      session: SESSION,
      returns,
      fisher_se: returns === null ? null : rounded(fisherError(returns), ERROR_PLACES),
      ...more,
    },
  }
}

export const contagion = defineFeed({
  id: CONTAGION.id,
  carry: CONTAGION.carry,
  published: CONTAGION.published,
  family: 'indices',
  layer: 'Oracle Data',
  summary:
    'How far bitcoin moves with equities, 0 to 100 with a regime: correlation, beta, implied volatility and the dollar',
  noun: 'contagion index',
  subjects: [{ key: 'MARKET', domain: 'MARKET', name: 'market', path: {} }],
  answer: ContagionAnswer,
  example: CONTAGION_EXAMPLE,
  methodology: contagionMethodology(),
  methodologyOf: contagionMethodology,

  everySeconds: 300,
  keeps: () => ({ kind: 'rows', days: SOLD_DAYS.contagion, path: '/oracle/history/index/msti' }),
  boards: () => [...MARKET_BOARDS, ...CLOSES_BOARDS, FIXED_DAYS_BOARD],
  files: [OWN_MARKETS],
  needs: () => [[OWN_MARKETS, CBOE_DAYS, YAHOO_MARKETS]],
  conclude: (_market, context) => conclude(context),

  sale: {
    path: '/oracle/contagion/market',
    price: TARIFF.index,
    catalogue: '/oracle/contagion/catalogue',
    canonical: CONTAGION_LAYOUT,
    tokens: (answer) => ({ scope: answer.scope, ...linearTokens('MSTI', answer) }),
    sellableSeconds: CONTAGION.sellableSeconds,
    preview: previewOf<ContagionAnswer>({
      staleMinutes: 60,
      main: mainNumber('value', { field: 'unit' }),
      fields: ['scope', 'value', 'unit', 'regime', 'confidence', 'degraded', 'methodVersion'],
    }),
  },
})
