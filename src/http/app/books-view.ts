import type { Family, Sample } from '../../metrics/text.ts'
import { amountText, isDollar } from '../../payments/amount-text.ts'
import type { Posted } from '../../payments/posting.ts'
import { type ActorHealth, BOOKKEEPER } from '../../store/published/health.ts'
import { EVER, type Revenue, type RevenueStore } from '../../store/claims/revenue.ts'
import type { Store } from '../../store/store.ts'
import { utcDay } from '../../time-units.ts'

/** The books for operators: sums of everything that was ever recorded, and what still waits to be. */

type BookStore = Pick<Store, 'ledger' | 'revenue' | 'health'>

/** Postings about money that arrived. All others say what became of it. */
const INCOME: readonly Posted[] = ['sold', 'settled']
const AFTER: readonly Posted[] = ['settled', 'delivered', 'delivered_late', 'undelivered']

const isIncome = ({ state }: Revenue): boolean => INCOME.includes(state)
const isGivenBack = ({ state }: Revenue): boolean => state === 'given_back'

/** The only rail on which money comes in before the buyer is answered. */
const PAID_FIRST = 'x402'

/**
 * Sums of the entries that share their labels.
 *
 * @param fromStart labels that are shown as 0 where there is no entry, since an alarm reads them
 */
const summed = (
  revenue: readonly Revenue[],
  labelsOf: (each: Revenue) => Sample['labels'],
  valueOf: (each: Revenue) => bigint,
  fromStart: readonly Sample['labels'][] = [],
): readonly Sample[] => {
  const found = new Map<string, { readonly labels: Sample['labels']; readonly value: bigint }>(
    fromStart.map((labels) => [JSON.stringify(labels), { labels, value: 0n }]),
  )
  for (const each of revenue) {
    const labels = labelsOf(each)
    const id = JSON.stringify(labels)
    found.set(id, { labels, value: (found.get(id)?.value ?? 0n) + valueOf(each) })
  }
  return [...found.values()].map(({ labels, value }) => ({ labels, value: Number(value) }))
}

const postings = (each: Revenue): bigint => each.postings
const amount = (each: Revenue): bigint => each.amount
const byItem = ({ rail, item }: Revenue) => ({ rail, actor: item })

/** Counters and gauges of `/metrics`. */
export const booksFamilies = async ({ ledger, revenue, health }: BookStore): Promise<readonly Family[]> => {
  const [ever, waiting, unanswered, healths] = await Promise.all([
    revenue.read(EVER),
    ledger.waiting(),
    ledger.unanswered(),
    health.all(),
  ])
  const [income, back] = [ever.filter(isIncome), ever.filter(isGivenBack)]
  const isSats = ({ asset }: Revenue): boolean => asset === 'sat'
  const counter = (name: string, help: string, samples: readonly Sample[]): Family => ({
    name,
    help,
    type: 'counter',
    samples,
  })
  const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
    ...counter(name, help, samples),
    type: 'gauge',
  })
  const lastSuccess = healths[BOOKKEEPER]?.succeededAt ?? 0
  const only = (value: number): readonly Sample[] => [{ labels: {}, value }]
  return [
    counter('claros_sales_total', 'Answers and events whose money came in', summed(income, byItem, postings)),
    counter(
      'claros_revenue_sats_total',
      'Came in over Lightning, in satoshis; what was given back comes in again',
      summed(income.filter(isSats), () => ({}), amount),
    ),
    counter(
      'claros_revenue_microusd_total',
      'Came in as USDC, in millionths of a dollar',
      summed(
        income.filter(({ asset }) => isDollar(asset)),
        ({ network }) => ({ network }),
        amount,
      ),
    ),
    counter(
      'claros_given_back_total',
      'Lightning tokens that were spent and are good again',
      summed(back, byItem, postings),
    ),
    counter(
      'claros_given_back_sats_total',
      'The same in satoshis: to be taken off the revenue',
      summed(back.filter(isSats), () => ({}), amount),
    ),
    counter(
      'claros_settled_total',
      'Payments that came in before their buyer was answered, and what became of them',
      summed(
        ever.filter(({ state }) => AFTER.includes(state)),
        ({ rail, state }) => ({ rail, state }),
        postings,
        AFTER.map((state) => ({ rail: PAID_FIRST, state })),
      ),
    ),
    gauge('claros_ledger_waiting', 'Entries that are not in the books yet', only(waiting)),
    gauge('claros_settled_unanswered', 'Settled payments whose buyers are not answered yet', only(unanswered)),
    gauge(
      'claros_bookkeeper_success_timestamp_seconds',
      'When the books were last found in order',
      lastSuccess > 0 ? only(lastSuccess / 1000) : [],
    ),
  ]
}

