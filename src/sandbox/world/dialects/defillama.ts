import { type Dialect, failed, ok } from '../dialect.ts'
import { tokenOf } from '../loan-tokens.ts'
import { borrowAprOf, type Loan, LOANS, suppliedAt } from '../loans.ts'
import type { View } from '../view.ts'

/** DefiLlama's list of yields: per cent, compounded, rewards apart; sizes are what is left to borrow. */

const PROJECTS: Readonly<Record<string, string>> = {
  aave: 'aave-v3',
  compound: 'compound-v3',
  spark: 'sparklend',
  moonwell: 'moonwell-lending',
  sky: 'sky-lending',
  morpho: 'morpho-v1',
  fluid: 'fluid-lending',
  euler: 'euler-v2',
}

const CHAINS: Readonly<Record<string, string>> = {
  ethereum: 'Ethereum',
  base: 'Base',
  arbitrum: 'Arbitrum',
  polygon: 'Polygon',
  optimism: 'OP Mainnet',
}

const apy = (apr: number): number => Number((100 * Math.expm1(apr / 100)).toFixed(5))

const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

interface Row {
  readonly chain: string
  readonly project: string
  readonly symbol: string
  readonly tvlUsd: number
  readonly apyBase: number | null
  readonly apyReward: number | null
  /** Where it is told as a whole alone. */
  readonly whole?: number
  readonly underlyingTokens: readonly string[] | null
  readonly poolMeta?: string
  readonly exposure?: string
}

const rowOf = ({ poolMeta, whole, exposure = 'single', ...row }: Row, at: number) => ({
  ...row,
  apy: whole ?? (row.apyBase ?? 0) + (row.apyReward ?? 0),
  rewardTokens: null,
  pool: idOf(at),
  apyPct1D: 0.01,
  apyPct7D: -0.02,
  apyPct30D: 0.1,
  stablecoin: row.symbol.includes('USD'),
  ilRisk: 'no',
  exposure,
  predictions: { predictedClass: 'Stable/Up', predictedProbability: 60, binnedConfidence: 2 },
  poolMeta: poolMeta ?? null,
  mu: 4.1,
  sigma: 0.05,
  count: 500,
  outlier: false,
  il7d: null,
  apyBase7d: null,
  apyMean30d: 4.2,
  volumeUsd1d: null,
  volumeUsd7d: null,
  apyBaseInception: null,
})

const aprOf = (view: View, { key }: Loan): number => view.standing(key, view.now) * view.lie

const loanRow = (view: View, loan: Loan): Row => ({
  chain: CHAINS[loan.chain]!,
  project: PROJECTS[loan.protocol]!,
  // Vaults have names of their own, and bridged dollars capitals.
  symbol: loan.protocol === 'morpho' ? `STEAK${loan.symbol}` : loan.symbol.toUpperCase(),
  tvlUsd: Math.round(suppliedAt(loan, view.now) * (1 - loan.lent)),
  ...(loan.protocol === 'sky' ? { apyBase: null, whole: apy(aprOf(view, loan)) } : { apyBase: apy(aprOf(view, loan)) }),
  apyReward: loan.protocol === 'compound' ? 0.5 : null,
  underlyingTokens: [tokenOf(loan).address],
  ...(loan.protocol === 'euler' && { poolMeta: 'Prime' }),
})

/** Rows that are none of a market that is sold: bridged, isolated, paired, of others. */
const others = (view: View): readonly Row[] => {
  const usdc = tokenOf({ chain: 'ethereum', symbol: 'USDC' }).address
  const bridged = tokenOf({ chain: 'polygon', symbol: 'USDC.e' }).address
  const rate = 9.3 * view.lie
  const row = { chain: 'Ethereum', symbol: 'USDC', tvlUsd: 250_000_000, apyBase: rate, apyReward: 2.2 }
  return [
    { ...row, project: 'maple', underlyingTokens: [usdc], poolMeta: 'Syrup USDC' },
    { ...row, project: 'aave-v3', underlyingTokens: [usdc], poolMeta: 'horizon-market' },
    { ...row, project: 'aave-v3', chain: 'Polygon', symbol: 'USDC.E', underlyingTokens: [bridged] },
    { ...row, project: 'fluid-lending', underlyingTokens: [usdc, bridged], exposure: 'multi' },
    { ...row, project: 'ethena-usde', symbol: 'SUSDE', underlyingTokens: null },
  ]
}

const pools = (view: View) => [...others(view), ...LOANS.map((loan) => loanRow(view, loan))].map(rowOf)

const loans = (view: View) =>
  LOANS.map((loan, at) => ({
    pool: idOf(others(view).length + at),
    apyBaseBorrow: loan.lent === 0 ? null : apy(borrowAprOf(loan, aprOf(view, loan))),
    apyRewardBorrow: null,
    totalSupplyUsd: suppliedAt(loan, view.now),
    totalBorrowUsd: suppliedAt(loan, view.now) * loan.lent,
    debtCeilingUsd: null,
    ltv: 0.75,
    borrowable: loan.lent > 0,
    mintedCoin: null,
    rewardTokens: null,
    underlyingTokens: [tokenOf(loan).address],
    borrowFactor: null,
  }))

export const defillama: Dialect = {
  provider: 'defillama',
  hosts: ['yields.llama.fi'],
  serves: 'pools, lendBorrow',
  answer({ path }, view) {
    if (path === '/pools') return ok({ status: 'success', data: pools(view) })
    return path === '/lendBorrow' ? ok(loans(view)) : failed(404, { message: 'not found' })
  },
}
