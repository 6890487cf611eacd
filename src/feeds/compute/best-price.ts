import { rounded } from '../../canonical/measure.ts'
import { groupBy } from '../../group-by.ts'
import { median } from '../math/robust.ts'
import { GPU_PLACES, type GpuPrice } from './gpu-prices.ts'

/** The cheapest list price of one model, guarded against bargains that are typing errors (methods 12.1). */

/** A list price below this share of the median is no bargain. */
export const LEAST_OF_MEDIAN = 0.4
/** A median of fewer sellers says nothing. */
const LEAST_SELLERS = 3
/** A seller and a catalogue about it that lie further apart contradict each other. */
const MOST_APART = 0.1

/** The rule for people. */
export const BEST_RULE = `the cheapest list price of a machine on demand per GPU. One below ${LEAST_OF_MEDIAN} of the median is dropped: the median of what sellers ask on demand where there are ${LEAST_SELLERS}, else of all kinds of prices where there are ${LEAST_SELLERS}. Of a seller that tells its own prices a catalogue is a second witness: further apart than ${MOST_APART * 100} % they are disputed. Two sellers at least, one of them on demand`

/** The prices of one model after the guards, cheapest first. */
export interface Believed {
  /** On demand. */
  readonly list: readonly GpuPrice[]
  /** Of markets and communities. */
  readonly market: readonly GpuPrice[]
  readonly dropped: readonly GpuPrice[]
  /** Sellers whose price a catalogue contradicts. */
  readonly disputed: readonly string[]
}

const byPrice = (a: GpuPrice, b: GpuPrice): number =>
  a.usd - b.usd || (a.provider < b.provider ? -1 : a.provider > b.provider ? 1 : 0)

const isOwn = ({ provider, source }: GpuPrice): boolean => provider === source

const lowest = (prices: readonly GpuPrice[]): number => Math.min(...prices.map(({ usd }) => usd))

/** The seller's own word where there is one, else that of the catalogue. */
const ownWord = (prices: readonly GpuPrice[]): { readonly used: readonly GpuPrice[]; readonly isDisputed: boolean } => {
  const own = prices.filter(isOwn)
  const others = prices.filter((price) => !isOwn(price))
  if (own.length === 0 || others.length === 0) return { used: prices, isDisputed: false }
  return { used: own, isDisputed: Math.abs(lowest(others) / lowest(own) - 1) > MOST_APART }
}

/** What the cheapest are held against: one price of each seller; `null` where these are too few. */
const reference = (list: readonly GpuPrice[], market: readonly GpuPrice[]): number | null => {
  const cheapest = (prices: readonly GpuPrice[]): readonly number[] =>
    [...groupBy(prices, ({ provider, tag }) => `${provider} ${tag}`).values()].map(lowest)
  const known = [cheapest(list), cheapest([...list, ...market])].find(({ length }) => length >= LEAST_SELLERS)
  return known ? median(known) : null
}

/** The prices of one model that are believed. */
export const believedPrices = (prices: readonly GpuPrice[]): Believed => {
  const bySeller = [...groupBy(prices, ({ provider, tag }) => `${provider} ${tag}`).values()].map(ownWord)
  const used = bySeller.flatMap((each) => each.used).toSorted(byPrice)
  const list = used.filter(({ tag }) => tag === 'on_demand')
  const market = used.filter(({ tag }) => tag !== 'on_demand')
  const centre = reference(list, market)
  const floor = centre === null ? 0 : rounded(LEAST_OF_MEDIAN * centre, GPU_PLACES)
  const isTypo = ({ usd }: GpuPrice): boolean => usd < floor
  return {
    list: list.filter((price) => !isTypo(price)),
    market,
    dropped: list.filter(isTypo),
    disputed: bySeller
      .filter(({ isDisputed }) => isDisputed)
      .map((each) => each.used[0]!.provider)
      .toSorted(),
  }
}
