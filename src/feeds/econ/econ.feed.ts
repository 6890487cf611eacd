import { DAY_SECONDS } from '../../time-units.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import { type AnyFeed, defineFeed } from '../feed.ts'
import { legActor, legBoards } from '../prices/cross.ts'
import type { Subject } from '../subject.ts'
import { COMMODITIES } from './commodity-indicators.ts'
import { RATE_BOUNDS } from './compare-series.ts'
import { concludeDollarIndex, FIXING_BOUND, MARKET_CURRENCIES } from './conclude-dollar-index.ts'
import { concludeIndicator, type Named } from './conclude-indicator.ts'
import { DOLLAR_LEGS, DOLLAR_SCALE } from './dollar-index.ts'
import { FIXED_DAYS_BOARD } from './dollar-index-days.ts'
import { EconAnswer, econSale } from './econ-answer.ts'
import { dollarIndexExample, indicatorExample } from './econ-example.ts'
import { EU_INDICATORS } from './eu-indicators.ts'
import { AGES, type Indicator } from './indicator.ts'
import { US_INDICATORS } from './us-indicators.ts'

/** One region, the last but one word of its paths, and the indicators that agencies publish about it. */
interface Region {
  readonly word: string
  readonly region: string
  readonly summary: string
  readonly noun: string
  readonly indicators: readonly Indicator[]
}

const DXY = 'dxy'

/** Names of actors have no underscores. */
const keyOf = (word: string): string => word.toUpperCase().replaceAll('_', '-')

const subjectOf = (region: string, word: string, name: string): Subject => {
  const indicator = word.toUpperCase()
  const domain = region === 'COMMODITIES' ? indicator : `${region}_${indicator}`
  return { key: keyOf(word), domain, name, path: { indicator: word } }
}

const ageRule = ({ freshSeconds, expireSeconds }: (typeof AGES)['day']): string =>
  `stale ${freshSeconds / DAY_SECONDS} d after the end of the period, not sold after ${expireSeconds / DAY_SECONDS} d`

const RULES = {
  value: "the agency's own text, never through a float; the yield curve is a difference of decimals",
  vintage:
    'the UTC day on which this value of this period was first seen here; another value of the same period is a new vintage and revised',
  held: 'a reply that changes more than half of the periods that are known is believed once it has stood for an hour',
  ages: Object.fromEntries(Object.entries(AGES).map(([name, ages]) => [name, ageRule(ages)])),
  unread: 'a source that was not read for 48 h is silent; without any other of the same number nothing is sold',
  second: {
    same: 'another publisher of the same number: equal, or disputed',
    annual: `an index against a yearly rate: its change over twelve months, one decimal, within ${RATE_BOUNDS.annual} points`,
    chained: `four quarters of growth against a yearly rate, within ${RATE_BOUNDS.chained} points`,
    growth: `levels of different compositions: their last change, within ${RATE_BOUNDS.growth} points`,
  },
  confidence:
    'freshness of the end of the period; times 0.7 if a second source disagrees, if the first one is silent and another stands in, or if there is only one witness',
}

const publishers = (indicators: readonly Indicator[]) =>
  Object.fromEntries(
    indicators.map(({ word, unit, ways }) => [
      word,
      {
        unit,
        sources: ways.map(
          ({ board, agency, seriesId, compare }) => `${board.source.name}: ${agency} ${seriesId}, ${compare}`,
        ),
      },
    ]),
  )

const DOLLAR_RULES = {
  formula: `${DOLLAR_SCALE} times each leg to the power of its weight, legs rounded to six decimals first; a computation, not the index of ICE`,
  weights: Object.fromEntries(DOLLAR_LEGS.map(({ pair, weight }) => [pair, weight])),
  legs: 'exchange rates as they are sold; the krona is the median of the central banks that publish it, none older than 120 h',
  previous: 'by the ECB’s fixings of the last business day before, all of one table',
  check: `the index of the ECB’s newest fixings lies within ${100 * FIXING_BOUND} %`,
}

const feedOf = ({ word, region, summary, noun, indicators }: Region): AnyFeed => {
  const hasDollar = region === 'COMMODITIES'
  const byKey = new Map(indicators.map((each) => [keyOf(each.word), each]))
  const named = ({ domain, path }: Subject): Named => ({ domain, region, indicator: path['indicator']!.toUpperCase() })
  return defineFeed({
    id: `econ/${word}`,
    family: 'econ',
    layer: 'Oracle Data',
    summary,
    noun,
    subjects: [
      ...indicators.map((each) => subjectOf(region, each.word, each.name)),
      ...(hasDollar ? [subjectOf(region, DXY, 'Dollar index')] : []),
    ],
    answer: EconAnswer,
    exampleOf: (subject) => {
      const indicator = byKey.get(subject.key)
      return indicator ? indicatorExample(indicator, named(subject)) : dollarIndexExample(named(subject))
    },
    methodology: { ...RULES, indicators: publishers(indicators), ...(hasDollar && { dollarIndex: DOLLAR_RULES }) },

    everySeconds: 1_200,
    boards: ({ key }) => {
      const indicator = byKey.get(key)
      if (indicator) return [...new Set(indicator.ways.map(({ board }) => board))]
      const legs = MARKET_CURRENCIES.flatMap((currency) => legBoards(currency))
      return [...new Set([...legs, ...FIXING_BOARDS.values(), FIXED_DAYS_BOARD])]
    },
    after: ({ key }) => (byKey.has(key) ? [] : MARKET_CURRENCIES.map(legActor)),
    conclude: (subject, context) => {
      const indicator = byKey.get(subject.key)
      return indicator
        ? concludeIndicator(indicator, named(subject), context)
        : concludeDollarIndex(named(subject), context)
    },

    sale: econSale(`/oracle/econ/${word}/{indicator}`),
  })
}

export const unitedStates = feedOf({
  word: 'us',
  region: 'US',
  summary: 'Economic values of the United States as their agencies publish them, with vintage and revisions',
  noun: 'economic value',
  indicators: US_INDICATORS,
})

export const europe = feedOf({
  word: 'eu',
  region: 'EU',
  summary: 'Economic values of the euro area as Eurostat publishes them, checked against the ECB',
  noun: 'economic value',
  indicators: EU_INDICATORS,
})

export const commodities = feedOf({
  word: 'commodities',
  region: 'COMMODITIES',
  summary: 'Spot prices of oil, gas and copper, and the dollar index computed from exchange rates',
  noun: 'price',
  indicators: COMMODITIES,
})
