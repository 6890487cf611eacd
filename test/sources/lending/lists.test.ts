import { describe, expect, test } from 'bun:test'
import { LLAMA_LOANS, LLAMA_POOLS } from '../../../src/sources/lending/defillama.ts'
import { morphoMarkets } from '../../../src/sources/lending/morpho.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/** What DefiLlama and Morpho tell. No row of lending was recorded of either but savings: the others are constructed. */

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ROW = {
  chain: 'Ethereum',
  project: 'aave-v3',
  symbol: 'USDC',
  tvlUsd: 528_000_000.25,
  apyBase: 4.18533,
  apyReward: null,
  apy: 4.18533,
  pool: 'aa70268e-4b52-42bf-a116-608b370f9501',
  exposure: 'single',
  poolMeta: null,
  underlyingTokens: [USDC],
}
const pools = (...rows: readonly object[]): string => JSON.stringify({ status: 'success', data: rows })
const readPools = (...rows: readonly object[]) => LLAMA_POOLS.read(pools(...rows))

describe('DefiLlama', () => {
  test.skipIf(!recordedAvailable)('recorded: savings at 4.75 %, told as a whole; no vault, no other token', () => {
    expect(LLAMA_POOLS.read(recorded('macro/defillama/yields-pools').body)).toEqual([
      {
        pool: 'd8c4eff5-c8a9-46fc-a888-057c4c668e72',
        protocol: 'sky',
        chain: 'ethereum',
        asset: 'usds',
        supplyApy: '4.75',
        rewardApy: null,
        leftUsd: '2080326527',
      },
    ])
  })

  test('yields stay the text that was sent, rewards apart', () => {
    expect(readPools(ROW, { ...ROW, pool: 'other', apyReward: 0.7, apy: 4.88533 })).toEqual([
      {
        pool: ROW.pool,
        protocol: 'aave',
        chain: 'ethereum',
        asset: 'usdc',
        supplyApy: '4.18533',
        rewardApy: null,
        leftUsd: '528000000.25',
      },
      expect.objectContaining({ supplyApy: '4.18533', rewardApy: '0.7' }),
    ])
  })

  const POLYGON = { ...ROW, chain: 'Polygon' }
  test.each([
    [
      'bridged USDC of Polygon as another asset',
      { ...POLYGON, underlyingTokens: ['0x2791bca1f2de4661ed88a30c99a7a9449aa84174'] },
      'usdc_e',
    ],
    [
      'native USDC of Polygon in small letters',
      { ...POLYGON, underlyingTokens: ['0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'] },
      'usdc',
    ],
    [
      'a vault of Morpho by its token',
      { ...ROW, project: 'morpho-v1', symbol: 'STEAKUSDC', poolMeta: 'vault' },
      'usdc',
    ],
    [
      'Optimism under both of its names',
      { ...ROW, chain: 'Optimism', underlyingTokens: ['0x4200000000000000000000000000000000000006'] },
      'weth',
    ],
  ])('reads %s', (_what, row, asset) => expect(readPools(row).map((pool) => pool.asset as string)).toEqual([asset]))

  test.each([
    ['an isolated market', { ...ROW, poolMeta: 'horizon' }],
    ['a pair', { ...ROW, exposure: 'multi' }],
    ['two tokens', { ...ROW, underlyingTokens: [USDC, USDC] }],
    ['no token: a symbol is not enough', { ...ROW, underlyingTokens: null }],
    ['the token of another chain', { ...ROW, chain: 'Base' }],
    ['another protocol', { ...ROW, project: 'maple' }],
    ['another chain', { ...ROW, chain: 'Avalanche' }],
    ['no yield', { ...ROW, apyBase: null, apy: null }],
    ['rewards alone', { ...ROW, apyBase: null, apyReward: 3, apy: 3 }],
  ])('leaves out %s', (_what, row) => expect(readPools(ROW, row)).toHaveLength(1))

  test.each([
    ['an empty list', pools()],
    ['no row of ours', pools({ ...ROW, project: 'maple' })],
    ['another status', JSON.stringify({ status: 'error', data: [ROW] })],
    ['a yield that is no number', pools({ ...ROW, apyBase: 'high' })],
    ['a row without a size', pools({ ...ROW, tvlUsd: undefined })],
    ['a pool twice', pools(ROW, { ...ROW, apyBase: 9 })],
    ['a page', '<!DOCTYPE html>'],
  ])('is not read with %s', (_what, body) => expect(unreadable(() => LLAMA_POOLS.read(body))).not.toBe(''))

  test('15 MB that were cut in the middle are no list', () => {
    const row = `${JSON.stringify({ ...ROW, predictions: 'x'.repeat(15_000) })},`
    const whole = `{"status":"success","data":[${row.repeat(1_000)}${JSON.stringify(ROW)}]}`
    expect(whole.length).toBeGreaterThan(15e6)
    expect(LLAMA_POOLS.maxBytes).toBe(24 * 2 ** 20)
    expect(unreadable(() => LLAMA_POOLS.read(whole.slice(0, whole.length / 2)))).toContain('not JSON')
  })

  const LOAN = { pool: ROW.pool, apyBaseBorrow: 5.66, totalSupplyUsd: 2.4e9, totalBorrowUsd: 1_872_000_000.5 }
  test('loans are joined by the pool, and what is not borrowed is left out', () => {
    expect(LLAMA_LOANS.read(JSON.stringify([LOAN, { ...LOAN, apyBaseBorrow: null }]))).toEqual([
      { pool: ROW.pool, borrowApy: '5.66', suppliedUsd: '2400000000', borrowedUsd: '1872000000.5' },
    ])
    for (const body of [
      '[]',
      JSON.stringify([LOAN, LOAN]),
      JSON.stringify({ data: [LOAN] }),
      JSON.stringify([{ ...LOAN, totalSupplyUsd: 'x' }]),
    ])
      unreadable(() => LLAMA_LOANS.read(body))
  })
})

