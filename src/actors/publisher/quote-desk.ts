import type { Json } from '../../canonical/jcs.ts'
import type { PoolState } from '../../feeds/insurance/pool.ts'
import { quoteAnswer } from '../../feeds/insurance/quote.ts'
import { QUOTE_LAYOUT, quoteTokens } from '../../feeds/insurance/quote-answer.ts'
import { quoteIdOf } from '../../canonical/content.ts'
import { type QuoteQuestion, readQuestion } from '../../feeds/insurance/quote-question.ts'
import type { Clock } from '../../ports.ts'
import { inSeconds } from '../../time-units.ts'
import { type AnswerSigner, signAnswer } from './sign-answer.ts'

/** Quotes of marine insurance: free, computed and signed while their asker waits. */

/** Nobody pays for a quote, so one too many is refused and does not wait. */
const QUOTES_AT_ONCE = 2

/** A question as it comes from a server. */
export type QuoteRequest = Readonly<Record<keyof QuoteQuestion, string>>

/** `busy`: it was not begun. `no_way`: no sea lane joins the ports. */
export type QuoteOutcome =
  { readonly kind: 'quoted'; readonly body: string } | { readonly kind: 'busy' } | { readonly kind: 'no_way' }

interface DeskParts {
  readonly signer: AnswerSigner
  readonly pool: PoolState
  /** How many may be under way; two unless said. */
  readonly most?: number
}

/** A clock that stands: body and envelope are of one moment. */
const stopped = (clock: Clock): Clock => {
  const now = clock.now()
  return { ...clock, now: () => now }
}

const quoted = ({ signer, pool }: DeskParts, request: QuoteRequest): QuoteOutcome => {
  const { origin, destination, departure, vessel_class } = request
  const clock = stopped(signer.clock)
  const nowTs = inSeconds(clock.now())
  // A server judged it by its own clock, perhaps a moment before midnight.
  const judged = readQuestion({ origin, destination, departure, vessel_class }, nowTs)
  if (!judged.ok)
    throw new Error(`a quote was asked that breaks rules: ${judged.broken.map(({ rule }) => rule).join()}`)
  const answer = quoteAnswer(judged.question, pool, nowTs)
  if (answer === null) return { kind: 'no_way' }
  const content: Readonly<Record<string, Json>> = answer
  const body = signAnswer(
    { ...signer, clock },
    'x402',
    content,
    (hash, envelope) => QUOTE_LAYOUT.write(quoteTokens(answer, hash), envelope),
    (hash) => ({ quoteId: quoteIdOf(hash) }),
  )
  return { kind: 'quoted', body }
}

/** Signs with the Ed25519 key, since no rail paid. Ticks run between two quotes. */
export const createQuoteDesk = (parts: DeskParts): ((request: QuoteRequest) => Promise<QuoteOutcome>) => {
  const { most = QUOTES_AT_ONCE } = parts
  let running = 0
  return async (request) => {
    if (running >= most) return { kind: 'busy' }
    running++
    try {
      await parts.signer.clock.sleep(0)
      return quoted(parts, request)
    } finally {
      running--
    }
  }
}
