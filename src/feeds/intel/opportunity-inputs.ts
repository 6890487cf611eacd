import { publishedAnswer, inputFrom } from '../attested.ts'
import { EVERY_RATE } from '../defi/every-rate.ts'
import { actorId, type TickContext } from '../feed.ts'
import { CONTAGION } from '../indices/contagion-carry.ts'
import { STRESS } from '../indices/stress-carry.ts'
import { MARKET } from './intel-fields.ts'
import type { OpportunityInputs } from './opportunity-answer.ts'

/** What lending opportunities are computed from. */

const RATES = { key: 'EVERY' }

export const OPPORTUNITY_ACTORS = {
  rates: actorId(EVERY_RATE, RATES),
  stress: actorId(STRESS, MARKET),
  contagion: actorId(CONTAGION, MARKET),
} as const

export const opportunityInputs = (context: Pick<TickContext, 'earlier' | 'now'>) => {
  const rates = publishedAnswer(context, EVERY_RATE, RATES.key)
  const stress = publishedAnswer(context, STRESS, MARKET.key)
  const contagion = publishedAnswer(context, CONTAGION, MARKET.key)
  const inputs: OpportunityInputs = {
    rates: inputFrom(rates, OPPORTUNITY_ACTORS.rates, ({ rates: rows }) => rows.length),
    rates_confidence: inputFrom(rates, OPPORTUNITY_ACTORS.rates, ({ confidence }) => confidence),
    stress: inputFrom(stress, OPPORTUNITY_ACTORS.stress, ({ regime }) => regime),
    stress_value: inputFrom(stress, OPPORTUNITY_ACTORS.stress, ({ value }) => value),
    stress_confidence: inputFrom(stress, OPPORTUNITY_ACTORS.stress, ({ confidence }) => confidence),
    contagion: inputFrom(contagion, OPPORTUNITY_ACTORS.contagion, ({ regime }) => regime),
  }
  return { rates, stress, inputs }
}
