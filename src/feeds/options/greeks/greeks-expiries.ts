import { rounded, roundedOrNull } from '../../../canonical/measure.ts'
import { inSeconds } from '../../../time-units.ts'
import { riskReversal, wings } from '../../math/delta25.ts'
import { GREEK_PLACES } from './greek-places.ts'
import { daysTo, straddleGreeks } from './greek-values.ts'
import type { GreeksAnswer } from './greeks-answer.ts'
import type { ChainOptions, GreeksRow } from './greeks-rows.ts'
import { otmSmile } from '../iv/otm-smile.ts'
import type { Slice } from '../kept/slice.ts'
import { yearsTo } from '../kept/years.ts'

export type ExpiryGreeks = GreeksAnswer['expiries'][number]

/** The slice of an expiry at the first venue that has a volatility at the money for it, else at the first that has it. */
const sliceAt = (chains: readonly ChainOptions[], expiry: number) => {
  const found = chains.flatMap(({ chain, options }): readonly { chain: ChainOptions; slice: Slice }[] => {
    const slice = chain.slices.find((each) => each.expiry === expiry)
    return slice ? [{ chain: { chain, options }, slice }] : []
  })
  return found.find(({ slice }) => slice.atmIv !== null) ?? found[0]
}

const expiryOf = (
  rows: readonly GreeksRow[],
  chains: readonly ChainOptions[],
  now: number,
): readonly ExpiryGreeks[] => {
  const expiry = rows[0]!.expiry
  const found = sliceAt(chains, expiry * 1_000)
  if (!found) return []
  const { chain, slice } = found
  const fetchedAt = inSeconds(now)
  const atmIv = roundedOrNull(slice.atmIv, GREEK_PLACES.iv)
  const forward = rounded(slice.forward, GREEK_PLACES.rest)
  const own = chain.options.filter((option) => option.expiry === slice.expiry)
  const { call, put } = wings(otmSmile(own, slice.forward), slice.forward, yearsTo(slice.expiry, now))
  const [call25, put25] = [roundedOrNull(call, GREEK_PLACES.iv), roundedOrNull(put, GREEK_PLACES.iv)]
  return [
    {
      expiry,
      days_to_expiry: daysTo(expiry, fetchedAt),
      exchange: chain.chain.source,
      forward,
      atm_iv: atmIv,
      atm_straddle: atmIv === null ? null : straddleGreeks({ expiry, fetchedAt, forward, iv: atmIv }),
      call_25d_iv: call25,
      put_25d_iv: put25,
      skew_25d: roundedOrNull(riskReversal({ call: call25, put: put25 }), GREEK_PLACES.iv),
      option_count: rows.length,
      open_interest_coins: rounded(
        rows.reduce((sum, row) => sum + row.open_interest, 0),
        GREEK_PLACES.rest,
      ),
    },
  ]
}

/** One entry for each expiry of these rows, nearest first. */
export const greeksExpiries = (
  rows: readonly GreeksRow[],
  chains: readonly ChainOptions[],
  now: number,
): readonly ExpiryGreeks[] =>
  [...Map.groupBy(rows, ({ expiry }) => expiry).values()].flatMap((same) => expiryOf(same, chains, now))
