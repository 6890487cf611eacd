import { previewOf } from '../bound-sale.ts'
import { FIXED_DAYS_BOARD } from '../econ/dollar-index-days.ts'
import { defineFeed } from '../feed.ts'
import { linearTokens } from '../indices/linear-layout.ts'
import { concludeWithRegime } from '../indices/regime-index.ts'
import { TARIFF } from '../tariff.ts'
import { EQUITY_BANDS } from './equity-bands.ts'
import { EQUITY_STRESS } from './equity-carry.ts'
import { equityStressMethodology } from './equity-methodology.ts'
import { equityStressReadings } from './equity-readings.ts'
import { EQUITY_STRESS_EXAMPLE, EquityStressAnswer } from './equity-stress-answer.ts'
import { EQUITY_STRESS_LAYOUT } from './equity-stress-layout.ts'
import { EQUITY_STRESS_INDEX } from './equity-stress.ts'
import { MARKET_BOARDS, YAHOO_MARKETS, CBOE_LEVELS } from './market-boards.ts'
import { OWN_MARKETS } from './market-file.ts'
import { mainNumber } from '../main-value.ts'

export const equityStress = defineFeed({
  id: EQUITY_STRESS.id,
  carry: EQUITY_STRESS.carry,
  published: EQUITY_STRESS.published,
  family: 'indices',
  layer: 'Oracle Data',
  summary:
    'Stress of US equities, 0 to 100 with a regime: implied volatility, its own volatility, credit and the dollar',
  noun: 'equity stress index',
  subjects: [{ key: 'EQUITY', domain: 'EQUITY', name: 'equity', path: {} }],
  answer: EquityStressAnswer,
  example: EQUITY_STRESS_EXAMPLE,
  methodology: equityStressMethodology(),
  methodologyOf: equityStressMethodology,

  everySeconds: 300,
  boards: () => [...MARKET_BOARDS, FIXED_DAYS_BOARD],
  files: [OWN_MARKETS],
  needs: () => [[OWN_MARKETS, CBOE_LEVELS, YAHOO_MARKETS]],
  conclude: (_equity, context) => {
    const { boards, now } = context
    const found = concludeWithRegime(EQUITY_STRESS_INDEX, EQUITY_BANDS, equityStressReadings(boards, now), context)
    return found.kind === 'concluded' ? { ...found, content: { scope: 'EQUITY' as const, ...found.content } } : found
  },

  sale: {
    path: '/oracle/stress/equity',
    price: TARIFF.index,
    catalogue: '/oracle/stress/catalogue',
    canonical: EQUITY_STRESS_LAYOUT,
    tokens: (answer) => ({ scope: answer.scope, ...linearTokens('MESI', answer) }),
    sellableSeconds: EQUITY_STRESS.sellableSeconds,
    preview: previewOf<EquityStressAnswer>({
      staleMinutes: 1_440,
      main: mainNumber('value', { field: 'unit' }),
      fields: ['scope', 'value', 'unit', 'regime', 'confidence', 'degraded', 'methodVersion'],
    }),
  },
})
