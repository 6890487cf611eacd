import { expect, test } from 'bun:test'
import { type AnyFeed, exampleOf } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { changed, failedOf } from '../../support/feeds/changed-body.ts'
import { type Body, travelled } from '../../support/feeds/content-of.ts'

/** What `claros verify` counts again of prices of gas and of their ranking. */

const checks = (feed: AnyFeed, body: Body, of: Body): readonly string[] => {
  const { canonical, tokens } = feed.sale
  return failedOf(canonical.recompute!(tokens(body), of))
}
const bodyOf = (actor: string) => {
  const { feed, subject } = registry.item(actor)!
  return { feed, body: travelled(exampleOf(feed, subject)) }
}

test.each(registry.items.filter(({ feed }) => feed.id === 'gas/chain').map(({ actor }) => actor))(
  'the price of %s follows from gas and coin, and says who stands behind it',
  (actor) => {
    const { feed, body } = bodyOf(actor)
    expect(checks(feed, body, body)).toEqual([])
    const COST = 'cost follows from gas and coin price'
    const REST = 'cost in coins, chain and number of nodes follow from the string'
    expect(checks(feed, { ...body, txCostUsd: 1 }, body)).toEqual([COST])
    for (const [name, to] of [
      ['txCostNative', '0.1'],
      ['sourceCount', 2],
      ['degraded', true],
      ['chainId', 5],
      ['native', 'BTC'],
    ] as const)
      expect([name, checks(feed, body, changed(body, [name], to))]).toEqual([name, [REST]])
    expect(checks(feed, body, {})).toEqual([REST])
  },
)

test('ranks and ratios of the ranking follow from its costs', () => {
  const { feed, body } = bodyOf('gas/index/ALL')
  expect(checks(feed, body, body)).toEqual([])
  const RANKS = 'ranks, ratios and what is missing follow from the costs'
  for (const [path, to] of [
    [['ranking', 1, 'rank'], 1],
    [['ranking', 2, 'relative'], 1.5],
    [['ranking', 2, 'relative'], null],
    [['missing'], ['base']],
  ] as const)
    expect([path, checks(feed, body, changed(body, path, to))]).toEqual([path, [RANKS]])
  expect(checks(feed, body, changed(body, ['ranking', 0, 'txCostUsd'], 0.000_001))).not.toEqual([])
  expect(checks(feed, body, {})).toContain(RANKS)
})
