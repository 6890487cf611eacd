import { Type } from '@sinclair/typebox'
import { askNode, readReply } from './ask-node.ts'
import { checkedInvoice } from './checked-invoice.ts'
import { isPaymentHash, type Lightning, type NodeAccess } from './node.ts'

/**
 * phoenixd (phoenix.acinq.co/server/api: "Create Bolt11 invoice", "Get incoming payment"). The secret is the password
 * with limited access, which cannot spend; HTTP basic with any user name. Bodies of requests are forms, errors are text.
 */

const Created = Type.Object({ paymentHash: Type.String(), serialized: Type.String() })

const Incoming = Type.Object({ isPaid: Type.Boolean() })

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

    async isSettled(paymentHash) {
      if (!isPaymentHash(paymentHash)) return 'unknown'
      const reply = await askNode(access, { path: `/payments/incoming/${paymentHash}`, headers })
      if (reply.kind === 'reply' && reply.status === 404) return 'unknown'
      const incoming = readReply(Incoming, reply)
      if (incoming.kind !== 'read') return incoming
      return incoming.body.isPaid ? 'settled' : 'open'
    },
  }
}
