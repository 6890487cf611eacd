import { previewOf } from '../bound-sale.ts'
import { actorId, defineFeed, type Conclusion, type Declined, type TickContext } from '../feed.ts'
import { DAILY_BOARDS } from '../boards/daily-boards.ts'
import { OPTION_BOARDS } from '../boards/option-boards.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { FUNDING } from '../derivatives/funding-carry.ts'
import { type Pair, pairOfSubject, SPOT_PAIRS } from '../prices/pairs.ts'
import { SPOT } from '../prices/price-carry.ts'
import { TARIFF } from '../tariff.ts'
import { FLOORS } from './assembly.ts'
import { readingsOf } from './component.ts'
import { fundingReading } from './funding-reading.ts'
import { optionReadings } from './option-readings.ts'
import { realizedVolatility } from './realized.ts'
import { concludeVolatility, type Readings, VolatilityAnswer } from './volatility-answer.ts'
import { VOLATILITY, type VolatilityCarry } from './volatility-carry.ts'
import { VOLATILITY_LAYOUT } from './volatility-layout.ts'
import { volatilityExample } from './volatility-example.ts'
import { volatilityMethodology, volatilityMethodologyOf } from './volatility-methodology.ts'
import { VOLATILITY_KEYS } from './volatility.ts'

/** Coins whose option chains have enough quotes for an index. */
const VOLATILITY_PAIRS: readonly Pair[] = SPOT_PAIRS.filter(({ name }) => ['BTC/USD', 'ETH/USD'].includes(name))

/** How old a spot price may be and still count as of the same minute. */
const SAME_MINUTE_SECONDS = 60

const spotPrice = (pair: Pair, context: TickContext): number | null => {
  const spot = context.earlier(SPOT, pair.key)
  const price = spot?.content['price']
  if (!spot || typeof price !== 'string' || context.now / 1_000 - spot.timestamp > SAME_MINUTE_SECONDS) return null
  return Number(price)
}

const conclude = (pair: Pair, context: TickContext): Conclusion<VolatilityAnswer, VolatilityCarry> | Declined => {
  const { boards, now } = context
  const spot = spotPrice(pair, context)
  const readings: Readings = {
    rv: realizedVolatility(boards, pair.base, now),
    ...optionReadings(boards, pair.base, spot, now),
    fr: fundingReading(context.earlier(FUNDING, pair.key), now),
  }
  const concluded = concludeVolatility(pair, readings, spot, now)
  if (concluded.kind === 'concluded') return concluded
  const missing = VOLATILITY_KEYS.filter((key) => readings[key] === null)
  const standing = `weight ${concluded.weight.toFixed(2)} of ${FLOORS.weight}, confidence ${concluded.confidence.toFixed(2)} of ${FLOORS.confidence}`
  return { kind: 'input_missing', input: `${missing.join(', ') || 'confidence'} (${standing})` }
}

export const volatility = defineFeed({
  ...VOLATILITY,
  family: 'indices',
  layer: 'Oracle Data',
  summary:
    'Volatility index, 0 to 100: realized and implied volatility, term structure, funding and the balance of puts and calls',
  noun: 'volatility index',
  subjects: VOLATILITY_PAIRS,
  answer: VolatilityAnswer,
  exampleOf: (subject) => volatilityExample(pairOfSubject(VOLATILITY_PAIRS, subject)),
  methodology: volatilityMethodology(),
  methodologyOf: (subject) => volatilityMethodologyOf(pairOfSubject(VOLATILITY_PAIRS, subject)),

  everySeconds: 60,
  keeps: () => ({ kind: 'rows', days: SOLD_DAYS.volatility, path: '/oracle/history/index/msvi/{base}{quote}' }),
  boards: () => [...DAILY_BOARDS, ...OPTION_BOARDS],
  after: (subject) => [actorId(SPOT, subject), actorId(FUNDING, subject)],
  conclude: (subject, context) => conclude(pairOfSubject(VOLATILITY_PAIRS, subject), context),

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
    sellableSeconds: 300,
    preview: previewOf<VolatilityAnswer>({
      staleMinutes: 60,
      fields: ['pair', 'value', 'unit', 'confidence', 'degraded', 'methodVersion'],
    }),
  },
})
