import type { KeptRate } from '../../../src/feeds/boards/lending-boards.ts'
import type { LlamaState, MorphoState } from '../../../src/feeds/boards/yield-boards.ts'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { LENDING_MARKETS, type LendingMarket } from '../../../src/sources/lending/lending-markets.ts'
import { both, OPEN, type States } from './market.ts'

/** Lending markets in memory: what contracts, Morpho and DefiLlama said last. */

export const marketNamed = (name: string): LendingMarket => {
  const found = LENDING_MARKETS.find((market) => market.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** What two nodes said of a market. */
export interface ContractsSay extends Partial<Omit<KeptRate, 'operators'>> {
  readonly supplyApr: string
}

/** Rates by market; ten million tokens are supplied, and seven tenths of them lent. */
export const contracts = (says: Readonly<Record<string, ContractsSay>>, at = OPEN - 10_000): States => {
  const byChain = Map.groupBy(Object.entries(says), ([name]) => marketNamed(name).chain)
  return new Map(
    [...byChain].map(([chain, rows]) => [
      `lending/${chain}`,
      {
        rates: Object.fromEntries(
          rows.map(([name, said]): [string, KeptRate] => [
            name,
            {
              borrowApr: '9.5',
              supplied: '10000000.000000',
              borrowed: '7000000.000000',
              status: 'open',
              block: 24_000_000,
              at,
              operators: ['drpc', 'publicnode'],
              ...said,
            },
          ]),
        ),
      },
    ]),
  )
}

/** The yearly yield in per cent whose simple rate is this. */
const apyOf = (apr: number): string => (100 * Math.expm1(apr / 100)).toFixed(9)

/** What DefiLlama says of a market: simple rates here, yields in its state. */
export interface LlamaSays {
  readonly apr: number
  readonly borrowApr?: number | null
  readonly reward?: string | null
  readonly suppliedUsd?: number
  readonly borrowedUsd?: number
}

export const llama = (says: readonly (readonly [name: string, said: LlamaSays])[], at = OPEN - 60_000): States => {
  const rows = says.map(([name, said], place) => ({ ...marketNamed(name), said, pool: `pool-${place}` }))
  const state: LlamaState = {
    pools: rows.map(({ pool, protocol, chain, asset, said }) => ({
      pool,
      protocol,
      chain,
      asset,
      supplyApy: apyOf(said.apr),
      rewardApy: said.reward ?? null,
      leftUsd: '3000000',
    })),
    poolsAt: at,
    poolsSince: at,
    loans: rows.flatMap(({ pool, said: { borrowApr = 9.5, suppliedUsd = 10e6, borrowedUsd = 7e6 } }) =>
      borrowApr === null
        ? []
        : [
            {
              pool,
              borrowApy: apyOf(borrowApr),
              suppliedUsd: String(suppliedUsd),
              borrowedUsd: String(borrowedUsd),
            },
          ],
    ),
    loansAt: at,
  }
  return new Map([['lending/defillama', state]])
}

export const morphoSays = (state: MorphoState): States => new Map([['lending/morpho', state]])

const priced = (value: number, ageMs: number, now: number): Earlier => ({
  timestamp: Math.floor((now - ageMs) / 1_000),
  content: {},
  carry: { value, observedAt: now - ageMs, sources: ['kraken'], confidence: 1, coverage: 1 },
})

/** Our own prices. */
export const assetPrices = (now = OPEN, ageMs = 5_000): Readonly<Record<string, Earlier>> => ({
  'price/pegs/USDC-USD': priced(0.9999, ageMs, now),
  'price/pegs/USDT-USD': priced(0.9996, ageMs, now),
  'price/spot/ETH-USD': priced(3_400, ageMs, now),
  'price/spot/BTC-USD': priced(97_000, ageMs, now),
})

/** The same rate of contracts and of DefiLlama, for each of these markets. */
export const agreed = (says: Readonly<Record<string, string>>): States =>
  both(
    contracts(Object.fromEntries(Object.entries(says).map(([name, supplyApr]) => [name, { supplyApr }]))),
    llama(Object.entries(says).map(([name, apr]) => [name, { apr: Number(apr) }])),
  )
