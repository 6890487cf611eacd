import type { GasChain } from '../rpc/rpc-hosts.ts'

/** Chains on which assets are lent. */
export const LENDING_CHAINS = [
  'ethereum',
  'base',
  'arbitrum',
  'polygon',
  'optimism',
] as const satisfies readonly GasChain[]
export type LendingChain = (typeof LENDING_CHAINS)[number]

/** Assets that are lent. `usdc_e` is the bridged dollar, another asset than `usdc`. */
export const LENDING_ASSETS = ['usdc', 'usdt', 'weth', 'dai', 'wbtc', 'usds', 'usdc_e'] as const
export type LendingAsset = (typeof LENDING_ASSETS)[number]

/** A token on one chain. */
export interface LendingToken {
  readonly address: string
  readonly decimals: number
  /** What its contract may call itself: Tether's was renamed on some chains. */
  readonly symbols: readonly string[]
}

const DECIMALS: Readonly<Record<LendingAsset, number>> = {
  usdc: 6,
  usdt: 6,
  weth: 18,
  dai: 18,
  wbtc: 8,
  usds: 18,
  usdc_e: 6,
}

const SYMBOLS: Readonly<Record<LendingAsset, readonly string[]>> = {
  usdc: ['USDC'],
  usdt: ['USDT', 'USDT0', 'USD₮0'],
  weth: ['WETH'],
  dai: ['DAI'],
  wbtc: ['WBTC'],
  usds: ['USDS'],
  usdc_e: ['USDC.e'],
}

/** Of the optimism stack, at the same address on each chain. */
const STACK_WETH = '0x4200000000000000000000000000000000000006'
const BRIDGED_DAI = '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'

const ADDRESSES: Readonly<Record<LendingChain, Readonly<Partial<Record<LendingAsset, string>>>>> = {
  ethereum: {
    usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    dai: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    wbtc: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    usds: '0xdC035D45d973E3EC169d2276DDab16f1e407384F',
  },
  base: {
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    weth: STACK_WETH,
    dai: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
  },
  arbitrum: {
    usdc: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    usdt: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    weth: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    dai: BRIDGED_DAI,
    wbtc: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
  },
  polygon: {
    usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    usdc_e: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    usdt: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    weth: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
    dai: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
    wbtc: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
  },
  optimism: {
    usdc: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    usdt: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
    weth: STACK_WETH,
    dai: BRIDGED_DAI,
    wbtc: '0x68f180fcCe6836688e9084f035309E29Bf0A2095',
  },
}

type TokensOfChain = Readonly<Partial<Record<LendingAsset, LendingToken>>>

const tokensOf = (chain: LendingChain): TokensOfChain =>
  Object.fromEntries(
    LENDING_ASSETS.flatMap((asset) => {
      const address = ADDRESSES[chain][asset]
      return address === undefined ? [] : [[asset, { address, decimals: DECIMALS[asset], symbols: SYMBOLS[asset] }]]
    }),
  )

export const LENDING_TOKENS: Readonly<Record<LendingChain, TokensOfChain>> = {
  ethereum: tokensOf('ethereum'),
  base: tokensOf('base'),
  arbitrum: tokensOf('arbitrum'),
  polygon: tokensOf('polygon'),
  optimism: tokensOf('optimism'),
}
