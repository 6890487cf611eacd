import { describe, expect, test } from 'bun:test'
import { legActor, legBoards } from '../../../src/feeds/prices/cross.ts'
import { crossingOf } from '../../../src/feeds/prices/crossing.ts'
import { PEG_PAIRS } from '../../../src/feeds/prices/pairs.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { HOUR_MS } from '../../../src/time-units.ts'
import { CLOSED, fixings, leftBehind, lookAt, OPEN } from '../../support/feeds/market.ts'

const [DOLLARS, EUROS] = ['USDT/USD', 'USDT/EUR'].map((name) => PEG_PAIRS.find((pair) => pair.name === name)!)
const PRICED = {
  value: 2.3,
  sources: ['kraken'],
  confidence: 0.8,
  legs: [{ pair: 'USDT/USD', basis: 'live' as const, at: OPEN }],
}

const crossing = (pair = EUROS!, states = fixings(OPEN - HOUR_MS), now = OPEN, earlier = {}) => {
  const found = crossingOf(lookAt(states, now, { earlier }), pair)
  if (found.kind !== 'crossing') throw new Error(JSON.stringify(found))
  return found
}

describe('from dollars into another currency', () => {
  test('a price in dollars stays as it is', () => {
    const { legs, priced } = crossing(DOLLARS)
    expect([legs, priced(PRICED)]).toEqual([[], PRICED])
  })

  test('is divided by the leg, unrounded, and is worth no more than that', () => {
    const { legs, priced } = crossing()
    const found = priced(PRICED)
    expect(found.value).toBe(2.3 / legs[0]!.value)
    // Fixings stand in for markets.
    expect([legs[0]!.method, found.confidence]).toEqual([0.7, 0.8 * 0.7])
  })

  test('names the sources of the leg behind its own, and shows the leg and its market', () => {
    const { legs, priced } = crossing()
    const found = priced(PRICED)
    expect(found.sources).toEqual(['kraken', ...legs[0]!.sources])
    expect(found.legs.map(({ pair }) => pair)).toEqual(['USDT/USD', 'EUR/USD'])
    expect(found.market?.status).toBe('open')
  })

  test('goes on over a closed market by what was left behind, and says so', () => {
    const earlier = { [legActor('EUR')]: leftBehind(1.15, CLOSED - 15 * HOUR_MS) }
    const { legs, priced } = crossing(EUROS, new Map(), CLOSED, earlier)
    expect([legs[0]!.basis, priced(PRICED).market?.status]).toEqual(['carried', 'closed'])
  })

  test('is none without a leg', () => {
    expect(crossingOf(lookAt(new Map(), OPEN), EUROS!).kind).not.toBe('crossing')
  })
})

describe('every price that is sold across a leg', () => {
  const crosses = registry.items.filter(
    ({ feed, path }) => ['price/metals', 'price/pegs', 'price/vwap'].includes(feed.id) && !/\/usd(\/|$)/.test(path),
  )
  const quoteOf = ({ subject }: (typeof crosses)[number]): string => subject.path['quote']!.toUpperCase()

  test.each(crosses.map((item) => [item.actor, item] as const))(
    '%s looks at what its leg is made of',
    (_actor, item) => {
      const { feed, subject } = item
      const boards = feed.boards(subject)
      for (const board of legBoards(quoteOf(item))) expect(boards).toContain(board)
      expect(feed.after(subject)).toEqual([legActor(quoteOf(item))])
    },
  )

  test('and there are some', () => {
    expect(new Set(crosses.map(({ feed }) => feed.id)).size).toBe(3)
  })
})
