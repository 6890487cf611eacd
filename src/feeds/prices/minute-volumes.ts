import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { MINUTE_MS } from '../../time-units.ts'
import type { TradeState } from '../boards/trade-boards.ts'
import { tradedTogether } from '../math/candles.ts'
import { sumsOf } from '../math/vwap.ts'

/** The volume of one minute. */
const MinuteVolume = Type.Object({
  /** Its beginning in Unix seconds. */
  t: Type.Number(),
  /** In coins, decimal text. */
  v: Type.String(),
})
export type MinuteVolume = Readonly<Static<typeof MinuteVolume>>

/** The carry of a feed whose volumes are kept: minutes whose volume became known with this conclusion. */
export const MinuteVolumes = Type.Object({ minutes: Type.Array(MinuteVolume) })

/** The minutes in a carry; none if the carry does not match. */
export const minutesIn = (carry: unknown): readonly MinuteVolume[] =>
  Value.Check(MinuteVolumes, carry) ? carry.minutes : []

/** After this time every venue has been polled again since the end of the minute. */
const POLLED_MS = 60_000
/** Each conclusion states this many minutes again, in case their volume was not known before. */
const STATED_MINUTES = 3

/** A minute is complete if no trade is missing from its beginning to a trade after its end. */
const isWhole = ({ trades, coveredFrom }: TradeState, start: number): boolean =>
  coveredFrom !== null && coveredFrom <= start && (trades.at(-1)?.at ?? 0) >= start + MINUTE_MS

const volumeOf = ({ trades }: TradeState, start: number): string =>
  sumsOf(trades.filter(({ at }) => at >= start && at < start + MINUTE_MS)).volume

/**
 * The volumes of the last complete minutes. A minute counts if enough venues know it completely.
 *
 * @param venues the trades of the venues that agree about the price
 * @param least how many venues must know a minute completely
 * @param now Unix milliseconds
 */
export const minuteVolumes = (venues: readonly TradeState[], least: number, now: number): MinuteVolume[] => {
  const newest = Math.floor((now - POLLED_MS) / MINUTE_MS) * MINUTE_MS - MINUTE_MS
  return Array.from({ length: STATED_MINUTES }, (_, back) => newest - back * MINUTE_MS)
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
