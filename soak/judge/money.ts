import type { Finding } from './finding.ts'

/** Whether what came in is what was sold, to the unit. */

/** What came in over a rail: payments, and satoshis or base units of USDC. */
interface Sum {
  readonly payments: number
  readonly amount: bigint
}

export interface Counted {
  readonly l402: Sum
  readonly x402: Sum
}

/** The same money from places that share nothing, and what buyers have in their hands. */
export interface MoneyCounted {
  /** Of the simulated chain and the play Lightning node. */
  readonly money: Counted
  readonly ledger: Counted
  readonly metric: Counted
  /** Answers in the hands of buyers, by rail. */
  readonly goods: Readonly<Record<keyof Counted, number>>
  /** What `claros reconcile` lists: money without a sale, sales without money, other amounts, what it could not read. */
  readonly listed: number
  readonly isEqual: boolean
}

const RAILS = [
  ['l402', 'Lightning', 'sats'],
  ['x402', 'USDC', 'millionths of a dollar'],
] as const

const words = ({ payments, amount }: Sum, unit: string): string => `${payments} payments, ${amount} ${unit}`

const same = (a: Sum, b: Sum): boolean => a.payments === b.payments && a.amount === b.amount

export const judgeMoney = ({ money, ledger, metric, goods, listed, isEqual }: MoneyCounted): readonly Finding[] => [
  ...RAILS.flatMap(([rail, name, unit]): readonly Finding[] => {
    const [in_, book, shown] = [money[rail], ledger[rail], metric[rail]]
    const areEqual = same(in_, book) && same(in_, shown)
    const difference = in_.payments - goods[rail]
    return [
      {
        what: `money over ${name}`,
        word: areEqual ? 'holds' : 'broken',
        says: areEqual
          ? `came in, in the ledger and in the metric: ${words(in_, unit)}`
          : `came in: ${words(in_, unit)}; in the ledger: ${words(book, unit)}; in the metric: ${words(shown, unit)}`,
      },
      {
        what: `goods for ${name}`,
        word: difference === 0 ? 'holds' : 'broken',
        says:
          difference === 0
            ? `each of ${goods[rail]} answers was paid once`
            : difference > 0
              ? `${difference} payments brought no answer`
              : `${-difference} answers more than payments`,
      },
    ]
  }),
  {
    what: 'claros reconcile',
    word: isEqual ? 'holds' : 'broken',
    says: isEqual ? 'equal' : `not equal, ${listed} rows listed`,
  },
]