const MARKET = {
  uniqueKey: '0x01',
  listed: true,
  loanAsset: { address: USDC, symbol: 'USDC' },
  state: {
    supplyApy: 0.046_213_7,
    borrowApy: 0.052_1,
    supplyAssetsUsd: 840_000_000.5,
    borrowAssetsUsd: 739_200_000,
  },
}
const morpho = morphoMarkets('ethereum')
const readMarkets = (...items: readonly object[]) => morpho.read(JSON.stringify({ data: { markets: { items } } }))

describe('Morpho', () => {
  test('is asked for listed markets of our tokens on one chain', () => {
    const { query } = JSON.parse(morphoMarkets('base').body!) as { query: string }
    for (const part of ['chainId_in:[8453]', 'listed:true', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'borrowApy'])
      expect(query).toContain(part)
  })

  test('yields are fractions, as text', () => {
    expect(readMarkets(MARKET)).toEqual([
      {
        asset: 'usdc',
        supplyApy: '0.0462137',
        borrowApy: '0.0521',
        suppliedUsd: '840000000.5',
        borrowedUsd: '739200000',
      },
    ])
  })

  test.each([
    ['unlisted, whatever was asked', { ...MARKET, listed: false }],
    [
      'of another token that is called USDC',
      { ...MARKET, loanAsset: { address: `0x${'1'.repeat(40)}`, symbol: 'USDC' } },
    ],
    ['without a price', { ...MARKET, state: { ...MARKET.state, supplyAssetsUsd: null } }],
  ])('a market that is %s is left out', (_what, market) =>
    expect(readMarkets(MARKET, { ...market, uniqueKey: '0x02' })).toHaveLength(1),
  )

  test.each([
    ['no market', { data: { markets: { items: [] } } }],
    ['a market twice', { data: { markets: { items: [MARKET, MARKET] } } }],
    ['errors', { errors: [{ message: 'Cannot query field' }] }],
    ['no word on whether it is listed', { data: { markets: { items: [{ ...MARKET, listed: undefined }] } } }],
    [
      'a yield that is no number',
      { data: { markets: { items: [{ ...MARKET, state: { ...MARKET.state, supplyApy: null } }] } } },
    ],
  ])('is not read with %s', (_what, body) => expect(unreadable(() => morpho.read(JSON.stringify(body)))).not.toBe(''))
})
