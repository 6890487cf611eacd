import { previewOf } from '../bound-sale.ts'
import { defineFeed } from '../feed.ts'
import { linearTokens } from '../indices/linear-layout.ts'
import { concludeWithRegime } from '../indices/regime-index.ts'
import { TARIFF } from '../tariff.ts'
import { EQUITY_BANDS } from './equity-bands.ts'
import { NQ_VOLATILITY } from './equity-carry.ts'
import { nqVolatilityMethodology } from './equity-methodology.ts'
import { nqVolatilityReadings } from './equity-readings.ts'
import { CBOE_DAYS, MARKET_BOARDS, YAHOO_MARKETS } from './market-boards.ts'
import { OWN_MARKETS } from './market-file.ts'
import { NQ_VOLATILITY_EXAMPLE, NqVolatilityAnswer } from './nq-volatility-answer.ts'
import { NQ_VOLATILITY_LAYOUT } from './nq-volatility-layout.ts'
import { NQ_VOLATILITY_INDEX } from './nq-volatility.ts'
import { mainNumber } from '../main-value.ts'

export const nqVolatility = defineFeed({
  id: NQ_VOLATILITY.id,
  carry: NQ_VOLATILITY.carry,
  published: NQ_VOLATILITY.published,
  family: 'indices',
  layer: 'Oracle Data',
  summary:
    'Volatility of the Nasdaq-100, 0 to 100 with a regime: daily ranges, term structure, ranges against the S&P 500, VVIX and momentum',
  noun: 'volatility index',
  subjects: [{ key: 'NQ-USD', domain: 'NQUSD', name: 'NQ/USD', path: {} }],
  answer: NqVolatilityAnswer,
  example: NQ_VOLATILITY_EXAMPLE,
  methodology: nqVolatilityMethodology(),
  methodologyOf: nqVolatilityMethodology,

  everySeconds: 300,
  boards: () => MARKET_BOARDS,
  files: [OWN_MARKETS],
  needs: () => [[OWN_MARKETS, CBOE_DAYS, YAHOO_MARKETS]],
  conclude: (_nq, context) => {
    const { boards, now } = context
    const found = concludeWithRegime(NQ_VOLATILITY_INDEX, EQUITY_BANDS, nqVolatilityReadings(boards, now), context)
    return found.kind === 'concluded' ? { ...found, content: { pair: 'NQUSD' as const, ...found.content } } : found
  },

  sale: {
    path: '/oracle/volatility/nq/usd',
    price: TARIFF.index,
    catalogue: '/oracle/volatility/catalogue',
    canonical: NQ_VOLATILITY_LAYOUT,
    tokens: (answer) => ({ pair: answer.pair, ...linearTokens('MNVI', answer) }),
    sellableSeconds: NQ_VOLATILITY.sellableSeconds,
    preview: previewOf<NqVolatilityAnswer>({
      staleMinutes: 1_440,
      main: mainNumber('value', { field: 'unit' }),
      fields: ['pair', 'value', 'unit', 'regime', 'confidence', 'degraded', 'methodVersion'],
    }),
  },
})
