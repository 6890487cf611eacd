import { createHash } from 'node:crypto'
import { type TObject, Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { RAILS } from '../../canonical/snapshot.ts'
import { announcementExample } from '../../dlc/documents/document-examples.ts'
import { ANNOUNCEMENTS } from '../../dlc/documents/document-schemas.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import { priceInWords, TARIFF } from '../../feeds/tariff.ts'
import { readJsonBody } from '../wire/body.ts'
import { clientNetwork } from '../wire/client-network.ts'
import type { Call, Endpoint } from '../wire/endpoint.ts'
import { requestHash } from '../endpoints/feed-endpoints.ts'
import { sell } from '../paywall/paywall.ts'
import { withSignature } from '../endpoints/envelope.ts'
import { offeredRoute } from '../endpoints/offered-route.ts'
import type { Offer } from '../rails/offer.ts'
import { problemResponse } from '../wire/respond.ts'
import { CREATE_BODIES } from './body-examples.ts'
import { exampleSignature } from './example-signature.ts'
import type { EventSaleDeps } from './sale-deps.ts'
import { creationProduct } from './creation-product.ts'
import { railsAt, readTerms } from './order.ts'

/** `POST /dlc/oracle/{threshold,enum,numeric}`: a promise about the future, for a flat fee. */

const SUMMARIES: Readonly<Record<EventKind, string>> = {
  threshold: 'Threshold contract: attests `breached` when the price reaches the strike, `safe` when it expires first',
  enum: 'Enum event: one of 2 to 100 outcomes, attested at maturity',
  numeric: 'Numeric event: a number, attested digit by digit at maturity',
}

/** What its owner alone gets. */
const Owned = {
  manageToken: Type.Optional(Type.String({ description: 'Lets its owner cancel it and see its deliveries' })),
  webhookUrl: Type.Optional(Type.String({ description: 'As it was asked for' })),
  webhookKey: Type.Optional(Type.String({ description: 'whpk_…: webhooks are signed v1a with it, for all to check' })),
  webhookSecret: Type.Optional(
    Type.String({ description: 'whsec_…, with a webhookUrl: its webhook is signed v1 with it too, for its owner' }),
  ),
}

const creationAnswer = (kind: EventKind): TObject =>
  withSignature(
    Type.Object({ ...ANNOUNCEMENTS[kind].properties, ...Owned }),
    `${kind[0]!.toUpperCase()}${kind.slice(1)}Created`,
  )

/** An example of a sold answer, without a valid signature. */
const exampleAnswer = (kind: EventKind): Json => ({
  ...(announcementExample(kind) as Record<string, Json>),
  manageToken: '…',
  ...exampleSignature('CREATED'),
})

const bodyHash = (text: string): string => createHash('sha256').update(text).digest('hex')

const createEndpoint = (deps: EventSaleDeps, kind: EventKind): Endpoint => {
  const { paywall, publicUrl } = deps
  const path = `/dlc/oracle/${kind}`
  const price = TARIFF.event
  const body = CREATE_BODIES[kind]
  const route = { path, family: 'dlc', layer: 'Oracle Data', query: null } as const
  return {
    ...route,
    method: 'POST',
    summary: SUMMARIES[kind],
    access: { kind: 'paid', price },
    body,
    contentType: 'application/json',
    answer: creationAnswer(kind),
    example: exampleAnswer(kind),
    handle: async (call: Call) => {
      const read = await readJsonBody(call.request)
      if (read.kind === 'problem') return problemResponse(read, paywall.docs)
      const now = paywall.clock.now()
      const terms = readTerms(deps, kind, read.value, now)
      const offer: Offer = {
        method: 'POST',
        price,
        url: publicUrl + path,
        description: `DLC ${kind} event. ${priceInWords(price)}.`,
        example: { eventid: '…', status: kind === 'threshold' ? 'registered' : 'pending', serialized: '…' },
        body: body.example(Math.floor(now / 1000)),
        route: offeredRoute(route),
        request: requestHash('POST', path, '', '', bodyHash(read.text)),
        rails: terms.ok ? railsAt(terms.terms, now) : RAILS,
        askedAt: now,
      }
      const network = clientNetwork(call.address)
      return sell(
        paywall,
        offer,
        (askedAt) => creationProduct(deps, { kind, body: read.value, askedAt, network }),
        call,
      )
    },
  }
}

export const createEndpoints = (deps: EventSaleDeps): readonly Endpoint[] =>
  (['threshold', 'enum', 'numeric'] as const).map((kind) => createEndpoint(deps, kind))
