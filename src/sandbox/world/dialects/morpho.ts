import { type Dialect, failed, ok } from '../dialect.ts'
import { tokenOf } from '../loan-tokens.ts'
import { borrowAprOf, type Loan, LOANS, suppliedAt } from '../loans.ts'
import type { View } from '../view.ts'

/** Morpho's GraphQL: yields are fractions, compounded. Anybody opens markets; only some are listed. */

const CHAINS: Readonly<Record<string, string>> = { ethereum: '1', base: '8453' }

/** Of each asset two markets, whose rates lie apart and whose mean by size is the level. */
const PARTS = [
  { collateral: 'wstETH', share: 0.6, of: 1.2 },
  { collateral: 'cbBTC', share: 0.4, of: 0.7 },
] as const

const apy = (apr: number): number => Math.expm1(apr / 100)

const market = (key: string, loan: Loan, collateral: string, listed: boolean, state: object) => ({
  uniqueKey: `0x${Buffer.from(key).toString('hex').padEnd(64, '0').slice(0, 64)}`,
  listed,
  loanAsset: { address: tokenOf(loan).address, symbol: loan.symbol },
  collateralAsset: { symbol: collateral },
  state,
})

const marketsOf = (view: View, loan: Loan) => {
  const apr = view.standing(loan.key, view.now) * view.lie
  return PARTS.map(({ collateral, share, of }) =>
    market(`${loan.key} ${collateral}`, loan, collateral, true, {
      supplyApy: apy(apr * of),
      borrowApy: apy(borrowAprOf(loan, apr * of)),
      supplyAssetsUsd: suppliedAt(loan, view.now) * share,
      borrowAssetsUsd: suppliedAt(loan, view.now) * share * loan.lent,
    }),
  )
}

/** A market of a worthless collateral, in which a rate of 500 % is paid to nobody. */
const junk = (loan: Loan) =>
  market(`${loan.key} junk`, loan, 'JUNK', false, {
    supplyApy: 4.98,
    borrowApy: 5.01,
    supplyAssetsUsd: 9e9,
    borrowAssetsUsd: 9e9,
  })

export const morpho: Dialect = {
  provider: 'morpho',
  hosts: ['api.morpho.org'],
  serves: 'markets over GraphQL',
  answer({ path, method, body }, view) {
    if (path !== '/graphql' || method !== 'POST') return failed(404, { errors: [{ message: 'not found' }] })
    if (!body.includes('markets(')) return ok({ errors: [{ message: 'Cannot query field' }] })
    const wanted = /chainId_in:\[([\d,]*)\]/.exec(body)?.[1]?.split(',') ?? ['1']
    const loans = LOANS.filter(({ protocol, chain }) => protocol === 'morpho' && wanted.includes(CHAINS[chain] ?? ''))
    const listed = loans.flatMap((loan) => marketsOf(view, loan))
    const items = body.includes('listed:true') ? listed : [...loans.map(junk), ...listed]
    return ok({ data: { markets: { items } } })
  },
}
