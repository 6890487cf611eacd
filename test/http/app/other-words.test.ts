import { expect, test } from 'bun:test'
import { registry } from '../../../src/feeds/registry.ts'
import { nowhereProblem } from '../../../src/http/app/other-words.ts'
import { type FeedRouteDeps, feedEndpoints } from '../../../src/http/endpoints/feed-endpoints.ts'
import { partOf } from '../../support/part-of.ts'

/** What is said to whoever asks for a subject that is not there. */

const paywall = partOf<FeedRouteDeps['paywall']>({
  docs: 'https://oracle.example/docs',
  closedFeeds: partOf<FeedRouteDeps['paywall']['closedFeeds']>({ of: () => null, version: () => 0 }),
})
const deps = partOf<FeedRouteDeps>({
  paywall,
  publicUrl: 'https://oracle.example',
  snapshots: partOf<FeedRouteDeps['snapshots']>({}),
  notices: partOf<FeedRouteDeps['notices']>({}),
})
const nowhere = nowhereProblem(feedEndpoints(registry, deps))

test('a market that is not in the table is 404, and the answer lists those that are', () => {
  const { code, details } = nowhere('/oracle/defi/yield/aave/base/doge')
  expect([code, details.length]).toEqual(['not_found', 2])
  expect(details).toMatchObject([
    { path: 'path', rule: 'nearest', message: expect.stringContaining('/oracle/defi/yield/aave/base/usdc, ') },
    { path: 'path', rule: 'one_of' },
  ])
  const message = JSON.stringify(details[1])
  expect(message).toContain(
    '/oracle/defi/yield/{protocol}/{chain}/{asset} is served as /oracle/defi/yield/aave/arbitrum/dai, ',
  )
  expect(message.match(/\/oracle\/defi\/yield\/\w+\/\w+\/\w+/g)).toHaveLength(68)
})

test('of more than a hundred paths the first hundred are named, and nothing of what was asked', () => {
  const [endpoint] = feedEndpoints(registry, deps).filter(
    ({ template }) => template === '/oracle/defi/metrics/{protocol}',
  )
  const many = Array.from({ length: 300 }, (_, at) => ({ ...endpoint!, path: `/oracle/defi/metrics/p${1_000 + at}` }))
  const { message, details } = nowhereProblem(many)('/oracle/defi/metrics/whoever-asks')
  const told = JSON.stringify([message, details[1]])
  expect([...told.matchAll(/metrics\/p(\d+)/g)].map(([, at]) => Number(at))).toEqual(
    Array.from({ length: 100 }, (_, at) => 1_000 + at),
  )
  expect(told).not.toContain('whoever')
})

test.each([
  ['/oracle/defi/yield/best/doge', '/oracle/defi/yield/best/usdt'],
  ['/Oracle/DeFi/metrics/fluid', '/oracle/defi/metrics/moonwell'],
  ['/oracle/compute/best/t4', '/oracle/compute/best/h200'],
])('%s: %s is among what is served', (asked, served) =>
  expect(JSON.stringify(nowhere(asked).details)).toContain(served),
)

test.each([
  '/oracle',
  '/oracle/defi',
  '/oracle/defi/yield/aave/base',
  '/oracle/defi/yield/aave/base/usdc/now/then',
  '/x',
])('%s has the form of nothing that is sold', (asked) =>
  expect(nowhere(asked)).toMatchObject({ code: 'not_found', details: [] }),
)
