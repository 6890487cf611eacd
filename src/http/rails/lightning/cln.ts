import { Type } from '@sinclair/typebox'
import type { Random } from '../../../ports.ts'
import { askNode, type NodeReply, readReply, timeLimit } from './ask-node.ts'
import { checkedInvoice } from './checked-invoice.ts'
import { isPaymentHash, type Lightning, lightningFailure, type NodeAccess } from './node.ts'
import { settledInvoice } from './settled-invoice.ts'

/**
 * Core Lightning over its plugin clnrest (docs.corelightning.org/docs/rest; methods `invoice`, `listinvoices`). The
 * secret is a rune, best limited to these two methods. Every method is a POST, every success a 201.
 */

const Added = Type.Object({ bolt11: Type.String(), payment_hash: Type.String() })

const Listed = Type.Object({
  invoices: Type.Array(
    Type.Object({
      status: Type.Union([Type.Literal('unpaid'), Type.Literal('paid'), Type.Literal('expired')]),
      payment_preimage: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
    { maxItems: 1 },
  ),
})

/** `invoice`: "a pay label already exists", with status 500. */
const LABEL_EXISTS = 900
/** 16 random bytes do not come twice: more collisions than this are no collisions. */
const MAX_LABELS = 3

const isLabelTaken = ({ status, body }: NodeReply): boolean =>
  status >= 400 && (body as { code?: unknown } | null)?.code === LABEL_EXISTS

export const cln = (access: NodeAccess, random: Random): Lightning => {
  const headers = { Rune: access.secret }
  return {
    name: 'cln',

    async createInvoice(order) {
      // All attempts share one time limit, since a buyer waits.
      const signal = timeLimit(access)
      for (let attempt = 0; attempt < MAX_LABELS; attempt++) {
        const json = {
          amount_msat: order.sats * 1000,
          label: `claros-${Buffer.from(random.bytes(16)).toString('hex')}`,
          description: order.memo,
          expiry: order.expirySeconds,
        }
        const reply = await askNode(access, { path: '/v1/invoice', headers, json }, signal)
        if (reply.kind === 'reply' && isLabelTaken(reply)) continue
        const added = readReply(Added, reply)
        if (added.kind !== 'read') return added
        return checkedInvoice(order, { bolt11: added.body.bolt11, paymentHash: added.body.payment_hash })
      }
      return lightningFailure('refused', `${MAX_LABELS} labels in a row are taken`)
    },

    async invoiceState(paymentHash) {
      if (!isPaymentHash(paymentHash)) return { kind: 'unknown' }
      const json = { payment_hash: paymentHash }
      const listed = readReply(Listed, await askNode(access, { path: '/v1/listinvoices', headers, json }))
      if (listed.kind !== 'read') return listed
      const [invoice] = listed.body.invoices
      if (!invoice) return { kind: 'unknown' }
      return invoice.status === 'paid' ? settledInvoice(paymentHash, invoice.payment_preimage) : { kind: 'open' }
    },
  }
}
