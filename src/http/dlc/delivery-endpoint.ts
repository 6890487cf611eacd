import { Type } from '@sinclair/typebox'
import { EventIdWord } from '../../dlc/documents/document-schemas.ts'
import { readEventId } from '../../dlc/terms/event-id.ts'
import { publicStatus } from '../../dlc/terms/lifecycle.ts'
import { type Endpoint, FREE } from '../wire/endpoint.ts'
import { NO_STORE } from '../wire/headers.ts'
import { problem } from '../wire/problem.ts'
import { jsonResponse, problemResponse } from '../wire/respond.ts'
import { MANAGE_TOKEN } from '../wire/header-names.ts'
import { noSuchContract } from './cancellation-product.ts'
import type { EventSaleDeps } from './sale-deps.ts'
import { isManageToken } from './manage-token.ts'

/** `GET /dlc/oracle/threshold/{eventid}/deliveries`: what became of a contract's webhook, for its creator. */

const Deliveries = Type.Object(
  {
    eventid: Type.String(),
    webhookUrl: Type.Union([Type.String(), Type.Null()]),
    state: Type.Union(
      ['none', 'waiting', 'pending', 'delivered', 'gone', 'given_up'].map((each) => Type.Literal(each)),
      {
        description:
          'none: no webhook was asked for. waiting: nothing to tell yet. pending: to be tried (again). gone: the receiver answered 410',
      },
    ),
    attempts: Type.Integer(),
    log: Type.Array(
      Type.Object({
        at: Type.String({ description: 'ISO 8601' }),
        status: Type.Union([Type.Integer(), Type.Null()], { description: 'null where no answer came' }),
        tookMs: Type.Integer(),
        outcome: Type.String(),
        visit: Type.String({ description: 'how far the attempt got' }),
      }),
    ),
  },
  { title: 'WebhookDeliveries' },
)

export const deliveryEndpoint = ({ paywall, events, deliveries }: EventSaleDeps): Endpoint => ({
  method: 'GET',
  path: '/dlc/oracle/threshold/{eventid}/deliveries',
  family: 'dlc',
  layer: 'Oracle Data',
  summary: 'Deliveries of a contract’s webhook, for its creator',
  access: FREE,
  query: null,
  words: { eventid: EventIdWord },
  problems: ['not_found', 'forbidden'],
  headers: { [MANAGE_TOKEN]: 'the manageToken of the creation' },
  contentType: 'application/json',
  answer: Deliveries,
  example: {
    eventid: 'BTCUSD-ABOVE-120000-1795000000',
    webhookUrl: 'https://desk.example/hook',
    state: 'delivered',
    attempts: 1,
    log: [{ at: '2026-11-20T10:00:00.000Z', status: 204, tookMs: 84, outcome: 'delivered', visit: 'answered' }],
  },
  handle: async ({ params, request }) => {
    const id = readEventId(params['eventid'] ?? '')
    const event = id === null ? null : await events.read(id)
    if (!event || event.kind !== 'threshold' || publicStatus(event.kind, event.state) === null)
      return problemResponse(noSuchContract(), paywall.docs)
    const { webhookUrl, manageTokenHash } = event.hidden
    if (!isManageToken(request.headers.get(MANAGE_TOKEN), manageTokenHash))
      return problemResponse(
        problem('forbidden', `Send the manageToken of the creation as ${MANAGE_TOKEN}.`),
        paywall.docs,
      )
    const delivery = webhookUrl === null ? null : await deliveries.of(event.id)
    return jsonResponse(
      {
        eventid: event.id,
        webhookUrl,
        state: webhookUrl === null ? 'none' : (delivery?.state ?? 'waiting'),
        attempts: delivery?.made ?? 0,
        log: (delivery?.lines ?? []).map(({ at, ...line }) => ({ at: new Date(at).toISOString(), ...line })),
      },
      NO_STORE,
    )
  },
})
