import { bytesResult, textResult, uintResult, uncalled } from './abi.ts'
import { borrowAprOf, type Loan, LOANS } from './loans.ts'
import { LOAN_TOKENS, tokenOf, unitsOf } from './loan-tokens.ts'
import type { View } from './view.ts'

/** Contracts of lending protocols, after their documentation, as one node shows them at one block. */

/** A chain at a block. */
export interface ChainMoment {
  readonly chain: string
  readonly chainId: number
  /** When the block was made, Unix milliseconds. */
  readonly at: number
  readonly view: View
}

/** What a contract does with a selector and its arguments: hex without `0x`, or `null` where it reverts. */
type Contract = (selector: string, argument: string, moment: ChainMoment) => string | null

const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11'

const AAVE_REGISTRIES: Readonly<Record<string, string>> = {
  ethereum: '0x2f39d218133afab8f2b819b1066c7e434ad94e9e',
  base: '0xe20fcbdbffc4dd138ce8b2e6fbb6cb49777ad64d',
}
const OTHER_REGISTRY = '0xa97684ead0e402dc232d5a977953df7ecbab3cdb'
const SPARK = '0xfc21d6d146e6086b8359705c8b28512a983db0cb'
const SUSDS = '0xa3931d71877c0e7a3148cb7eb4463524fec27fbd'

/** Markets with a contract of their own: protocol, chain, token, address. */
const OWN = `
compound ethereum USDC 0xc3d688B66703497DAA19211EEdff47f25384cdc3
compound ethereum USDT 0x3Afdc9BCA9213A35503b077a6072F3D0d5AB0840
compound ethereum WETH 0xA17581A9E3356d9A858b789D68B4d866e593aE94
compound base USDC 0xb125E6687d4313864e53df431d5425969c15Eb2F
compound arbitrum USDC 0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf
compound polygon USDC.e 0xF25212E676D1F7F89Cd72fFEe66158f541246445
compound optimism USDC 0x2e44e174f7D53F0212823acC11C01A11d58c5bCB
compound optimism USDT 0x995E394b8B2437aC8Ce61Ee0bC610D617962B214
compound optimism WETH 0xE36A30D249f7761327fd973001A32010b521b6Fd
moonwell base USDC 0xEdc817A28E8B93B03976FBd4a3dDBc9f7D176c22
moonwell base WETH 0x628ff693426583D9a7FB391E54366292F509D457
moonwell base DAI 0x73b06D8d18De422E269645eaCe15400DE7462417
moonwell optimism USDC 0x8E08617b0d66359D73Aa11E11017834C29155525
moonwell optimism USDT 0xa3A53899EE8f9f6E963437C5B3f805FEc538BF84
moonwell optimism WETH 0xb4104C02BBf4E9be85AAa41a62974E4e28D59A33
moonwell optimism DAI 0x3FE782C2Fe7668C2F1Eb313ACf3022a31feaD6B2
moonwell optimism WBTC 0x6e6CA598A06E609c913551B729a228B023f06fDB
`
const COMPTROLLER = '0x00000000000000000000000000000000c0117011'

/** The n-th data provider that Aave deployed on a chain. */
const dataProvider = (number: number): string => `0x${'da7a'.repeat(9)}${String(number).padStart(4, '0')}`

const trillionths = (percent: number): bigint => BigInt(Math.round(percent * 1e12))
const ray = (percent: number): bigint => trillionths(percent) * 10n ** 13n
const perSecond = (percent: number): bigint => (trillionths(percent) * 10_000n) / 31_536_000n

/** A market in numbers at a block. */
const numbersOf = (loan: Loan, { view, at }: ChainMoment) => {
  const apr = view.standing(loan.key, at) * view.lie
  const token = tokenOf(loan)
  return {
    token,
    apr,
    borrowApr: borrowAprOf(loan, apr),
    supplied: unitsOf(token, loan.suppliedUsd),
    borrowed: unitsOf(token, loan.suppliedUsd * loan.lent),
  }
}

const reserves =
  (protocol: string): Contract =>
  (selector, argument, moment) => {
    const asset = `0x${argument.slice(24, 64)}`
    const loan = LOANS.find(
      (each) => each.protocol === protocol && each.chain === moment.chain && tokenOf(each).address === asset,
    )
    if (!loan) return selector === '35ea6a75' ? uintResult(...Array<bigint>(12).fill(0n)) : null
    const { token, apr, borrowApr, supplied, borrowed } = numbersOf(loan, moment)
    const grown = 105n * 10n ** 25n
    const [zero, one] = [0n, 1n]
    if (selector === '35ea6a75') {
      const sizes = uintResult(zero, zero, supplied, zero, borrowed)
      const rates = uintResult(ray(apr), ray(borrowApr), zero, zero, grown, grown)
      return sizes + rates + uintResult(BigInt(Math.floor(moment.at / 1_000) - 30))
    }
    if (selector === '3e150141')
      return uintResult(BigInt(token.decimals), 7_500n, 7_800n, 10_500n, 1_000n, one, one, zero, one, zero)
    return selector === 'b55d9904' ? uintResult(zero) : null
  }

