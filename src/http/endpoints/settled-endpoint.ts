import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { inSeconds } from '../../time-units.ts'
import type { PaywallContext } from '../paywall/context.ts'
import { TOKEN_MESSAGES } from '../paywall/sell-l402.ts'
import { type L402Rail, TOKEN_GRACE_SECONDS } from '../rails/l402.ts'
import { checkOwnToken, type TokenReason } from '../rails/l402-token.ts'
import type { AddressLimit } from '../rails/lightning/address-limit.ts'
import { readJsonBody } from '../wire/body.ts'
import { type Call, type Endpoint, type EndpointBody, FREE, NO_PARAMETERS } from '../wire/endpoint.ts'
import { NO_STORE } from '../wire/headers.ts'
import { type BrokenRule, problem, type Problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'
import { settlementWatch, type WatchSettlement } from './settlement-watch.ts'

/**
 * `POST /l402/settled`: tells whoever holds a token of ours that its invoice was paid, and gives the preimage, for pages
 * whose invoice is paid with a telephone. Who holds the token is who asked, and the wallet that pays shows the same preimage.
 */

export interface SettledDeps extends Pick<PaywallContext, 'clock' | 'docs'> {
  /** `null`: the rail is not offered. */
  readonly rail: L402Rail | null
  /** How often one address may ask. */
  readonly limit: AddressLimit
}

/** A page asks once in ten seconds while it waits; a few pages may wait behind one address. */
export const SETTLED_LIMIT = { burst: 20, perSecond: 1, maxAddresses: 100_000 } as const

const MOST_BYTES = 8_192
const RETRY_SECONDS = 5

const Question = Type.Object(
  { macaroon: Type.String({ minLength: 1, description: 'That of the challenge' }) },
  { additionalProperties: false },
)

const BODY: EndpointBody = { schema: Question, example: () => ({ macaroon: 'AgEGY2xhcm9z' }) }

const Answer = Type.Object(
  {
    state: Type.Union([Type.Literal('open'), Type.Literal('settled'), Type.Literal('expired')], {
      description: 'open: not paid yet, ask again; settled: paid; expired: ask for a new challenge',
    }),
    preimage: Type.Optional(
      Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()], {
        description: 'Of a paid invoice; null where the node gives none: the wallet that paid shows it',
      }),
    ),
  },
  { title: 'InvoiceSettlement' },
)

const broken = (rules: readonly BrokenRule[]): Problem =>
  problem('invalid_request', 'The body breaks rules.', { details: rules })

const brokenMembers = (value: unknown): readonly BrokenRule[] =>
  [...Value.Errors(Question, value)].map(({ path, message }) => ({
    path: path === '' ? 'body' : `body.${path.slice(1)}`,
    rule: 'invalid_value',
    message,
  }))

const badToken = (reason: TokenReason): Problem =>
  broken([{ path: 'body.macaroon', rule: reason, message: TOKEN_MESSAGES[reason] }])

const tooOften = (seconds: number): Problem =>
  problem('too_many_requests', 'This address asks too often.', { retryAfter: seconds })

const noRail = (): Problem => problem('no_payment_rail', 'Lightning is not offered here.')

const noNode = (): Problem =>
  problem('no_payment_rail', 'The Lightning node does not answer. What was paid stays paid: ask again.', {
    retryAfter: RETRY_SECONDS,
  })

const said = (body: typeof Answer.static): Response => new Response(JSON.stringify(body), { headers: NO_STORE })

const tell = async (
  { rail, clock, docs }: SettledDeps & { readonly rail: L402Rail },
  watch: WatchSettlement,
  macaroon: string,
  signal: AbortSignal,
): Promise<Response> => {
  const token = checkOwnToken(rail.secrets, macaroon, clock.now())
  if (token.kind === 'refused')
    return token.reason === 'l402_expired_token'
      ? said({ state: 'expired' })
      : problemResponse(badToken(token.reason), docs)
  const payableUntil = (token.validUntil - TOKEN_GRACE_SECONDS) * 1000
  const seen = await watch(token.paymentHash, payableUntil, signal)
  if (seen.kind === 'settled') return said({ state: 'settled', preimage: seen.preimage })
  if (seen.kind === 'lightning_failure') return problemResponse(noNode(), docs)
  return said({ state: inSeconds(clock.now()) > inSeconds(payableUntil) ? 'expired' : 'open' })
}

export const settledEndpoint = (deps: SettledDeps): Endpoint => {
  const { rail, clock, docs, limit } = deps
  const refuse = (found: Problem): Response => problemResponse(found, docs)
  const watch = rail && settlementWatch(rail.node, clock)
  return {
    method: 'POST',
    path: '/l402/settled',
    family: 'service',
    layer: 'Service',
    summary: 'Whether the invoice of a challenge was paid, and its preimage; waits some seconds for the payment',
    access: FREE,
    query: NO_PARAMETERS,
    body: BODY,
    problems: ['too_many_requests', 'no_payment_rail'],
    contentType: 'application/json',
    answer: Answer,
    example: { state: 'settled', preimage: '0'.repeat(64) },
    handle: async ({ request, address }: Call) => {
      const body = await readJsonBody(request, MOST_BYTES)
      if (body.kind === 'problem') return refuse(body)
      const { value } = body
      if (!Value.Check(Question, value)) return refuse(broken(brokenMembers(value)))
      if (!rail || !watch) return refuse(noRail())
      if (!limit.take(address)) return refuse(tooOften(limit.waitSeconds(address)))
      return tell({ ...deps, rail }, watch, value.macaroon, request.signal)
    },
  }
}
