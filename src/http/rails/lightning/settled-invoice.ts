import type { InvoiceState } from './node.ts'

/** A paid invoice with its preimage, if the node gives the one of this hash: some give none, or zeros. */

const HEX_32 = /^[0-9a-f]{64}$/i

/** @param preimage hex */
export const settledInvoice = (paymentHash: string, preimage: string | null | undefined): InvoiceState => {
  const isHex = typeof preimage === 'string' && HEX_32.test(preimage)
  const hash = isHex ? Bun.SHA256.hash(Buffer.from(preimage, 'hex'), 'hex') : null
  return { kind: 'settled', preimage: isHex && hash === paymentHash ? preimage.toLowerCase() : null }
}
