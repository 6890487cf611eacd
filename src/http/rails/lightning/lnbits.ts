import { Type } from '@sinclair/typebox'
import { askNode, readReply } from './ask-node.ts'
import { checkedInvoice } from './checked-invoice.ts'
import { isPaymentHash, type Lightning, lightningFailure, type NodeAccess } from './node.ts'
import { settledInvoice } from './settled-invoice.ts'

/**
 * LNbits (demo.lnbits.com/docs, "Payments": `POST /api/v1/payments`, `GET /api/v1/payments/{payment_hash}`). The secret
 * is the wallet's invoice key. A look-up shows the preimage of a paid invoice.
 */

const Created = Type.Object({
  payment_hash: Type.String(),
  bolt11: Type.Optional(Type.String()),
  /** What releases before 1.0 call the invoice; some later ones send both. */
  payment_request: Type.Optional(Type.String()),
})

const Payment = Type.Object({ paid: Type.Boolean(), preimage: Type.Optional(Type.Union([Type.String(), Type.Null()])) })

export const lnbits = (access: NodeAccess): Lightning => {
  const headers = { 'X-Api-Key': access.secret }
  return {
    name: 'lnbits',

    async createInvoice(order) {
      const json = { out: false, amount: order.sats, memo: order.memo, expiry: order.expirySeconds }
      const created = readReply(Created, await askNode(access, { path: '/api/v1/payments', headers, json }))
      if (created.kind !== 'read') return created
      const { payment_hash: paymentHash, payment_request: older, bolt11 = older } = created.body
      if (bolt11 === undefined) return lightningFailure('unreadable', 'the answer lacks a documented field')
      return checkedInvoice(order, { bolt11, paymentHash })
    },

    async invoiceState(paymentHash) {
      if (!isPaymentHash(paymentHash)) return { kind: 'unknown' }
      const reply = await askNode(access, { path: `/api/v1/payments/${paymentHash}`, headers })
      if (reply.kind === 'reply' && reply.status === 404) return { kind: 'unknown' }
      const payment = readReply(Payment, reply)
      if (payment.kind !== 'read') return payment
      return payment.body.paid ? settledInvoice(paymentHash, payment.body.preimage) : { kind: 'open' }
    },
  }
}
