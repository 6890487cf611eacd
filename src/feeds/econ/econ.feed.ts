import type { AnyBoard } from '../board.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import { type AnyFeed, defineFeed } from '../feed.ts'
import { legActor, legBoards } from '../prices/cross.ts'
import { keyOfWord, type Subject } from '../subject.ts'
import { COMMODITIES } from './commodity-indicators.ts'
import { concludeDollarIndex, MARKET_CURRENCIES } from './conclude-dollar-index.ts'
import { concludeIndicator, type Named } from './conclude-indicator.ts'
import { FIXED_DAYS_BOARD } from './dollar-index-days.ts'
import { EconAnswer, econSale } from './econ-answer.ts'
import { ECON_US } from './econ-published.ts'
import { DOLLAR_RULES, ECON_RULES, publishersOf } from './econ-methodology.ts'
import { dollarIndexExample, indicatorExample } from './econ-example.ts'
import { EU_INDICATORS } from './eu-indicators.ts'
import type { Indicator } from './indicator.ts'
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

const subjectOf = (region: string, word: string, name: string): Subject => {
  const indicator = word.toUpperCase()
  const domain = region === 'COMMODITIES' ? indicator : `${region}_${indicator}`
  return { key: keyOfWord(word), domain, name, path: { indicator: word } }
}

const dollarBoards = (): readonly AnyBoard[] => {
  const legs = MARKET_CURRENCIES.flatMap((currency) => legBoards(currency))
  return [...new Set([...legs, ...FIXING_BOARDS.values(), FIXED_DAYS_BOARD])]
}

const feedOf = ({ word, region, summary, noun, indicators }: Region): AnyFeed => {
  const hasDollar = region === 'COMMODITIES'
  const byKey = new Map(indicators.map((each) => [keyOfWord(each.word), each]))
  const named = ({ domain, path }: Subject): Named => ({ domain, region, indicator: path['indicator']!.toUpperCase() })
  return defineFeed({
    id: `econ/${word}`,
    published: ECON_US.published,
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
    methodology: {
      ...ECON_RULES,
      indicators: publishersOf(indicators),
      ...(hasDollar && { dollarIndex: DOLLAR_RULES }),
    },

    everySeconds: 1_200,
    boards: ({ key }) => {
      const indicator = byKey.get(key)
      if (indicator) return [...new Set(indicator.ways.map(({ board }) => board))]
      return dollarBoards()
    },
    // What is compared alone makes no value.
    needs: (subject) => {
      const ways = byKey.get(subject.key)?.ways ?? []
      return [
        ways.length > 0 ? ways.filter(({ compare }) => compare === 'same').map(({ board }) => board) : dollarBoards(),
      ]
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
