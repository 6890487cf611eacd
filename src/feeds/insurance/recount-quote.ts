import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { jcs, type Json } from '../../canonical/jcs.ts'
import type { Layout } from '../../canonical/layout.ts'
import { pick } from '../pick.ts'
import { capitalStated, type PoolState } from './pool.ts'
import { quoteAnswer } from './quote.ts'
import { QUOTE_LAYOUT, InsuranceQuote } from './quote-answer.ts'
import { readQuestion } from './quote-question.ts'
import { METHOD_VERSION } from './tiers.ts'

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

/** What depends on the pool. Its capital is stated; what is open is not known. */
const JUDGED: readonly Field[] = ['status', 'reasons', 'premium_usdc', 'statement']

/** A pool of this capital in which nothing is open, and one in which everything is. */
const poolsOf = (capital: bigint): readonly PoolState[] => [0n, capital].map((open) => ({ capital, open }))

const isSame = (body: InsuranceQuote, again: InsuranceQuote, fields: readonly Field[]): boolean =>
  jcs(pick(body, fields) as Json) === jcs(pick(again, fields) as Json)

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
  // Without a capital that can be read it is compared with that of no pool, and differs.
  const [again = null, exhausted = null] = judged.ok
    ? poolsOf(capitalStated(body.statement) ?? 0n).map((pool) => quoteAnswer(judged.question, pool, timestamp))
    : []
  const answers: Check = {
    what: 'the quote answers a question that could be asked',
    ok: again !== null && origin.id === from && destination.id === to,
  }
  if (!answers.ok || again === null || exhausted === null) return [own, answers]
  return [
    own,
    answers,
    ...Object.entries(PARTS).map(([what, fields]) => ({
      what,
      ok: isSame(body, again, fields),
    })),
    {
      what: 'status and premium follow from the risk, for some state of the pool',
      ok: [again, exhausted].some((each) => isSame(body, each, JUDGED)),
    },
  ]
}

/** The layout of quotes for verifiers. Routes write by `QUOTE_LAYOUT`, which leads to no computation. */
export const RECOUNTED_QUOTE: Layout<typeof QUOTE_LAYOUT.tokens> = {
  ...QUOTE_LAYOUT,
  recompute: ({ from, to }, body) => recounted(from, to, body),
}
