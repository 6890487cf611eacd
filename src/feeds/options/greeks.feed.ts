import { OPTION_BOARDS } from '../boards/option-boards.ts'
import { actorId, defineFeed } from '../feed.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { FALLBACK } from '../reading.ts'
import { SPOT } from '../prices/price-carry.ts'
import type { Subject } from '../subject.ts'
import { BELIEVED } from './chains/believed-chains.ts'
import { concludeGreeks, GREEKS_RULES, GREEKS_VENUES, greeksFrom } from './greeks/conclude-greeks.ts'
import { exampleChain } from './chains/example-chain.ts'
import { GREEK_PLACES } from './greeks/greek-places.ts'
import { GreeksAnswer } from './greeks/greeks-answer.ts'
import { GREEKS_SALE } from './greeks/greeks-sale.ts'
import { MAIN_CHAIN_RULES } from './chains/main-chain.ts'
import { coinOf, OPTION_SUBJECTS } from './chains/option-subjects.ts'
import { EXAMPLE_TICK_MS } from '../venue-parts.ts'

const { freshSeconds, expireSeconds } = LIFETIMES.optionChain

/** Concluded over the example chain, so that it can be recounted. */
const exampleOf = (subject: Subject): GreeksAnswer => {
  const found = greeksFrom(subject.domain, [exampleChain(coinOf(subject), GREEKS_VENUES[0])], EXAMPLE_TICK_MS)
  if (found.kind !== 'concluded') throw new Error(`the example of ${subject.key} concludes nothing`)
  return found.content
}

export const greeks = defineFeed({
  id: 'greeks',
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'Greeks of every option with open interest, the straddle and the 25-delta skew of every expiry',
  noun: 'option greeks',
  subjects: OPTION_SUBJECTS,
  answer: GreeksAnswer,
  exampleOf,
  methodology: {
    formula:
      'Black-76 on the venue’s forward of the option, with its mark volatility, rate 0, years of 365 days from fetched_at to the expiry; volatility and forward are rounded as printed first, so that each row follows from its own numbers',
    theta: 'of one day, or of the remaining life where that is shorter, as Deribit reports it',
    rho: 'with the forward moving with the rate',
    straddle: 'a call and a put whose strike is the forward, at atm_iv',
    atmIv:
      'linear in ln(K/F) between the two strikes around the forward, of strikes that are quoted on both sides and held',
    wings:
      'options out of the money that are quoted on both sides, volatility linear in N(d1) between neighbours; never extrapolated',
    venues: GREEKS_VENUES,
    preference:
      'one row per expiry, strike and kind, of the first venue that has a volatility and open interest for it',
    rows: GREEKS_RULES.mostRows,
    excluded: MAIN_CHAIN_RULES.excluded,
    decimals: { ...GREEK_PLACES },
    confidence: `share of quoted options near the money * freshness (fresh ${freshSeconds} s, expired ${expireSeconds} s) of the chain behind the summary; * ${FALLBACK} where it is not the first venue’s, not whole, or less than ${BELIEVED.leastCoverage} of it is quoted`,
  },

  everySeconds: 30,
  boards: () => OPTION_BOARDS,
  after: (subject) => [actorId(SPOT, subject)],
  conclude: concludeGreeks,

  sale: GREEKS_SALE,
})
