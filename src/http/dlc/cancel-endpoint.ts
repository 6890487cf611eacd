import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { RAILS } from '../../canonical/snapshot.ts'
import { lastCancelled } from '../../dlc/terms/cancelling.ts'
import { attestationExample } from '../../dlc/documents/document-examples.ts'
import { AttestationDocument, EventIdWord } from '../../dlc/documents/document-schemas.ts'
import { readEventId } from '../../dlc/terms/event-id.ts'
import { priceInWords, TARIFF } from '../../feeds/tariff.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import { readAnyBody } from '../wire/body.ts'
import type { Call, Endpoint } from '../wire/endpoint.ts'
import { requestHash } from '../endpoints/feed-endpoints.ts'
import { MANAGE_TOKEN } from '../wire/header-names.ts'
import { sell } from '../paywall/paywall.ts'
import { withSignature } from '../endpoints/envelope.ts'
import { offeredRoute } from '../endpoints/offered-route.ts'
import type { Offer } from '../rails/offer.ts'
import { problemResponse } from '../wire/respond.ts'
import { cancellationProduct, noSuchContract } from './cancellation-product.ts'
import { exampleSignature } from './example-signature.ts'
import type { EventSaleDeps } from './sale-deps.ts'
import { LIGHTNING_MARGIN_SECONDS } from './order.ts'

/** `DELETE /dlc/oracle/threshold/{eventid}`: its creator ends a contract early; the oracle attests `safe` at once. */

const PATH = '/dlc/oracle/threshold/{eventid}'

/** An invoice that is paid in its last second must still be able to cancel the contract. */
const isInTimeForInvoice = (event: StoredEvent | null, now: number): boolean =>
  event?.terms.kind === 'threshold' &&
  (lastCancelled(event.terms, event.maturityTs) ?? 0) > Math.floor(now / 1000) + LIGHTNING_MARGIN_SECONDS

const EXAMPLE_ID = 'BTCUSD-ABOVE-120000-1795000000'

const Cancelled = withSignature(
  Type.Object({
    status: Type.Literal('attested'),
    eventid: Type.String(),
    type: Type.Literal('threshold'),
    attestation: AttestationDocument,
  }),
  'ThresholdCancelled',
)

export const cancelEndpoint = (deps: EventSaleDeps): Endpoint => {
  const { paywall, publicUrl } = deps
  const price = TARIFF.event
  const route = { path: PATH, family: 'dlc', layer: 'Oracle Data', query: null } as const
  return {
    ...route,
    method: 'DELETE',
    words: { eventid: EventIdWord },
    problems: ['forbidden', 'not_found', 'conflict', 'not_cancellable'],
    summary: 'Cancels a threshold contract of one’s own; attests `safe` at once',
    access: { kind: 'paid', price },
    headers: {
      [MANAGE_TOKEN]: 'the manageToken of the creation; not needed by who pays over x402 from the creating account',
    },
    contentType: 'application/json',
    answer: Cancelled,
    filled: { params: { eventid: EXAMPLE_ID } },
    example: {
      status: 'attested',
      eventid: EXAMPLE_ID,
      type: 'threshold',
      attestation: attestationExample('threshold'),
      ...exampleSignature('CANCELLED'),
    },
    handle: async (call: Call) => {
      const id = readEventId(call.params['eventid'] ?? '')
      if (id === null) return problemResponse(noSuchContract(), paywall.docs)
      const manageToken = call.request.headers.get(MANAGE_TOKEN)
      const text = await readAnyBody(call.request)
      if (typeof text !== 'string') return problemResponse(text, paywall.docs)
      const now = paywall.clock.now()
      const event = await deps.events.read(id)
      const offer: Offer = {
        method: 'DELETE',
        price,
        url: `${publicUrl}/dlc/oracle/threshold/${id}`,
        description: `Cancels ${id}. ${priceInWords(price)}.`,
        example: { status: 'attested', eventid: id },
        route: offeredRoute(route, { params: { eventid: id } }),
        request: requestHash('DELETE', PATH, id, '', createHash('sha256').update(text).digest('hex')),
        // Without the token only the paying account shows who the creator is.
        rails: manageToken === null || !isInTimeForInvoice(event, now) ? ['x402'] : RAILS,
        askedAt: now,
      }
      return sell(paywall, offer, (askedAt) => cancellationProduct(deps, { id, manageToken, askedAt }), call)
    },
  }
}
