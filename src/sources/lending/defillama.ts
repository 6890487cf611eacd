import type { DecimalText } from '../market.ts'
import { largeQuery, type LargeReader } from '../large-reader.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { decimal, field, items, optional, type Piece, reply, same, text } from '../shape.ts'
import { eachOnce } from './each-once.ts'
import type { Protocol } from './lending-markets.ts'
import { LENDING_ASSETS, LENDING_CHAINS, type LendingAsset, type LendingChain, LENDING_TOKENS } from './tokens.ts'

/** DefiLlama: yields of all protocols, gathered once an hour. https://api-docs.defillama.com */
export const DEFILLAMA: Source = {
  name: 'defillama',
  origin: 'https://yields.llama.fi',
  // No limit is published; two questions every half hour.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 30_000,
  maxBytes: 4_194_304,
  rights: 'attribution',
  terms: 'https://defillama.com/terms',
  termsNote: 'Free and keyless; named as the source. Not reviewed by counsel.',
}

/** About 20,000 rows, 10 to 15 MB. */
const POOLS_BYTES = 25_165_824

/** One lending pool as DefiLlama sees it. Yields are per cent a year, compounded. */
export interface LlamaPool {
  readonly pool: string
  readonly protocol: Protocol
  readonly chain: LendingChain
  readonly asset: LendingAsset
  /** Without rewards. */
  readonly supplyApy: DecimalText
  readonly rewardApy: DecimalText | null
  /** What is left to borrow, dollars. */
  readonly leftUsd: DecimalText
}

/** The other side of a pool, joined by its id. */
export interface LlamaLoans {
  readonly pool: string
  readonly borrowApy: DecimalText
  readonly suppliedUsd: DecimalText
  readonly borrowedUsd: DecimalText
}

const PROJECTS: Readonly<Record<string, Protocol>> = {
  'aave-v3': 'aave',
  'compound-v3': 'compound',
  sparklend: 'spark',
  'moonwell-lending': 'moonwell',
  'sky-lending': 'sky',
  'morpho-v1': 'morpho',
  'fluid-lending': 'fluid',
  'euler-v2': 'euler',
}

/** Protocols whose pools are markets or vaults of their own, with a name. Of others a name means an isolated market. */
const NAMED: readonly Protocol[] = ['morpho', 'euler']

const CHAINS: Readonly<Record<string, LendingChain>> = {
  Ethereum: 'ethereum',
  Base: 'base',
  Arbitrum: 'arbitrum',
  Polygon: 'polygon',
  'OP Mainnet': 'optimism',
  Optimism: 'optimism',
}

const BY_ADDRESS: ReadonlyMap<string, LendingAsset> = new Map(
  LENDING_CHAINS.flatMap((chain) =>
    LENDING_ASSETS.flatMap((asset) => {
      const token = LENDING_TOKENS[chain][asset]
      return token ? [[`${chain} ${token.address.toLowerCase()}`, asset] as const] : []
    }),
  ),
)

/** By the address of the token: bridged dollars have the symbols of others. */
const assetOf = (row: Piece, chain: LendingChain): LendingAsset | null => {
  const tokens = field(row, 'underlyingTokens')
  if (tokens.value === null) return null
  const [only, ...others] = items(tokens)
  return only && others.length === 0 ? (BY_ADDRESS.get(`${chain} ${text(only).toLowerCase()}`) ?? null) : null
}

const orNull = (of: Piece): DecimalText | null => (of.value === null ? null : decimal(of))

const poolOf = (row: Piece): readonly LlamaPool[] => {
  const protocol = PROJECTS[text(field(row, 'project'))]
  const chain = CHAINS[text(field(row, 'chain'))]
  if (!protocol || !chain || field(row, 'exposure').value !== 'single') return []
  if (field(row, 'poolMeta').value !== null && !NAMED.includes(protocol)) return []
  const asset = assetOf(row, chain)
  const rewardApy = orNull(field(row, 'apyReward'))
  // A protocol without rewards may tell its yield as the whole alone.
  const supplyApy = orNull(field(row, 'apyBase')) ?? (rewardApy === null ? orNull(field(row, 'apy')) : null)
  if (asset === null || supplyApy === null) return []
  const leftUsd = decimal(field(row, 'tvlUsd'))
  return [{ pool: text(field(row, 'pool')), protocol, chain, asset, supplyApy, rewardApy, leftUsd }]
}

/**
 * Lending pools of our assets.
 *
 * @throws UnreadableReply also if there is none: an empty list is a provider in trouble
 */
export const llamaPools: LargeReader<[], readonly LlamaPool[]> = {
  name: 'llamapools',
  read: (body) => {
    const answer = reply(body)
    const status = optional(answer, 'status')
    if (status) same(status, 'success')
    const found = items(field(answer, 'data')).flatMap(poolOf)
    if (found.length === 0) throw new UnreadableReply('no lending pool of any of our assets')
    return eachOnce(found, ({ pool }) => pool)
  },
}

export const LLAMA_POOLS: Query<readonly LlamaPool[]> = largeQuery(
  { provider: DEFILLAMA, path: '/pools', maxBytes: POOLS_BYTES },
  llamaPools,
)

/** Loans of all lending pools, about 2,500 rows. A pool without loans has `null`. */
export const LLAMA_LOANS: Query<readonly LlamaLoans[]> = {
  provider: DEFILLAMA,
  path: '/lendBorrow',
  read: (body) => {
    const found = items(reply(body)).flatMap((row): readonly LlamaLoans[] => {
      const [borrowApy, suppliedUsd, borrowedUsd] = ['apyBaseBorrow', 'totalSupplyUsd', 'totalBorrowUsd'].map((name) =>
        orNull(field(row, name)),
      )
      return borrowApy && suppliedUsd && borrowedUsd
        ? [{ pool: text(field(row, 'pool')), borrowApy, suppliedUsd, borrowedUsd }]
        : []
    })
    if (found.length === 0) throw new UnreadableReply('no loans')
    return eachOnce(found, ({ pool }) => pool)
  },
}