const comet =
  (loan: Loan): Contract =>
  (selector, argument, moment) => {
    const { token, apr, borrowApr, supplied, borrowed } = numbersOf(loan, moment)
    const use = BigInt(Math.round(loan.lent * 1e6)) * 10n ** 12n
    // Rates are asked for at a utilisation, and are zero at zero.
    const at = (rate: bigint): string => uintResult((rate * BigInt(`0x${argument || '0'}`)) / use)
    const results: Readonly<Record<string, () => string>> = {
      '7eb71131': () => uintResult(use),
      d955759d: () => at(perSecond(apr)),
      '9fa83b5a': () => at(perSecond(borrowApr)),
      '18160ddd': () => uintResult(supplied),
      '8285ef40': () => uintResult(borrowed),
      '0bc47ad1': () => uintResult(0n),
      '67800b5f': () => uintResult(0n),
      c55dae63: () => uintResult(BigInt(token.address)),
    }
    return results[selector]?.() ?? null
  }

const moonwell =
  (loan: Loan): Contract =>
  (selector, _argument, moment) => {
    const { token, apr, borrowApr, supplied, borrowed } = numbersOf(loan, moment)
    const kept = supplied / 500n
    const results: Readonly<Record<string, () => string>> = {
      d3bd2c72: () => uintResult(perSecond(apr)),
      cd91801c: () => uintResult(perSecond(borrowApr)),
      '3b1d21a2': () => uintResult(supplied - borrowed + kept),
      '47bd3718': () => uintResult(borrowed),
      '8f840ddd': () => uintResult(kept),
      '6f307dc3': () => uintResult(BigInt(token.address)),
      '5fe3b567': () => uintResult(BigInt(COMPTROLLER)),
    }
    return results[selector]?.() ?? null
  }

const savings =
  (loan: Loan): Contract =>
  (selector, _argument, moment) => {
    const { token, apr, supplied } = numbersOf(loan, moment)
    if (selector === '03607ceb') return uintResult(10n ** 27n + ray(apr) / 31_536_000n)
    if (selector === '01e1d114') return uintResult(supplied)
    return selector === '38d52e0f' ? uintResult(BigInt(token.address)) : null
  }

const loanOf = (protocol: string, chain: string, symbol: string): Loan =>
  LOANS.find((each) => each.protocol === protocol && each.chain === chain && each.symbol === symbol)!

const OWN_CONTRACTS: ReadonlyMap<string, Contract> = new Map(
  OWN.trim()
    .split('\n')
    .map((line) => {
      const [protocol = '', chain = '', symbol = '', address = ''] = line.split(' ')
      const loan = loanOf(protocol, chain, symbol)
      return [`${chain} ${address.toLowerCase()}`, protocol === 'compound' ? comet(loan) : moonwell(loan)] as const
    }),
)

/** The contract at an address; `null` where there is none. */
const contractAt = (to: string, { chain, at, view, chainId }: ChainMoment): Contract | null => {
  const inForce = Math.round(view.standing('provider.aave', at))
  const registry = AAVE_REGISTRIES[chain] ?? OTHER_REGISTRY
  if (to === MULTICALL)
    return (selector) =>
      selector === '3408e470'
        ? uintResult(BigInt(chainId))
        : selector === '0f28c97d'
          ? uintResult(BigInt(Math.floor(at / 1_000)))
          : null
  if (to === registry) return (selector) => (selector === 'e860accb' ? uintResult(BigInt(dataProvider(inForce))) : null)
  // Those of before are gone.
  if (to === dataProvider(inForce)) return reserves('aave')
  if (chain === 'ethereum' && to === SPARK) return reserves('spark')
  if (chain === 'ethereum' && to === SUSDS) return savings(loanOf('sky', 'ethereum', 'USDS'))
  if (to === COMPTROLLER) return (selector) => (selector === '731f0c2b' ? uintResult(0n) : null)
  const token = LOAN_TOKENS.find((each) => each.chain === chain && each.address === to)
  if (token)
    return (selector) =>
      selector === '95d89b41'
        ? textResult(token.called)
        : selector === '313ce567'
          ? uintResult(BigInt(token.decimals))
          : null
  return OWN_CONTRACTS.get(`${chain} ${to}`) ?? null
}

/** The result of an `eth_call` of Multicall3's `aggregate3`; empty for everything else, as where no contract is. */
export const lendingCall = (moment: ChainMoment, call: unknown): string => {
  const { to = '', data = '' } = (call ?? {}) as { readonly to?: string; readonly data?: string }
  if (to.toLowerCase() !== MULTICALL || !data.startsWith('0x82ad56cb')) return '0x'
  const results = uncalled(data.slice(10)).map(({ target, input }) => {
    const contract = contractAt(target, moment)
    // An address without a contract answers, and says nothing.
    if (!contract) return { ok: true, output: '' }
    const output = contract(input.slice(0, 8), input.slice(8), moment)
    return { ok: output !== null, output: output ?? '' }
  })
  return `0x${bytesResult(results)}`
}
