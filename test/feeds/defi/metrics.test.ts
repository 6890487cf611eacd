import { describe, expect, test } from 'bun:test'
import { concludeMetrics, concludeProtocol } from '../../../src/feeds/defi/conclude-defi.ts'
import { MetricsAnswer, ProtocolAnswer } from '../../../src/feeds/defi/metrics-answers.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { LENDING_MARKETS, type Protocol } from '../../../src/sources/lending/lending-markets.ts'
import { changed, failedOf } from '../../support/feeds/changed-body.ts'
import { type Body, contentOf, travelled } from '../../support/feeds/content-of.ts'
import { assetPrices, contracts, type ContractsSay } from '../../support/feeds/lending.ts'
import { lookAt, OPEN, type States } from '../../support/feeds/market.ts'

/** Sizes of protocols against values that were worked out by hand. */

const look = (states: States) => lookAt(states, OPEN, { earlier: assetPrices() })
const onChain = LENDING_MARKETS.filter(({ form }) => form !== 'none')
const namesOf = (protocol: Protocol): readonly string[] =>
  onChain.filter((market) => market.protocol === protocol).map(({ name }) => name)

const small: ContractsSay = { supplyApr: '4', supplied: '0', borrowed: '0' }
const saying = (names: readonly string[], more: Readonly<Record<string, ContractsSay>> = {}): States =>
  contracts({ ...Object.fromEntries(names.map((name) => [name, small])), ...more })

const SPARK = saying(namesOf('spark'), {
  'spark/ethereum/dai': { supplyApr: '4', supplied: '3000000', borrowed: '1500000' },
  'spark/ethereum/usdc': { supplyApr: '8', supplied: '1000100.010001', borrowed: '900000' },
})

describe('one protocol', () => {
  test('is the sum of its markets, its rate weighted by what is supplied', () => {
    const found = contentOf(ProtocolAnswer, concludeProtocol('spark', look(SPARK)))
    // 1,000,100.01 · 0.9999 is 1,000,000; (3 · 4 + 1 · 8) / 4; 899,910 of 4,000,000 and 1,500,000 are lent.
    expect(found).toMatchObject({
      protocol: 'spark',
      supplied_usd: 4_000_000,
      borrowed_usd: 2_399_910,
      tvl_usd: 1_600_090,
      avg_supply_apr: 5,
      utilization: 0.6,
      missing: [],
    })
    expect(found.assets.slice(0, 2).map(({ asset, tvl_usd: tvl }) => [asset, tvl])).toEqual([
      ['dai', 1_500_000],
      ['usdc', 100_090],
    ])
    expect(found.assets).toHaveLength(5)
  })

  test('of which half of the markets are silent is no sum', () => {
    const [a = '', b = '', c = ''] = namesOf('spark')
    expect(concludeProtocol('spark', look(saying([a, b])))).toEqual({ kind: 'quorum_missed', have: 2, need: 3 })
    const found = contentOf(ProtocolAnswer, concludeProtocol('spark', look(saying([a, b, c]))))
    expect([found.missing, found.avg_supply_apr, found.utilization, found.degraded]).toEqual([
      ['spark/ethereum/dai', 'spark/ethereum/wbtc'],
      null,
      null,
      true,
    ])
  })
})

test('all protocols are told by chain, the largest first, and need half of the markets', () => {
  const states = saying(
    onChain.map(({ name }) => name),
    {
      'aave/base/usdc': { supplyApr: '4', supplied: '10001000.1', borrowed: '0' },
      'aave/base/weth': { supplyApr: '2', supplied: '1000', borrowed: '500' },
      'spark/ethereum/dai': { supplyApr: '4', supplied: '20000000', borrowed: '1000000' },
    },
  )
  const found = contentOf(MetricsAnswer, concludeMetrics(look(states)))
  expect(found.protocols.slice(0, 2)).toEqual([
    {
      protocol: 'spark',
      chain: 'ethereum',
      asset_count: 5,
      tvl_usd: 19_000_000,
      supplied_usd: 20_000_000,
      borrowed_usd: 1_000_000,
      avg_supply_apr: 4,
      utilization: 0.05,
    },
    {
      protocol: 'aave',
      chain: 'base',
      asset_count: 2,
      tvl_usd: 11_700_000,
      supplied_usd: 13_400_000,
      borrowed_usd: 1_700_000,
      // (10 · 4 + 3.4 · 2) / 13.4
      avg_supply_apr: 3.4925,
      utilization: 0.1269,
    },
  ])
  expect(found.total_tvl_usd).toBe(30_700_000)
  expect(found.protocols).toHaveLength(14)
  const names = onChain.map(({ name }) => name)
  expect(concludeMetrics(look(saying(names.slice(0, 33))))).toEqual({ kind: 'quorum_missed', have: 33, need: 34 })
  expect(concludeMetrics(look(saying(names.slice(0, 34)))).kind).toBe('concluded')
})

describe('a body that was changed does not verify', () => {
  const checksOf = (actor: string, path: readonly (string | number)[], to: unknown): readonly string[] => {
    const { feed, subject } = registry.item(actor)!
    const states = actor === 'defi/metrics/EVERY' ? saying(onChain.map(({ name }) => name)) : SPARK
    const found = feed.conclude(subject, look(states))
    if (found.kind !== 'concluded') throw new Error(found.kind)
    const body = travelled(found.content) as Body
    const { canonical, tokens } = feed.sale
    const written = canonical.write(tokens(body), { timestamp: 1_795_000_005, nonce: 482_910 })
    expect(written).toStartWith(`v1|DEFI|METRICS|${actor === 'defi/metrics/EVERY' ? 'ALL|0' : 'spark|1600090'}|drpc`)
    const { values } = canonical.read(written)
    expect(failedOf(canonical.recompute!(values, body))).toEqual([])
    return failedOf(canonical.recompute!(values, changed(body, path, to)))
  }
  test.each([
    ['defi/protocol/SPARK', ['avg_supply_apr'], 5.1],
    ['defi/protocol/SPARK', ['assets', 0, 'supplied_usd'], 3_000_001],
    ['defi/protocol/SPARK', ['assets', 0, 'observed_at'], 1],
    ['defi/metrics/EVERY', ['protocols', 0, 'tvl_usd'], 1],
    ['defi/metrics/EVERY', ['protocols', 0, 'utilization'], 0.5],
    ['defi/metrics/EVERY', ['total_tvl_usd'], 7],
  ] as const)('%s with another %p', (actor, path, to) => expect(checksOf(actor, path, to).length).toBeGreaterThan(0))
})
