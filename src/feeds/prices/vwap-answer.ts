import { type Static, Type } from '@sinclair/typebox'
import type { Agreed } from '../math/agreement.ts'
import type { AgreedVwap } from '../math/vwap-agreement.ts'
import { statedAge } from './confidence.ts'
import type { VenueWindow } from './vwap.ts'
import { fraction, type PriceVote } from './votes.ts'
import { AgreementAnswer, exact, rateAnswer, VotesAnswer } from './votes-answer.ts'

/**
 * The window of every venue, in the body that is sold. It has sums instead of trades; all other numbers follow from
 * these.
 */

export const WindowAnswer = Type.Object({
  source: Type.String(),
  price: Type.String({ description: 'Its own mean: turnover over volume; decimal text' }),
  currency: Type.String({ description: 'What it is quoted in; USDT counts at usdt_rate' }),
  turnover: Type.String({ description: 'Sum of price times size of its trades in the window, every digit' }),
  volume: Type.String({ description: 'Sum of their sizes, in coins, every digit' }),
  coverage: Type.Number({ description: 'How much of the window was seen without a gap, rounded down to thousandths' }),
  age_seconds: Type.Number({ minimum: 0, description: 'Of the last trade seen; one decimal' }),
  share: Type.Number({ minimum: 0, maximum: 1, description: 'Its weight, after the cap; 0 where it is not used' }),
  used: Type.Boolean(),
  reason: Type.Optional(
    Type.Union(
      [
        Type.Literal('outside_agreement'),
        Type.Literal('no_usdt_rate'),
        Type.Literal('low_coverage'),
        Type.Literal('reputation'),
      ],
      {
        description: 'Why it was not used',
      },
    ),
  ),
})
export type WindowAnswer = Static<typeof WindowAnswer>

/** The evidence of a VWAP: windows instead of votes. */
export const VWAP_EVIDENCE = {
  agreement: AgreementAnswer,
  quotes: Type.Array(WindowAnswer, { description: 'Every venue that traded, by name' }),
  usdt_rate: VotesAnswer.properties.usdt_rate,
}
export const WindowsAnswer = Type.Object(VWAP_EVIDENCE)
export type WindowsAnswer = Static<typeof WindowsAnswer>

/** The windows that an answer shows. */
export interface ShownWindows {
  readonly found: AgreedVwap<VenueWindow>
  readonly usdt: Agreed<PriceVote> | null
  /** Windows in USDT that do not count because the value of USDT is not known. */
  readonly unheard: readonly VenueWindow[]
  readonly uncovered: readonly VenueWindow[]
  readonly expiresSeconds: number
  readonly now: number
}

const rowOf = (window: VenueWindow, now: number, share: number, reason?: WindowAnswer['reason']): WindowAnswer => ({
  source: window.source,
  price: exact(window.quoted),
  currency: window.currency,
  ...window.sums,
  coverage: window.coverage,
  age_seconds: statedAge(now - window.at),
  share: fraction(share),
  used: reason === undefined,
  ...(reason !== undefined && { reason }),
})

const byName = (a: WindowAnswer, b: WindowAnswer): number => (a.source < b.source ? -1 : 1)

export const windowsAnswer = ({
  found,
  usdt,
  unheard,
  uncovered,
  expiresSeconds,
  now,
}: ShownWindows): WindowsAnswer => {
  const { agreement, weights } = found
  return {
    agreement: {
      configured: agreement.configured,
      tau: agreement.tau,
      width: fraction(agreement.width),
      expires_seconds: expiresSeconds,
    },
    quotes: [
      ...agreement.used.map((window, at) => rowOf(window, now, weights[at]!)),
      ...agreement.rejected.map((window) => rowOf(window, now, 0, 'outside_agreement')),
      ...(agreement.silenced ?? []).map((window) => rowOf(window, now, 0, 'reputation')),
      ...unheard.map((window) => rowOf(window, now, 0, 'no_usdt_rate')),
      ...uncovered.map((window) => rowOf(window, now, 0, 'low_coverage')),
    ].toSorted(byName),
    ...rateAnswer(usdt, now),
  }
}
