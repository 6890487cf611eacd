import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { MINUTE_MS } from '../../time-units.ts'
import type { TradeState } from '../boards/trade-boards.ts'
import { tradedTogether } from '../math/candles.ts'
import { sumsOf } from '../math/vwap.ts'

/** What was traded in a minute. */
const MinuteVolume = Type.Object({
  /** Unix seconds at which it begins. */
  t: Type.Number(),
  /** In coins, decimal text. */
  v: Type.String(),
})
export type MinuteVolume = Readonly<Static<typeof MinuteVolume>>

/** Minutes whose volume has become known with a conclusion: what a feed carries whose volumes are kept. */
export const MinuteVolumes = Type.Object({ minutes: Type.Array(MinuteVolume) })

/** Those that a snapshot carries; none where it carries something else. */
export const minutesIn = (carry: unknown): readonly MinuteVolume[] =>
  Value.Check(MinuteVolumes, carry) ? carry.minutes : []

/** By then every venue has been asked again after the minute was over. */
const SETTLED_MS = 60_000
/** So often a minute is told again, in case that nobody could say it before. */
const TOLD_MINUTES = 3

/** A minute was seen whole where nothing is missing from its beginning to a trade after its end. */
const isWhole = ({ trades, coveredFrom }: TradeState, start: number): boolean =>
  coveredFrom !== null && coveredFrom <= start && (trades.at(-1)?.at ?? 0) >= start + MINUTE_MS

const volumeOf = ({ trades }: TradeState, start: number): string =>
  sumsOf(trades.filter(({ at }) => at >= start && at < start + MINUTE_MS)).volume

/**
 * The volumes of the last minutes that are settled, of those that at least so many venues saw whole.
 *
 * @param venues who agrees about the price
 * @param now Unix milliseconds
 */
export const minuteVolumes = (venues: readonly TradeState[], least: number, now: number): MinuteVolume[] => {
  const newest = Math.floor((now - SETTLED_MS) / MINUTE_MS) * MINUTE_MS - MINUTE_MS
  return Array.from({ length: TOLD_MINUTES }, (_, back) => newest - back * MINUTE_MS)
    .toReversed()
    .flatMap((start) => {
      const whole = venues.filter((state) => isWhole(state, start))
      const v =
        whole.length < least
          ? null
          : tradedTogether(
              whole.map((state) => volumeOf(state, start)),
              least,
            )
      return v === null ? [] : [{ t: start / 1000, v }]
    })
}
