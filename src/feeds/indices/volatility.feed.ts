import { previewOf } from '../bound-sale.ts'
import { actorId, defineFeed, type Conclusion, type Declined, type TickContext } from '../feed.ts'
import { DAILY_BOARDS } from '../boards/daily-boards.ts'
import { NAMED_FORWARD_BOARDS } from '../boards/option-boards.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { FUNDING } from '../derivatives/funding-carry.ts'
import { believedChains } from '../options/chains/believed-chains.ts'
import { ownSpot } from '../options/chains/own-spot.ts'
import { type Pair, pairOfSubject } from '../prices/pairs.ts'
import { SPOT } from '../prices/price-carry.ts'
import { TARIFF } from '../tariff.ts'
import { readingsOf } from './component.ts'
import { fundingReading } from './funding-reading.ts'
import { INDEX_PAIRS } from './index-pairs.ts'
import { optionReadings } from './option-readings.ts'
import { realizedVolatility } from './realized.ts'
import { concludeVolatility, type Readings, VolatilityAnswer } from './volatility-answer.ts'
import { VOLATILITY, type VolatilityCarry } from './volatility-carry.ts'
import { VOLATILITY_LAYOUT } from './volatility-layout.ts'
import { volatilityExample } from './volatility-example.ts'
import { volatilityMethodology, volatilityMethodologyOf } from './volatility-methodology.ts'
import { VOLATILITY_OPTIONS } from './volatility.ts'
import { mainNumber } from '../main-value.ts'

const conclude = (pair: Pair, context: TickContext): Conclusion<VolatilityAnswer, VolatilityCarry> | Declined => {
  const { boards, now } = context
  const spot = ownSpot(context, pair.key)
  const chains = believedChains(NAMED_FORWARD_BOARDS, boards, pair.base, spot, now)
  const readings: Readings = {
    rv: realizedVolatility(boards, pair.base, now),
    ...optionReadings(chains, now, VOLATILITY_OPTIONS),
    fr: fundingReading(context.earlier(FUNDING, pair.key), now),
  }
  return concludeVolatility(pair, readings, spot, now)
}

export const volatility = defineFeed({
  id: VOLATILITY.id,
  carry: VOLATILITY.carry,
  published: VOLATILITY.published,
  family: 'indices',
  layer: 'Oracle Data',
  summary:
    'Volatility index, 0 to 100: realized and implied volatility, term structure, funding and the balance of puts and calls',
  noun: 'volatility index',
  subjects: INDEX_PAIRS,
  answer: VolatilityAnswer,
  exampleOf: (subject) => volatilityExample(pairOfSubject(INDEX_PAIRS, subject)),
  methodology: volatilityMethodology(),
  methodologyOf: (subject) => volatilityMethodologyOf(pairOfSubject(INDEX_PAIRS, subject)),

  everySeconds: 60,
  keeps: () => ({ kind: 'rows', days: SOLD_DAYS.volatility, path: '/oracle/history/index/msvi/{base}{quote}' }),
  boards: () => [...DAILY_BOARDS, ...NAMED_FORWARD_BOARDS],
  after: (subject) => [actorId(SPOT, subject), actorId(FUNDING, subject)],
  conclude: (subject, context) => conclude(pairOfSubject(INDEX_PAIRS, subject), context),

  sale: {
    path: '/oracle/volatility/{base}/{quote}',
    price: TARIFF.index,
    catalogue: '/oracle/volatility/catalogue',
    canonical: VOLATILITY_LAYOUT,
    tokens: ({ pair, value, unit, components, confidence }) => ({
      pair,
      code: 'MSVI',
      value,
      unit,
      window: '30D',
      readings: readingsOf(components),
      confidence,
      method: 'v1',
    }),
    sellableSeconds: VOLATILITY.sellableSeconds,
    preview: previewOf<VolatilityAnswer>({
      staleMinutes: 60,
      main: mainNumber('value', { field: 'unit' }),
      fields: ['pair', 'value', 'unit', 'confidence', 'degraded', 'methodVersion'],
    }),
  },
})
