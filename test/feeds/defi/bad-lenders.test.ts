import { describe, expect, test } from 'bun:test'
import { EveryRateAnswer, RankedAnswer } from '../../../src/feeds/defi/yield-answers.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { RPC_HOSTS } from '../../../src/sources/rpc/rpc-hosts.ts'
import { LENDING_CHAINS } from '../../../src/sources/lending/tokens.ts'
import { DAY_MS } from '../../../src/time-units.ts'
import { someOf } from '../../support/draws.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { lendingWorld } from '../../support/feeds/lending-world.ts'
import { WRONGS } from '../law-tables.ts'

/** Nodes, DefiLlama and Morpho of the simulated world are wrong, alone and together. */

const NODES = LENDING_CHAINS.flatMap((chain) => RPC_HOSTS[chain].map(({ source }) => source.name))
const EVERYBODY = [...NODES, 'defillama', 'morpho']
const ITEMS = registry.items.filter(({ feed }) => feed.family === 'defi').map(({ actor }) => actor)

const honest = (async () => {
  const { poll, rows } = lendingWorld()
  await poll()
  return rows()
})()

test('nobody speaks, and nothing was stored: every item declines', async () => {
  const { on, poll, conclude } = lendingWorld()
  await on.post({ halt: EVERYBODY })
  await poll()
  for (const actor of ITEMS) expect([actor, conclude(actor).kind]).not.toEqual([actor, 'concluded'])
})

test('a reply that says 7 % more at every source moves every rate by 7 %, and no size', async () => {
  const { on, poll, rows, conclude } = lendingWorld()
  await on.post({ lie: Object.fromEntries(EVERYBODY.map((name) => [name, 1.07])) })
  await poll()
  const before = await honest
  for (const [name, row] of rows()) {
    const { supply_apr: was, supplied_usd: supplied } = before.get(name)!
    expect([name, Math.abs(row.supply_apr - 1.07 * was) < 0.0002]).toEqual([name, true])
    expect([name, row.supplied_usd]).toEqual([name, supplied])
  }
  expect(contentOf(EveryRateAnswer, conclude('defi/yield-all/EVERY')).degraded).toBe(false)
})

test('DefiLlama lies by three points: no number moves, and the best stay the best', async () => {
  const { on, poll, rows, conclude } = lendingWorld()
  await poll()
  on.clock.move(DAY_MS + 600_000)
  await poll()
  const best = () =>
    ['usdc', 'usdt', 'weth', 'dai', 'wbtc'].map((asset) => conclude(`defi/yield-best/${asset.toUpperCase()}`))
  const leaders = () => best().map((each) => contentOf(RankedAnswer, each).best.supply_apr)
  expect(leaders()).toEqual([5.12, 5.05, 2.31, 4.44, 0.41])
  for (const factor of [1.75, 0.25]) {
    await on.post({ lie: { defillama: factor } })
    await poll()
    const before = await honest
    for (const [name, row] of rows())
      if (row.source !== 'defillama') expect([name, row.supply_apr]).toEqual([name, before.get(name)!.supply_apr])
    expect(leaders()).toEqual([5.12, 5.05, 2.31, 4.44, 0.41])
    expect(best().map((each) => contentOf(RankedAnswer, each).degraded)).toEqual([true, true, true, true, true])
  }
})

test('DefiLlama lies on the first day: Morpho, which has stood for no day, is not ranked, and that is said', async () => {
  const { on, poll, rows, conclude } = lendingWorld()
  await poll()
  const best = () =>
    ['usdc', 'usdt', 'weth', 'dai', 'wbtc'].map((asset) => conclude(`defi/yield-best/${asset.toUpperCase()}`))
  const leaders = best().map(
    (found) => found.kind === 'concluded' && (found.content as { best: { supply_apr: number } }).best.supply_apr,
  )
  expect(leaders).toEqual([5.12, 5.05, 2.31, 4.44, 0.41])
  for (const factor of [1.75, 0.25]) {
    await on.post({ lie: { defillama: factor } })
    await poll()
    const before = await honest
    for (const [name, row] of rows())
      if (row.source !== 'defillama') expect([name, row.supply_apr]).toEqual([name, before.get(name)!.supply_apr])
    // Morpho is the best of all but DAI; without a second witness it is not ranked, and that is said.
    const found = best().map((each) => contentOf(RankedAnswer, each))
    expect(found.map(({ best: { supply_apr: apr } }) => apr)).toEqual([4.83, 4.62, 2.11, 4.44, 0.33])
    for (const { degraded, missing, unranked } of found)
      expect([degraded, missing.some((name) => name.startsWith('morpho/')), unranked]).toEqual([
        true,
        true,
        expect.arrayContaining([expect.objectContaining({ protocol: 'morpho', reason: 'unconfirmed' })]),
      ])
  }
})

const CASES = Object.entries(WRONGS).flatMap(([what, wrong]) =>
  ['publicnode-base', 'drpc-polygon', 'optimism-optimism', 'defillama'].map((name) => [what, name, wrong] as const),
)

test.each(someOf(CASES, 11, 6))(
  '%s of %s from the first reading on moves no rate of a contract',
  async (_what, name, wrong) => {
    const { on, poll, rows } = lendingWorld()
    await on.post(wrong(name))
    // Long enough for every pair of nodes to have had its turn.
    for (let turn = 0; turn < 4; turn++) {
      await poll()
      on.clock.move(300_000)
    }
    const [before, found] = [await honest, rows()]
    for (const [market, row] of before)
      if (row.source === 'on-chain') expect([market, found.get(market)?.supply_apr]).toEqual([market, row.supply_apr])
  },
)

test('Morpho in per cent for fractions, or a hundredth of itself: the market is not ranked, or says that it differs', async () => {
  for (const [factor, source, agreement] of [
    [100, 'defillama', 'single'],
    [0.01, 'api', 'diverges'],
  ] as const) {
    const { on, poll, rows } = lendingWorld()
    await on.post({ misstate: { morpho: { supplyApy: factor, borrowApy: factor } } })
    await poll()
    expect(rows().get('morpho/base/usdc')).toMatchObject({ source, agreement, degraded: true })
  }
})

describe('a list that stands still', () => {
  const HOUR = 3_600_000
  test.each([
    ['morpho', 'morpho/base/usdc', 1],
    ['defillama', 'fluid/base/usdc', 3],
  ])('of %s says nothing after so many hours, however often it is told', async (name, market, hours) => {
    const { on, poll, rows } = lendingWorld()
    await poll()
    await on.post({ freeze: [name] })
    const sourceAfter = async (ms: number) => {
      on.clock.move(ms)
      await poll()
      return rows().get(market)?.source
    }
    const source = name === 'morpho' ? 'api' : 'defillama'
    expect(await sourceAfter(hours * HOUR - 60_000)).toBe(source)
    expect(await sourceAfter(60_000)).toBe(name === 'morpho' ? 'defillama' : undefined)
    await on.post({ clear: true })
    expect(await sourceAfter(60_000)).toBe(source)
  })
})
