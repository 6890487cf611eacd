import { type LendingAsset, type LendingChain, LENDING_CHAINS, type LendingToken, LENDING_TOKENS } from './tokens.ts'

/** Which lending markets are read, and where. Addresses are confirmed by the contracts themselves once an hour. */

export const PROTOCOLS = ['aave', 'compound', 'spark', 'moonwell', 'sky', 'morpho', 'fluid', 'euler'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** Who tells a rate first: contracts, the protocol's own interface, or an aggregator alone. */
export type Primary = 'on-chain' | 'api' | 'defillama'

/** The form of the contracts. `none`: they are not read. */
export type ContractForm = 'aave' | 'comet' | 'moonwell' | 'savings' | 'none'

/** One asset of one protocol on one chain. */
export interface LendingMarket {
  /** `aave/base/usdc` */
  readonly name: string
  readonly protocol: Protocol
  readonly chain: LendingChain
  readonly asset: LendingAsset
  readonly token: LendingToken
  readonly primary: Primary
  readonly form: ContractForm
  /** Aave: the addresses provider; Spark: the data provider; else the contract of the market itself. */
  readonly contract: string
}

/** Aave's registry of addresses, which names the data provider in force: https://github.com/bgd-labs/aave-address-book */
const AAVE: Readonly<Record<LendingChain, string>> = {
  ethereum: '0x2f39d218133AFaB8F2B819B1066c7E434Ad94E9e',
  base: '0xe20fCBdBfFC4Dd138cE8b2E6FBb6CB49777ad64D',
  arbitrum: '0xa97684ead0e402dC232d5A977953DF7ECBaB3CDb',
  polygon: '0xa97684ead0e402dC232d5A977953DF7ECBaB3CDb',
  optimism: '0xa97684ead0e402dC232d5A977953DF7ECBaB3CDb',
}

/** https://devs.spark.fi */
const SPARK = '0xFc21d6d146E6086B8359705C8b28512a983db0cb'
/** The vault of Sky's savings, sUSDS: https://developers.sky.money */
const SAVINGS = '0xa3931d71877C0E7a3148CB7Eb4463524FEc27fbD'

/** One contract per base asset: https://docs.compound.finance */
const COMETS: readonly (readonly [LendingChain, LendingAsset, string])[] = [
  ['ethereum', 'usdc', '0xc3d688B66703497DAA19211EEdff47f25384cdc3'],
  ['ethereum', 'usdt', '0x3Afdc9BCA9213A35503b077a6072F3D0d5AB0840'],
  ['ethereum', 'weth', '0xA17581A9E3356d9A858b789D68B4d866e593aE94'],
  ['base', 'usdc', '0xb125E6687d4313864e53df431d5425969c15Eb2F'],
  ['arbitrum', 'usdc', '0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf'],
  // Polygon's is of the bridged dollar, which is another asset.
  ['polygon', 'usdc_e', '0xF25212E676D1F7F89Cd72fFEe66158f541246445'],
  ['optimism', 'usdc', '0x2e44e174f7D53F0212823acC11C01A11d58c5bCB'],
  ['optimism', 'usdt', '0x995E394b8B2437aC8Ce61Ee0bC610D617962B214'],
  ['optimism', 'weth', '0xE36A30D249f7761327fd973001A32010b521b6Fd'],
]

/** https://docs.moonwell.fi/moonwell/protocol-information/contracts */
const MOONWELL: readonly (readonly [LendingChain, LendingAsset, string])[] = [
  ['base', 'usdc', '0xEdc817A28E8B93B03976FBd4a3dDBc9f7D176c22'],
  ['base', 'weth', '0x628ff693426583D9a7FB391E54366292F509D457'],
  ['base', 'dai', '0x73b06D8d18De422E269645eaCe15400DE7462417'],
  ['optimism', 'usdc', '0x8E08617b0d66359D73Aa11E11017834C29155525'],
  ['optimism', 'usdt', '0xa3A53899EE8f9f6E963437C5B3f805FEc538BF84'],
  ['optimism', 'weth', '0xb4104C02BBf4E9be85AAa41a62974E4e28D59A33'],
  ['optimism', 'dai', '0x3FE782C2Fe7668C2F1Eb313ACf3022a31feaD6B2'],
  ['optimism', 'wbtc', '0x6e6CA598A06E609c913551B729a228B023f06fDB'],
]

const FIVE = ['usdc', 'usdt', 'weth', 'dai', 'wbtc'] as const
const STABLE_AND_WETH = ['usdc', 'usdt', 'weth'] as const
const USDC_AND_WETH = ['usdc', 'weth'] as const

type Form = Pick<LendingMarket, 'primary' | 'form' | 'contract'>

const market = (protocol: Protocol, chain: LendingChain, asset: LendingAsset, form: Form): LendingMarket => {
  const token = LENDING_TOKENS[chain][asset]
  if (!token) throw new Error(`${asset} has no address on ${chain}`)
  return { name: `${protocol}/${chain}/${asset}`, protocol, chain, asset, token, ...form }
}

const onChain = (form: ContractForm, contract: string): Form => ({ primary: 'on-chain', form, contract })
const unread = (primary: Primary): Form => ({ primary, form: 'none', contract: '' })

/** Where an aggregator alone is asked. */
const ALONE: readonly (readonly [LendingChain, readonly LendingAsset[]])[] = [
  ['ethereum', STABLE_AND_WETH],
  ['base', USDC_AND_WETH],
  ['arbitrum', STABLE_AND_WETH],
]

/** All markets, in the order in which they are listed. */
export const LENDING_MARKETS: readonly LendingMarket[] = [
  ...LENDING_CHAINS.flatMap((chain) =>
    (chain === 'base' ? USDC_AND_WETH : FIVE).map((asset) =>
      market('aave', chain, asset, onChain('aave', AAVE[chain])),
    ),
  ),
  ...COMETS.map(([chain, asset, comet]) => market('compound', chain, asset, onChain('comet', comet))),
  ...FIVE.map((asset) => market('spark', 'ethereum', asset, onChain('aave', SPARK))),
  ...MOONWELL.map(([chain, asset, own]) => market('moonwell', chain, asset, onChain('moonwell', own))),
  market('sky', 'ethereum', 'usds', onChain('savings', SAVINGS)),
  ...FIVE.map((asset) => market('morpho', 'ethereum', asset, unread('api'))),
  ...USDC_AND_WETH.map((asset) => market('morpho', 'base', asset, unread('api'))),
  ...(['fluid', 'euler'] as const).flatMap((protocol) =>
    ALONE.flatMap(([chain, assets]) => assets.map((asset) => market(protocol, chain, asset, unread('defillama')))),
  ),
]

/** Whether the data provider is asked for at the market's contract, or is that contract. */
export const isRegistry = ({ protocol }: LendingMarket): boolean => protocol === 'aave'
