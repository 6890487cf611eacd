import { DAY_MS } from '../../time-units.ts'

/** What is lent in the simulation. One line each: protocol, chain, token, yearly rate in per cent, share lent out, millions of dollars. */
const TABLE = `
aave ethereum USDC 4.10 0.78 2400
aave ethereum USDT 4.35 0.80 2100
aave ethereum WETH 1.95 0.84 5200
aave ethereum DAI 3.80 0.74 190
aave ethereum WBTC 0.12 0.12 3100
aave base USDC 4.55 0.79 410
aave base WETH 1.88 0.82 520
aave arbitrum USDC 4.02 0.76 300
aave arbitrum USDT 3.90 0.75 120
aave arbitrum WETH 1.76 0.80 610
aave arbitrum DAI 3.42 0.70 21
aave arbitrum WBTC 0.21 0.18 260
aave polygon USDC 3.71 0.72 95
aave polygon USDT 3.98 0.77 88
aave polygon WETH 1.54 0.71 60
aave polygon DAI 3.65 0.73 18
aave polygon WBTC 0.18 0.15 44
aave optimism USDC 3.84 0.74 70
aave optimism USDT 3.77 0.73 33
aave optimism WETH 1.69 0.79 80
aave optimism DAI 3.31 0.69 9
aave optimism WBTC 0.16 0.14 25
compound ethereum USDC 4.21 0.81 520
compound ethereum USDT 4.28 0.82 310
compound ethereum WETH 1.99 0.77 290
compound base USDC 4.31 0.80 64
compound arbitrum USDC 4.12 0.78 77
compound polygon USDC.e 3.35 0.68 19
compound optimism USDC 3.93 0.75 22
compound optimism USDT 3.88 0.76 17
compound optimism WETH 1.73 0.74 14
spark ethereum USDC 4.40 0.83 650
spark ethereum USDT 4.62 0.84 720
spark ethereum WETH 1.91 0.80 2300
spark ethereum DAI 4.44 0.79 880
spark ethereum WBTC 0.09 0.10 540
moonwell base USDC 4.83 0.82 98
moonwell base WETH 2.11 0.80 74
moonwell base DAI 4.05 0.71 2.4
moonwell optimism USDC 4.37 0.77 15
moonwell optimism USDT 4.09 0.74 4.1
moonwell optimism WETH 2.02 0.76 9
moonwell optimism DAI 3.72 0.70 1.6
moonwell optimism WBTC 0.33 0.21 2.2
sky ethereum USDS 4.50 0 2900
morpho ethereum USDC 4.95 0.88 1400
morpho ethereum USDT 5.05 0.87 610
morpho ethereum WETH 2.21 0.86 720
morpho ethereum DAI 4.20 0.82 45
morpho ethereum WBTC 0.41 0.30 65
morpho base USDC 5.12 0.89 960
morpho base WETH 2.31 0.87 210
fluid ethereum USDC 4.66 0.83 310
fluid ethereum USDT 4.81 0.84 260
fluid ethereum WETH 2.05 0.80 140
fluid base USDC 4.72 0.82 88
fluid base WETH 2.08 0.79 36
fluid arbitrum USDC 4.58 0.81 120
fluid arbitrum USDT 4.49 0.80 73
fluid arbitrum WETH 1.97 0.78 41
euler ethereum USDC 5.21 0.88 240
euler ethereum USDT 5.32 0.88 110
euler ethereum WETH 2.27 0.85 160
euler base USDC 5.01 0.86 52
euler base WETH 2.19 0.84 31
euler arbitrum USDC 4.90 0.85 47
euler arbitrum USDT 4.77 0.84 22
euler arbitrum WETH 2.13 0.83 19
`

/** One market: who lends which token on which chain. */
export interface Loan {
  readonly protocol: string
  readonly chain: string
  readonly symbol: string
  /** The level that steers its rate: `apr.aave.base.usdc`. */
  readonly key: string
  /** What suppliers are paid at the start, per cent a year, simple. */
  readonly apr: number
  /** The share that is lent out. */
  readonly lent: number
  readonly suppliedUsd: number
}

export const LOANS: readonly Loan[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [protocol = '', chain = '', symbol = '', apr, lent, millions] = line.split(' ')
    return {
      protocol,
      chain,
      symbol,
      key: `apr.${protocol}.${chain}.${symbol.replace('.', '_').toLowerCase()}`,
      apr: Number(apr),
      lent: Number(lent),
      suppliedUsd: Number(millions) * 1e6,
    }
  })

const YEAR_MS = 365 * DAY_MS

/** What is supplied at this moment: interest is added all day, and taken out at midnight. */
export const suppliedAt = ({ suppliedUsd, apr }: Loan, now: number): number =>
  suppliedUsd * (1 + ((apr / 100) * (now % DAY_MS)) / YEAR_MS)

/** The protocol keeps this share of what borrowers pay. */
const KEPT = 0.1

/** What borrowers pay, per cent a year, where suppliers are paid so much. */
export const borrowAprOf = ({ lent }: Loan, apr: number): number => (lent === 0 ? 0 : apr / (lent * (1 - KEPT)))
