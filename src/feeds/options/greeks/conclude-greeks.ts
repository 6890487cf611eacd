import { rounded } from '../../../canonical/measure.ts'
import { inSeconds } from '../../../time-units.ts'
import { OPTION_BOARDS } from '../../boards/option-boards.ts'
import type { Conclusion, Declined, TickContext } from '../../feed.ts'
import { FALLBACK } from '../../reading.ts'
import type { Subject } from '../../subject.ts'
import { VENUE_PLACES } from '../../venue-parts.ts'
import { BELIEVED, type BelievedChain, believedChains } from '../chains/believed-chains.ts'
import { type ExpiryGreeks, greeksExpiries } from './greeks-expiries.ts'
import type { GreeksAnswer } from './greeks-answer.ts'
import { greeksRows, unpacked } from './greeks-rows.ts'
import { WHOLE } from '../chains/main-chain.ts'
import { coinOf } from '../chains/option-subjects.ts'
import { ownSpot } from '../chains/own-spot.ts'

/** Whose volatilities are used, in the order of preference (decision 0042). */
export const GREEKS_VENUES = ['deribit', 'bybit'] as const

export const GREEKS_RULES = {
  /** More rows than this are not sent. */
  mostRows: 1_500,
  /** The tenor of the summary, days. */
  tenor: 30,
} as const

/** An expiry that has a volatility at the money. */
type PricedExpiry = ExpiryGreeks & {
  readonly atm_iv: number
  readonly atm_straddle: GreeksAnswer['summary']['straddle']
}

const isPriced = (expiry: ExpiryGreeks): expiry is PricedExpiry =>
  expiry.atm_iv !== null && expiry.atm_straddle !== null

const nearest = (expiries: readonly PricedExpiry[]): PricedExpiry | null =>
  expiries.reduce<PricedExpiry | null>((best, next) => {
    const away = ({ days_to_expiry: days }: PricedExpiry): number => Math.abs(days - GREEKS_RULES.tenor)
    return best === null || away(next) < away(best) ? next : best
  }, null)

/** Whether a chain is less than the method asks for: not of the first venue, not whole, or too little quoted. */
const isFallback = ({ source, isThin, coverage }: BelievedChain): boolean =>
  source !== GREEKS_VENUES[0] || isThin || coverage < BELIEVED.leastCoverage

/**
 * The greeks of a coin from the chains that are believed.
 *
 * @param pair `BTCUSD`
 * @param chains in the order of preference
 * @param now Unix milliseconds of the tick
 */
export const greeksFrom = (
  pair: string,
  chains: readonly BelievedChain[],
  now: number,
): Conclusion<GreeksAnswer> | Declined => {
  const opened = unpacked(chains, now)
  const all = greeksRows(opened, inSeconds(now))
  const expiries = greeksExpiries(all, opened, now)
  const summary = nearest(expiries.filter(isPriced))
  const base = chains.find(({ source }) => source === summary?.exchange)
  if (!summary || !base) return { kind: 'input_missing', input: 'volatility at the money' }
  const options = all.slice(0, GREEKS_RULES.mostRows)
  const sources = [...new Set(options.map(({ exchange }) => exchange))].toSorted()
  const entered = chains.filter(({ source }) => sources.includes(source) || source === base.source)
  const believed = chains.map(({ source }) => source)
  const confidence = base.coverage * base.fresh * (isFallback(base) ? FALLBACK : 1)
  return {
    kind: 'concluded',
    content: {
      pair,
      option_count: options.length,
      omitted: all.length - options.length,
      summary: {
        expiry: summary.expiry,
        days_to_expiry: summary.days_to_expiry,
        atm_iv: summary.atm_iv,
        straddle: summary.atm_straddle,
        skew_25d: summary.skew_25d,
      },
      expiries: [...expiries],
      options: [...options],
      degraded: isFallback(base) || confidence < WHOLE,
      exchange_count: entered.length,
      missing: GREEKS_VENUES.filter((venue) => !believed.includes(venue)).toSorted(),
      sources: entered.map(({ source }) => source).toSorted(),
      confidence: rounded(confidence, VENUE_PLACES.confidence),
      observed_at: inSeconds(Math.min(...entered.map(({ at }) => at))),
      fetched_at: inSeconds(now),
    },
    carry: {},
  }
}

/** The greeks of one coin, or why there is no answer. */
export const concludeGreeks = (subject: Subject, context: TickContext): Conclusion<GreeksAnswer> | Declined => {
  const { boards, now } = context
  const spot = ownSpot(context, subject.key)
  const chains = believedChains(OPTION_BOARDS, boards, coinOf(subject), spot, now)
  const ours = GREEKS_VENUES.flatMap((venue) => chains.filter(({ source }) => source === venue))
  if (ours.length === 0) return { kind: 'quorum_missed', have: 0, need: 1 }
  return greeksFrom(subject.domain, ours, now)
}
