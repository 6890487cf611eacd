import { actorId, defineFeed } from '../feed.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { DIVERGENCE, MISPRICING } from '../math/iv-surface.ts'
import { concludeSurface } from './surface/conclude-surface.ts'
import { smileBoards, smileInputs, smileVenues } from './smiles/option-market.ts'
import { OPTION_SUBJECTS } from './chains/option-subjects.ts'
import { SURFACE_SALE } from './surface/surface-answer.ts'
import { SURFACE_NOTICE, SurfaceAnswer } from './surface/surface-body.ts'
import { surfaceExample } from './surface/surface-example.ts'
import { SURFACE } from './surface/surface-points.ts'
import { SVI } from './smiles/svi-carry.ts'
import { FITTED } from './smiles/svi-points.ts'

export const ivSurface = defineFeed({
  id: 'iv-surface',
  family: 'derivatives',
  layer: 'Oracle Data',
  summary:
    'Implied volatility by venue at each strike and expiry, and where venues differ from each other and their curve',
  noun: 'implied volatility surface',
  subjects: OPTION_SUBJECTS,
  answer: SurfaceAnswer,
  exampleOf: surfaceExample,
  methodology: {
    venues: Object.fromEntries(OPTION_SUBJECTS.map((subject) => [subject.domain, [...smileVenues(subject)]])),
    points: `strikes that a venue quotes out of the money on both sides, |k| <= ${FITTED.sigmas} * atm * sqrt(t_years), k = ln(strike/median of the forwards); at most ${SURFACE.points} of an expiry, nearest the forward first; at most ${SURFACE.expiries} expiries, at least ${FITTED.leastDays} day ahead`,
    compared: `each venue at the same k of its own forward: linear in k between its neighbouring strikes where its nearest is less than ${SURFACE.matched} away`,
    divergence: `highest less lowest iv of two venues or more; an alert from max(${DIVERGENCE.least}, ${DIVERGENCE.widths} * mean spread) points: LOW below ${DIVERGENCE.medium}, MEDIUM below ${DIVERGENCE.high}, HIGH from there`,
    mispricing: `iv less svi_iv, at least max(${MISPRICING.least}, ${MISPRICING.errors} * svi_rmse_vp) points away, with svi_iv outside of bid and ask; the curve is that of the SVI feed, if it is fitted to two venues or more`,
    atm: 'linear in k between the two narrow quotes around the forward, by venue; pooled is their median',
    notice: SURFACE_NOTICE,
    confidence: `venues used / venues * mean freshness; fresh ${LIFETIMES.optionChain.freshSeconds} s, expired ${LIFETIMES.optionChain.expireSeconds} s`,
  },

  everySeconds: 60,
  boards: smileBoards,
  after: (subject) => [...smileInputs(subject), actorId(SVI, subject)],
  conclude: concludeSurface,

  sale: SURFACE_SALE,
})
