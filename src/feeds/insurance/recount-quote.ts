import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { jcs, type Json } from '../../canonical/jcs.ts'
import type { Layout } from '../../canonical/layout.ts'
import { pick } from '../pick.ts'
import { poolState, UNFUNDED } from './pool.ts'
import { quoteAnswer } from './quote.ts'
import { QUOTE_LAYOUT, InsuranceQuote } from './quote-answer.ts'
import { readQuestion } from './quote-question.ts'
import { METHOD_VERSION } from './tiers.ts'
import { POOL_VERDICTS } from './verdict.ts'

/** Counts a quote again from its question and the tables of this release. The pool behind it is not known here. */

type Field = keyof InsuranceQuote

/** What is compared, by what a verifier is told. */
const PARTS: Readonly<Record<string, readonly Field[]>> = {
  'the way follows from the ports': ['origin', 'destination', 'distance_nm'],
  'the voyage follows from the way, the class and the day': ['voyage_hours', 'arrival', 'segments'],
  'the chances follow from the segments': ['trigger_probabilities', 'payout_fractions'],
  'the payout follows from the chances': ['sum_insured_usdc', 'expected_payout_usdc', 'currency'],
  'the seasons follow from the day of the quote': ['seasonal', 'valid_until'],
}

/** Any pool will do: what depends on it is not compared. */
const NO_POOL = poolState(UNFUNDED)

/** Whether status and premium are those of its risk or, where it is not refused for that, of some state of the pool. */
const isJudged = ({ status, reasons, premium_usdc }: InsuranceQuote, again: InsuranceQuote): boolean => {
  if (again.status === 'refused')
    return status === 'refused' && jcs([...reasons]) === jcs([...again.reasons]) && premium_usdc === null
  const isKnown = POOL_VERDICTS.some(
    (verdict) => verdict.status === status && (verdict.reason ?? '') === reasons.join(),
  )
  return isKnown && premium_usdc === (status === 'refused' ? null : again.premium_usdc)
}

const recounted = (from: string, to: string, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const timestamp = body['timestamp']
  if (!Value.Check(InsuranceQuote, body) || typeof timestamp !== 'number')
    return [{ what: 'the quote is readable', ok: false }]
  const { origin, destination, departure, vessel_class, methodVersion } = body
  const own: Check = {
    what: 'the quote was counted by the method of this release',
    ok: methodVersion === METHOD_VERSION,
    detail: String(methodVersion),
  }
  if (!own.ok) return [own]
  const asked = { origin: origin.id, destination: destination.id, departure, vessel_class }
  const judged = readQuestion(asked, timestamp)
  const again = judged.ok ? quoteAnswer(judged.question, NO_POOL, timestamp) : null
  const answers: Check = {
    what: 'the quote answers a question that could be asked',
    ok: again !== null && origin.id === from && destination.id === to,
  }
  if (!answers.ok || again === null) return [own, answers]
  return [
    own,
    answers,
    ...Object.entries(PARTS).map(([what, fields]) => ({
      what,
      ok: jcs(pick(body, fields) as Json) === jcs(pick(again, fields) as Json),
    })),
    { what: 'status and premium follow from the risk, for some state of the pool', ok: isJudged(body, again) },
  ]
}

/** The layout of quotes for verifiers. Routes write by `QUOTE_LAYOUT`, which leads to no computation. */
export const RECOUNTED_QUOTE: Layout<typeof QUOTE_LAYOUT.tokens> = {
  ...QUOTE_LAYOUT,
  recompute: ({ from, to }, body) => recounted(from, to, body),
}
