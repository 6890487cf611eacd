import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { QuoteQuestion } from '../../feeds/insurance/quote-question.ts'
import { SECOND_MS } from '../../time-units.ts'

/** What a server reads of a quote before it hands it over. */
const Reply = Type.Object({
  origin: Type.Object({ id: Type.String() }),
  destination: Type.Object({ id: Type.String() }),
  departure: Type.String(),
  vessel_class: Type.String(),
  valid_until: Type.Integer(),
})

const parsed = (body: string): Static<typeof Reply> | null => {
  try {
    const found: unknown = JSON.parse(body)
    return Value.Check(Reply, found) ? found : null
  } catch {
    return null
  }
}

/**
 * Until when the quote stands, Unix milliseconds; `null` if it is no answer to this question. Its day is that of the
 * worker's clock, which may be another one than ours.
 */
export const quoteEnd = (body: string, question: QuoteQuestion): number | null => {
  const found = parsed(body)
  const isOurs =
    found?.origin.id === question.origin &&
    found.destination.id === question.destination &&
    found.departure === question.departure &&
    found.vessel_class === question.vessel_class
  return isOurs ? found.valid_until * SECOND_MS : null
}