interface Taken {
  readonly sales: bigint
  readonly amount: bigint
}

/** Income less what was given back, grouped by `keyOf`. */
const takings = (revenue: readonly Revenue[], keyOf: (each: Revenue) => string): ReadonlyMap<string, Taken> => {
  const found = new Map<string, Taken>()
  for (const each of revenue) {
    const sign = isIncome(each) ? 1n : isGivenBack(each) ? -1n : 0n
    if (sign === 0n) continue
    const before = found.get(keyOf(each)) ?? { sales: 0n, amount: 0n }
    found.set(keyOf(each), {
      sales: before.sales + sign * each.postings,
      amount: before.amount + sign * each.amount,
    })
  }
  return found
}

const PERIODS = ['today', 'month', 'total'] as const

const rows = (
  periods: readonly (readonly Revenue[])[],
  labelsOf: (each: Revenue) => Readonly<Record<string, string>>,
): readonly unknown[] => {
  const keyOf = (each: Revenue): string => JSON.stringify([labelsOf(each), each.asset])
  const taken = periods.map((revenue) => takings(revenue, keyOf))
  return [...taken.at(-1)!.keys()].toSorted().map((key) => {
    const [labels, asset] = JSON.parse(key) as [Readonly<Record<string, string>>, string]
    const shown = PERIODS.map((period, at) => {
      const { sales, amount: sum } = taken[at]!.get(key) ?? { sales: 0n, amount: 0n }
      return [period, { sales: Number(sales), revenue: amountText(asset, sum) }] as const
    })
    return { ...labels, ...Object.fromEntries(shown) }
  })
}

export interface MoneyView {
  /** Sales and revenue by rail, and by rail and item: today, this month (UTC) and in total. */
  readonly rails: readonly unknown[]
  readonly items: readonly unknown[]
  /** All payments that arrived before their buyer was answered, by what became of them. */
  readonly settled: Readonly<Record<string, number>>
  /** Settled payments whose buyers are not answered yet. */
  readonly unanswered: number
  /** Entries that are not in the books yet. No other number here includes them. */
  readonly waiting: number
  /** The results of the bookkeeper's last rounds; `null`: there was none. */
  readonly bookkeeper: ActorHealth | null
}

const readPeriods = (revenue: RevenueStore, now: number) => {
  const today = utcDay(now)
  return Promise.all([today, today.slice(0, 7), EVER].map((period) => revenue.read(period)))
}

/** @param now Unix ms */
export const moneyView = async ({ ledger, revenue, health }: BookStore, now: number): Promise<MoneyView> => {
  const [periods, waiting, unanswered, healths] = await Promise.all([
    readPeriods(revenue, now),
    ledger.waiting(),
    ledger.unanswered(),
    health.all(),
  ])
  const settled = AFTER.map((state) => {
    const found = periods[2]!.filter((each) => each.state === state)
    return [state, Number(found.reduce((sum, each) => sum + each.postings, 0n))] as const
  })
  return {
    rails: rows(periods, ({ rail, network }) => ({ rail, network })),
    items: rows(periods, ({ rail, network, item }) => ({ rail, network, item })),
    settled: Object.fromEntries(settled),
    unanswered,
    waiting,
    bookkeeper: healths[BOOKKEEPER] ?? null,
  }
}
