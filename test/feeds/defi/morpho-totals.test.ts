import { expect, test } from 'bun:test'
import { LLAMA_BOARD } from '../../../src/feeds/boards/yield-boards.ts'
import { morphoTotals } from '../../../src/feeds/defi/morpho-totals.ts'
import type { LlamaPool } from '../../../src/sources/lending/defillama.ts'
import type { MorphoMarket } from '../../../src/sources/lending/morpho.ts'

/** What lists that nobody checks word by word may put into a sum. */

const market = (change: Partial<MorphoMarket> = {}): MorphoMarket => ({
  asset: 'usdc',
  supplyApy: '0.04',
  borrowApy: '0.05',
  suppliedUsd: '1000000',
  borrowedUsd: '800000',
  ...change,
})

test.each<[string, Partial<MorphoMarket>]>([
  ['that pays 500 %', { supplyApy: '4.98', borrowApy: '5.01' }],
  ['that pays more than it takes', { supplyApy: '0.06' }],
  ['that pays less than nothing', { supplyApy: '-0.01' }],
  ['that lent more than it has', { borrowedUsd: '1000001' }],
  ['with loans below nothing', { borrowedUsd: '-1' }],
])('a market %s is no part of a mean', (_what, change) =>
  expect(morphoTotals([market(), market(change)])).toEqual(morphoTotals([market()])),
)

test('loans of pools that are not ours are not kept', () => {
  const row = { apyBaseBorrow: 5, totalSupplyUsd: 2, totalBorrowUsd: 1 }
  const sizes = { supplyApy: '4', rewardApy: null, leftUsd: '1' }
  const pools: readonly LlamaPool[] = [{ pool: 'ours', protocol: 'aave', chain: 'base', asset: 'usdc', ...sizes }]
  const state = { ...LLAMA_BOARD.empty, pools }
  const [ask] = LLAMA_BOARD.asks({ now: 1, state, listed: null })
  const loans = ask!.next!(state)!.enter(JSON.stringify(['ours', 'other'].map((pool) => ({ ...row, pool }))), 1, state)
  expect(loans.loans.map(({ pool }) => pool)).toEqual(['ours'])
})
