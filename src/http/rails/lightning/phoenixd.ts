import { Type } from '@sinclair/typebox'
import { askNode, readReply } from './ask-node.ts'
import { checkedInvoice } from './checked-invoice.ts'
import { isPaymentHash, type Lightning, type NodeAccess } from './node.ts'
import { settledInvoice } from './settled-invoice.ts'

/**
 * phoenixd (phoenix.acinq.co/server/api: "Create Bolt11 invoice", "Get incoming payment"). The secret is the password
 * with limited access, which cannot spend; HTTP basic with any user name. Bodies of requests are forms, errors are text.
 */

const Created = Type.Object({ paymentHash: Type.String(), serialized: Type.String() })

const Incoming = Type.Object({
  isPaid: Type.Boolean(),
  preimage: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

/** Longer ones are refused with 400. Kotlin counts UTF-16 units, as JavaScript does. */
const MAX_DESCRIPTION = 128

export const phoenixd = (access: NodeAccess): Lightning => {
  const headers = { Authorization: `Basic ${Buffer.from(`:${access.secret}`).toString('base64')}` }
  return {
    name: 'phoenixd',

    async createInvoice(order) {
      const form = {
        amountSat: String(order.sats),
        description: order.memo.slice(0, MAX_DESCRIPTION),
        expirySeconds: String(order.expirySeconds),
      }
      const created = readReply(Created, await askNode(access, { path: '/createinvoice', headers, form }))
      if (created.kind !== 'read') return created
      return checkedInvoice(order, { bolt11: created.body.serialized, paymentHash: created.body.paymentHash })
    },

    async invoiceState(paymentHash) {
      if (!isPaymentHash(paymentHash)) return { kind: 'unknown' }
      const reply = await askNode(access, { path: `/payments/incoming/${paymentHash}`, headers })
      if (reply.kind === 'reply' && reply.status === 404) return { kind: 'unknown' }
      const incoming = readReply(Incoming, reply)
      if (incoming.kind !== 'read') return incoming
      return incoming.body.isPaid ? settledInvoice(paymentHash, incoming.body.preimage) : { kind: 'open' }
    },
  }
}
