import { DAY_MS, HOUR_MS } from '../../../time-units.ts'
import { chance, mix, seedOf } from '../prng.ts'
import { type Statistic, statisticOf } from './catalogue.ts'
import { neighbour, type Period, periodAt } from './periods.ts'

/** One published value. */
export interface Release {
  readonly period: Period
  /** `null` where the agency counted nothing. */
  readonly value: number | null
  readonly decimals: number
}

/** The statistics of all agencies, as published up to a moment. */
export interface Statistics {
  /** The last `count` published periods of a statistic at this time, oldest first. */
  told(key: string, now: number, count: number): readonly Release[]
  /** Publishes the next period with this value, before its time. */
  release(key: string, value: number, now: number): void
  /** Gives the newest period another value. */
  revise(key: string, value: number, now: number): void
}

interface Steered {
  readonly at: number
  readonly key: string
  readonly period: string
  readonly value: number
}

/** The number of periods from which values grow: those of the autumn of 2026. */
const BASE = '2026-10-15'

const known = (key: string): Statistic => {
  const found = statisticOf(key)
  if (found === null) throw new Error(`the world has no statistic ${key}`)
  return found
}

const appearsAt = ({ lagDays, hour }: Statistic, { after }: Period): number =>
  Date.parse(`${after}T00:00:00Z`) + lagDays * DAY_MS + hour * HOUR_MS

/** Every value is a function of seed, key and period: who asks and when does not matter. */
export const createStatistics = (seed: number): Statistics => {
  const steered: Steered[] = []

  const counted = (statistic: Statistic, period: Period): number => {
    const { key, start, growth, swing, frequency } = statistic
    const departure = chance(mix(seed, seedOf(`${key} ${period.name}`))).normal() * swing
    if (growth === 0) return start + departure
    return start * Math.exp(growth * (period.number - periodAt(frequency, BASE).number) + departure)
  }

  const newestAt = (statistic: Statistic, now: number): Period => {
    const { frequency, key } = statistic
    let period = periodAt(frequency, new Date(now).toISOString().slice(0, 10))
    const isOut = (one: Period): boolean =>
      appearsAt(statistic, one) <= now ||
      steered.some((each) => each.key === key && each.at <= now && each.period === one.name)
    while (!isOut(period)) period = neighbour(frequency, period, -1)
    for (let next = neighbour(frequency, period, 1); isOut(next); next = neighbour(frequency, next, 1)) period = next
    return period
  }

  const valueAt = (statistic: Statistic, period: Period, now: number): number | null => {
    const { key, gaps = [] } = statistic
    const last = steered.findLast((each) => each.key === key && each.period === period.name && each.at <= now)
    if (last) return last.value
    return gaps.includes(period.name) ? null : counted(statistic, period)
  }

  return {
    told(key, now, count) {
      const statistic = known(key)
      const rows: Release[] = []
      let period = newestAt(statistic, now)
      while (rows.length < count) {
        rows.push({ period, value: valueAt(statistic, period, now), decimals: statistic.decimals })
        period = neighbour(statistic.frequency, period, -1)
      }
      return rows.toReversed()
    },
    release(key, value, now) {
      const statistic = known(key)
      const period = neighbour(statistic.frequency, newestAt(statistic, now), 1).name
      steered.push({ at: now, key, period, value })
    },
    revise(key, value, now) {
      steered.push({ at: now, key, period: newestAt(known(key), now).name, value })
    },
  }
}
