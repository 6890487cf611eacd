import type { DecimalText } from '../market.ts'
import type { Query, Source } from '../query.ts'
import { UnreadableReply } from '../query.ts'
import { decimal, field, flag, items, type Piece, reply, text, unrefused } from '../shape.ts'
import { eachOnce } from './each-once.ts'
import { LENDING_ASSETS, type LendingAsset, type LendingChain, LENDING_TOKENS } from './tokens.ts'

/** Morpho: markets that anybody may open, as its own interface tells them. https://docs.morpho.org/developers/api */
export const MORPHO: Source = {
  name: 'morpho',
  origin: 'https://api.morpho.org',
  // 3,000 per five minutes; two questions every five minutes.
  rate: { requests: 20, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 1_048_576,
  rights: 'attribution',
  terms: 'https://morpho.org/terms-of-use',
  termsNote: 'Public interface without a key; not reviewed by counsel.',
}

/** One listed market of one of our assets. Yields are fractions a year, compounded. */
export interface MorphoMarket {
  readonly asset: LendingAsset
  readonly supplyApy: DecimalText
  readonly borrowApy: DecimalText
  readonly suppliedUsd: DecimalText
  readonly borrowedUsd: DecimalText
}

export const MORPHO_CHAINS = { ethereum: 1, base: 8453 } as const satisfies Partial<Record<LendingChain, number>>
export type MorphoChain = keyof typeof MORPHO_CHAINS

/** The largest of them; what the smaller ones hold moves no mean. */
const FIRST = 200

const LENT: readonly LendingAsset[] = ['usdc', 'usdt', 'weth', 'dai', 'wbtc']

/** Our assets on a chain, by their addresses in small letters. */
const assetsOn = (chain: MorphoChain): ReadonlyMap<string, LendingAsset> =>
  new Map(
    LENDING_ASSETS.flatMap((asset) => {
      const token = LENT.includes(asset) ? LENDING_TOKENS[chain][asset] : undefined
      return token ? [[token.address.toLowerCase(), asset] as const] : []
    }),
  )

const asked = (chain: MorphoChain): string => {
  const tokens = [...assetsOn(chain).keys()].map((address) => `"${address}"`).join(',')
  const where = `{chainId_in:[${MORPHO_CHAINS[chain]}],listed:true,loanAssetAddress_in:[${tokens}]}`
  const state = 'state{supplyApy borrowApy supplyAssetsUsd borrowAssetsUsd}'
  return `{markets(first:${FIRST},orderBy:SupplyAssetsUsd,orderDirection:Desc,where:${where}){items{uniqueKey listed loanAsset{address symbol} ${state}}}}`
}

/** Markets that Morpho does not list itself are full of rates that nobody pays: they are left out, whatever was asked. */
const marketOf = (row: Piece, assets: ReadonlyMap<string, LendingAsset>): readonly MorphoMarket[] => {
  const asset = assets.get(text(field(field(row, 'loanAsset'), 'address')).toLowerCase())
  if (asset === undefined || !flag(field(row, 'listed'))) return []
  const state = field(row, 'state')
  const [supplyApy, borrowApy] = [decimal(field(state, 'supplyApy')), decimal(field(state, 'borrowApy'))]
  // `null`: Morpho has no price of the token.
  const [supplied, borrowed] = [field(state, 'supplyAssetsUsd'), field(state, 'borrowAssetsUsd')]
  if (supplied.value === null || borrowed.value === null) return []
  return [{ asset, supplyApy, borrowApy, suppliedUsd: decimal(supplied), borrowedUsd: decimal(borrowed) }]
}

/** The listed markets of one chain. */
export const morphoMarkets = (chain: MorphoChain): Query<readonly MorphoMarket[]> => {
  const assets = assetsOn(chain)
  return {
    provider: MORPHO,
    path: '/graphql',
    method: 'POST',
    body: JSON.stringify({ query: asked(chain) }),
    read: (body) => {
      const listed = items(field(field(field(unrefused(reply(body), 'errors'), 'data'), 'markets'), 'items'))
      const rows = eachOnce(listed, (row) => text(field(row, 'uniqueKey')))
      const found = rows.flatMap((row) => marketOf(row, assets))
      if (found.length === 0) throw new UnreadableReply('no listed market of any of our assets')
      return found
    },
  }
}
