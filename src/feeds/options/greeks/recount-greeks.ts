import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../../canonical/check.ts'
import type { Json } from '../../../canonical/jcs.ts'
import { optionGreeks, straddleGreeks } from './greek-values.ts'
import { GreeksAnswer } from './greeks-answer.ts'

/** Computes the greeks of a body again, so that a buyer can check each row without trusting us. */

/** What the canonical string states. */
interface StatedGreeks {
  readonly option_count: number
  readonly atm_iv: number
  readonly straddle_vega: number
}

/** Whether one has every value of the other, to the digit. */
const repeats = (shown: object, found: object | null): boolean =>
  found !== null &&
  Object.entries(found).every(([name, value]) =>
    Object.entries(shown).some(([other, said]) => other === name && said === value),
  )

const isRow = (row: GreeksAnswer['options'][number], fetchedAt: number): boolean =>
  repeats(row, optionGreeks({ ...row, fetchedAt }, row))

const isStraddle = (expiry: GreeksAnswer['expiries'][number], fetchedAt: number): boolean =>
  expiry.atm_iv === null
    ? expiry.atm_straddle === null
    : expiry.atm_straddle !== null &&
      repeats(expiry.atm_straddle, straddleGreeks({ ...expiry, iv: expiry.atm_iv, fetchedAt }))

/** Whether the summary repeats the expiry that it names. */
const isSummary = ({ summary, expiries }: GreeksAnswer): boolean => {
  const named = expiries.find(({ expiry }) => expiry === summary.expiry)
  return (
    named !== undefined &&
    named.atm_straddle !== null &&
    named.atm_iv === summary.atm_iv &&
    named.skew_25d === summary.skew_25d &&
    repeats(summary.straddle, named.atm_straddle)
  )
}

/** The checks of `claros verify`: every row by Black-76 from the volatility, forward and time that it prints. */
export const recountGreeks = (stated: StatedGreeks, body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (!Value.Check(GreeksAnswer, body)) return [{ what: 'the body holds greeks', ok: false }]
  const { options, expiries, fetched_at: fetchedAt, summary } = body
  const wrong = options.filter((row) => !isRow(row, fetchedAt))
  return [
    {
      what: 'greeks are recomputed from volatility, forward and time of each row',
      ok: wrong.length === 0 && options.length === stated.option_count,
      detail: wrong[0]?.symbol ?? `${options.length} options`,
    },
    {
      what: 'straddles are recomputed from the volatility at the money',
      ok: expiries.every((expiry) => isStraddle(expiry, fetchedAt)),
    },
    {
      what: 'the summary is that of an expiry in the body',
      ok: isSummary(body) && summary.atm_iv === stated.atm_iv && summary.straddle.vega === stated.straddle_vega,
    },
  ]
}
