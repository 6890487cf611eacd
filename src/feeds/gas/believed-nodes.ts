import { median } from '../math/robust.ts'
import { plausible } from '../math/gas.ts'
import { HOUR_MS } from '../../time-units.ts'
import type { GasCarry } from './gas-carry.ts'
import { MOST_BEHIND_MS, type NodeReading } from './node-readings.ts'

/** Which of several nodes make the price of a chain (docs/decisions/0111). */

/** Answers that make the price: of more nodes the preferred ones. */
export const ANSWERS = 3

/** One node may lie. Alone it is believed only near the last price on which two agreed. */
export const ALONE = { factor: 3, forMs: HOUR_MS } as const

/** Prices further apart do not agree; nor do base fees, which rise by an eighth a block. */
export const AGREE = { price: 1.5, base: 2 } as const

/** A node whose price differs from the middle by more than this factor is left out, if the others agree. */
export const NEAR = 3

/** Within this factor of the middle nodes are as good as each other, and of more than three the list decides. */
export const STEP = 1.1

/** A slot is a little longer or shorter than on paper: so much of the time that passed. Standing still is all of it. */
export const DRIFT = 0.1

/** What is kept of the last price: on what two agreed, and how far the chain was behind. */
export type LastPrice = Pick<GasCarry, 'agreed' | 'progress'>

type Side = (reading: NodeReading) => number

const gweiOf: Side = ({ gwei }) => gwei
const baseOf: Side = ({ baseGwei }) => baseGwei

/** The values in the middle: one of an odd number, two of an even one. */
const middles = (all: readonly NodeReading[], side: Side): readonly [low: number, high: number] => {
  const sorted = all.map(side).toSorted((a, b) => a - b)
  return [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!]
}

const isWithin = (a: number, b: number, factor: number): boolean => Math.max(a, b) <= factor * Math.min(a, b)

/** Whether a majority says about the same: of an even number the two in the middle. */
const agree = (all: readonly NodeReading[]): boolean =>
  isWithin(...middles(all, gweiOf), AGREE.price) && isWithin(...middles(all, baseOf), AGREE.base)

/** How far the chain was behind at the last price; `null` if that is too long ago. */
const lastLag = ({ progress }: LastPrice, now: number) =>
  progress !== null && now - progress.at <= ALONE.forMs
    ? { lagMs: progress.lagMs, driftMs: DRIFT * Math.max(0, now - progress.at) }
    : null

/**
 * Those not too far behind the best. A node far ahead of the better half is not taken for the best: measured by it, all
 * others would be too far behind.
 */
const besideTheBest = (all: readonly NodeReading[]): readonly NodeReading[] => {
  const sorted = all.map(({ lagMs }) => lagMs).toSorted((a, b) => a - b)
  const usual = sorted[(sorted.length - 1) >> 1] ?? 0
  const best = sorted.find((each) => usual - each <= MOST_BEHIND_MS) ?? usual
  return all.filter(({ lagMs }) => Math.abs(lagMs - best) <= MOST_BEHIND_MS)
}

/**
 * Those that keep up with our clock since the last price: nodes that stand still together do not, however many they are.
 * Without a last price there is nothing but the others.
 */
const keepingUp = (all: readonly NodeReading[], last: LastPrice, now: number): readonly NodeReading[] => {
  const known = lastLag(last, now)
  return known
    ? all.filter(({ lagMs }) => Math.abs(lagMs - known.lagMs) <= MOST_BEHIND_MS + known.driftMs)
    : besideTheBest(all)
}

/** What is kept of it for the next price: the chain goes by our clock, give or take the drift. */
export const progressOf = (used: readonly NodeReading[], last: LastPrice, now: number): GasCarry['progress'] => {
  const lagMs = median(used.map((each) => each.lagMs))
  const known = lastLag(last, now)
  if (!known) return { lagMs, at: now }
  return { lagMs: Math.min(known.lagMs + known.driftMs, Math.max(known.lagMs - known.driftMs, lagMs)), at: now }
}

const isNearLast = ({ gwei, baseGwei }: NodeReading, { agreed }: LastPrice, now: number): boolean =>
  agreed !== null &&
  now - agreed.at <= ALONE.forMs &&
  isWithin(gwei, agreed.gwei, ALONE.factor) &&
  isWithin(baseGwei, agreed.baseGwei ?? baseGwei, ALONE.factor)

/** The one that is nearest to the last price on which two agreed. */
const alone = (all: readonly NodeReading[], last: LastPrice, now: number): readonly NodeReading[] => {
  const distance = ({ gwei }: NodeReading): number => Math.abs(Math.log(gwei / last.agreed!.gwei))
  return all
    .filter((each) => isNearLast(each, last, now))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, 1)
}

/** Without those far from the middle, if the others agree. */
const withoutFar = (all: readonly NodeReading[]): readonly NodeReading[] => {
  const [gwei, base] = [median(all.map(gweiOf)), median(all.map(baseOf))]
  const near = all.filter((each) => isWithin(gweiOf(each), gwei, NEAR) && isWithin(baseOf(each), base, NEAR))
  return near.length > 1 && agree(near) ? near : all
}

/** The three nearest the middle; those about as near in the order of the list, so that sources do not change each time. */
const nearest = (all: readonly NodeReading[]): readonly NodeReading[] => {
  const middle = median(all.map(gweiOf))
  const steps = ({ gwei }: NodeReading): number => Math.floor(Math.abs(Math.log(gwei / middle)) / Math.log(STEP))
  const chosen = all.toSorted((a, b) => steps(a) - steps(b)).slice(0, ANSWERS)
  return all.filter((each) => chosen.includes(each))
}

/** Whether two of these stand so near the price that it may measure one alone: a mean can be led away by one of two. */
export const isAgreed = (used: readonly NodeReading[]): boolean => {
  const price = median(used.map(gweiOf))
  return used.filter((each) => isWithin(gweiOf(each), price, STEP)).length > 1
}

/**
 * The nodes that make the price, three at most; none if nobody may be believed.
 *
 * @param all the preferred nodes first
 */
export const believedNodes = (all: readonly NodeReading[], last: LastPrice, now: number): readonly NodeReading[] => {
  const some = plausible(keepingUp(all, last, now))
  return some.length > 1 && agree(some) ? nearest(withoutFar(some)) : alone(some, last, now)
}
