import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../../canonical/check.ts'
import { jcs, type Json } from '../../../canonical/jcs.ts'
import { type SliceAnswer, SviAnswer } from './svi-body.ts'
import { densityOf } from './svi-curve.ts'
import { sliceAtm, sliceConfidence, summaryOf } from './svi-slices.ts'

/** What a verifier can work out again from the curves of a body. */

export const CALENDAR_WORDS = ['CALENDAR_FREE', 'CALENDAR_ARBITRAGE'] as const
export type CalendarWord = (typeof CALENDAR_WORDS)[number]

export const calendarWord = ({ calendar }: Pick<SviAnswer, 'calendar'>): CalendarWord =>
  calendar.free ? 'CALENDAR_FREE' : 'CALENDAR_ARBITRAGE'

const isTrue = (slice: SliceAnswer): boolean => {
  const { minG, butterflyFree } = densityOf(slice)
  return (
    slice.min_g === minG &&
    slice.butterfly_free === butterflyFree &&
    slice.atm_iv === sliceAtm(slice) &&
    slice.confidence === sliceConfidence(slice)
  )
}

/** @param stated what the canonical string says of calendars */
export const recountedSvi = (stated: CalendarWord, body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (!Value.Check(SviAnswer, body)) return [{ what: 'the curves are readable', ok: false }]
  const { slices } = body
  const wrong = slices.filter((slice) => !isTrue(slice)).map(({ expiry }) => expiry)
  const summary = summaryOf(slices)
  return [
    {
      what: 'butterflies, level and confidence follow from the parameters of each expiry',
      ok: wrong.length === 0,
      ...(wrong.length > 0 && { detail: wrong.join(', ') }),
    },
    {
      what: 'counts, headline and calendar follow from the curves',
      ok: jcs({ ...body, ...summary }) === jcs(body) && stated === calendarWord(summary),
    },
  ]
}
