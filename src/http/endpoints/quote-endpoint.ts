import { Type } from '@sinclair/typebox'
import { quoteIdOf } from '../../canonical/content.ts'
import { QUOTE_LAYOUT, InsuranceQuote, quoteTokens } from '../../feeds/insurance/quote-answer.ts'
import { EXAMPLE_QUOTE, EXAMPLE_QUOTED_AT } from '../../feeds/insurance/quote-example.ts'
import { type BrokenMember, QuoteBody, type QuoteQuestion, readQuestion } from '../../feeds/insurance/quote-question.ts'
import { DAY_SECONDS, inSeconds, utcDay } from '../../time-units.ts'
import type { PaywallContext } from '../paywall/context.ts'
import type { AddressLimit } from '../rails/lightning/address-limit.ts'
import { readJsonBody } from '../wire/body.ts'
import { type Call, type Endpoint, type EndpointBody, FREE, NO_PARAMETERS } from '../wire/endpoint.ts'
import { NO_STORE } from '../wire/headers.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'
import { createQuoteCopies, type QuoteCopies, type QuoteCopy } from './quote-copies.ts'
import { createQuotePlaces, type QuotePlaces } from './quote-places.ts'
import { quoteEnd } from './quote-reply.ts'

/** `POST /insurance/route/quote`: a worker computes and signs it while the client waits. */

export interface QuoteDeps extends Pick<PaywallContext, 'asker' | 'clock' | 'docs'> {
  /** How many quotes one address may ask for. */
  readonly limit: AddressLimit
}

/** One address may ask for 30 at once, and for one more every two seconds. */
export const QUOTE_LIMIT = { burst: 30, perSecond: 0.5, maxAddresses: 100_000 } as const

const MOST_BYTES = 2_048
/** A request waits this long. */
const QUOTE_MS = 5_000

const brokenBody = (broken: readonly BrokenMember[]): Problem =>
  problem('invalid_request', 'The body breaks rules.', {
    details: broken.map(({ member, rule, message }) => ({
      path: member === '' ? 'body' : `body.${member}`,
      rule,
      message,
    })),
  })

const tooMany = (seconds: number): Problem =>
  problem('too_many_requests', 'Too many quotes were asked for from this address.', { retryAfter: seconds })

const busy = (): Problem =>
  problem('too_many_requests', 'Too many quotes are under way. Nothing is wrong with this one.', { retryAfter: 1 })

const notMade = (): Problem => problem('data_unavailable', 'The quote could not be made right now.', { retryAfter: 5 })

const noWay = ({ origin, destination }: QuoteQuestion): Problem =>
  problem('data_unavailable', `No sea lane of the table joins ${origin} and ${destination}.`)

/** Equal questions have equal text. */
const keyOf = ({ origin, destination, departure, vessel_class }: QuoteQuestion): string =>
  [origin, destination, departure, vessel_class].join('/')

type Answered = QuoteCopy | Problem

/** Asks a worker. What it says is handed over if it answers this question and still stands by our clock. */
const askWorker = async (
  { asker, clock }: QuoteDeps,
  copies: QuoteCopies,
  places: QuotePlaces,
  question: QuoteQuestion,
): Promise<Answered> => {
  if (!places.take()) return busy()
  const key = keyOf(question)
  let isAnswered = false
  try {
    const found = await asker.ask(
      { actor: 'insurance/quote', wish: { what: 'quote', ...question } },
      `quote/${key}`,
      QUOTE_MS,
    )
    isAnswered = found.kind !== 'timeout'
    if (found.kind !== 'done') return notMade()
    const { result } = found
    if (result.kind === 'busy') return busy()
    if (result.kind === 'no_way') return noWay(question)
    const end = quoteEnd(result.body, question)
    return end === null || end <= clock.now() ? notMade() : copies.keep(key, result.body, end)
  } finally {
    places.leave(isAnswered)
  }
}

/** Equal questions that wait at the same time are one. */
const createAsking = (deps: QuoteDeps): ((question: QuoteQuestion) => Promise<Answered>) => {
  const copies = createQuoteCopies(deps.clock)
  const places = createQuotePlaces(deps.clock)
  const underWay = new Map<string, Promise<Answered>>()
  return async (question) => {
    const key = keyOf(question)
    const known = copies.get(key) ?? underWay.get(key)
    if (known) return known
    const answer = askWorker(deps, copies, places, question).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}

const EXAMPLE_AHEAD_SECONDS = 30 * DAY_SECONDS

const BODY: EndpointBody = {
  schema: QuoteBody,
  example: (nowTs) => ({
    origin: 'NLRTM',
    destination: 'USNYC',
    departure: utcDay((nowTs + EXAMPLE_AHEAD_SECONDS) * 1000),
    vessel_class: 'container',
  }),
}

const SignedQuote = Type.Composite(
  [
    InsuranceQuote,
    Type.Object({
      timestamp: Type.Integer({ description: 'Unix seconds' }),
      quoteId: Type.String({ description: 'The first 16 digits of contentHash' }),
      contentHash: Type.String({ description: 'SHA-256, hex, of the RFC 8785 form of the body without its envelope' }),
      signingScheme: Type.Literal('ed25519'),
      pubkey: Type.String(),
      canonical: Type.String(),
      signature: Type.String({ description: 'Base64; over SHA-256 of the canonical string' }),
    }),
  ],
  { title: 'SignedQuote' },
)

/** Without a valid signature. */
const example = () => {
  const [hash, timestamp] = ['0'.repeat(64), EXAMPLE_QUOTED_AT]
  return {
    ...EXAMPLE_QUOTE,
    timestamp,
    quoteId: quoteIdOf(hash),
    contentHash: hash,
    signingScheme: 'ed25519',
    pubkey: '0'.repeat(64),
    canonical: QUOTE_LAYOUT.write(quoteTokens(EXAMPLE_QUOTE, hash), { timestamp, nonce: 482_910 }),
    signature: '…',
  }
}

export const quoteEndpoint = (deps: QuoteDeps): Endpoint => {
  const { clock, docs, limit } = deps
  const ask = createAsking(deps)
  const refuse = (found: Problem): Response => problemResponse(found, docs)
  return {
    method: 'POST',
    path: '/insurance/route/quote',
    family: 'insurance',
    layer: 'Oracle Information',
    summary: 'Parametric cover of a voyage against waves: its way, its risk by stretch and season, its premium; signed',
    access: FREE,
    query: NO_PARAMETERS,
    body: BODY,
    problems: ['too_many_requests', 'data_unavailable'],
    contentType: 'application/json',
    answer: SignedQuote,
    example: example(),
    handle: async ({ request, address }: Call) => {
      const body = await readJsonBody(request, MOST_BYTES)
      if (body.kind === 'problem') return refuse(body)
      const judged = readQuestion(body.value, inSeconds(clock.now()))
      if (!judged.ok) return refuse(brokenBody(judged.broken))
      if (!limit.take(address)) return refuse(tooMany(limit.waitSeconds(address)))
      const found = await ask(judged.question)
      if ('kind' in found) return refuse(found)
      const age = Math.max(0, inSeconds(clock.now() - found.at))
      return new Response(found.body, { headers: { ...NO_STORE, age: String(age) } })
    },
  }
}
