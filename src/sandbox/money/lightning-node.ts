import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Clock, Random } from '../../ports.ts'
import { COMMON_FEATURES, writeBolt11 } from './bolt11.ts'

/** States by LND's names (lnrpc.Invoice.InvoiceState). LND cancels an open invoice when it expires. */
export type InvoiceState = 'OPEN' | 'SETTLED' | 'CANCELED'

/** An invoice in the memory of its node. Hashes and secrets in hex; the preimage is not part of it. */
export interface NodeInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  readonly paymentSecret: string
  readonly amountMsat: bigint
  readonly memo: string
  /** Unix seconds, as in the invoice. */
  readonly createdAt: number
  readonly expirySeconds: number
  /** 1 for the node's first invoice. */
  readonly addIndex: number
  /** Unix seconds; null until paid. */
  readonly settledAt: number | null
}

export interface NewInvoice {
  /** Millisatoshis; `0n` leaves the amount to the payer. */
  readonly amountMsat: bigint
  readonly memo: string
  readonly expirySeconds: number
}

export type Payment = { readonly kind: 'paid'; readonly preimage: string } | { readonly kind: 'unknown' | 'expired' }

/** A node that also pays its own invoices: invoices, their preimages, and which are paid. */
export interface LightningNode {
  create(wanted: NewInvoice): NodeInvoice
  /** By payment hash, 64 hex digits in any case. */
  find(paymentHash: string): NodeInvoice | null
  /** A second payment gives the same preimage, as a payer's wallet would; nothing is paid twice. */
  pay(bolt11: string): Payment
  state(invoice: NodeInvoice): InvoiceState
  /** Hex; `null` until it is paid. */
  preimageOf(invoice: NodeInvoice): string | null
  /** Oldest first. */
  invoices(): readonly NodeInvoice[]
}

/** The block delta that LND asks for by default. */
const MIN_FINAL_CLTV = 80

export const createLightningNode = ({ clock, random }: { clock: Clock; random: Random }): LightningNode => {
  const nodeKey = secp256k1.utils.randomSecretKey(random.bytes(48))
  const byHash = new Map<string, NodeInvoice>()
  const hashByBolt11 = new Map<string, string>()
  const preimages = new Map<string, string>()
  const seconds = (): number => Math.floor(clock.now() / 1000)

  const state = (invoice: NodeInvoice): InvoiceState => {
    if (invoice.settledAt !== null) return 'SETTLED'
    return clock.now() > (invoice.createdAt + invoice.expirySeconds) * 1000 ? 'CANCELED' : 'OPEN'
  }

  return {
    state,
    preimageOf: ({ paymentHash, settledAt }) => (settledAt === null ? null : (preimages.get(paymentHash) ?? null)),
    invoices: () => [...byHash.values()],
    find: (paymentHash) => byHash.get(paymentHash.toLowerCase()) ?? null,

    create(wanted) {
      const preimage = random.bytes(32)
      const hash = sha256(preimage)
      const secret = random.bytes(32)
      const createdAt = seconds()
      const bolt11 = writeBolt11(
        {
          amountMsat: wanted.amountMsat,
          paymentHash: hash,
          paymentSecret: secret,
          description: wanted.memo,
          timestamp: createdAt,
          expirySeconds: wanted.expirySeconds,
          minFinalCltv: MIN_FINAL_CLTV,
          features: COMMON_FEATURES,
        },
        nodeKey,
      )
      const paymentHash = bytesToHex(hash)
      const invoice: NodeInvoice = Object.freeze({
        ...wanted,
        bolt11,
        paymentHash,
        paymentSecret: bytesToHex(secret),
        createdAt,
        addIndex: byHash.size + 1,
        settledAt: null,
      })
      byHash.set(paymentHash, invoice)
      hashByBolt11.set(bolt11, paymentHash)
      preimages.set(paymentHash, bytesToHex(preimage))
      return invoice
    },

    pay(bolt11) {
      const paymentHash = hashByBolt11.get(bolt11.toLowerCase())
      const invoice = paymentHash === undefined ? undefined : byHash.get(paymentHash)
      const preimage = paymentHash === undefined ? undefined : preimages.get(paymentHash)
      if (invoice === undefined || preimage === undefined) return { kind: 'unknown' }
      if (state(invoice) === 'CANCELED') return { kind: 'expired' }
      if (invoice.settledAt === null)
        byHash.set(invoice.paymentHash, Object.freeze({ ...invoice, settledAt: seconds() }))
      return { kind: 'paid', preimage }
    },
  }
}
