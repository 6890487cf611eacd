import { Type } from '@sinclair/typebox'
import { askNode, readReply } from './ask-node.ts'
import { checkedInvoice } from './checked-invoice.ts'
import { isPaymentHash, type Lightning, type NodeAccess } from './node.ts'
import { settledInvoice } from './settled-invoice.ts'

/**
 * LND over REST (lightning.engineering/api-docs/api/lnd/rest-endpoints: `AddInvoice`, `LookupInvoice`). The secret is
 * invoice.macaroon in hex. 64-bit numbers are strings there, bytes are base64.
 */

const Added = Type.Object({ r_hash: Type.String(), payment_request: Type.String() })

const Found = Type.Object({
  state: Type.Union([
    Type.Literal('OPEN'),
    Type.Literal('ACCEPTED'),
    Type.Literal('SETTLED'),
    Type.Literal('CANCELED'),
  ]),
  r_preimage: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

/** gRPC's NOT_FOUND. A 404 without it comes from something in between. */
const NOT_FOUND = 5

export const lnd = (access: NodeAccess): Lightning => {
  const headers = { 'Grpc-Metadata-macaroon': access.secret }
  return {
    name: 'lnd',

    async createInvoice(order) {
      const json = { value: String(order.sats), memo: order.memo, expiry: String(order.expirySeconds) }
      const added = readReply(Added, await askNode(access, { path: '/v1/invoices', headers, json }))
      if (added.kind !== 'read') return added
      const { payment_request: bolt11, r_hash: hash } = added.body
      return checkedInvoice(order, { bolt11, paymentHash: Buffer.from(hash, 'base64').toString('hex') })
    },

    async invoiceState(paymentHash) {
      if (!isPaymentHash(paymentHash)) return { kind: 'unknown' }
      const reply = await askNode(access, { path: `/v1/invoice/${paymentHash}`, headers })
      if (reply.kind === 'reply' && reply.status === 404) {
        if ((reply.body as { code?: unknown } | null)?.code === NOT_FOUND) return { kind: 'unknown' }
      }
      const found = readReply(Found, reply)
      if (found.kind !== 'read') return found
      // A node that made the invoice shows the preimage before it is paid, too: then it is nobody's.
      if (found.body.state !== 'SETTLED') return { kind: 'open' }
      const { r_preimage: preimage } = found.body
      return settledInvoice(paymentHash, preimage && Buffer.from(preimage, 'base64').toString('hex'))
    },
  }
}
