import { rounded, roundedOrNull } from '../../../canonical/measure.ts'
import { inSeconds, utcDay } from '../../../time-units.ts'
import type { Conclusion, Declined, TickContext } from '../../feed.ts'
import type { SmilePoint } from '../../math/smile.ts'
import type { Pair } from '../../prices/pairs.ts'
import type { BelievedChain } from '../chains/believed-chains.ts'
import type { IvAnswer } from './iv-answer.ts'
import { daysUntil, IV_PLACES, type IvMeasures, ivMeasures, skewExpiry } from './iv-measures.ts'
import { type KeptOption, keptOptions } from '../kept/kept-option.ts'
import { fromMainChain, originOf, type Read } from '../chains/main-chain.ts'
import { otmSmile } from './otm-smile.ts'
import { ownSpot } from '../chains/own-spot.ts'

type Expiries = IvAnswer['expiries']

const expiriesOf = ({ slices }: BelievedChain, options: readonly KeptOption[], fetchedAt: number): Expiries =>
  slices.map(({ expiry, atmIv, forward, listed, quoted }) => ({
    expiry: utcDay(expiry),
    days: rounded(daysUntil(utcDay(expiry), fetchedAt), IV_PLACES.days),
    atm_iv: roundedOrNull(atmIv, IV_PLACES.input),
    forward: rounded(forward, IV_PLACES.forward),
    option_count: options.filter((option) => option.expiry === expiry).length,
    two_sided_share: rounded(listed === 0 ? 0 : quoted / listed, IV_PLACES.share),
  }))

/** The part of an answer that one chain gives. */
interface Summary {
  readonly measures: IvMeasures
  readonly expiries: Expiries
  readonly skew: string | null
  readonly smile: readonly SmilePoint[]
}

const summaryAt =
  (now: number) =>
  (chain: BelievedChain): Read<Summary> | null => {
    const fetchedAt = inSeconds(now)
    const options = keptOptions(chain.kept, now)
    const expiries = expiriesOf(chain, options, fetchedAt)
    const skew = skewExpiry(expiries, fetchedAt)
    const smile = skew
      ? otmSmile(
          options.filter(({ expiry }) => utcDay(expiry) === skew.expiry),
          skew.forward,
        )
      : []
    const measures = ivMeasures({ fetched_at: fetchedAt, expiries, smile })
    return (
      measures && {
        value: { measures, expiries, skew: skew?.expiry ?? null, smile },
        needsQuotes: true,
        isFallback: !measures.bracketed,
      }
    )
  }

/** The summary of a coin's implied volatility, or why there is none. */
export const concludeIv = (pair: Pair, context: TickContext): Conclusion<IvAnswer> | Declined => {
  const { boards, now } = context
  const found = fromMainChain(boards, pair.base, ownSpot(context, pair.key), now, summaryAt(now))
  if (!found) return { kind: 'input_missing', input: `an option chain of ${pair.base} with quotes at the money` }
  const { measures, expiries, skew, smile } = found.value
  const { bracketed: _bracketed, ...numbers } = measures
  return {
    kind: 'concluded',
    content: {
      pair: pair.domain,
      ...numbers,
      skew_expiry: skew,
      expiries,
      smile: smile.map(({ strike, iv }) => ({ strike, iv })),
      option_count: expiries.reduce((sum, { option_count }) => sum + option_count, 0),
      ...originOf(found, now),
    },
    carry: {},
  }
}
