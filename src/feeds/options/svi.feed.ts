import { defineFeed } from '../feed.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { concludeSvi, LEAST_SLICES } from './smiles/conclude-svi.ts'
import { smileBoards, smileInputs, smileVenues } from './smiles/option-market.ts'
import { OPTION_SUBJECTS } from './chains/option-subjects.ts'
import { SVI_SALE } from './smiles/svi-answer.ts'
import { SviAnswer } from './smiles/svi-body.ts'
import { SVI } from './smiles/svi-carry.ts'
import { sviExample } from './smiles/svi-example.ts'
import { FITTED } from './smiles/svi-points.ts'
import { SVI_WORK } from './smiles/svi-schedule.ts'

const { near, farSeconds, rounds, penalty, penaltyFactor, evaluations } = SVI_WORK

export const svi = defineFeed({
  ...SVI,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'Smiles of options as SVI curves, one for each expiry, pooled over the venues, with their arbitrage checks',
  noun: 'SVI surface',
  subjects: OPTION_SUBJECTS,
  answer: SviAnswer,
  exampleOf: sviExample,
  methodology: {
    venues: Object.fromEntries(OPTION_SUBJECTS.map((subject) => [subject.domain, [...smileVenues(subject)]])),
    curve: 'w(k) = a + b (rho (k - m) + sqrt((k - m)^2 + sigma^2)), w = iv^2 * t_years, k = ln(strike/forward)',
    quotes: `out of the money, bid and ask, spread at most ${FITTED.widest} of the mean in volatility, |k| <= ${FITTED.sigmas} * atm * sqrt(t_years), each at its own venue's forward; of several settlements the narrower; at least ${FITTED.strikes} strikes and ${FITTED.aSide} a side; at most ${FITTED.quotes} quotes; at least ${FITTED.leastDays} day ahead`,
    weights: `min(1, vega / vega at the money) / max(spread, ${FITTED.narrowest} points)^2, scaled to mean 1`,
    constraints: '0 <= a <= largest w; |rho| <= 1; b (1 + |rho|) <= 2; 0.01 <= sigma <= 1.5',
    butterflies: `min_g < 0: fitted again with a penalty of ${penalty} times the squares of what is missing, up to ${rounds} times, the penalty ${penaltyFactor} times larger each time`,
    calendar:
      'the smallest difference of total variance between neighbouring expiries for k in steps of 0.01 where either is quoted',
    fitted: `again when quotes changed and the fit is older than ${near.seconds} s (up to ${near.days} days ahead) or ${farSeconds} s; at most ${evaluations} evaluations of the objective a tick, so that other expiries keep their curve with its own fitted_at`,
    leastSlices: { ...LEAST_SLICES },
    confidence: `venues used / venues * mean of slice confidence times freshness; fresh ${LIFETIMES.optionChain.freshSeconds} s, expired ${LIFETIMES.optionChain.expireSeconds} s`,
  },

  everySeconds: 20,
  boards: smileBoards,
  after: smileInputs,
  conclude: concludeSvi,

  sale: SVI_SALE,
})
