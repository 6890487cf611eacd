import { type Static, Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { EQUITY_BANDS } from './equity-bands.ts'

/** What an equity index hands on to those that read it. */
const EquityCarry = Type.Object({
  /** 0 to 100, unrounded. */
  value: Type.Number(),
  unit: Type.Literal('index'),
  regime: Type.String(),
  confidence: Type.Number(),
  /** Unix milliseconds of the oldest input. */
  observedAt: Type.Number(),
})
export type EquityCarry = Static<typeof EquityCarry>

const READ = {
  value: Type.Number(),
  regime: word(EQUITY_BANDS.names, 'Regime'),
  confidence: Type.Number(),
}

/** How long the answers are sold: five ticks would be more than an index as an input stays fresh. */
const SELLABLE_SECONDS = 900

/** The equity stress index, for those that read it. Its only subject is `EQUITY`. */
export const EQUITY_STRESS = {
  id: 'index/equity-stress',
  carry: EquityCarry,
  published: Type.Object({
    ...READ,
    components: Type.Object({ vix: Type.Object({ value: Type.Union([Type.Number(), Type.Null()]) }) }),
  }),
  sellableSeconds: SELLABLE_SECONDS,
} as const

/** The NQ volatility index, for those that read it. Its only subject is `NQ-USD`. */
export const NQ_VOLATILITY = {
  id: 'index/nq-volatility',
  carry: EquityCarry,
  published: Type.Object(READ),
  sellableSeconds: SELLABLE_SECONDS,
} as const
