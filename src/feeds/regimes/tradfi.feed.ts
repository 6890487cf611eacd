import { defineFeed } from '../feed.ts'
import { concludeTradfi } from './conclude-tradfi.ts'
import { TradfiAnswer } from './tradfi-answer.ts'
import { TRADFI } from './tradfi-carry.ts'
import { tradfiExample } from './tradfi-example.ts'
import { TRADFI_ACTORS, TRADFI_NEEDS } from './tradfi-inputs.ts'
import { TRADFI_METHODOLOGY } from './tradfi-methodology.ts'
import { TRADFI_SALE } from './tradfi-sale.ts'

export const tradfi = defineFeed({
  id: TRADFI.id,
  carry: TRADFI.carry,
  published: TRADFI.published,
  family: 'regimes',
  layer: 'Oracle Information',
  summary: 'How much risk traditional markets take: one of four regimes from equity stress, NQ volatility and yields',
  noun: 'regime',
  subjects: [{ key: 'EQUITY', domain: 'EQUITY', name: 'Traditional markets', path: {} }],
  answer: TradfiAnswer,
  example: tradfiExample(),
  methodology: TRADFI_METHODOLOGY,

  everySeconds: 300,
  after: () => TRADFI_ACTORS,
  needs: () => TRADFI_NEEDS,
  conclude: (_equity, context) => concludeTradfi(context),

  sale: TRADFI_SALE,
})
